import { describe, expect, test } from "vitest";
import { NewsError } from "../errors/index.ts";
import { parseHtml } from "../html/index.ts";
import { Page } from "../page/index.ts";
import { collect, collectEvery } from "./collect.ts";
import { at, DAY_MS, feedOf, makeOptions, makeUp, NOW, storyPage } from "./made-up.testing.ts";

describe("collecting", () => {
  test("stores what a feed announces, with its titles, and gives every candidate an end", async () => {
    const site = await makeUp({
      "/robots.txt": "User-agent: *\nDisallow: /closed",
      "/feed": feedOf(
        ["/storm", "Storm closes basin"],
        ["/gone", "Gone"],
        ["/closed", "Closed"],
        ["/file", "File"],
        ["/paid", "Paid"],
        ["/busy", "Busy"],
        ["/lost", "Lost"],
        ["/robot", "Robot"],
      ),
      "/storm": storyPage("Storm closes the northern basin"),
      "/file": { headers: { "content-type": "application/pdf" }, body: "%PDF" },
      "/paid": { status: 403 },
      "/busy": { status: 503 },
      "/lost":
        "<title>Page not found</title><h1>Page not found</h1><p>Sorry, we could not find what you were looking for.</p>",
      "/robot":
        "<title>Quay</title><p>Please verify you are a human to go on to the page that you asked for today.</p>",
    });
    const options = await makeOptions();
    const { outcomes, sources } = await collect([at(`${site.origin}/feed`)], options);
    expect(outcomes).toEqual({ stored: 1, changed: 0, seen: 0, refused: 2, "not-obtained": 4, failed: 1 });
    expect(sources).toMatchObject([{ kind: "feed", announced: 8, fresh: 8, outcomes }]);
    const stored = await options.store.getArticle(`${site.origin}/storm`);
    expect(stored).toMatchObject({
      article: { title: "Storm closes the northern basin" },
      sources: [`${site.origin}/feed`],
      collectedTitles: [
        {
          title: "Storm closes basin",
          kind: "feed",
          situation: expect.any(String),
          likeness: expect.closeTo(0.75, 1),
        },
      ],
    });
    const failures = await options.store.listFailures(10);
    expect(
      failures
        .map(({ url, outcome, detail, nextTryMs }) => [
          url.slice(site.origin.length),
          outcome,
          detail,
          nextTryMs !== null,
        ])
        .toSorted(),
    ).toEqual([
      ["/busy", "failed", "HTTP_STATUS", true],
      ["/gone", "not-obtained", "gone", false],
      ["/lost", "not-obtained", "soft-404", false],
      ["/paid", "not-obtained", "blocked", true],
      ["/robot", "not-obtained", "blocked", true],
    ]);
  });

  test("a second run with nothing new asks once for each list, and for no article", async () => {
    const site = await makeUp({ "/feed": feedOf(["/storm", "Storm"]), "/storm": storyPage("Storm") });
    const options = await makeOptions();
    await collect([at(`${site.origin}/feed`)], options);
    site.asked.length = 0;
    const { sources, outcomes } = await collect([at(`${site.origin}/feed`)], options);
    expect(site.asked).toEqual(["/feed"]);
    expect(sources).toMatchObject([{ isUnchanged: true }]);
    expect(Object.values(outcomes).every((count) => count === 0)).toBe(true);
  });

  test("stores an article once under all its addresses and keywords", async () => {
    const canonical = '<link rel="canonical" href="/2026/storm">';
    const story = storyPage("Storm closes the basin", "", canonical);
    const site = await makeUp({
      "/feed": feedOf(
        ["/2026/storm?utm_source=rss", "Storm"],
        ["/2026/storm/amp", "Storm, short"],
        ["/s?id=9", "Storm again"],
      ),
      "/2026/storm?utm_source=rss": story,
      "/2026/storm": story,
      "/2026/storm/amp": story,
      "/s?id=9": story,
    });
    const options = await makeOptions();
    const { outcomes } = await collect([at(`${site.origin}/feed`)], options);
    expect(outcomes).toMatchObject({ stored: 1, seen: 2 });
    const [stored, ...others] = await options.store.listArticles({ limit: 10 });
    expect(others).toEqual([]);
    expect(stored?.collectedTitles.map(({ title }) => title).toSorted()).toEqual([
      "Storm",
      "Storm again",
      "Storm, short",
    ]);
  });

  test("a canonical address of another site is not believed", async () => {
    const site = await makeUp({
      "/feed": feedOf(["/a", "A story"], ["/b", "B story"]),
      "/a": storyPage("A story", "", '<link rel="canonical" href="https://other.example/x">'),
      "/b": storyPage("B story", "", '<link rel="canonical" href="/">'),
    });
    const options = await makeOptions();
    expect((await collect([at(`${site.origin}/feed`)], options)).outcomes).toMatchObject({ stored: 2 });
  });

  test("notes a change as another version when it looks again", async () => {
    const site = await makeUp({ "/feed": feedOf(["/storm", "Storm"]), "/storm": storyPage("Storm") });
    const options = await makeOptions();
    await collect([at(`${site.origin}/feed`)], options);
    site.answers["/storm"] = storyPage(
      "Storm",
      "<p>Correction: an earlier version of this article named another pier.</p>",
    );
    site.answers["/feed"] = feedOf(["/storm", "Storm"], ["/other", "Other"]);
    const { outcomes } = await collect([at(`${site.origin}/feed`)], {
      ...options,
      now: () => NOW + 2 * DAY_MS,
    });
    expect(outcomes).toMatchObject({ changed: 1, "not-obtained": 1 });
    expect((await options.store.getArticle(`${site.origin}/storm`))?.versions).toHaveLength(2);
  });

  test("follows an aggregator to the publisher and takes its name off the title", async () => {
    const paper = await makeUp({ "/storm": storyPage("Storm closes the basin") });
    const aggregator = await makeUp({
      "/news": `<rss version="2.0"><channel><item><link>{here}/go/1</link><title>Storm closes the basin - The Quay</title><source url="http://x.example/">The Quay</source></item></channel></rss>`,
      "/go/1": `<meta http-equiv="refresh" content="0;url=${paper.origin}/storm">`,
    });
    const options = await makeOptions();
    await collect([at(`${aggregator.origin}/news`)], options);
    expect(await options.store.getArticle(`${paper.origin}/storm`)).toMatchObject({
      collectedTitles: [{ title: "Storm closes the basin" }],
    });
  });

  test("searches a site for keywords and stores an article once under all that found it", async () => {
    const cards = (...names: string[]) =>
      `<main>${names.map((name) => `<article><h2><a href="/2026/11/16/${name}-in-the-northern-basin">The ${name} in the northern basin of the port</a></h2><p>More about it here.</article>`).join("")}</main>`;
    const site = await makeUp({
      "/s?q=zqxjvkwzqxjvk": cards("weather"),
      "/s?q=crane": cards("storm", "crane", "weather"),
      "/s?q=ferry": cards("storm"),
      "/2026/11/16/storm-in-the-northern-basin": storyPage("The storm"),
      "/2026/11/16/crane-in-the-northern-basin": storyPage("The crane"),
    });
    const options = await makeOptions();
    const template = `${site.origin}/s?q={keyword}`;
    const { sources } = await collect(
      [
        { kind: "search", template, keyword: "crane" },
        { kind: "search", template, keyword: "ferry" },
      ],
      options,
    );
    expect(sources.map(({ announced }) => announced)).toEqual([2, 1]);
    const storm = await options.store.getArticle(`${site.origin}/2026/11/16/storm-in-the-northern-basin`);
    expect(storm?.topics.toSorted()).toEqual(["crane", "ferry"]);
    expect((await options.store.report()).topics).toEqual(
      expect.arrayContaining([
        { name: "crane", articles: 2 },
        { name: "ferry", articles: 1 },
      ]),
    );
  });

  test("renders the pages of a source from then on, until it is told not to", async () => {
    const site = await makeUp({
      "/feed": feedOf(["/a", "A story"]),
      "/a": "<title>A story</title><div id=app></div>",
      "/b": "<title>B story</title><div id=app></div>",
    });
    const shown: string[] = [];
    const options = {
      ...(await makeOptions()),
      keepRaw: true,
      render: async ({ url }: { readonly url: string }) => {
        shown.push(url.slice(site.origin.length));
        return new Page(parseHtml(storyPage("A story of the quay")), url);
      },
    };
    const starts = [at(`${site.origin}/feed`)];
    const { outcomes } = await collect(starts, { ...options, setRendered: true });
    expect([shown, outcomes.stored]).toEqual([["/a"], 1]);
    expect(await options.store.listRawPages({ limit: 1 })).toEqual([]);
    site.answers["/feed"] = feedOf(["/b", "B story"], ["/a", "A story"]);
    expect((await collect(starts, options)).outcomes.stored).toBe(1);
    site.answers["/feed"] = feedOf(["/c", "C story"]);
    site.answers["/c"] = storyPage("C story");
    await collect(starts, { ...options, setRendered: false });
    expect(shown).toEqual(["/a", "/b"]);
  });

  test("keeps to the time that is asked for", async () => {
    const site = await makeUp({ "/feed": feedOf(["/storm", "Storm"]), "/storm": storyPage("Storm") });
    const options = await makeOptions();
    const { outcomes } = await collect([at(`${site.origin}/feed`)], { ...options, sinceMs: NOW });
    expect(outcomes).toMatchObject({ refused: 1 });
  });

  test("one source that cannot be read does not keep the others", async () => {
    const site = await makeUp({ "/feed": feedOf(["/storm", "Storm"]), "/storm": storyPage("Storm") });
    const options = await makeOptions();
    const { sources, outcomes } = await collect(
      [at(`${site.origin}/nothing`), at("http://10.0.0.1/feed"), at(`${site.origin}/feed`)],
      options,
    );
    expect(sources.map(({ failure }) => failure?.code)).toEqual(
      expect.arrayContaining(["HTTP_REFUSED", "ADDRESS_REFUSED", undefined]),
    );
    expect(outcomes.stored).toBe(1);
  });

  test("a search for a time does not file known articles of another time under its keyword", async () => {
    const site = await makeUp({
      "/feed": feedOf(["/storm", "Storm"]),
      "/storm": storyPage("Storm"),
      "/find?q=crane": feedOf(["/storm", "Storm"]),
      "/find?q=zqxjvkwzqxjvk": feedOf(),
    });
    const options = await makeOptions();
    await collect([at(`${site.origin}/feed`)], options);
    const search = { kind: "search", template: `${site.origin}/find?q={keyword}`, keyword: "crane" } as const;
    const topicsSince = async (sinceMs: number) => {
      await collect([search], { ...options, sinceMs });
      return (await options.store.report()).topics;
    };
    expect(await topicsSince(NOW)).toEqual([]);
    expect(await topicsSince(NOW - 3 * DAY_MS)).toEqual([{ name: "crane", articles: 1 }]);
  });

  test("a summary tells why pages gave no article", async () => {
    const site = await makeUp({ "/feed": feedOf(["/gone", "Gone"]) });
    const { sources, reasons } = await collect([at(`${site.origin}/feed`)], await makeOptions());
    expect(reasons).toEqual(new Map([["not-obtained", new Map([["gone", 1]])]]));
    expect(sources[0]?.reasons).toEqual(reasons);
  });
});

