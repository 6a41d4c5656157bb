import { describe, expect, test } from "vitest";
import { collect } from "./collect.ts";
import { at, DAY_MS, feedOf, type MadeUp, makeOptions, makeUp, NOW, storyPage } from "./made-up.testing.ts";

const LINKS = '<a href="/long?page=2">2</a><a href="/long?page=3">3</a>';
const part = (number: number, links = LINKS) =>
  storyPage(
    "Long read",
    `<p>This is what part ${number} of the long read alone has to say about it.</p>${links}`,
  );

/** An article of three pages, collected on several days. */
async function longRead(answers: MadeUp["answers"]) {
  const site = await makeUp({
    "/feed": feedOf(["/long", "Long read"]),
    "/long": part(1),
    "/long?page=2": part(2),
    "/long?page=3": part(3),
    ...answers,
  });
  const options = await makeOptions();
  const collectOn = async (day: number) => {
    const run = { ...options, recheckMs: 0, now: () => NOW + day * DAY_MS };
    return (await collect([at(`${site.origin}/feed`)], run)).outcomes;
  };
  const stored = async () => (await options.store.getArticle(`${site.origin}/long`))!;
  return { site, collectOn, stored };
}

describe("an article of several pages", () => {
  test("is joined, and says when one is missing", async () => {
    const { collectOn, stored } = await longRead({ "/long?page=3": { status: 404 } });
    await collectOn(0);
    const { article } = await stored();
    expect(article.text).toMatch(/part 1 [\s\S]*part 2 /);
    expect(article.warnings.map(({ code }) => code)).toContain("PART_MISSING");
  });

  test("is asked for as a whole again where one was missing, though its first page has not changed", async () => {
    const { site, collectOn, stored } = await longRead({ "/long?page=3": { status: 503 } });
    await collectOn(0);
    expect((await stored()).article.text).not.toContain("part 3");
    site.answers["/long?page=3"] = part(3);
    expect(await collectOn(1)).toMatchObject({ changed: 1 });
    const { article } = await stored();
    expect(article.text).toContain("part 3");
    expect(article.warnings.map(({ code }) => code)).not.toContain("PART_MISSING");
  });

  test("keeps its end when a page of it cannot be had for a while", async () => {
    const { site, collectOn, stored } = await longRead({});
    await collectOn(0);
    site.answers["/long"] = part(1, `<p>Correction: the pier was another one.</p>${LINKS}`);
    site.answers["/long?page=3"] = { status: 503 };
    expect(await collectOn(1)).toMatchObject({ changed: 0, failed: 1 });
    expect((await stored()).article.text).toContain("part 3");
    site.answers["/long?page=3"] = part(3);
    expect(await collectOn(2)).toMatchObject({ changed: 1 });
    expect((await stored()).article.text).toMatch(/Correction[\s\S]*part 3/);
  });
});
