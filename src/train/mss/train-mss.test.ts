import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MOST_GROWTH, timeGrowth } from "../../../test/growth.ts";
import { makeArticlePage, makePages, makeSite } from "../../../test/newsroom/index.ts";
import { writeSite } from "../../../test/newsroom/site/write-site.ts";
import { extract, parsePage } from "../../default-extract.ts";
import {
  FEATURES,
  type Feature,
  type MssModel,
  makeMss,
  packMssModel,
  readMssModel,
  tokenise,
} from "../../extractors/index.ts";
import { CountTable } from "../../model/index.ts";
import { countWords, words } from "../../text/index.ts";
import { makeMssCard } from "../model-cards.ts";
import { alignTruth, pageWeight, type TrainedMss, trainMss } from "./train-mss.ts";

let folder = "";

const inFolder = (...names: string[]) => names.map((name) => join(folder, name));

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "galley-train-"));
});

afterAll(() => rmSync(folder, { recursive: true }));

function writeSet(name: string, records: readonly object[]): string {
  mkdirSync(join(folder, name), { recursive: true });
  const lines = records.map((record) => JSON.stringify(record));
  writeFileSync(join(folder, name, "index.jsonl"), `${lines.join("\n")}\n`);
  return join(folder, name);
}

/** A labelled page that differs from all others. */
function record(id: string, more: object = {}): object {
  const body = `The ferry ${id} left at dawn, and by noon the harbour of ${id} was empty again.`;
  return {
    id,
    site: `${id}.example`,
    html: `<ul><li>Home<li>News</ul><div><p>${body}</p></div><p>Read more</p>`,
    body,
    ...more,
  };
}

const DIFFERENT = { minSites: 1 };

describe("a model trained on made-up sites", () => {
  let trained: TrainedMss;
  const pages: number[] = [];
  beforeAll(async () => {
    const looks = ["tables-2005", "portal-2008", "floats-2010", "wordpress-2014", "bem-2016"] as const;
    for (const look of looks)
      for (const seed of [1, 2])
        await writeSite(
          makeSite({ look, language: "en", seed, articles: 6 }),
          join(folder, `${look}-${seed}`),
        );
    const names = looks.flatMap((look) => [`${look}-1`, `${look}-2`]);
    trained = await trainMss(inFolder(...names), {
      seed: 7,
      choose: ({ truth }) => Boolean(truth.body),
      onProgress: (count) => pages.push(count),
    });
  });

  test("says what it was made from", () => {
    const { model, sets, sites } = trained;
    expect(sites).toBe(10);
    expect(model.training).toMatchObject({ seed: 7, command: "trainMss" });
    expect(model.training.domains).toEqual([...new Set(model.training.domains)].sort());
    expect(model.training.domains).toHaveLength(10);
    expect(model.training.sets.map(({ pages: used }) => used)).toEqual(Array(10).fill(6));
    expect(sets.every(({ hash, dropped }) => /^[0-9a-f]{64}$/.test(hash) && dropped.size === 0)).toBe(true);
    expect(pages).toEqual(Array.from({ length: 60 }, (_, index) => index + 1));
  });

  test("comes back the same from its file", () => {
    const text = JSON.stringify(packMssModel(trained.model));
    expect(packMssModel(readMssModel(JSON.parse(text)))).toEqual(JSON.parse(text));
  });

  test("finds the article of a site that it never saw", () => {
    const text = JSON.stringify(packMssModel(trained.model));
    const extractor = makeMss("mss", () => readMssModel(JSON.parse(text)));
    const { html, truth } = makeArticlePage({ look: "portal-2008", language: "en", seed: 99, hardCases: [] });
    const kept = words(extract(html, { extractor }).text);
    const wanted = words(truth.body ?? "");
    const shared = wanted.filter((word) => kept.includes(word)).length;
    expect(wanted.length).toBeGreaterThan(100);
    expect(shared / wanted.length).toBeGreaterThan(0.9);
    expect(kept.length).toBeLessThan(1.2 * wanted.length);
    expect(countWords(extract(html, { extractor: "everything" }).text)).toBeGreaterThan(1.3 * wanted.length);
  });

  test("has a card with sets, hashes, options and sizes", () => {
    const card = makeMssCard(trained.model, {
      file: "m.json.gz",
      sizeBytes: 4321,
      pruning: { minSites: 3, maxFeatures: 10 },
      version: "0.0.1",
      licences: { "tables-2005-1": "made up for galley" },
    });
    const [set] = trained.sets;
    expect(card).toContain(`| tables-2005-1 | 6 | made up for galley | \`${set?.hash.slice(0, 16)}\` |`);
    expect(card).toContain("| seed | 7 |");
    expect(card).toContain("| size | 4321 bytes |");
    expect(card).toContain(`| trigram | ${trained.model.tables.trigram.size} |`);
  });
});

