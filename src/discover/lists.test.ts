import { describe, expect, test } from "vitest";
import { type FoundList, findLists, readList } from "./lists.ts";
import { hastyFetcher, serveAnswers } from "./web.testing.ts";

const FEED = (items: string) => `<rss version="2.0"><channel><title>Quay</title>${items}</channel></rss>`;
const ITEM = (path: string, date = "") =>
  `<item><title>About ${path}</title><link>{here}/${path}</link>${date && `<pubDate>${date}</pubDate>`}</item>`;
const NOTHING_KNOWN = { known: async () => undefined };
const feedAt = (url: string): FoundList => ({ kind: "feed", url, foundBy: "a test" });

describe("the lists of a site", () => {
  test("add up from the page, robots.txt, the usual places and the page itself", async () => {
    const { origin } = await serveAnswers({
      "/": `<head><link rel="alternate" type="application/rss+xml" href="/news.rss"><link rel=alternate type=application/rss+xml title="Comments" href=/c.rss>
        <link rel=alternate type="application/json+oembed" href=/oembed><body><a href="/sport/feed/">RSS</a><a href="/feeding-time">A story</a>`,
      "/robots.txt": "User-agent: *\nSitemap: {here}/map-of-robots.xml\nSitemap: /sitemap.xml",
      "/feed": FEED(ITEM("a")),
      "/rss": "<html><p>Every address is answered with a page.",
      "/sitemap.xml": "<urlset></urlset>",
      "/news-sitemap.xml": "<urlset></urlset>",
    });
    const lists = await findLists(`${origin}/`, hastyFetcher());
    expect(lists.map(({ kind, url, foundBy }) => [kind, url.slice(origin.length), foundBy])).toEqual([
      ["feed", "/news.rss", "the head of the page"],
      ["feed", "/sport/feed/", "a link on the page"],
      ["sitemap", "/map-of-robots.xml", "robots.txt"],
      ["sitemap", "/sitemap.xml", "robots.txt"],
      ["feed", "/feed", "a usual place"],
      ["sitemap", "/news-sitemap.xml", "a usual place"],
      ["front", "/", "the address given"],
    ]);
  });

  test.each([
    ["feed", FEED("")],
    ["feed", '{"version":"https://jsonfeed.org/version/1.1","items":[]}'],
    ["sitemap", "<sitemapindex></sitemapindex>"],
  ])("are the %s that the address itself is", async (kind, body) => {
    const { origin, asked } = await serveAnswers({ "/x": body });
    expect(await findLists(`${origin}/x`, hastyFetcher())).toMatchObject([{ kind, url: `${origin}/x` }]);
    expect(asked).toEqual(["/robots.txt", "/x"]);
  });
});

describe("reading a list", () => {
  test("gives what a feed announces, from the given time on, and what to ask with next time", async () => {
    const old = "Tue, 03 Nov 2026 08:00:00 GMT";
    const { origin } = await serveAnswers({
      "/feed": {
        headers: { etag: '"1"' },
        body: FEED(ITEM("a", "Tue, 17 Nov 2026 08:00:00 GMT") + ITEM("b", old) + ITEM("c")),
      },
    });
    const options = { ...NOTHING_KNOWN, sinceMs: Date.parse("2026-11-10") };
    const { entries, title, versions } = await readList(feedAt(`${origin}/feed`), hastyFetcher(), options);
    expect(entries.map(({ url }) => url)).toEqual([`${origin}/a`, `${origin}/c`]);
    expect(title).toBe("Quay");
    expect([...versions]).toEqual([[`${origin}/feed`, { etag: '"1"', lastModified: undefined }]]);
  });

  test("says that nothing has changed", async () => {
    const { origin } = await serveAnswers({ "/feed": { status: 304, body: "" } });
    const known = async () => ({ etag: '"1"', lastModified: undefined, readMs: 0 });
    expect(await readList(feedAt(`${origin}/feed`), hastyFetcher(), { known })).toMatchObject({
      isUnchanged: true,
      entries: [],
    });
  });

  test("repairs a feed that was cut off, and says so", async () => {
    const { origin } = await serveAnswers({ "/feed": FEED(ITEM("a") + ITEM("b")).slice(0, -40) });
    const { entries, warnings } = await readList(feedAt(`${origin}/feed`), hastyFetcher(), NOTHING_KNOWN);
    expect(entries).toHaveLength(1);
    expect(warnings).toEqual([expect.stringMatching(/cut off/)]);
  });

  test("refuses a feed that has become a page", async () => {
    const { origin } = await serveAnswers({ "/feed": "<html><p>We have moved." });
    await expect(readList(feedAt(`${origin}/feed`), hastyFetcher(), NOTHING_KNOWN)).rejects.toMatchObject({
      code: "BAD_FEED",
    });
  });

  test("reads the articles of a front page", async () => {
    const cards = ["storm-closes-the-harbour", "ferry-line-opens-again", "crane-falls-into-water"].map(
      (slug) =>
        `<article><h2><a href="/2026/11/17/${slug}">The ${slug.replaceAll("-", " ")} today</a></h2><p>Some more words about it all.</article>`,
    );
    const { origin } = await serveAnswers({ "/": `<body><main>${cards.join("")}</main>` });
    const { entries } = await readList(
      { kind: "front", url: `${origin}/`, foundBy: "" },
      hastyFetcher(),
      NOTHING_KNOWN,
    );
    expect(entries[0]).toMatchObject({
      url: `${origin}/2026/11/17/storm-closes-the-harbour`,
      title: "The storm closes the harbour today",
    });
    expect(entries).toHaveLength(3);
  });
});

