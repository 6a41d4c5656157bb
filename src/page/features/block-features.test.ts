import { describe, expect, test } from "vitest";
import { MOST_GROWTH, timeGrowth } from "../../../test/growth.ts";
import { parseHtml } from "../../html/index.ts";
import { Page } from "../page.ts";
import { BLOCK_FEATURES, CONTAINER_GROUPS, FEATURE_FAMILIES } from "./block-features.data.ts";
import { computeBlockFeatures } from "./block-features.ts";
import { featureTable, pick } from "./feature-table.testing.ts";

const page = (html: string) => new Page(parseHtml(html));
const compute = (html: string) => computeBlockFeatures(page(html));

const WORDS = "The ferry left the old quay at noon, and nobody in the town had seen it so full before. ";
const STORY = `<title>Ferry leaves | Paper</title><meta name=description content="The ferry left">
  <nav><a href=/>Home</a> <a href=/b>Sport</a></nav><h1>Ferry leaves</h1><p>${WORDS.repeat(2)}<p>${WORDS}<ul><li>One<li>Two</ul>`;

describe("block features", () => {
  test("have names of their own, grouped by family in one order", () => {
    expect(new Set(BLOCK_FEATURES.map(({ name }) => name)).size).toBe(BLOCK_FEATURES.length);
    const order = BLOCK_FEATURES.map(({ family }) => FEATURE_FAMILIES.indexOf(family));
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(new Set(order).size).toBe(FEATURE_FAMILIES.length);
  });

  test("are a row for every block", () => {
    const one = page(`${STORY}<img src=a><p hidden>secret`);
    const { count, width, values } = computeBlockFeatures(one);
    expect([count, width, values.length]).toEqual([
      one.blocks.count,
      BLOCK_FEATURES.length,
      one.blocks.count * BLOCK_FEATURES.length,
    ]);
  });

  test("can be written a few rows at a time, in rows of any width", () => {
    const { count, width, values, writeRows } = compute(STORY);
    const into = new Float32Array(2 * (width + 2)).fill(7);
    writeRows({ count: 2, blocks: Int32Array.of(count - 1, 0, 1), values: into, width: width + 2 });
    expect(into.subarray(0, width)).toEqual(values.subarray((count - 1) * width));
    expect(into.subarray(width + 2, 2 * width + 2)).toEqual(values.subarray(0, width));
    expect([...into.subarray(width, width + 2), ...into.subarray(-2)]).toEqual([7, 7, 7, 7]);
  });

  test("are the same for the same page", () => {
    expect(compute(STORY).values).toEqual(compute(STORY).values);
  });

  test("are absent only where they do not apply", () => {
    const mayBeAbsent =
      /^(?:up|ancestor\d|before\d|after\d|stated)\.|(?:Before|After)$|^repeats\.fours|^text\.(?:capital|short|mean)/;
    const { count, width, values } = compute(STORY);
    for (let row = 0; row < count; row++) {
      for (const [column, { name }] of BLOCK_FEATURES.entries()) {
        if (!mayBeAbsent.test(name))
          expect([name, values[row * width + column]]).not.toEqual([name, Number.NaN]);
      }
    }
  });

  test("are never infinite", () => {
    for (const html of [STORY, "<p>a", "<p>…", "<img src=a>", "<p hidden>a", "<p>。", "<hr>a<hr>"]) {
      expect(compute(html).values.findIndex((value) => Math.abs(value) === Infinity)).toBe(-1);
    }
  });

  test("of an empty page are no rows", () => {
    expect(compute("").count).toBe(0);
    expect(compute("").values).toHaveLength(0);
  });

  test("take time in proportion to the page", () => {
    const part = `<div class="a b"><p>${WORDS}</p><a href=x>${WORDS}</a></div>`;
    expect(growthOf(1_000, (count) => part.repeat(count))).toBeLessThan(MOST_GROWTH);
  });

  test("of a page nested without end take time in proportion to it", () => {
    const deep = (depth: number) => "<div>word ".repeat(depth);
    expect(page(deep(50_000)).blocks.count).toBe(50_000);
    expect(growthOf(6_000, deep)).toBeLessThan(MOST_GROWTH);
  });

  test("of inline elements nested without end take time in proportion to them", () => {
    expect(growthOf(5_000, (depth) => `<p>${"<i>word ".repeat(depth)}`)).toBeLessThan(MOST_GROWTH);
  });
});