describe("training", () => {
  test("gives the same model from the same pages", async () => {
    const records = makePages({ count: 12, seed: 5 }).map(({ html, truth, url }, index) => ({
      id: String(index),
      url,
      html,
      body: truth.body,
    }));
    const set = writeSet("same", records);
    const [once, again] = [await trainMss([set]), await trainMss([set])];
    expect(JSON.stringify(packMssModel(again.model))).toBe(JSON.stringify(packMssModel(once.model)));
  });

  test("learns from augmented copies that the seed draws", async () => {
    const set = writeSet(
      "augmented",
      ["a", "b", "c"].map((id) => record(id)),
    );
    const train = async (augmentations: number, seed: number) =>
      (await trainMss([set], { ...DIFFERENT, augmentations, seed, balance: "tokens" })).model;
    const [bare, once, again] = [await train(0, 1), await train(2, 1), await train(2, 1)];
    expect(once.totals.inside).toBeGreaterThan(2 * bare.totals.inside);
    expect(packMssModel(again)).toEqual(packMssModel(once));
    const others = await Promise.all([2, 3, 4].map((seed) => train(2, seed)));
    expect(others.some((other) => other.tables.trigram.encode() !== once.tables.trigram.encode())).toBe(true);
    expect(once.training.sets).toEqual(bare.training.sets);
  });

  test("lets every page count alike, or every token", async () => {
    const set = writeSet("balanced", [record("a"), record("b")]);
    const { totals } = (await trainMss([set], { ...DIFFERENT, balance: "tokens" })).model;
    expect(totals.inside).toBeLessThan(100);
    const { totals: weighed } = (await trainMss([set], DIFFERENT)).model;
    expect(weighed).toEqual({ inside: 200 * totals.inside, outside: 200 * totals.outside });
  });

  test("leaves out bodies that are too short or mostly tags where asked to", async () => {
    const tagged = "The ferry left at dawn, and by noon it was gone.";
    const html = `<p>${tagged.replaceAll(" ", "<b> </b>")}</p>`;
    const set = writeSet("sized", [
      record("a"),
      record("b"),
      record("short", { html: "<p>Gone at dawn</p>", body: "Gone at dawn" }),
      record("tags", { html, body: tagged }),
    ]);
    const { sets } = await trainMss([set], { ...DIFFERENT, minTokens: 10, maxTagShare: 0.2 });
    expect(Object.fromEntries(sets[0]!.dropped)).toEqual({ "too short": 1, "with too many tags": 1 });
  });

  test("drops what cannot be learned from and says why", async () => {
    const set = writeSet("mixed", [
      record("a"),
      record("b"),
      record("bodiless", { body: null }),
      record("empty", { body: "" }),
      record("part", { bodyIsPrefix: true }),
      record("blank", { html: "" }),
      record("elsewhere", { body: "None of these words can be found anywhere on that page, not one run." }),
      { ...record("a"), id: "twin" },
    ]);
    const { sets } = await trainMss([set], DIFFERENT);
    expect(sets[0]?.pages).toBe(2);
    expect(Object.fromEntries(sets[0]!.dropped)).toEqual({
      "without a body": 2,
      "labelled only in part": 1,
      unreadable: 1,
      "without the labelled body": 1,
      "seen before": 1,
    });
  });

  test("knows sites by the domain of the address, then by the label's site; pages with neither are one site a set", async () => {
    const nowhere = { site: null };
    const set = writeSet("sites", [
      record("a", { url: "https://www.bay.example/1", site: "x.example" }),
      record("b", { url: "https://sport.bay.example/2" }),
      record("c", { site: "bay.example" }),
      record("d", nowhere),
      record("e", nowhere),
    ]);
    const { sites, model } = await trainMss([set], { minSites: 1 });
    expect(sites).toBe(2);
    expect(model.training.domains).toEqual(["bay.example"]);
  });
});

