import { describe, expect, test } from "vitest";
import { collect } from "./collect.ts";
import { at, DAY_MS, feedOf, makeOptions, makeUp, NOW, storyPage } from "./made-up.testing.ts";
import { plan } from "./plan.ts";

describe("a dry run", () => {
  test("stores nothing", async () => {
    const site = await makeUp({ "/feed": feedOf(["/storm", "Storm"]), "/storm": storyPage("Storm") });
    const options = await makeOptions();
    const { sources: planned } = await plan([at(`${site.origin}/feed`)], options);
    expect(planned).toMatchObject([{ kind: "feed", entries: [{ title: "Storm", state: "new" }] }]);
    expect([await options.store.listSources(), await options.store.listArticles({ limit: 9 })]).toEqual([
      [],
      [],
    ]);
    expect(site.asked).not.toContain("/storm");
  });

  test("names each page once, under the first list that has it", async () => {
    const site = await makeUp({
      "/feed": feedOf(["/storm", "Storm"]),
      "/other": feedOf(["/storm?utm_source=rss", "Storm"], ["/fog", "Fog"]),
    });
    const { sources: planned } = await plan(
      [at(`${site.origin}/feed`), at(`${site.origin}/other`)],
      await makeOptions(),
    );
    expect(planned).toMatchObject([
      { entries: [{ title: "Storm" }], repeated: 0 },
      { entries: [{ title: "Fog" }], repeated: 1 },
    ]);
  });

  test("of a search lists its results", async () => {
    const site = await makeUp({
      "/find?q=crane": feedOf(["/storm", "Storm"]),
      "/find?q=zqxjvkwzqxjvk": feedOf(),
    });
    const template = `${site.origin}/find?q={keyword}`;
    const { sources: planned } = await plan(
      [{ kind: "search", template, keyword: "crane" }],
      await makeOptions(),
    );
    expect(planned).toMatchObject([
      { kind: "search", foundBy: "the search for crane", entries: [{ title: "Storm", state: "new" }] },
    ]);
  });

  test("keeps to the time that is wanted, as a run does", async () => {
    const item = (path: string, day: number) =>
      `<item><link>{here}/${path}</link><title>${path}</title><pubDate>${new Date(NOW + day * DAY_MS).toUTCString()}</pubDate></item>`;
    const site = await makeUp({
      "/feed": `<rss version="2.0"><channel>${item("old", -9)}${item("mid", -5)}${item("new", -1)}</channel></rss>`,
    });
    const span = { sinceMs: NOW - 7 * DAY_MS, untilMs: NOW - 3 * DAY_MS };
    const { sources } = await plan([at(`${site.origin}/feed`)], { ...(await makeOptions()), ...span });
    expect(sources[0]?.entries.map(({ title }) => title)).toEqual(["mid"]);
  });

  test("tells what would become of each page: a run after it asks for the same", async () => {
    const site = await makeUp({
      "/feed": feedOf(["/seen", "Seen"], ["/busy", "Busy"], ["/gone", "Gone"], ["/banned", "Banned"]),
      "/other": feedOf(["/left", "Left"]),
      "/seen": storyPage("Seen"),
      "/banned": storyPage("Banned"),
      "/busy": { status: 503 },
      "/left": { status: 503 },
    });
    const options = await makeOptions();
    await collect([at(`${site.origin}/feed`), at(`${site.origin}/other`)], options);
    const banned = (await options.store.getArticle(`${site.origin}/banned`))!;
    await options.store.removeArticles([banned.id], NOW);
    site.answers["/feed"] = feedOf(
      ...(["/seen", "/busy", "/gone", "/banned", "/fresh"].map((path) => [path, path]) as [string, string][]),
    );
    const planOn = async (ms: number) => {
      const { sources, waiting } = await plan([at(`${site.origin}/feed`)], {
        ...options,
        now: () => NOW + ms,
      });
      return { states: sources.flatMap(({ entries }) => entries.map(({ state }) => state)), waiting };
    };
    expect(await planOn(60_000)).toEqual({
      states: ["known", "known", "known", "removed", "new"],
      waiting: 0,
    });
    const later = { states: ["again", "waiting", "again", "removed", "new"], waiting: 1 };
    expect(await planOn(2 * DAY_MS)).toEqual(later);
    site.asked.length = 0;
    await collect([at(`${site.origin}/feed`)], { ...options, now: () => NOW + 2 * DAY_MS });
    expect(site.asked.toSorted()).toEqual(["/busy", "/feed", "/fresh", "/gone", "/left", "/seen"]);
  });

  test("reads the lists that the library knows of a site, and looks for none", async () => {
    const site = await makeUp({
      "/": '<link rel="alternate" type="application/rss+xml" href="/news.xml"><p>Home.',
      "/news.xml": feedOf(["/storm", "Storm"]),
      "/storm": storyPage("Storm"),
    });
    const options = await makeOptions();
    await collect([at(`${site.origin}/`)], options);
    site.asked.length = 0;
    const { sources } = await plan([at(`${site.origin}/`), at(`${site.origin}/news.xml`)], options);
    expect(sources.map(({ url, foundBy }) => [url.slice(site.origin.length), foundBy])).toEqual([
      ["/", "known from an earlier run"],
      ["/news.xml", "known from an earlier run"],
    ]);
    expect(site.asked).toEqual(["/", "/news.xml"]);
  });
});