/** How time grows with pages. */
function growthOf(size: number, make: (size: number) => string): number {
  return timeGrowth(size, (each) => {
    const one = page(make(each));
    // Read beforehand: only features are timed.
    expect(computeBlockFeatures(one).count).toBe(one.blocks.count);
    return () => expect(computeBlockFeatures(one).values.length).toBeGreaterThan(0);
  });
}

const one = (html: string, ...names: readonly string[]) => {
  const first =
    html
      .replace(/<[^>]*>/g, "")
      .trim()
      .split(/\s+/)[0] ?? "";
  return pick(featureTable(html), first, ...names.map((name) => `text.${name}`));
};

describe("text features", () => {
  test("count characters, words, sentences and commas", () => {
    expect(
      one("<p>The old quay, 3.5 miles out, is shut. Why?", "characters", "words", "sentences", "commas"),
    ).toEqual({ "text.characters": 34, "text.words": 10, "text.sentences": 2, "text.commas": 2 });
  });

  test("take three characters of a script without spaces for a word", () => {
    expect(one("<p>港口今天关闭。我们，", "words", "sentences", "commas", "unspacedShare")).toEqual({
      "text.words": 2.6667,
      "text.sentences": 1,
      "text.commas": 1,
      "text.unspacedShare": 0.8,
    });
  });

  test.each([
    ["Hindi", "बंदरगाह बंद है।"],
    ["Arabic", "هل الميناء مغلق؟"],
    ["Urdu", "بندرگاہ بند ہے۔"],
    ["Armenian", "Նավահանգիստը փակ է։"],
    ["Japanese", "港は閉まっている。"],
  ])("know the sentence marks of %s", (_, text) => {
    expect(one(`<p>${text}`, "sentences", "endsSentence")).toEqual({
      "text.sentences": 1,
      "text.endsSentence": 1,
    });
  });

  test("say how much is in links, and in how many", () => {
    expect(one("<p>abcd <a href=x>ef</a> <a href=y>g<b>h</b></a>", "linkShare", "links")).toEqual({
      "text.linkShare": 0.5,
      "text.links": 2,
    });
    expect(one("<p>abcd <a>ef</a>", "linkShare", "links")).toEqual({ "text.linkShare": 0, "text.links": 0 });
  });

  test("tell capitals, digits and short words as shares", () => {
    const names = ["capitalShare", "capitalWordShare", "digitShare", "shortWordShare", "meanWordLength"];
    expect(one("<p>Ab to 1234 CD", ...names)).toEqual({
      "text.capitalShare": 0.5,
      "text.capitalWordShare": 0.5,
      "text.digitShare": 0.4,
      "text.shortWordShare": 0.25,
      "text.meanWordLength": 2.5,
    });
  });

  test("have no share of capitals in scripts without them", () => {
    expect(one("<p>港口", "capitalShare", "capitalWordShare")).toEqual({
      "text.capitalShare": Number.NaN,
      "text.capitalWordShare": Number.NaN,
    });
  });

  test("count quotes, brackets, bars, colons and signs of rights", () => {
    expect(
      one("<p>“a” (b) | c: d @ © 2024", "quotes", "brackets", "bars", "colons", "copyrights", "signShare"),
    ).toEqual({
      "text.quotes": 2,
      "text.brackets": 2,
      "text.bars": 1,
      "text.colons": 1,
      "text.copyrights": 2,
      "text.signShare": 0.5,
    });
  });

  test("find numbers and years", () => {
    expect(one("<p>On 12 May 2024, 3000 of 1899 and 20x4", "numbers", "years")).toEqual({
      "text.numbers": 5,
      "text.years": 1,
    });
  });

  test.each([
    ["it goes on", { startsLower: 1, startsDigit: 0, startsQuote: 0 }],
    ["“Stop,” she said", { startsLower: 0, startsDigit: 0, startsQuote: 1 }],
    ["12 May", { startsLower: 0, startsDigit: 1, startsQuote: 0 }],
  ])("look at how %j starts", (text, expected) => {
    const found = one(`<p>${text}`, ...Object.keys(expected));
    expect(Object.values(found)).toEqual(Object.values(expected));
  });

  test.each([
    ["The end.”", [1, 0, 0]],
    ["Read more:", [0, 1, 0]],
    ["It went on...", [0, 0, 1]],
    ["It went on…", [0, 0, 1]],
    ["The end. Home", [0, 0, 0]],
    ["See v1.2", [0, 0, 0]],
  ])("look at how %j ends", (text, expected) => {
    const found = one(`<p>${text}`, "endsSentence", "endsColon", "endsEllipsis");
    expect(Object.values(found)).toEqual(expected);
  });

  test("measure the first word and the longest plain leaf", () => {
    expect(one("<p>Photo: <a href=x>abcdefgh</a> xyz", "firstWordLength", "longestLeafShare")).toEqual({
      "text.firstWordLength": 5,
      "text.longestLeafShare": 0.3529,
    });
  });

  test("are absent for a block whose text is hidden, but for its hidden share", () => {
    const table = featureTable(`<p>Seen ${"text ".repeat(200)}<p hidden>Unseen text`);
    expect(pick(table, "Unseen", "text.words", "text.hiddenShare", "text.leaves")).toEqual({
      "text.words": Number.NaN,
      "text.hiddenShare": 1,
      "text.leaves": 1,
    });
    expect(table("Seen", "text.hiddenShare")).toBe(0);
  });

  test("keep an apostrophe inside its word", () => {
    expect(one("<p>Don’t can't", "words", "quotes")).toEqual({ "text.words": 2, "text.quotes": 0 });
  });
});