describe("training refuses", () => {
  test.each<[string, readonly object[], RegExp]>([
    [
      "a set without bodies",
      [record("a", { body: null })],
      /The set bad has no page to learn from: 1 without a body\./,
    ],
    ["one page", [record("a")], /There is 1 page to learn from; at least 2 are needed\./],
    [
      "one page twice",
      [record("a"), { ...record("a"), id: "b" }],
      /There is 1 page to learn from; at least 2 are needed; dropped 1 seen before\./,
    ],
    [
      "too few sites",
      [record("a"), record("b")],
      /No feature was seen on 3 sites, as the pages are of 2; label pages of more sites or use --min-sites 1/,
    ],
    [
      "an id that comes twice",
      [record("a"), record("b"), record("a")],
      /The set bad has two pages called "a"/,
    ],
    [
      "two labels for the same bytes",
      [record("a"), { ...record("a"), id: "b", body: "The ferry a left at dawn" }],
      /The page "b" of bad is "a" of bad with another body; take one out, or use --keep-first\./,
    ],
    [
      "two labels for one address",
      [
        record("a", { url: "https://bay.example/1?utm_source=x" }),
        record("b", { url: "https://bay.example/1" }),
      ],
      /The page "b" of bad is "a" of bad with another body/,
    ],
  ])("%s", async (_, records, message) => {
    const set = writeSet("bad", records);
    await expect(trainMss([set])).rejects.toMatchObject({
      code: "BAD_SET",
      message: expect.stringMatching(message),
    });
  });

  test("two sets of one name", async () => {
    const set = writeSet("good", [record("a"), record("b")]);
    await expect(trainMss([set, set])).rejects.toMatchObject({
      code: "BAD_OPTION",
      message: "Two sets are called good; rename the folder of one.",
    });
  });

  test("neither of two labels where the first is to be kept", async () => {
    const set = writeSet("kept", [
      record("a"),
      record("c"),
      { ...record("a"), id: "b", body: "The ferry a left" },
    ]);
    const { sets } = await trainMss([set], { ...DIFFERENT, conflicts: "keep first" });
    expect(sets[0]).toMatchObject({ pages: 2, dropped: new Map([["seen before", 1]]) });
  });
});

test("a file of full tables stays under 3 MB", () => {
  const table = (seed: number) =>
    new CountTable(
      Array.from({ length: 100_000 }, (_, index) => {
        const hash = Math.imul(index * 2 + seed, 0x9e3779b1) ^ (index << 7);
        return { hash, inside: (hash >>> 3) % 150, outside: (hash >>> 11) % 400 };
      }),
    );
  const model: MssModel = {
    training: { command: "", seed: 1, sets: [], domains: [] },
    tags: [],
    totals: { inside: 1, outside: 1 },
    tables: Object.fromEntries(FEATURES.map((feature, seed) => [feature, table(seed)])) as Record<
      Feature,
      CountTable
    >,
  };
  expect(gzipSync(JSON.stringify(packMssModel(model))).length).toBeLessThan(3_000_000);
});

