import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { EXTRACTORS, type Extractor } from "../extractors/index.ts";
import type { Hints } from "../page/index.ts";
import { exportLine, openStore, type Store } from "../store/index.ts";
import { collect } from "./collect.ts";
import { at, DAY_MS, feedOf, makeOptions, makeUp, NOW, SENTENCES, storyPage } from "./made-up.testing.ts";
import { hasEnded, thisProcess } from "./run-process.ts";

/** An entry of an aggregator's feed. */
const entry = (path: string, title: string, date: string, source = "") =>
  `<item><link>{here}${path}</link><title>${title}</title><pubDate>${date}</pubDate>${source}</item>`;
const rss = (...entries: readonly string[]) =>
  `<rss version="2.0"><channel><title>News</title>${entries.join("")}</channel></rss>`;
const SOURCE = '<source url="http://x.example/">The Quay</source>';

describe("what a list says of an article", () => {
  test("is kept: the paper that an aggregator names, the date and the topic", async () => {
    const paper = await makeUp({
      "/storm": storyPage("Storm closes the basin").replace(/<meta[^>]*_time[^>]*>/, ""),
    });
    const aggregator = await makeUp({
      "/news": rss(
        entry("/go/1", "Storm closes the basin - The Quay", "Mon, 16 Nov 2026 08:00:00 GMT", SOURCE),
      ),
      "/go/1": { status: 302, headers: { location: `${paper.origin}/storm` } },
    });
    const options = await makeOptions();
    await collect([{ ...at(`${aggregator.origin}/news`), topic: "harbour" }], options);
    const stored = (await options.store.getArticle(`${paper.origin}/storm`))!;
    expect(exportLine(stored)).toMatchObject({
      collectedTitles: [
        {
          title: "Storm closes the basin",
          publisher: "The Quay",
          published: "2026-11-16T08:00:00Z",
          topic: "harbour",
        },
      ],
      source: `${aggregator.origin}/news`,
      publisher: "The Quay",
      announced: "2026-11-16T08:00:00Z",
      published: null,
    });
    const { hits } = await options.store.search("source:the_quay topic:harbour", {
      limit: 5,
      untilMs: NOW - DAY_MS,
    });
    expect(hits).toHaveLength(1);
    await collect([at(`${aggregator.origin}/news`)], options);
    expect(await options.store.listSources()).toMatchObject([{ topic: "harbour" }]);
  });

  test("is kept for what an aggregator's search finds, within the time that is asked for", async () => {
    const aggregator = await makeUp({
      "/find?q=zqxjvkwzqxjvk": rss(),
      "/find?q=storm": rss(
        entry("/old", "Old storm - The Quay", "Mon, 02 Nov 2026 08:00:00 GMT", SOURCE),
        entry("/storm", "Storm closes the basin - The Quay", "Mon, 16 Nov 2026 08:00:00 GMT", SOURCE),
        entry("/next", "Storm of next year - The Quay", "Tue, 16 Nov 2027 08:00:00 GMT", SOURCE),
      ),
      "/storm": storyPage("Storm closes the basin"),
    });
    const options = await makeOptions();
    const template = `${aggregator.origin}/find?q={keyword}`;
    const { sources } = await collect([{ kind: "search", template, keyword: "storm" }], {
      ...options,
      sinceMs: NOW - 3 * DAY_MS,
      untilMs: NOW,
    });
    expect(sources).toMatchObject([{ announced: 1 }]);
    expect(aggregator.asked.filter((path) => !path.startsWith("/find"))).toEqual(["/robots.txt", "/storm"]);
    expect(await options.store.getArticle(`${aggregator.origin}/storm`)).toMatchObject({
      topics: ["storm"],
      publisher: "The Quay",
      collectedTitles: [{ title: "Storm closes the basin" }],
    });
  });

  test("holds the dates of sitemaps and Atom feeds, and no wrong one", async () => {
    const site = await makeUp({
      "/map.xml": `<urlset><url><loc>{here}/a</loc><lastmod>2026-11-15</lastmod></url><url><loc>{here}/b</loc><lastmod>yesterday, or so</lastmod></url></urlset>`,
      "/atom": `<feed xmlns="http://www.w3.org/2005/Atom"><entry><title>A</title><link href="{here}/a"/><published>2026-11-14T00:00:00Z</published><updated>2026-11-16T00:00:00Z</updated></entry><entry><title>B</title><link href="{here}/b"/><updated>99/99/9999</updated></entry></feed>`,
      "/a": storyPage("A"),
      "/b": storyPage("B"),
    });
    const options = await makeOptions();
    await collect([at(`${site.origin}/map.xml`)], options);
    await collect([at(`${site.origin}/atom`)], options);
    expect(await options.store.getArticle(`${site.origin}/a`)).toMatchObject({
      announced: "2026-11-14T00:00:00Z",
      collectedTitles: [{ published: "2026-11-14T00:00:00Z", modified: "2026-11-16T00:00:00Z" }],
    });
    expect(await options.store.getArticle(`${site.origin}/b`)).toMatchObject({
      announced: null,
      collectedTitles: [{ published: null, modified: null }],
    });
  });
});

