import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { SimilarArticle, Store } from "../../src/store/index.ts";
import { checkBackup } from "./store-backup.ts";
import { checkCandidates } from "./store-candidates.ts";
import { checkRecords } from "./store-records.ts";
import { finding, makeArticle, obtained, START_MS, STORY } from "./store-samples.ts";
import { checkSearch } from "./store-search.ts";
import { checkWatches } from "./store-watches.ts";

const DAY_MS = 86_400_000;
/** The contract of every driver; `open` gives an empty store. */
export function checkStore(driver: string, open: () => Promise<Store>): void {
  let store: Store;
  beforeEach(async () => {
    store = await open();
  });
  afterEach(() => store.close());
  const get = () => store;
  describe(`${driver} keeps the store contract:`, () => {
    checkCandidates(get);
    checkArticles(get);
    checkTitles(get);
    checkRemoval(get);
    checkRecords(get);
    checkHostileTexts(get);
    checkSearch(get);
    checkWatches(get);
    checkBackup(get);
  });
}

function checkArticles(store: () => Store): void {
  test("an article comes back as it was given", async () => {
    const article = makeArticle({ title: "Ä 海 \u{1F6A2}", text: "One.\n\nTwo\u0000 and \ud800 three." });
    const { outcome, articleId } = await store().finish(obtained(STORY, article));
    expect(outcome).toBe("stored");
    expect((await store().getArticle(STORY))?.article).toEqual(article);
    expect((await store().getArticle(articleId ?? 0))?.article).toEqual(article);
    expect(await store().getArticle("https://example.org/other")).toBeUndefined();
  });

  test("the end of a candidate is as good twice as once", async () => {
    await store().finish(obtained(STORY));
    expect(await store().finish(obtained(STORY))).toMatchObject({ outcome: "seen" });
    const { articles, versions } = await store().report();
    expect({ articles, versions }).toEqual({ articles: 1, versions: 1 });
  });

  test("a change of the page makes a version that says what changed", async () => {
    const { articleId } = await store().finish(obtained(STORY));
    const nowMs = START_MS + DAY_MS;
    const later = { ...obtained(STORY, { title: "Quay reopened", modified: "2026-03-02" }), nowMs };
    expect(await store().finish(later)).toMatchObject({ outcome: "changed", articleId });
    const stored = await store().getArticle(STORY);
    expect(stored).toMatchObject({
      article: { title: "Quay reopened" },
      firstSeenMs: START_MS,
      lastSeenMs: nowMs,
    });
    expect(stored?.versions).toEqual([
      { number: 1, atMs: START_MS, reason: "first", changed: [] },
      { number: 2, atMs: nowMs, reason: "page", changed: ["title", "modified"] },
    ]);
    expect((await store().getVersion(articleId ?? 0, 1))?.title).toBe("Quay repaired");
  });

  test("an answer that differs only in its time of change or its pictures makes no version", async () => {
    await store().finish(obtained(STORY));
    const again = obtained(STORY, { modified: "2026-03-02", image: "https://example.org/x.jpg?sig=2" });
    expect(await store().finish(again)).toMatchObject({ outcome: "seen" });
  });

  test("a later extraction of the same page is a version with that reason", async () => {
    const { articleId } = await store().finish(obtained(STORY));
    const better = makeArticle({ text: "The quay was repaired." });
    expect(await store().reextracted(articleId ?? 0, better, START_MS + 1)).toMatchObject({
      outcome: "changed",
      changed: ["text"],
    });
    const stored = await store().getArticle(STORY);
    expect(stored?.versions[1]).toMatchObject({ reason: "extraction" });
    expect(stored?.lastSeenMs).toBe(START_MS);
  });

  test("a later extraction of an article that was removed in the meantime is refused", async () => {
    expect(await store().reextracted(999, makeArticle(), START_MS)).toEqual({
      outcome: "refused",
      articleId: null,
      changed: [],
    });
  });

  test("addresses that give the same article lead to it, and it is fetched once", async () => {
    const short = "https://example.org/s/1";
    await store().addFindings([finding(), finding({ url: short })], { nowMs: START_MS });
    const first = await store().finish({ ...obtained(STORY), url: short });
    expect((await store().getArticle(short))?.id).toBe(first.articleId);
    expect((await store().getArticle(STORY))?.id).toBe(first.articleId);
    expect(await store().lease({ nowMs: START_MS, leaseMs: 1, limit: 9 })).toEqual([]);
  });

  test("an address that changes its canonical address keeps its article", async () => {
    const { articleId } = await store().finish(obtained(STORY));
    const moved = { ...obtained("https://news.example.org/quay", { title: "Quay" }), url: STORY };
    expect(await store().finish(moved)).toMatchObject({ outcome: "changed", articleId });
  });

  test("an address that leads to an unchanged article belongs to it", async () => {
    const { articleId } = await store().finish(obtained(STORY));
    const today = "https://example.org/today";
    await store().addFindings([finding({ url: today, topic: "daily" })], { nowMs: START_MS });
    const result = { kind: "unchanged", url: STORY } as const;
    expect(await store().finish({ url: today, nowMs: START_MS + 1, run: null, result })).toMatchObject({
      outcome: "seen",
      articleId,
    });
    expect(await store().getArticle(today)).toMatchObject({ id: articleId, lastSeenMs: START_MS + 1 });
    expect((await store().search("topic:daily", { limit: 5 })).hits).toHaveLength(1);
  });

  test("an address that leads to another article every day gives each of them", async () => {
    const today = "https://example.org/today";
    const lead = (name: string) =>
      store().finish({ ...obtained(`https://example.org/${name}`, { title: name }), url: today });
    const monday = await lead("mon");
    expect(await lead("tue")).toMatchObject({ outcome: "stored" });
    expect((await store().getArticle("https://example.org/mon"))?.id).toBe(monday.articleId);
    expect((await store().getArticle(today))?.article.title).toBe("tue");
    expect(await lead("mon")).toMatchObject({ outcome: "seen", articleId: monday.articleId });
  });

  test("articles are listed in the order in which they were stored", async () => {
    for (const name of ["b", "a", "c"]) await store().finish(obtained(`https://example.org/${name}`));
    const first = await store().listArticles({ limit: 2 });
    const rest = await store().listArticles({ limit: 2, after: first.at(-1)?.id });
    const urls = [...first, ...rest].map(({ article }) => article.url?.slice(-1));
    expect(urls).toEqual(["b", "a", "c"]);
  });

  test("articles are listed by their date", async () => {
    for (const [name, published] of Object.entries({ a: "2026-01-05", b: "2026-02-05", c: null }))
      await store().finish(obtained(`https://example.org/${name}`, { published }));
    const list = async (sinceMs?: number, untilMs?: number) =>
      (await store().listArticles({ limit: 9, sinceMs, untilMs }))
        .map(({ article }) => article.url?.slice(-1))
        .join("");
    expect(await list(Date.UTC(2026, 1))).toBe("bc");
    expect(await list(undefined, Date.UTC(2026, 1))).toBe("a");
    expect(await list(Date.UTC(2026, 1), START_MS)).toBe("b");
  });

  test("a raw page comes back byte for byte, with the article it gave", async () => {
    const bytes = new Uint8Array([0, 255, 60, 112, 62]);
    const rawPage = { url: STORY, bytes, charset: "windows-1252" };
    const { articleId } = await store().finish(obtained(STORY, {}, { rawPages: [rawPage] }));
    expect(await store().listRawPages({ limit: 5 })).toMatchObject([
      { ...rawPage, articleId, atMs: START_MS },
    ]);
  });

  test("the raw pages of an article are those it was last obtained from, in their order", async () => {
    const page = (name: string) => ({ url: `${STORY}/${name}`, bytes: new Uint8Array([1]), charset: null });
    const { articleId } = await store().finish(obtained(STORY, {}, { rawPages: [page("old")] }));
    const rawPages = [page("2"), page("1")];
    await store().finish({ ...obtained(STORY, { title: "Quay" }, { rawPages }), nowMs: START_MS + 1 });
    const urls = (await store().getRawPages(articleId ?? 0)).map(({ url }) => url);
    expect(urls).toEqual([`${STORY}/2`, `${STORY}/1`]);
    expect(await store().getRawPages(0)).toEqual([]);
    const last = (await store().listRawPagesOf("example.org", 2)).map(({ url }) => url);
    expect(last).toEqual([`${STORY}/1`, `${STORY}/2`]);
    expect(await store().listRawPagesOf("example.net", 2)).toEqual([]);
  });

  test("the raw page of a known article is kept where its version has none, once", async () => {
    const rawPages = [{ url: STORY, bytes: new Uint8Array([1]), charset: null }];
    const { articleId } = await store().finish(obtained(STORY));
    const id = articleId ?? 0;
    const see = async (title: string | undefined, later: number, isKept = true) => {
      const page = obtained(STORY, title === undefined ? {} : { title }, isKept ? { rawPages } : {});
      await store().finish({ ...page, nowMs: START_MS + later });
      return (await store().getRawPages(id)).map(({ atMs }) => atMs - START_MS);
    };
    expect(await store().lacksPage(id)).toBe(true);
    expect(await see(undefined, 1)).toEqual([1]);
    expect(await store().lacksPage(id)).toBe(false);
    expect(await see(undefined, 2)).toEqual([1]);
    expect(await see("Quay", 3, false)).toEqual([1]);
    expect(await store().lacksPage(id)).toBe(true);
    expect(await see("Quay", 4)).toEqual([4]);
    const { article } = (await store().getArticle(id))!;
    await store().reextracted(id, { ...article, title: "Quay wall" }, START_MS + 5);
    expect(await store().lacksPage(id)).toBe(false);
  });

  test("of many articles with a band in common the newest are compared, those with more in common first", async () => {
    const save = (name: string, bands: readonly number[]) =>
      store().finish(obtained(`https://example.org/${name}`, {}, { signature: { bands, value: name } }));
    await save("alike", [1, 2, 3]);
    for (let at = 0; at < 30; at++) await save(`notice-${at}`, [1, -at - 1, -at - 1]);
    const names = (await store().findSimilar({ bands: [1, 2, 3], value: "" })).map(({ value }) => value);
    expect(names[0]).toBe("alike");
    expect(names.slice(1).sort()).toEqual(Array.from({ length: 20 }, (_, at) => `notice-${at + 10}`).sort());
  });

  test("copies that are stored at the same time are one group", async () => {
    const more = { signature: { bands: [1, 2], value: "x" }, groupOf: firstGroup };
    await Promise.all(
      Array.from({ length: 8 }, (_, at) => store().finish(obtained(`https://s${at}.example/copy`, {}, more))),
    );
    const groups = (await store().listArticles({ limit: 9 })).map(({ group }) => group);
    expect(groups).toHaveLength(8);
    expect(new Set(groups).size).toBe(1);
  });

  test("near duplicates are found by any band they share, and grouped", async () => {
    const signature = { bands: [1, -2, 3], value: "abc" };
    const first = await store().finish(obtained(STORY, {}, { signature }));
    const other = { bands: [9, -2, 9], value: "abd" };
    const group = first.articleId ?? 0;
    expect(await store().findSimilar(other)).toEqual([{ id: group, group, value: "abc" }]);
    expect(await store().findSimilar({ bands: [-2, 3, 1], value: "" })).toEqual([]);
    const copy = "https://example.net/copy";
    await store().finish(obtained(copy, {}, { signature: other, groupOf: firstGroup }));
    expect((await store().getArticle(copy))?.group).toBe(group);
  });
}

