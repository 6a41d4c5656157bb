import { describe, expect, test } from "vitest";
import { type LookId, makeSite, type NewsPage } from "../../../test/newsroom/index.ts";
import { EXTRACTORS, type Extractor } from "../../extractors/index.ts";
import { parseHtml } from "../../html/index.ts";
import { KEEP_SCORE, leafWords, Page } from "../../page/index.ts";
import { fitProfile, readSiteProfile } from "../../profile/index.ts";
import { words } from "../../text/index.ts";
import { type MiningHints, mineProfile, needsMining } from "./mine-profile.ts";

const HEAD = { site: "harbour-courier.example", made: "2026-11-01T00:00:00.000Z" };

function articlesOf(look: LookId, language: "en" | "ar" | "zh" = "en", seed = 7): readonly NewsPage[] {
  const { pages } = makeSite({ look, language, seed, articles: 8, hardCases: [] });
  return pages.filter(({ pageType }) => pageType === "article");
}

function opened(pages: readonly NewsPage[]): Page[] {
  return pages.map(({ html, url }) => new Page(parseHtml(html), url));
}

/** The words that the template keeps, as a share of those that are true. */
function keptShare({ html, url, truth }: NewsPage, siteProfile: ReturnType<typeof mineProfile>): number {
  const page = new Page(parseHtml(html), url);
  const { scores } = EXTRACTORS.template.extract(page, { siteProfile });
  const kept = scores.reduce(
    (sum, score, leaf) => sum + (score >= KEEP_SCORE ? leafWords(page, leaf) : 0),
    0,
  );
  return kept / words(truth.body).length;
}

