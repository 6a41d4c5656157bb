import { describe, expect, onTestFinished, test } from "vitest";
import { NewsWeb } from "../../test/newsroom/index.ts";
import { parseHtml } from "../html/index.ts";
import { Page } from "../page/index.ts";
import { findSearchForm, type SiteSearch, SiteSearcher } from "./search-site.ts";
import { type Answers, hastyFetcher, serveAnswers } from "./web.testing.ts";

const at = (url: string, html: string) => new Page(parseHtml(html), url);

/** Cards of articles, one for each slug. */
const cards = (...slugs: readonly string[]) =>
  slugs
    .map(
      (slug) =>
        `<article><h2><a href="/2026/11/17/${slug}-and-more-of-it">The story of ${slug} and more of it</a></h2><p>Some words about this story of the day.</article>`,
    )
    .join("");

async function results(answers: Answers, search: Partial<SiteSearch> = {}) {
  const { origin, asked } = await serveAnswers(answers);
  const template = `${origin}/search?q={keyword}`;
  const pages: string[][] = [];
  const searcher = new SiteSearcher(hastyFetcher({ ignoreRobots: true }));
  for await (const { entries } of searcher.search({ template, keyword: "harbour strike", ...search }))
    pages.push(entries.map(({ url }) => url.split("/").at(-1)!.replace("-and-more-of-it", "")));
  return { pages, asked };
}

const NONE = "/search?q=zqxjvkwzqxjvk";

describe("a search of a site", () => {
  test("gives the results, page by page, without what stands beside them", async () => {
    const { pages, asked } = await results({
      [NONE]: `<main>${cards("most-read", "weather")}</main>`,
      "/search?q=harbour%20strike": `<main>${cards("alpha", "beta", "most-read")}</main><a rel=next href="/search?q=harbour%20strike&page=2">Next</a>`,
      "/search?q=harbour%20strike&page=2": `<main>${cards("beta", "gamma", "weather")}</main>`,
    });
    expect(pages).toEqual([["alpha", "beta"], ["gamma"]]);
    expect(asked).toHaveLength(3);
  });

  test("keeps a result that the site also shows where it finds nothing", async () => {
    const { pages } = await results({
      [NONE]: `<main>${cards("most-read", "harbour-strike", "the-strike")}</main>`,
      "/search?q=harbour%20strike": `<main>${cards("alpha", "harbour-strike", "the-strike", "most-read")}</main>`,
    });
    expect(pages).toEqual([["alpha", "harbour-strike"]]);
  });

  test("keeps a result that is there once more than in a box of the latest stories", async () => {
    const box = `<aside><h2>Latest</h2>${cards("most-read", "quay")}</aside>`;
    const { pages } = await results({
      [NONE]: `<main><p>Nothing.</main>${box}`,
      "/search?q=harbour%20strike": `<main>${cards("alpha", "quay")}</main>${box}`,
    });
    expect(pages).toEqual([["alpha", "quay"]]);
  });

  test("gives all stories, one or two as well, where menus are longer than the results", async () => {
    const web = await NewsWeb.start({ sites: 6, storiesADay: 13, days: 3, seed: 1, redesignDay: 2 });
    web.day = 3;
    onTestFinished(() => web.close());
    const searcher = new SiteSearcher(hastyFetcher());
    const found: string[] = [];
    for (const origin of web.origins) {
      const template = `${origin}/find?q={keyword}`;
      for await (const { entries } of searcher.search({ template, keyword: "hospital" }))
        found.push(...entries.map(({ url }) => url));
    }
    const meant = web.stories().filter(({ title, body }) => /hospital/i.test(`${title} ${body}`));
    expect(found.sort()).toEqual(meant.map(({ url }) => url).sort());
  });

  test("ends where a page brings nothing new, however many pages the site links to", async () => {
    const endless = `<main>${cards("alpha", "beta")}</main><a rel=next href="/search?q=harbour%20strike&page=2">Next</a>`;
    const { pages, asked } = await results({
      [NONE]: "<p>Nothing.",
      "/search?q=harbour%20strike": endless,
      "/search?q=harbour%20strike&page=2": endless,
    });
    expect(pages).toEqual([["alpha", "beta"], []]);
    expect(asked).toHaveLength(3);
  });

  test("ends after a number of pages, and where pages lead back to each other", async () => {
    const page = (number: number, next: number) =>
      `<main>${cards(`story-${number}`)}</main><a rel=next href="/search?q=harbour%20strike&page=${next}">Next</a>`;
    const answers: Record<string, string> = {
      [NONE]: "<p>Nothing.",
      "/search?q=harbour%20strike": page(1, 2),
    };
    for (let number = 2; number <= 80; number++)
      answers[`/search?q=harbour%20strike&page=${number}`] = page(number, number + 1);
    expect((await results(answers)).asked).toHaveLength(51);
    answers["/search?q=harbour%20strike&page=3"] = page(3, 2);
    expect((await results(answers)).pages.flat()).toEqual(["story-1", "story-2", "story-3"]);
    const loop = { status: 302, headers: { location: "/search?q=harbour%20strike" }, body: "" };
    await expect(
      results({ [NONE]: "<p>Nothing.", "/search?q=harbour%20strike": loop }),
    ).rejects.toMatchObject({
      code: "TOO_MANY_REDIRECTS",
    });
  });

  test("of a site whose search ignores what is asked for gives nothing", async () => {
    const same = `<main>${cards("alpha", "beta")}</main>`;
    expect((await results({ [NONE]: same, "/search?q=harbour%20strike": same })).pages).toEqual([[]]);
  });

  test("takes a feed of results, and a 404 for no result", async () => {
    const feed = `<rss version="2.0"><channel><item><link>{here}/x/alpha</link><title>Alpha</title></item></channel></rss>`;
    expect((await results({ "/search?q=harbour%20strike": feed })).pages).toEqual([["alpha"]]);
  });

  test("says so where robots.txt closes it", async () => {
    const { origin } = await serveAnswers({ "/robots.txt": "User-agent: *\nDisallow: /search" });
    const searcher = new SiteSearcher(hastyFetcher());
    const first = searcher.search({ template: `${origin}/search?q={keyword}`, keyword: "a" }).next();
    await expect(first).rejects.toMatchObject({ code: "ROBOTS_FORBIDDEN" });
  });

  test("without a place for the keyword is BAD_OPTION", async () => {
    const first = new SiteSearcher(hastyFetcher())
      .search({ template: "https://news.example/", keyword: "a" })
      .next();
    await expect(first).rejects.toMatchObject({ code: "BAD_OPTION" });
  });
});

describe("a search form", () => {
  const form = (html: string) => findSearchForm(at("https://news.example/home", html));

  test("gives an address with a place for the keyword and what the form sends besides", () => {
    expect(
      form(
        '<form action="/suche"><input name=lang type=hidden value="de & at"><input type=checkbox name=all checked><input type=search name=was><input type=submit name=go>',
      ),
    ).toBe("https://news.example/suche?lang=de%20%26%20at&all=on&was={keyword}");
    expect(form("<form><input name=q></form>")).toBe("https://news.example/home?q={keyword}");
  });

  test.each([
    ["that posts", "<form method=POST action=/s><input name=q></form>"],
    ["for a newsletter", "<form action=/join><input name=email></form>"],
    ["that runs a script", '<form action="javascript:go()"><input name=q></form>'],
  ])("%s is none", (_, html) => {
    expect(form(html)).toBeUndefined();
  });
});