describe("a sitemap", () => {
  const INDEX = (entries: string) => `<sitemapindex>${entries}</sitemapindex>`;
  const NAMED = (path: string, date = "") =>
    `<sitemap><loc>{here}/${path}</loc>${date && `<lastmod>${date}</lastmod>`}</sitemap>`;
  const MAP = (path: string) => `<urlset><url><loc>{here}/${path}</loc></url></urlset>`;
  const mapAt = (origin: string): FoundList => ({ kind: "sitemap", url: `${origin}/map`, foundBy: "" });

  test("that names others gives the pages of all, the latest first, and says which could not be read", async () => {
    const { origin, asked } = await serveAnswers({
      "/map": INDEX(NAMED("old", "2026-01-01") + NAMED("new", "2026-11-17") + NAMED("gone") + NAMED("map")),
      "/old": MAP("a"),
      "/new": MAP("b"),
    });
    const { entries, warnings } = await readList(
      mapAt(origin),
      hastyFetcher({ ignoreRobots: true }),
      NOTHING_KNOWN,
    );
    expect(entries.map(({ url }) => url.slice(origin.length))).toEqual(["/b", "/a"]);
    expect(warnings).toEqual([expect.stringMatching(/\/gone was left out: HTTP_REFUSED/)]);
    expect(asked).toEqual(["/map", "/gone", "/new", "/old"]);
  });

  test("that names itself, or goes round in a circle, ends", async () => {
    const { origin, asked } = await serveAnswers({
      "/map": INDEX(NAMED("round")),
      "/round": INDEX(NAMED("map") + NAMED("deep")),
      "/deep": INDEX(NAMED("map")),
    });
    await readList(mapAt(origin), hastyFetcher({ ignoreRobots: true }), NOTHING_KNOWN);
    expect(asked).toEqual(["/map", "/round", "/deep"]);
  });

  test("that names more than are fetched at once says so, and gives the others the next time", async () => {
    const paths = Array.from({ length: 450 }, (_, at) => `m${at}`);
    const answers: Record<string, string> = { "/map": INDEX(paths.map((path) => NAMED(path)).join("")) };
    for (const path of paths) answers[`/${path}`] = MAP(`page-of-${path}`);
    const { origin } = await serveAnswers(answers);
    const known = new Map<string, { readMs: number }>();
    const found = new Set<string>();
    for (const readMs of [1, 2, 3]) {
      const options = { known: async (url: string) => known.get(url) };
      const read = await readList(mapAt(origin), hastyFetcher({ ignoreRobots: true }), options);
      for (const { url } of read.entries) found.add(url);
      for (const url of read.versions.keys()) known.set(url, { readMs });
      expect(read.warnings).toEqual([
        expect.stringMatching(/^250 of the sitemaps were left .* 200 sitemaps/),
      ]);
    }
    expect(found.size).toBe(450);
  });

  test("that has not changed counts as read, so that others have their turn", async () => {
    const { origin } = await serveAnswers({ "/map": INDEX(NAMED("a")), "/a": { status: 304, body: "" } });
    const known = async (url: string) => (url.endsWith("/a") ? { etag: '"1"', readMs: 1 } : undefined);
    const { versions } = await readList(mapAt(origin), hastyFetcher({ ignoreRobots: true }), { known });
    expect([...versions]).toEqual([[`${origin}/a`, { etag: '"1"', lastModified: undefined }]]);
  });

  test("may be as large as the protocol allows, unless a limit is set", async () => {
    const { origin } = await serveAnswers({ "/map": MAP("a") + " ".repeat(25_000_000) });
    const read = (options = {}) =>
      readList(mapAt(origin), hastyFetcher({ ignoreRobots: true, ...options }), NOTHING_KNOWN);
    expect((await read()).entries).toHaveLength(1);
    await expect(read({ maxBytes: 20_000_000 })).rejects.toMatchObject({ code: "FETCH_TOO_LARGE" });
  });

  test("with more entries than are read says so, as a feed does", async () => {
    const { origin } = await serveAnswers({
      "/map": `<urlset>${"<url><loc>/a</loc></url>".repeat(100_001)}</urlset>`,
      "/feed": FEED("<item><link>/a</link></item>".repeat(10_001)),
    });
    for (const list of [mapAt(origin), feedAt(`${origin}/feed`)]) {
      const { warnings } = await readList(list, hastyFetcher({ ignoreRobots: true }), NOTHING_KNOWN);
      expect(warnings).toEqual([expect.stringMatching(/^Only the first 10+ entries/)]);
    }
  });

  test("reads of an index only what was changed since it was last read", async () => {
    const { origin, asked } = await serveAnswers({
      "/map": INDEX(NAMED("old", "2026-01-01") + NAMED("new", "2026-11-17")),
      "/new": MAP("b"),
    });
    const known = async (url: string) =>
      url.endsWith("/map")
        ? undefined
        : { etag: undefined, lastModified: undefined, readMs: Date.parse("2026-11-01") };
    const { entries } = await readList(mapAt(origin), hastyFetcher({ ignoreRobots: true }), { known });
    expect(entries).toHaveLength(1);
    expect(asked).toEqual(["/map", "/new"]);
  });
});