test("a feed on another domain than its site is read by later runs too", async () => {
  const answers = {
    "/": '<link rel=alternate type="application/rss+xml" href="http://feeds.example:{port}/quay">',
    "/quay": feedOf(["/storm", "Storm"]),
    "/storm": storyPage("Storm"),
    "/fog": storyPage("Fog"),
  };
  const site = await makeUp(answers);
  const { port } = new URL(site.origin);
  site.answers["/"] = answers["/"].replace("{port}", port);
  const options = await makeOptions(NOW, { lookup: async () => ["127.0.0.1"] });
  const start = at(`http://quay.example:${port}/`);
  expect((await collect([start], options)).outcomes.stored).toBe(1);
  site.answers["/quay"] = feedOf(["/storm", "Storm"], ["/fog", "Fog"]);
  site.asked.length = 0;
  const { outcomes, sources } = await collect([start], options);
  expect(sources.map(({ id }) => new URL(id).hostname).toSorted()).toEqual(["feeds.example", "quay.example"]);
  expect(outcomes.stored).toBe(1);
  expect(site.asked.toSorted()).toEqual(["/", "/fog", "/quay"]);
});

test("an article behind a redirect or a page that sends its readers on is asked for by its own validators", async () => {
  const paper = await makeUp({ "/storm": storyPage("Storm closes the basin"), "/fog": storyPage("Fog") });
  const aggregator = await makeUp({
    "/news": feedOf(["/go/1", "Storm closes the basin"], ["/go/2", "Fog"]),
    "/go/1": { status: 302, headers: { location: `${paper.origin}/storm`, etag: '"of the redirect"' } },
    "/go/2": `<meta http-equiv=refresh content="0;url=${paper.origin}/fog">`,
  });
  const options = await makeOptions();
  const start = [at(`${aggregator.origin}/news`)];
  await collect(start, options);
  expect(await options.store.getValidators(`${paper.origin}/storm`)).toMatchObject({ etag: /^"\d+"$/ });
  for (const path of ["/go/1", "/go/2"])
    expect(await options.store.getValidators(aggregator.origin + path)).toBeUndefined();
  aggregator.answers["/news"] = feedOf(["/go/1", "Storm closes the basin"], ["/go/2", "Fog"], ["/x", "X"]);
  paper.sent.length = 0;
  const { outcomes } = await collect(start, { ...options, now: () => NOW + 2 * DAY_MS });
  expect(outcomes).toMatchObject({ seen: 2, changed: 0 });
  expect(paper.sent).toEqual([304, 304]);
});

test("a new title of an unchanged article is compared with the page once, one that another list repeats without asking", async () => {
  const site = await makeUp({
    "/feed": feedOf(["/storm", "Storm closes the basin"]),
    "/other": feedOf(["/storm", "Storm closes the basin"]),
    "/storm": storyPage("Storm closes the basin"),
  });
  const options = await makeOptions();
  const collectOn = (day: number, ...paths: readonly string[]) =>
    collect(
      paths.map((path) => at(site.origin + path)),
      { ...options, now: () => NOW + day * DAY_MS },
    );
  const asked = () => site.asked.flatMap((path, place) => (path === "/storm" ? site.sent[place]! : []));
  const qualityOf = async (path: string) =>
    (await options.store.listSources()).find(({ id }) => id === site.origin + path)?.titleQuality;
  await collectOn(0, "/feed");
  await collectOn(2, "/other");
  expect(asked()).toEqual([200, 304]);
  const same = { titles: 1, situations: { "several, one the headline": 1 }, likeness: 1 };
  expect([await qualityOf("/feed"), await qualityOf("/other")]).toMatchObject([same, same]);
  site.answers["/other"] = feedOf(["/storm", "Our pictures of today"]);
  await collectOn(4, "/other");
  expect(await qualityOf("/other")).toMatchObject({ titles: 2, likeness: 0.5 });
  site.answers["/other"] = feedOf(["/storm", "Our pictures of today"], ["/gone", "Gone"]);
  await collectOn(6, "/other");
  expect(asked()).toEqual([200, 304, 200, 304]);
});

