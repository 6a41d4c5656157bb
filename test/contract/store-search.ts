import fc from "fast-check";
import { expect, test } from "vitest";
import type { Article } from "../../src/article/index.ts";
import type { Store } from "../../src/store/index.ts";
import { obtained } from "./store-samples.ts";

/** Made-up articles by the last part of their address. */
const ARTICLES: Readonly<Record<string, Partial<Article>>> = {
  quay: {
    title: "Quay reopened",
    text: "The old quay was repaired.\n\nShips may land again.",
    authors: ["Ada Brook"],
  },
  ferry: {
    title: "No ferry on Sunday",
    text: "The ferry to the old harbour does not sail. It is repaired by covid-19 rules, says the A.C.M.E. office.",
    authors: ["Brook Ada Lind", "Jo Reed"],
    language: "en-GB",
  },
  cafe: { title: "Café Øst schließt", text: "Das Café ÖST schließt; naïve Gäste bleiben.", language: "de" },
  tokyo: {
    title: "東京タワー",
    text: "東京都の港で船が修理された。京都ではない。",
    language: "ja",
    authors: ["山田太郎"],
  },
  beijing: { title: "北京的港口", text: "北京市政府宣布，港口将于2026年重新开放。", language: "zh-CN" },
  thai: { title: "ท่าเรือ", text: "ท่าเรือเปิดอีกครั้งแล้ว", language: "th" },
  hindi: { title: "बंदरगाह", text: "बंदरगाह फिर से खुला है", language: "hi" },
  arabic: { title: "الميناء", text: "أعيد فتح الميناء القديم", language: "ar" },
  full: { title: "ＦＵＬＬ ｗｉｄｔｈ", text: "snake_case and ﬁle and x² at 3.5 %", language: null },
  empty: { title: null, text: "", authors: [], language: null },
};

/** Queries with the articles they find. */
const QUERIES: readonly (readonly [query: string, names: string])[] = [
  ["quay", "quay"],
  ["QUAY", "quay"],
  ["old", "ferry quay"],
  ["old quay", "quay"],
  ["old AND quay", "quay"],
  ["quay OR ferry", "ferry quay"],
  ["old NOT ferry", "quay"],
  ["old -ferry", "quay"],
  ["old AND NOT ferry", "quay"],
  ["NOT old NOT site:example.org", ""],
  ["old NOT (quay OR ferry)", ""],
  ["(quay OR ferry) repaired", "ferry quay"],
  ["quay OR ferry sunday", "ferry quay"],
  ['"old quay"', "quay"],
  ['"quay old"', ""],
  ["“old quay”", "quay"],
  ['old NOT "old harbour"', "quay"],
  ['"old quay" OR "old harbour"', "ferry quay"],
  ['NOT "old quay" old', "ferry"],
  ['"repaired ships"', "quay"],
  ['"reopened the"', ""],
  ["covid-19", "ferry"],
  ["A.C.M.E.", "ferry"],
  ["repair*", "ferry quay"],
  ["rep* NOT fer*", "quay"],
  ["cafe ost", "cafe"],
  ["schliesst", ""],
  ["NAÏVE", "cafe"],
  ["full width", "full"],
  ["snake_case file", "full"],
  ["snake", ""],
  ["東京", "tokyo"],
  ["京都", "tokyo"],
  ["京タ", "tokyo"],
  ["東京都の港", "tokyo"],
  ["タワー", "tokyo"],
  ['"港で船が" NOT 北京', "tokyo"],
  ["港 NOT (東京 OR lang:zh)", ""],
  ["港", "beijing tokyo"],
  ["港口", "beijing"],
  ["口", "beijing"],
  ["2026年重新", "beijing"],
  ["北京 NOT 東京", "beijing"],
  ["ท่าเรือ", "thai"],
  ["เปิดอีก", "thai"],
  ['"ท่าเรือเปิด" NOT lang:ja', "thai"],
  ["बंदरगाह खुला", "hindi"],
  ["الميناء القديم", "arabic"],
  ['"فتح الميناء"', "arabic"],
  ['"القديم الميناء"', ""],
  ["NOT الميناء lang:ar", ""],
  ["author:brook", "ferry quay"],
  ['author:"ada brook"', "quay"],
  ["author:ada NOT author:lind", "quay"],
  ['author:"lind jo"', ""],
  ["author:山田", "tokyo"],
  ["brook", ""],
  ["lang:en", "ferry quay"],
  ["lang:en-GB", "ferry"],
  ["lang:zh", "beijing"],
  ["site:example.org lang:de", "cafe"],
  ["site:news.example.org", "ferry quay"],
  ["site:www.news.example.org/x", "ferry quay"],
  ["site:ample.org", ""],
  ["source:front", "ferry quay"],
  ["source:wire.example", "thai"],
  ['source:"https://wire.example/rss?q=Ports"', "thai"],
  ['source:"harbour paper"', "thai"],
  ["source:harbour_paper NOT lang:en", "thai"],
  ["source:paper", "thai"],
  ['source:"paper harbour"', ""],
  ['source:"ports the"', ""],
  ['topic:"Old Ports"', "quay"],
  ["topic:old_ports OR topic:ferries", "ferry quay"],
  ["topic:old", ""],
  ["and or not", ""],
  ["quay & repaired", "quay"],
  ['"the:old"', "ferry quay"],
  ["site:https://news.example.org:443/x", "ferry quay"],
  ["lang:en -- old -", "ferry quay"],
];