function firstGroup([first]: readonly SimilarArticle[]): number | undefined {
  return first?.group;
}

function checkTitles(store: () => Store): void {
  test("an article has the paper and the dates that lists state, and is dated by them where its page is not", async () => {
    const dates = { published: "2026-01-05T10:00:00Z", modified: "2026-01-06" };
    const found = [
      finding({ title: null, source: "map", published: "2226-01-01" }),
      finding({ ...dates, publisher: "The Quay" }),
    ];
    for (const [at, each] of found.entries()) await store().addFindings([each], { nowMs: START_MS + at });
    await store().finish(obtained(STORY, { published: null }));
    expect(await store().getArticle(STORY)).toMatchObject({
      publisher: "The Quay",
      announced: "2226-01-01",
      collectedTitles: [{ title: "Quay is repaired", publisher: "The Quay", ...dates }],
    });
    const untilMs = Date.UTC(2026, 0, 7);
    const ofJanuary = () => store().search("quay source:the_quay", { limit: 5, untilMs });
    expect((await ofJanuary()).hits).toHaveLength(1);
    await store().finish(obtained(STORY, { published: null, title: "Quay open" }));
    expect((await ofJanuary()).hits).toHaveLength(1);
    await store().addFindings([finding({ url: "https://example.org/b", ...dates })], { nowMs: START_MS });
    const [candidate] = await store().lease({ nowMs: START_MS, leaseMs: 1, limit: 1 });
    expect(candidate?.findings).toMatchObject([{ ...dates, publisher: null }]);
  });

  test("an article has all titles, sources and topics that found it, before and after it was stored", async () => {
    await store().putSource(
      {
        id: "front",
        kind: "front",
        url: "https://example.org/",
        title: null,
        topic: null,
        concept: "transport",
      },
      START_MS,
    );
    await store().addFindings([finding({ topic: "ports" })], { nowMs: START_MS });
    const titleFacts = [
      { title: "Quay is repaired", situation: "one, the headline", reserveRange: true, likeness: 0.5 },
    ] as const;
    await store().finish(obtained(STORY, {}, { titleFacts }));
    const feed = finding({ source: "feed", title: "Ships land", topic: "ships" });
    await store().addFindings([feed], { nowMs: START_MS + 1 });
    const stored = await store().getArticle(STORY);
    expect(stored?.sources).toEqual(["front", "feed"]);
    expect(stored?.topics).toEqual(["ports", "ships"]);
    expect(stored?.concepts).toEqual(["transport"]);
    expect(stored?.collectedTitles).toMatchObject([
      { ...titleFacts[0], source: "front", kind: "front", topic: "ports", foundMs: START_MS },
      { title: "Ships land", source: "feed", kind: null, situation: null },
    ]);
    expect((await store().report()).topics).toEqual([
      { name: "ports", articles: 1 },
      { name: "ships", articles: 1 },
    ]);
    expect((await store().listSources())[0]).toMatchObject({
      addresses: 1,
      articles: 1,
      titleQuality: { titles: 1, situations: { "one, the headline": 1 }, reserveRange: 1, likeness: 0.5 },
    });
  });
}