test("all that lists said of a page reaches the extractor", async () => {
  const site = await makeUp({
    "/feed": `<rss version="2.0"><channel><title>Quay</title><item><link>{here}/storm</link><title>Read more</title><pubDate>Mon, 16 Nov 2026 08:00:00 GMT</pubDate></item></channel></rss>`,
    "/other": feedOf(["/storm", "Storm closes the basin"]),
    "/storm": storyPage("Storm closes the basin"),
  });
  const options = await makeOptions();
  const seen: Hints[] = [];
  const extractor: Extractor = {
    ...EXTRACTORS.fused,
    extract: (page, hints) => {
      seen.push(hints);
      return EXTRACTORS.fused.extract(page, hints);
    },
  };
  await collect([at(`${site.origin}/feed`), at(`${site.origin}/other`)], { ...options, extractor });
  expect(seen).toMatchObject([{ collectedTitle: expect.any(String) }]);
  expect(seen[0]?.announced?.toSorted((a, b) => (a.title! < b.title! ? -1 : 1))).toMatchObject([
    { title: "Read more", source: `${site.origin}/feed`, published: "2026-11-16T08:00:00Z" },
    { title: "Storm closes the basin", source: `${site.origin}/other`, published: null },
  ]);
});

describe("what a killed run held", () => {
  test("is taken over at once by the next run on the machine", async () => {
    const folder = mkdtempSync(join(tmpdir(), "galley-killed-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const place = join(folder, "galley.db");
    const site = await makeUp({ "/feed": feedOf(["/storm", "Storm"]), "/storm": "never" });
    const file = (path: string) => JSON.stringify(pathToFileURL(join(import.meta.dirname, path)).href);
    const collector = `
      const { collect } = await import(${file("./collect.ts")});
      const { openStore } = await import(${file("../store/index.ts")});
      const { makePoliteFetcher } = await import(${file("../fetch/index.ts")});
      const store = await openStore(${JSON.stringify(place)}, { mayCreate: true });
      const fetcher = makePoliteFetcher({ allow: ["127.0.0.1"], delayMs: 0 });
      await collect([{ kind: "address", url: ${JSON.stringify(`${site.origin}/feed`)} }], { store, fetcher, now: () => ${NOW} });`;
    const child = spawn(process.execPath, ["--input-type=module", "-e", collector], { stdio: "inherit" });
    const ended = once(child, "exit");
    await site.begun("/storm");
    child.kill("SIGKILL");
    await ended;
    site.answers["/storm"] = storyPage("Storm");
    const store = await openStore(place, { mayCreate: false });
    onTestFinished(() => store.close());
    expect(await store.lease({ nowMs: NOW, leaseMs: 1, limit: 1 })).toEqual([]);
    const { outcomes } = await collect([at(`${site.origin}/feed`)], { ...(await makeOptions()), store });
    expect(outcomes.stored).toBe(1);
  });

  test("is left to a run that may go on: of this process, or of another machine", () => {
    expect(hasEnded(thisProcess())).toBe(false);
    expect(hasEnded("elsewhere 999999999 1")).toBe(false);
    const [machine, pid] = thisProcess().split(" ");
    expect(hasEnded(`${machine} 999999999 1`)).toBe(true);
    // Another process that has got the number since.
    expect(hasEnded(`${machine} ${pid} 1`)).toBe(true);
  });

  test("is held for as long as a page takes, and taken by another machine a minute after the run has died", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    onTestFinished(() => void vi.useRealTimers());
    const site = await makeUp({ "/feed": feedOf(["/storm", "Storm"]), "/storm": "never" });
    const options = await makeOptions();
    const clock = { ms: NOW };
    const renewed: number[] = [];
    const store: Store = {
      ...options.store,
      renewLeases: async (urls, renewal) => {
        renewed.push(await options.store.renewLeases(urls, renewal));
        return renewed.at(-1)!;
      },
    };
    const run = collect([at(`${site.origin}/feed`)], { ...options, store, now: () => clock.ms });
    await site.begun("/storm");
    const lease = () => options.store.lease({ nowMs: clock.ms, leaseMs: 1000, limit: 1 });
    for (let second = 0; second < 300; second += 20) {
      clock.ms += 20_000;
      await vi.advanceTimersByTimeAsync(20_000);
      expect(await lease()).toEqual([]);
    }
    expect(renewed).toEqual(Array(15).fill(1));
    clock.ms += 60_000;
    expect(await lease()).toHaveLength(1);
    site.release("/storm");
    expect((await run).outcomes.failed).toBe(1);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(renewed).toHaveLength(15);
  });

  test("is given back by a run that fails", async () => {
    const site = await makeUp({ "/feed": feedOf(["/storm", "Storm"]), "/storm": storyPage("Storm") });
    const options = await makeOptions();
    const broken = { ...options.store, finish: () => Promise.reject(new Error("broken")) };
    const start = [at(`${site.origin}/feed`)];
    await expect(collect(start, { ...options, store: broken })).rejects.toThrow("broken");
    expect((await collect(start, options)).outcomes.stored).toBe(1);
  });
});

describe("an article that is given as the start", () => {
  const HEAD = '<link rel=alternate type="application/rss+xml" href="/feed">';

  test("is stored alone, and again when it has changed", async () => {
    const site = await makeUp({
      "/2026/11/storm.html": storyPage("Storm closes the basin", '<a href="/2026/11/fog.html">Fog</a>', HEAD),
      "/feed": feedOf(["/fog", "Fog"]),
      "/fog": storyPage("Fog"),
    });
    const options = await makeOptions();
    const start = [at(`${site.origin}/2026/11/storm.html`)];
    const { sources, outcomes } = await collect(start, options);
    expect(outcomes).toMatchObject({ stored: 1 });
    expect(sources).toMatchObject([{ kind: "article", announced: 1, outcomes: { stored: 1 } }]);
    expect(new Set(site.asked)).toEqual(new Set(["/robots.txt", "/2026/11/storm.html"]));
    expect(await options.store.listSources()).toEqual([]);
    site.answers["/2026/11/storm.html"] = storyPage("Storm has closed the basin", "", HEAD);
    expect((await collect(start, options)).outcomes).toMatchObject({ changed: 1 });
    const { id } = (await options.store.getArticle(start[0]!.url))!;
    await options.store.removeArticles([id], NOW);
    const after = await collect(start, options);
    expect(after.sources).toMatchObject([{ warnings: [expect.stringMatching(/removed/)] }]);
    expect(after.outcomes).toMatchObject({ stored: 0 });
  });

  test.each([
    ["a home page with one story", "/", storyPage("Storm closes the basin", "", HEAD)],
    [
      "a section",
      "/harbour/",
      `<title>Harbour news</title>${HEAD}<main>${["storm", "fog", "crane", "ferry", "tram", "quay"]
        .map(
          (name) =>
            `<article><h2><a href="/2026/11/${name}">The ${name} in the northern basin of the port</a></h2><p>More about it here.</article>`,
        )
        .join("")}</main>`,
    ],
    ["a page that scripts fill", "/app", `${HEAD}<div id=app></div>`],
  ])("is distinguished from %s", async (_, path, page) => {
    const site = await makeUp({ [path]: page, "/feed": feedOf(["/fog", "Fog"]), "/fog": storyPage("Fog") });
    const options = await makeOptions();
    const { sources } = await collect([at(site.origin + path)], options);
    expect(sources.map(({ kind }) => kind).toSorted()).toEqual(["feed", "front"]);
    expect((await options.store.listArticles({ limit: 9 })).map(({ article }) => article.title)).toEqual([
      "Fog",
    ]);
  });
});

describe("different stories stay apart", () => {
  test.each(["/index.html", "/index.php", "/home.html", "/news/index.html", "/de-de"])(
    "on a site that states %s as the address of each of them",
    async (path) => {
      const names = ["/2026/storm", "/2026/fog", "/2026/crane", "/2026/ferry"];
      const head = `<link rel="canonical" href="${path}">`;
      const site = await makeUp({
        "/feed": feedOf(...names.map((name) => [name, name] as const)),
        ...Object.fromEntries(names.map((name) => [name, storyPage(`All of ${name}`, "", head)])),
      });
      const { outcomes } = await collect([at(`${site.origin}/feed`)], await makeOptions());
      expect(outcomes).toMatchObject({ stored: 4, changed: 0 });
    },
  );

  test("on a site that states any other one address for all, in later runs too", async () => {
    const page = (title: string, text: string) =>
      `<html><head><title>${title}</title><link rel="canonical" href="/read/the-paper-of-today-1"></head><body><main><article><h1>${title}</h1>${text}</article></main></body></html>`;
    const storm = SENTENCES.map((text) => `<p>${text}</p>`).join("");
    const bread =
      "<p>Bakers of this old village knead rye dough every night, long before roosters wake any neighbour.</p><p>Their oven, built by a miller around 1840, burns beech logs; flour comes down by donkey.</p>";
    const site = await makeUp({
      "/feed": feedOf(["/2026/storm", "Storm"], ["/2026/bread", "Bread"]),
      "/2026/storm": page("Storm closes the basin", storm),
      "/2026/bread": page("Rye bread of the mountains", bread),
    });
    const options = await makeOptions();
    const run = async (nowMs: number) =>
      (await collect([at(`${site.origin}/feed`)], { ...options, now: () => nowMs })).outcomes;
    expect(await run(NOW)).toMatchObject({ stored: 2, changed: 0 });
    // What was obtained from an address before may be rewritten as a whole.
    site.answers["/2026/storm"] = page("Basin open again", `<p>${"Ships came in. ".repeat(9)}</p>`);
    site.answers["/2026/bread"] = page("Rye bread of the mountains", `${bread}<p>It is sold on Mondays.</p>`);
    site.answers["/feed"] = feedOf(["/2026/storm", "Storm"], ["/2026/bread", "Rye bread"]);
    expect(await run(NOW + 2 * DAY_MS)).toMatchObject({ stored: 0, changed: 2 });
    const versions = (await options.store.listArticles({ limit: 9 })).map((each) => each.versions.length);
    expect(versions).toEqual([2, 2]);
  });
});

test("an entry without a host costs no other entry of its feed", async () => {
  const site = await makeUp({
    "/feed": feedOf(["/storm", "Storm"], ["/fog", "Fog"]).replace("{here}/fog", "https://./fog"),
    "/storm": storyPage("Storm"),
  });
  const { sources, outcomes } = await collect([at(`${site.origin}/feed`)], await makeOptions());
  expect(sources).toMatchObject([{ announced: 1, failure: undefined }]);
  expect(outcomes).toMatchObject({ stored: 1, failed: 0 });
});

test("a topic that is given later files what a list has announced before", async () => {
  const site = await makeUp({ "/feed": feedOf(["/storm", "Storm"]), "/storm": storyPage("Storm") });
  const options = await makeOptions();
  await collect([at(`${site.origin}/feed`)], options);
  const start = { ...at(`${site.origin}/feed`), topic: "harbour" };
  expect((await collect([start], options)).sources).toMatchObject([{ announced: 1, isUnchanged: false }]);
  expect((await options.store.search("topic:harbour", { limit: 5 })).hits).toHaveLength(1);
  expect((await collect([start], options)).sources).toMatchObject([{ isUnchanged: true }]);
});

test("pages are kept of articles that are known without one, though they have not changed", async () => {
  const site = await makeUp({ "/feed": feedOf(["/storm", "Storm"]), "/storm": storyPage("Storm") });
  const options = await makeOptions();
  const run = async (more: object) =>
    (await collect([at(`${site.origin}/feed`)], { ...options, recheckMs: 0, ...more })).outcomes;
  expect(await run({})).toMatchObject({ stored: 1 });
  for (const keepRaw of [false, true, true]) {
    site.sent.length = 0;
    expect(await run({ keepRaw })).toMatchObject({ seen: 1 });
    const isKept = (await options.store.listRawPages({ limit: 9 })).length;
    expect([isKept, site.sent.at(-1)]).toEqual(keepRaw ? [1, expect.any(Number)] : [0, 304]);
  }
  // Kept once, it is asked for like any other.
  expect(site.sent.at(-1)).toBe(304);
});

test("a source keeps the title that its user gave, else that of its feed", async () => {
  const site = await makeUp({ "/feed": feedOf(["/storm", "Storm"]), "/storm": storyPage("Storm") });
  const options = await makeOptions();
  const start = at(`${site.origin}/feed`);
  const titles = async () => (await options.store.listSources()).map(({ title }) => title);
  await collect([start], options);
  expect(await titles()).toEqual(["Quay"]);
  await collect([{ ...start, title: "The harbour" }], options);
  await collect([start], { ...options, findAgain: true });
  expect(await titles()).toEqual(["The harbour"]);
});