/** Syntax of full-text engines and of SQL, which must find nothing and break nothing. */
const HOSTILE = [
  "quay'; DROP TABLE articles; --",
  "{terms}: quay",
  "NEAR(quay ships, 2)",
  "^quay",
  "quay + ships",
  "'quay' & !ships",
  "quay <-> ships",
  "\\quay\\",
  "a\u0000b",
  "\ud800",
  "¶",
  "%_%",
  "?",
  `${"NOT ".repeat(300)}quay`,
  Array.from({ length: 180 }, (_, at) => `w${at}`).join(" OR "),
  Array.from({ length: 180 }, (_, at) => `-w${at}`).join(" "),
];

/** Queries that cannot be read. */
const BAD = [
  "",
  "  ",
  "&",
  '"quay',
  "(quay",
  "quay)",
  "quay OR",
  "AND quay",
  "NOT",
  '""',
  "author:!",
  "terms:quay",
  "quay:*A",
  "-title:ferry",
  "(".repeat(50),
];

function addressOf(name: string): string {
  return ["quay", "ferry"].includes(name)
    ? `https://news.example.org/${name}`
    : `https://example.org/${name}`;
}

async function fill(store: Store): Promise<void> {
  const topics = { quay: "Old Ports", ferry: "ferries" };
  for (const [name, topic] of Object.entries(topics))
    await store.addFindings([{ url: addressOf(name), source: "front", title: null, topic }], { nowMs: 1 });
  const wire = { source: "https://wire.example/rss?q=Ports", publisher: "The Harbour Paper" };
  await store.addFindings([{ url: addressOf("thai"), title: null, topic: null, ...wire }], { nowMs: 1 });
  for (const [name, fields] of Object.entries(ARTICLES)) {
    const done = obtained(addressOf(name), { authors: [], ...fields });
    await store.finish({ ...done, nowMs: Date.UTC(2026, 0, 1) });
  }
}