function checkRemoval(store: () => Store): void {
  test("a removed article stays removed under all its addresses", async () => {
    const short = "https://example.org/s/1";
    const { articleId } = await store().finish({ ...obtained(STORY), url: short });
    expect(await store().removeArticles([articleId ?? 0], START_MS)).toBe(1);
    expect(await store().getArticle(STORY)).toBeUndefined();
    expect(await store().getVersion(articleId ?? 0, 1)).toBeUndefined();
    expect((await store().search("quay", { limit: 5 })).hits).toEqual([]);
    const found = [finding(), finding({ url: short })];
    expect(await store().addFindings(found, { nowMs: START_MS })).toMatchObject({ fresh: 0, removed: 2 });
    expect(await store().finish(obtained(STORY))).toMatchObject({ outcome: "refused", articleId: null });
  });

  test("retention removes what is too old", async () => {
    await store().finish(obtained("https://example.org/old"));
    await store().finish({ ...obtained("https://example.org/new"), nowMs: START_MS + 2 * DAY_MS });
    expect(await store().retain({ beforeMs: START_MS + DAY_MS }, START_MS)).toBe(1);
    expect((await store().listArticles({ limit: 9 })).map(({ article }) => article.url)).toEqual([
      "https://example.org/new",
    ]);
  });

  test("retention removes the oldest until the rest is small enough", async () => {
    for (const name of ["a", "b", "c"]) await store().finish(obtained(`https://example.org/${name}`));
    const { bytes } = await store().report();
    expect(await store().retain({ maxBytes: bytes - 1 }, START_MS)).toBe(1);
    expect(await store().getArticle("https://example.org/a")).toBeUndefined();
    expect((await store().report()).bytes).toBeLessThan(bytes);
  });

  test("what retention would remove is told before, with what is removed anyway", async () => {
    const ids: number[] = [];
    for (const [at, name] of ["a", "b", "c", "d"].entries()) {
      const done = { ...obtained(`https://example.org/${name}`), nowMs: START_MS + at };
      ids.push((await store().finish(done)).articleId ?? 0);
    }
    const [a, b, c] = ids as [number, number, number];
    const bytes = (await store().report()).bytes;
    expect(await store().listExpired({ beforeMs: START_MS + 1 })).toEqual([a]);
    expect(await store().listExpired({ maxBytes: bytes / 2 })).toEqual([a, b]);
    expect(await store().listExpired({ beforeMs: START_MS + 1, maxBytes: bytes / 2 })).toEqual([a, b]);
    expect(await store().listExpired({ maxBytes: bytes / 2 }, [b])).toEqual([a]);
    expect(await store().listExpired({ maxBytes: bytes / 4 }, [b])).toEqual([a, c]);
    expect(await store().listExpired({ maxBytes: bytes })).toEqual([]);
    expect((await store().report()).articles).toBe(4);
  });

  test("the library keeps what it is to hold, until that is taken back", async () => {
    expect(await store().getRetention()).toBeNull();
    await store().setRetention({ maxAgeMs: 90 * DAY_MS, maxBytes: null });
    expect(await store().getRetention()).toEqual({ maxAgeMs: 90 * DAY_MS, maxBytes: null });
    await store().setRetention({ maxAgeMs: null, maxBytes: 20e9 });
    expect(await store().getRetention()).toEqual({ maxAgeMs: null, maxBytes: 20e9 });
    await store().setRetention(null);
    expect(await store().getRetention()).toBeNull();
  });
}

