import { expect, test } from "vitest";
import type { Store } from "../../src/store/index.ts";
import { finding, obtained, START_MS, STORY } from "./store-samples.ts";

const DAY_MS = 86_400_000;

/** The contract of runs, sources, samples, sites and saved searches. */
export function checkRecords(store: () => Store): void {
  test("a run counts its outcomes", async () => {
    const run = await store().startRun({ topics: ["ports"] }, START_MS);
    await store().finish({ ...obtained(STORY), run });
    await store().finish({ ...obtained("https://example.org/b"), run });
    await store().finish({ url: STORY, nowMs: 1, run, result: { kind: "not-obtained", reason: "gone" } });
    await store().endRun(run, START_MS + 5);
    expect(await store().listRuns(5)).toEqual([
      {
        id: run,
        startedMs: START_MS,
        endedMs: START_MS + 5,
        settings: { topics: ["ports"] },
        counts: [
          { outcome: "not-obtained", detail: "gone", count: 1 },
          { outcome: "stored", detail: "", count: 2 },
        ],
      },
    ]);
  });

  test("sources are known with their sites, and whether they ever announced anything", async () => {
    const source = { kind: "feed", url: STORY, title: "Quay", topic: null, concept: null } as const;
    for (const id of ["a", "b"]) await store().putSource({ ...source, id }, START_MS);
    await store().addFindings([finding({ source: "b" })], { nowMs: START_MS });
    expect(await store().listKnownSources()).toEqual([
      { ...source, id: "a", site: "example.org", hasFindings: false },
      { ...source, id: "b", site: "example.org", hasFindings: true },
    ]);
  });

  test("what a killed run held is given to the next one, and nothing of others", async () => {
    const lease = { nowMs: START_MS, leaseMs: 60_000, limit: 10 };
    const urls = ["a", "b"].map((name) => `https://example.org/${name}`);
    await store().addFindings(
      urls.map((url) => finding({ url })),
      { nowMs: START_MS },
    );
    const [killed, other, ended] = await Promise.all(
      ["one", "two", "three"].map((name) => store().startRun({}, START_MS, name)),
    );
    await store().startRun({}, START_MS);
    await store().endRun(ended!, START_MS);
    expect(await store().listOpenRuns()).toEqual([
      { id: killed, process: "one" },
      { id: other, process: "two" },
    ]);
    const [held] = await store().lease({ ...lease, limit: 1, run: killed });
    await store().lease({ ...lease, limit: 1, run: other });
    expect(await store().lease(lease)).toEqual([]);
    expect(await store().releaseRun(killed!)).toBe(1);
    expect(await store().lease(lease)).toMatchObject([{ url: held?.url }]);
    expect(await store().listOpenRuns()).toEqual([{ id: other, process: "two" }]);
  });

  test("a source is replaced under its id, and removed without its articles", async () => {
    const source = {
      id: "harbour",
      kind: "section",
      url: "https://www.example.co.uk/harbour",
      title: "Harbour",
      topic: "ports",
      concept: "Transport",
    } as const;
    await store().putSource({ ...source, title: "Old" }, START_MS);
    await store().putSource(source, START_MS + 1);
    expect(await store().listSources()).toMatchObject([
      { ...source, site: "example.co.uk", addedMs: START_MS },
    ]);
    await store().putSource({ ...source, title: null, topic: null }, START_MS + 2);
    expect(await store().listSources()).toMatchObject([{ title: "Harbour", topic: null }]);
    const long = `https://example.org/${"a".repeat(1000)}`;
    await store().putSource({ ...source, id: long, url: long }, START_MS);
    expect(await store().listSources(["harbour", "none"])).toMatchObject([{ id: "harbour" }]);
    expect(await store().listSources([long])).toMatchObject([{ url: long }]);
    expect(await store().listSources([])).toEqual([]);
    expect(await store().removeSource("harbour")).toBe(true);
    expect(await store().removeSource("harbour")).toBe(false);
  });

  test("a source tells how it was read, what was new and how its addresses ended", async () => {
    const url = "https://example.org/feed";
    const source = { id: url, kind: "feed", url, title: null, topic: null, concept: null } as const;
    await store().putSource(source, START_MS);
    expect(await store().listSources()).toMatchObject([
      { lastRead: null, failedReads: 0, lastNewMs: null, usualGapMs: null, recent: [] },
    ]);
    const dates = ["2026-02-20T00:00:00Z", "2026-02-21T00:00:00Z", "2026-02-24T00:00:00Z"];
    for (const [at, published] of dates.entries()) {
      const story = `https://example.org/${at}`;
      await store().addFindings([finding({ url: story, source: url })], { nowMs: START_MS });
      await store().finish({ ...obtained(story, { published }), nowMs: START_MS + at });
    }
    const result = { kind: "not-obtained", reason: "consent" } as const;
    await store().addFindings([finding({ source: url })], { nowMs: START_MS });
    await store().finish({ url: STORY, nowMs: START_MS, run: null, result });
    const failure = { code: "FETCH_TIMEOUT", message: "Too slow." };
    for (const atMs of [1, 2]) await store().noteRead(url, { atMs, announced: 0, failure });
    const [report] = await store().listSources();
    expect(report).toMatchObject({
      lastRead: { atMs: 2, announced: 0, failure },
      failedReads: 2,
      lastNewMs: START_MS + 2,
      usualGapMs: 2 * DAY_MS,
      recent: [
        { outcome: "stored", detail: "", count: 3 },
        { outcome: "not-obtained", detail: "consent", count: 1 },
      ],
    });
    await store().noteRead(url, { atMs: 3, announced: 4, failure: null });
    expect(await store().listSources()).toMatchObject([{ failedReads: 0, lastRead: { failure: null } }]);
  });

  test("the newest record of a site counts, and can be taken back", async () => {
    const record = { site: "example.org", kind: "model" } as const;
    await store().putSiteRecord({ ...record, atMs: 1, value: { weights: [1] } });
    await store().putSiteRecord({ ...record, atMs: 2, value: { weights: [2] } });
    expect((await store().getSiteRecord("example.org", "model"))?.value).toEqual({ weights: [2] });
    expect(await store().listSiteRecords()).toEqual([{ ...record, atMs: 2 }]);
    expect(await store().takeBackSiteRecord("example.org", "model")).toBe(true);
    expect((await store().getSiteRecord("example.org", "model"))?.value).toEqual({ weights: [1] });
    expect(await store().takeBackSiteRecord("example.org", "model")).toBe(true);
    expect(await store().takeBackSiteRecord("example.org", "model")).toBe(false);
    expect(await store().getSiteRecord("example.org", "model")).toBeUndefined();
  });

  test("pages to sample have their first finding, and their answers are kept until they are removed", async () => {
    for (const name of ["a", "b"]) {
      const url = `https://example.org/${name}`;
      const found = [finding({ url, source: "later" }), finding({ url, source: "ferries", topic: "ships" })];
      for (const [at, each] of found.entries()) await store().addFindings([each], { nowMs: START_MS - at });
    }
    const { articleId } = await store().finish(obtained("https://example.org/a"));
    const gone = { kind: "not-obtained", reason: "gone" } as const;
    await store().finish({ url: "https://example.org/b", nowMs: 1, run: null, result: gone });
    await store().addFindings([finding()], { nowMs: START_MS });
    const all = await store().listSampled("source", { limit: 9 });
    expect(all).toMatchObject([
      { articleId, version: 1, source: "ferries", topic: "ships", foundMs: START_MS - 1 },
      { articleId: null, version: 0, detail: "gone", url: "https://example.org/b" },
    ]);
    const rest = await store().listSampled("topic", { after: all[0]?.key, limit: 9 });
    expect(rest.map(({ url }) => url)).toEqual(["https://example.org/b"]);
    const feed = { id: "later", kind: "feed", url: "https://example.org/feed" } as const;
    await store().putSource({ ...feed, title: null, topic: null, concept: null }, START_MS);
    const ofFeeds = await store().listSampled("source", { limit: 9, kind: "feed" });
    expect(ofFeeds.map((page) => page.source)).toEqual(["later", "later"]);
    expect(await store().listSampled("source", { limit: 9, kind: "sitemap" })).toEqual([]);
    const answer = { id: String(articleId), version: 1, verdict: "wrong", atMs: 3 } as const;
    await store().putAnswers([{ ...answer, verdict: "right" }, answer]);
    expect(await store().getAnswers([answer.id, "99"])).toEqual([answer]);
    await store().removeArticles([articleId ?? 0], START_MS);
    expect(await store().getAnswers([answer.id])).toEqual([]);
  });

  test("a search is saved under its name", async () => {
    await store().putSearch({ name: "ports", query: "quay", savedMs: 1 });
    await store().putSearch({ name: "ports", query: "quay OR ship", savedMs: 2 });
    expect(await store().listSearches()).toEqual([{ name: "ports", query: "quay OR ship", savedMs: 2 }]);
    expect(await store().removeSearch("ports")).toBe(true);
    expect(await store().listSearches()).toEqual([]);
  });

  test("a saved search is watched with what was told last, until either is removed", async () => {
    const watch = { name: "ports", feed: "out.xml", webhook: null, secretFile: null, afterId: 3 };
    await store().putWatch(watch);
    expect(await store().listWatches()).toEqual([]);
    await store().putSearch({ name: "ports", query: "quay", savedMs: 1 });
    await store().noteWatch("ports", { failure: "FETCH_TIMEOUT: Too slow." });
    const failure = "FETCH_TIMEOUT: Too slow.";
    expect(await store().listWatches()).toEqual([{ ...watch, query: "quay", failure }]);
    await store().noteWatch("ports", { afterId: 5, failure: null });
    expect(await store().listWatches()).toMatchObject([{ afterId: 5, failure: null }]);
    expect(await store().removeWatch("ports")).toBe(true);
    expect(await store().removeWatch("ports")).toBe(false);
  });

  test("a source keeps its file of headers, a start its lists, until they are removed", async () => {
    const url = "https://example.org/feed";
    await store().putSource(
      { id: url, kind: "feed", url, title: null, topic: null, concept: null },
      START_MS,
    );
    for (const path of ["/a.json", "/b.json"]) await store().setHeaders(url, path);
    await store().linkLists("https://example.net/", [url, "other"]);
    await store().linkLists("https://www.example.net", [url]);
    expect(await store().listHeaders()).toEqual([{ source: url, path: "/b.json" }]);
    expect(await store().listLinked("http://example.net/?utm_source=x")).toEqual([url, "other"]);
    await store().removeSource(url);
    expect(await store().listHeaders()).toEqual([]);
    expect(await store().listLinked("https://example.net/")).toEqual(["other"]);
    await store().setHeaders("other", "/c.json");
    await store().setHeaders("other", null);
    expect(await store().listHeaders()).toEqual([]);
  });

  test("a source is remembered as rendered until it is not", async () => {
    for (const source of ["b", "a", "a"]) await store().setRendered(source, true);
    expect(await store().listRendered()).toEqual(["a", "b"]);
    await store().setRendered("a", false);
    expect(await store().listRendered()).toEqual(["b"]);
  });
}