async function namesOf(store: Store, query: string): Promise<string> {
  const { hits } = await store.search(query, { limit: 50 });
  return hits
    .map(({ url }) => url.replace(/.*\//, ""))
    .sort()
    .join(" ");
}

/** What every driver finds. */
export function checkSearch(store: () => Store): void {
  test("every query finds its articles and no others", async () => {
    await fill(store());
    for (const [query, names] of QUERIES)
      expect(`${query}: ${await namesOf(store(), query)}`).toBe(`${query}: ${names}`);
  });

  test("what engines take for syntax is text, and bad queries have a code", async () => {
    await fill(store());
    for (const query of HOSTILE)
      await store()
        .search(query, { limit: 5 })
        .catch((error) => expect(error, query).toMatchObject({ code: "BAD_QUERY" }));
    for (const query of BAD)
      await expect(store().search(query, { limit: 5 }), query).rejects.toMatchObject({ code: "BAD_QUERY" });
    expect((await store().report()).articles).toBe(Object.keys(ARTICLES).length);
  });

  test("any query of words, phrases and operators finds what a plain reading of the articles finds", async () => {
    const texts = ["a b c", "a c b a b", "b", "c a", "b c c a", "d"];
    for (const [at, text] of texts.entries())
      await store().finish(obtained(`https://example.org/${at}`, { title: null, text, authors: [] }));
    await fc.assert(
      fc.asyncProperty(QUERY, async ({ text, test: isHit }) => {
        const wanted = texts.flatMap((each, at) => (isHit(` ${each} `) ? [`${at}`] : [])).join(" ");
        expect(`${text}: ${await namesOf(store(), text)}`).toBe(`${text}: ${wanted}`);
      }),
      { numRuns: 150 },
    );
  });

  test("hits come newest stored first, page by page", async () => {
    for (let at = 0; at < 7; at++) await store().finish(obtained(`https://example.org/${at}`));
    const pages: string[] = [];
    let next: number | null = null;
    do {
      const page = await store().search("quay", { limit: 3, after: next ?? undefined });
      pages.push(page.hits.map(({ url }) => url.slice(-1)).join(""));
      next = page.next;
    } while (next !== null);
    expect(pages).toEqual(["654", "321", "0"]);
  });

  test("the oldest hits come first where they are asked for, up to an article", async () => {
    for (let at = 0; at < 7; at++) await store().finish(obtained(`https://example.org/${at}`));
    const upToId = (await store().getArticle("https://example.org/5"))?.id;
    const page = (after?: number) => store().search("quay", { first: "oldest", limit: 4, after, upToId });
    const first = await page();
    const rest = await page(first.next ?? undefined);
    const urls = [...first.hits, ...rest.hits].map(({ url }) => url.slice(-1)).join("");
    expect([urls, rest.next]).toEqual(["012345", null]);
    const [newest] = (await store().search("quay", { limit: 1, upToId })).hits;
    expect(newest?.id).toBe(upToId);
    expect(await store().lastId()).toBe((upToId ?? 0) + 1);
  });

  test("words that only old articles have are found after those of new ones", async () => {
    await store().finish(obtained("https://example.org/old", { text: "rare" }));
    for (let at = 0; at < 30; at++)
      await store().finish(obtained(`https://example.org/${at}`, { text: "common" }));
    expect(await namesOf(store(), "rare")).toBe("old");
    const { hits, next } = await store().search("common OR rare", { limit: 20 });
    const rest = await store().search("common OR rare", { limit: 20, after: next ?? undefined });
    expect([hits.length, rest.hits.length, rest.hits.at(-1)?.url]).toEqual([
      20,
      11,
      "https://example.org/old",
    ]);
  });

  test("a hit has the address that answered, of the newest version", async () => {
    const identity = "https://example.org/quay";
    const hitUrls = async () =>
      (await store().search("quay site:example.org", { limit: 5 })).hits.map(({ url }) => url);
    await store().finish(obtained(identity, { url: "https://www.example.org/quay" }));
    expect(await hitUrls()).toEqual(["https://www.example.org/quay"]);
    await store().finish(obtained(identity, { url: "https://www.example.org/quay/", title: "Quay" }));
    expect(await hitUrls()).toEqual(["https://www.example.org/quay/"]);
    await store().finish(obtained(identity, { url: null, title: "The quay" }));
    expect(await hitUrls()).toEqual(["https://www.example.org/quay/"]);
  });

  test("dates bound the hits, with the time of collection where the page has none", async () => {
    const dates = { a: "2026-01-01T00:00:00Z", b: "2026-02-01T00:00:00Z", c: null, d: "last week" };
    for (const [name, published] of Object.entries(dates))
      await store().finish({
        ...obtained(`https://example.org/${name}`, { published }),
        nowMs: Date.UTC(2026, 5),
      });
    const find = async (sinceMs?: number, untilMs?: number) =>
      (await store().search("quay", { limit: 9, sinceMs, untilMs })).hits
        .map(({ url }) => url.slice(-1))
        .join("");
    expect(await find(Date.UTC(2026, 1))).toBe("dcb");
    expect(await find(undefined, Date.UTC(2026, 1))).toBe("a");
    expect(await find(Date.UTC(2026, 0), Date.UTC(2026, 5))).toBe("ba");
  });

  test("a changed article is found by its new words alone, and by topics that come later", async () => {
    const url = "https://example.org/a";
    await store().finish(obtained(url, { text: "old words" }));
    await store().finish(obtained(url, { text: "new words" }));
    expect([await namesOf(store(), "old"), await namesOf(store(), "new")]).toEqual(["", "a"]);
    await store().addFindings([{ url, source: "s", title: null, topic: "late" }], { nowMs: 2 });
    expect(await namesOf(store(), "topic:late source:s new")).toBe("a");
  });

  test("an article is found by its concept, and by that of the sections it was found in, as they change", async () => {
    const url = "https://example.org/a";
    const source = { id: "s", kind: "section", url, title: null, topic: null } as const;
    await store().putSource({ ...source, concept: "Harbour life" }, 1);
    await store().addFindings([{ url, source: "s", title: null, topic: null }], { nowMs: 2 });
    await store().finish(obtained(url, {}, { concept: "transport" }));
    const find = async (query: string) => (await namesOf(store(), query)) === "a";
    expect([await find('topic:"harbour life"'), await find("topic:transport")]).toEqual([true, true]);
    expect((await store().getArticle(url))?.concepts).toEqual(["transport", "Harbour life"]);
    await store().putSource({ ...source, concept: "ports" }, 1);
    expect([await find('topic:"harbour life"'), await find("topic:ports")]).toEqual([false, true]);
    expect(await store().finish(obtained(url, {}, { concept: "ships" }))).toMatchObject({ outcome: "seen" });
    expect([await find("topic:transport"), await find("topic:ships quay")]).toEqual([false, true]);
    // A missing taxonomy is no reason to drop concepts.
    await store().finish(obtained(url, { title: "Quay" }));
    expect(await find("topic:ships")).toBe(true);
    await store().removeSource("s");
    expect(await find("topic:ports")).toBe(false);
  });

  test("a very long article is found by its first words, and breaks no limit", async () => {
    const text = Array.from({ length: 120_000 }, (_, at) => `word${at} the`).join(" ");
    await store().finish(obtained("https://example.org/long", { text }));
    expect(await namesOf(store(), '"word19999 the word20000"')).toBe("long");
    const han = Array.from({ length: 400_000 }, (_, at) =>
      String.fromCodePoint(0x4e00 + ((at * 7919) % 20_000)),
    ).join("");
    await store().finish(obtained("https://example.org/han", { text: han }));
    expect(await namesOf(store(), han.slice(0, 10))).toBe("han");
  });
}

interface RandomQuery {
  readonly text: string;
  readonly test: (text: string) => boolean;
}

/** Random queries over a few words, each with a plain reading of it. */
const QUERY: fc.Arbitrary<RandomQuery> = fc.letrec<{ query: RandomQuery }>((tie) => ({
  query: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom("a", "b", "c", "d", "e").map((word) => ({
      text: word,
      test: (text: string) => text.includes(` ${word} `),
    })),
    fc.array(fc.constantFrom("a", "b", "c"), { minLength: 2, maxLength: 3 }).map((words) => ({
      text: `"${words.join(" ")}"`,
      test: (text: string) => text.includes(` ${words.join(" ")} `),
    })),
    tie("query").map((part) => ({
      text: `NOT (${part.text})`,
      test: (text: string) => !part.test(text),
    })),
    fc.tuple(tie("query"), tie("query")).map(([left, right]) => ({
      text: `(${left.text}) AND ${right.text.includes(" OR ") ? `(${right.text})` : right.text}`,
      test: (text: string) => left.test(text) && right.test(text),
    })),
    fc.tuple(tie("query"), tie("query")).map(([left, right]) => ({
      text: `${left.text} OR ${right.text}`,
      test: (text: string) => left.test(text) || right.test(text),
    })),
  ),
})).query;