function checkHostileTexts(store: () => Store): void {
  test("texts with quotes, NUL, half characters and great length are data", async () => {
    const title = `Robert'); DROP TABLE articles;--\u0000 \ud800 "${"x".repeat(5000)}`;
    const url = `https://example.org/${"a".repeat(3000)}?q='%00`;
    await store().addFindings([finding({ url, title, source: "so'urce", topic: "to\u0000pic" })], {
      nowMs: START_MS,
    });
    const [candidate] = await store().lease({ nowMs: START_MS, leaseMs: 1, limit: 1 });
    expect(candidate?.findings[0]?.title).toMatch(/^Robert'\); DROP TABLE articles;-- \ufffd "x+$/);
    await store().finish(obtained(url, { title, authors: ["'; --"], language: "\u0000en" }));
    expect((await store().getArticle(url))?.article.title).toBe(title);
    expect((await store().search("robert drop", { limit: 5 })).hits).toHaveLength(1);
  });

  test("an address that is none is refused with a code", async () => {
    const bad = finding({ url: "javascript:alert(1)" });
    await expect(store().addFindings([bad], { nowMs: 1 })).rejects.toMatchObject({ code: "BAD_URL" });
    await expect(store().finish(obtained("file:///etc/passwd"))).rejects.toMatchObject({ code: "BAD_URL" });
  });
}