describe("page weight", () => {
  /** The weights of a page with this many words inside and outside of the article. */
  function weights(inside: number, outside: number) {
    const tokens = tokenise(parsePage(`<body>${"word ".repeat(inside + outside - 2)}`));
    expect(tokens.count).toBe(inside + outside);
    return pageWeight({ tokens, span: { first: 0, last: inside - 1 } });
  }

  test("both sides of every page weigh the same together", () => {
    expect(weights(400, 2000)).toEqual({ inside: 50, outside: 10 });
  });

  test("a stub does not outweigh an article", () => {
    expect(weights(10, 400)).toEqual({ inside: 200, outside: 50 });
  });

  test("a token of the longest page still counts", () => {
    expect(weights(50_000, 10)).toEqual({ inside: 1, outside: 200 });
  });
});

describe("a labelled body", () => {
  /** The text of a page from the first to the last token that the body was found at. */
  function aligned(html: string, body: string): string | undefined {
    const page = parsePage(html);
    const tokens = tokenise(page);
    const span = alignTruth(page, tokens, body);
    return span && page.document.text.slice(tokens.start[span.first], tokens.end[span.last]);
  }

  const SENTENCE = "The ferry left at dawn and by noon the harbour was empty again.";

  test("is found from its first word to the mark after its last, whatever tags and case lie between", () => {
    const html = `<nav>The harbour, by ferry</nav><p>The <b>FERRY</b> left at dawn</p><p>and by noon the harbour was <i>empty</i> again.</p><p>Read on</p>`;
    expect(aligned(html, SENTENCE)).toBe("The FERRY left at dawnand by noon the harbour was empty again.");
  });

  test("is the article and not its teaser, which has the same beginning", () => {
    const html = `<aside>The ferry left at dawn</aside><p>Advertisement of some length, with nothing in it</p><div>${SENTENCE}</div>`;
    expect(aligned(html, SENTENCE)).toBe(SENTENCE);
  });

  test("may lack a few words that the page has in the middle of it", () => {
    const html = `<p>The ferry left at dawn</p><p>Photo: A. Moor</p><p>and by noon the harbour was empty again.</p>`;
    expect(aligned(html, SENTENCE)).toBe(
      "The ferry left at dawnPhoto: A. Moorand by noon the harbour was empty again.",
    );
  });

  test("has the quotation marks around it", () => {
    const html = `<p>Home</p><p>“${SENTENCE}”</p><p>“Read on”</p>`;
    expect(aligned(html, SENTENCE)).toBe(`“${SENTENCE}”`);
  });

  test("is found in Chinese, where the page's words and the body's are cut in other places", () => {
    const body = "渡轮在黎明时分离开港口，到中午码头已经空无一人。船长说，航程十分平静。";
    const html = `<ul><li>首页<li>新闻</ul><p>渡轮在黎明时分<b>离开</b>港口，到中午码头已经空无一人。</p><p>船长说，航程十分平静。</p><p>版权所有</p>`;
    expect(aligned(html, body)).toBe(body);
  });

  test.each([
    ["Empty harbour", "<p>Home</p><h2>Empty harbour</h2>", "Empty harbour"],
    ["Gone", "<p>Home</p><h2>Gone</h2>", "Gone"],
    [
      "किश्ती सुबह बंदरगाह से निकल गई",
      "<p>घर</p><p>किश्ती सुबह बंदरगाह से निकल गई</p>",
      "किश्ती सुबह बंदरगाह से निकल गई",
    ],
  ])("of few words is found: %s", (body, html, expected) => {
    expect(aligned(html, body)).toBe(expected);
  });

  test.each(["", "...", "Nothing of this text stands on the page, not a single run of words."])(
    "that the page does not hold is not found: %j",
    (body) => {
      expect(aligned(`<p>${SENTENCE}</p>`, body)).toBeUndefined();
    },
  );

  test("is found in time that grows with the page and not faster", () => {
    const growth = timeGrowth(2_000, (parts) => {
      const page = parsePage(`<p>${SENTENCE}</p>`.repeat(parts));
      const tokens = tokenise(page);
      const body = SENTENCE.repeat(parts);
      return () => alignTruth(page, tokens, body);
    });
    expect(growth).toBeLessThan(MOST_GROWTH);
  });
});