describe("what an earlier run knows", () => {
  test("does not hide articles that it left out by their date", async () => {
    const site = await makeUp({ "/feed": feedOf(["/storm", "Storm"]), "/storm": storyPage("Storm") });
    const options = await makeOptions();
    await collect([at(`${site.origin}/feed`)], { ...options, untilMs: NOW - 30 * DAY_MS });
    const { sources, outcomes } = await collect([at(`${site.origin}/feed`)], options);
    expect(sources).toMatchObject([{ isUnchanged: false, announced: 1 }]);
    expect(outcomes.stored).toBe(1);
  });

  test("does not hide sitemaps that an unchanged index names", async () => {
    const site = await makeUp({
      "/map.xml": "<sitemapindex><sitemap><loc>{here}/news.xml</loc></sitemap></sitemapindex>",
      "/news.xml": "<urlset><url><loc>{here}/storm</loc></url></urlset>",
      "/storm": storyPage("Storm"),
      "/fog": storyPage("Fog"),
    });
    const options = await makeOptions();
    await collect([at(`${site.origin}/map.xml`)], options);
    site.answers["/news.xml"] =
      "<urlset><url><loc>{here}/storm</loc></url><url><loc>{here}/fog</loc></url></urlset>";
    expect((await collect([at(`${site.origin}/map.xml`)], options)).outcomes.stored).toBe(1);
  });

  test("leads from a start that redirects to its lists, without looking for them again", async () => {
    const site = await makeUp({
      "/": { status: 302, headers: { location: "/en/" } },
      "/en/": '<link rel=alternate type="application/rss+xml" href="/feed">',
      "/feed": feedOf(["/storm", "Storm"]),
      "/storm": storyPage("Storm", "", "<link rel=canonical href=/2026/11/storm-in-the-basin>"),
    });
    const options = await makeOptions();
    await collect([at(`${site.origin}/`)], options);
    expect(
      (await options.store.listSources()).map(({ id }) => id.slice(site.origin.length)).toSorted(),
    ).toEqual(["/", "/feed"]);
  });

  test("names a start that could not be read, with its reason", async () => {
    const site = await makeUp({});
    const options = await makeOptions();
    await collect([at(`${site.origin}/feed`)], options);
    expect(await options.store.listSources()).toMatchObject([{ id: `${site.origin}/feed` }]);
  });

  test("reads a list once, however many starts lead to it", async () => {
    const site = await makeUp({ "/feed": feedOf(["/storm", "Storm"]), "/storm": storyPage("Storm") });
    const options = await makeOptions();
    await collect([at(`${site.origin}/feed`)], options);
    site.asked.length = 0;
    await collect([at(`${site.origin}/feed`), at(`${site.origin}/feed`)], options);
    expect(site.asked).toEqual(["/feed"]);
  });
});