const flagged = (table: ReturnType<typeof featureTable>, block: string) =>
  CONTAINER_GROUPS.map(([name]) => name).filter((name) => table(block, `tag.${name}`) === 1);

describe("tag features", () => {
  test.each([
    ["<p>one", ["p"]],
    ["<ul><li>one", ["li"]],
    ["<table><tr><th>one", ["td"]],
    ["<h5>one", ["h4"]],
    ["<main>one", ["section"]],
    ["<fieldset>one", []],
    ["one", ["body"]],
  ])("name the container of %s", (html, expected) => {
    expect(flagged(featureTable(html), "one")).toEqual(expected);
  });

  test("count what opens inside the block, not in its neighbours", () => {
    const table = featureTable(
      "<p><b>one</b> <a href=x><i>two</i></a><br><span>x</span> <em>y</em></p><p><b>other</b></p>",
    );
    const names = ["a", "b", "i", "span", "br", "time"].map((name) => `tag.${name}Inside`);
    expect(Object.values(pick(table, "one", ...names))).toEqual([1, 1, 2, 1, 1, 0]);
    expect(Object.values(pick(table, "other", ...names))).toEqual([0, 1, 0, 0, 0, 0]);
  });

  test("tell media, bold and italic text, and the depth", () => {
    const table = featureTable("<div><p>abcd <b>ef<i>gh</i></b> <img src=x></p></div>");
    expect(pick(table, "abcd", "tag.mediaInside", "tag.boldShare", "tag.italicShare", "tag.depth")).toEqual({
      "tag.mediaInside": 1,
      "tag.boldShare": 0.5,
      "tag.italicShare": 0.25,
      "tag.depth": 4,
    });
  });
});