describe("the profile of a site", () => {
  test.each([
    ["tables-2005", "en"],
    ["wordpress-2014", "ar"],
    ["modern-grid-2025", "zh"],
  ] as const)("reads other articles of a site that looks like %s in %s", (look, language) => {
    const pages = articlesOf(look, language);
    const profile = mineProfile(opened(pages.slice(0, 4)), HEAD);
    for (const page of pages.slice(4)) {
      expect(fitProfile(new Page(parseHtml(page.html)), profile)?.isStale).toBe(false);
      expect(keptShare(page, profile)).toBeGreaterThan(0.85);
      expect(keptShare(page, profile)).toBeLessThan(1.15);
    }
  });

  test("is the same for the same pages, and can be read back", () => {
    const pages = articlesOf("bem-2016").slice(0, 4);
    const profile = mineProfile(opened(pages), HEAD);
    expect(mineProfile(opened(pages), HEAD)).toEqual(profile);
    expect(readSiteProfile(JSON.parse(JSON.stringify(profile)))).toEqual(profile);
  });

  test("has both templates of a site that has two, that of most pages first", () => {
    const [news, blogs] = [articlesOf("bem-2016").slice(0, 4), articlesOf("wordpress-2014").slice(0, 2)];
    const profile = mineProfile(opened([...blogs, ...news]), HEAD);
    const sizes = profile.templates.filter(({ steps }) => steps === "classes").map(({ pages }) => pages);
    expect(sizes).toEqual([4, 2]);
    for (const page of opened([...news, ...blogs])) expect(fitProfile(page, profile)?.isStale).toBe(false);
  });

  test("is mined from whole pages where others were saved half or are empty", () => {
    const pages = articlesOf("bem-2016");
    const half = pages
      .slice(4, 6)
      .map(({ html, ...page }) => ({ ...page, html: html.slice(0, html.length / 4) }));
    const odd = [...opened(half), new Page(parseHtml("")), new Page(parseHtml(`<img src="a.png">`))];
    const profile = mineProfile([...odd, ...opened(pages.slice(0, 4))], HEAD);
    for (const page of opened(pages.slice(6))) expect(fitProfile(page, profile)?.isStale).toBe(false);
  });

  test("compares pages of one group of links first: what their section repeats is decoration", () => {
    const notes = [
      "The sport desk answers all who write to it within a week or two, in the order of arrival.",
      "For culture there is a letter on Fridays, which more readers than ever have asked us to send.",
    ];
    const pages = Array.from({ length: 8 }, (_, at) => {
      const story = `<p>${`Story ${at} of the harbour is told in ${at + 3} sentences by its master, who knew it well. `.repeat(3)}`;
      return new Page(parseHtml(`<div class="story"><p class="note">${notes[at % 2]}</p>${story}</div>`));
    });
    const noteRole = (groups?: readonly (readonly Page[])[]) =>
      mineProfile(pages, HEAD, groups ? { groups } : {}).templates[0]?.paths.find(({ path }) =>
        path.endsWith("p.note"),
      )?.role;
    expect(noteRole()).toBe("body");
    expect(noteRole([0, 1].map((section) => pages.filter((_, at) => at % 2 === section)))).not.toBe("body");
  });

  test("does not take comments for stories if the judge drops them", () => {
    const pages = Array.from({ length: 6 }, (_, at) => {
      const own = (name: string) =>
        Array.from({ length: 30 }, (_, word) => `${name}${at}of${word}`).join(" ");
      const story = `<p>Story ${own("tide")}.</p>`;
      const comment = ["ship", "crew", "mast"].map((name) => `<p>Reader ${own(name)}.</p>`).join("");
      return new Page(parseHtml(`<main>${story}</main><div class="said">${comment}</div>`));
    });
    const judge: Extractor = {
      id: "judge",
      needs: [],
      extract: ({ leaves, document }) => ({
        scores: Float32Array.from(leaves.node, (node) =>
          document.text.startsWith("Story", document.textStart[node]) ? 1 : 0,
        ),
        reasons: new Uint8Array(leaves.count),
      }),
    };
    const bodies = (help: MiningHints) =>
      mineProfile(pages, HEAD, help).templates[0]?.paths.filter(({ role }) => role === "body");
    expect(bodies({})?.map(({ path }) => path)).toContain("html/body/div.said/p");
    expect(bodies({ judge })?.map(({ path }) => path)).toEqual(["html/body/main/p"]);
  });

  test("has the paths without article text if there is a judge, and can be read back", () => {
    const pages = opened(articlesOf("bem-2016").slice(0, 4));
    const profile = mineProfile(pages, HEAD, { judge: EXTRACTORS.fused });
    expect(new Set(Object.values(profile.outside ?? {}))).toContain(100);
    expect(readSiteProfile(JSON.parse(JSON.stringify(profile)))).toEqual(profile);
    expect(mineProfile(pages, HEAD)).not.toHaveProperty("outside");
  });

  test("has no template where there is nothing to compare", () => {
    expect(mineProfile([], HEAD).templates).toEqual([]);
    expect(mineProfile(opened(articlesOf("bem-2016").slice(0, 1)), HEAD).templates).toEqual([]);
    const empty = [1, 2, 3].map(() => new Page(parseHtml("<p></p>")));
    expect(mineProfile(empty, HEAD).templates).toEqual([]);
  });
});

describe("a profile and recent pages", () => {
  const pages = articlesOf("bem-2016");
  const profile = mineProfile(opened(pages.slice(0, 4)), HEAD);

  test("fit each other as long as the site is as it was", () => {
    const drift = needsMining(profile, opened(pages.slice(4)));
    expect(drift).toMatchObject({ isStale: false, pages: 4, fitting: 4 });
  });

  test("no longer fit after the site has a new look, and the places that are gone are named", () => {
    const drift = needsMining(profile, opened(articlesOf("tables-2005").slice(0, 3)));
    expect(drift).toMatchObject({ isStale: true, pages: 3, fitting: 0 });
    expect(drift.missing[0]).toMatchObject({ path: expect.stringMatching(/^html\/body\//), pages: 3 });
  });

  test("need no mining for one page that does not fit", () => {
    expect(needsMining(profile, opened(articlesOf("tables-2005").slice(0, 1))).isStale).toBe(false);
  });
});