test("stories whose canonical address is their section are told apart", async () => {
  const canonical = '<link rel="canonical" href="/news">';
  const site = await makeUp({
    "/feed": feedOf(["/news/storm", "Storm"], ["/news/fog", "Fog"], ["/sport/cup", "Cup"]),
    "/news/storm": storyPage("Storm", "", canonical),
    "/news/fog": storyPage("Fog", "", canonical),
    "/sport/cup": storyPage("Cup", "", canonical),
  });
  const options = await makeOptions();
  expect((await collect([at(`${site.origin}/feed`)], options)).outcomes.stored).toBe(3);
});

test("a server that asks to be left alone for a day loses no page", async () => {
  const site = await makeUp({
    "/feed": feedOf(["/a", "A"], ["/b", "B"], ["/c", "C"]),
    "/a": { status: 429, headers: { "retry-after": "86400" } },
    "/b": { status: 429, headers: { "retry-after": "86400" } },
    "/c": { status: 429, headers: { "retry-after": "86400" } },
  });
  const options = await makeOptions();
  await collect([at(`${site.origin}/feed`)], options);
  const failures = await options.store.listFailures(5);
  expect(failures).toHaveLength(3);
  expect(failures.every(({ nextTryMs }) => nextTryMs !== null && nextTryMs >= NOW + DAY_MS - 60_000)).toBe(
    true,
  );
});

test("collecting every quarter of an hour counts from start to start", async () => {
  let nowMs = 0;
  const starts: number[] = [];
  const stop = new AbortController();
  const sleep = async (ms: number) => {
    nowMs += ms;
  };
  const once = async () => {
    starts.push(nowMs);
    nowMs += starts.length === 2 ? 20 : 4;
    if (starts.length === 4) stop.abort();
  };
  const options = { now: () => nowMs, sleep, signal: stop.signal, onFailure: () => undefined };
  await collectEvery(15, once, options);
  expect(starts).toEqual([0, 15, 35, 50]);
});

test("collecting goes on after a failure that may pass, and ends with one that does not", async () => {
  const failures: string[] = [];
  const codes = ["STORE_UNAVAILABLE", "STORE_LOCKED", "STORE_DAMAGED"] as const;
  let run = 0;
  const every = collectEvery(15, () => Promise.reject(new NewsError(codes[run++]!, "No.")), {
    now: () => 0,
    sleep: async () => undefined,
    signal: new AbortController().signal,
    onFailure: ({ code }) => void failures.push(code),
  });
  await expect(every).rejects.toMatchObject({ code: "STORE_DAMAGED" });
  expect(failures).toEqual(["STORE_UNAVAILABLE", "STORE_LOCKED"]);
});
