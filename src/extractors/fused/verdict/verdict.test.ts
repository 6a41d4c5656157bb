import { describe, expect, test } from "vitest";
import { parseHtml } from "../../../html/index.ts";
import { Page } from "../../../page/index.ts";
import { shippedFused } from "../../models.ts";
import { FUSED_FEATURES } from "../rows.ts";
import { BlockTally } from "./block-tally.ts";
import { bareVerdictRow, giveConfidence, giveVerdict, verdictRow } from "./verdict.ts";
import { BARE_VERDICT_FEATURES, VERDICT_FEATURE_NAMES } from "./verdict-features.data.ts";

/** A block as it would be weighed. */
interface Block {
  readonly words: number;
  readonly chance: number;
  readonly linkShare?: number;
  readonly isHeading?: boolean;
  readonly mss?: number;
}

function rowOf({ words, linkShare = 0, isHeading = false, mss = 0 }: Block): Float32Array {
  const row = new Float32Array(FUSED_FEATURES.length);
  const put = (name: string, value: number) => {
    row[FUSED_FEATURES.indexOf(name)] = value;
  };
  put("text.words", words);
  put("text.linkShare", linkShare);
  put("tag.h2", Number(isHeading));
  put("mss kept", mss);
  return row;
}

function tallyOf(blocks: readonly Block[]): BlockTally {
  const tally = new BlockTally(blocks.length);
  const width = FUSED_FEATURES.length;
  for (const [at, block] of blocks.entries()) {
    tally.add({ count: 1, blocks: Int32Array.of(at), values: rowOf(block), width }, 0, block.chance);
  }
  return tally;
}

function features(blocks: readonly Block[], html = "", url?: string): (name: string) => number {
  const row = verdictRow(new Page(parseHtml(html), url), tallyOf(blocks));
  return (name) => {
    const at = VERDICT_FEATURE_NAMES.indexOf(name);
    if (at < 0) throw new Error(`No feature ${name}`);
    return row[at]!;
  };
}

describe("the features of a page", () => {
  test("have names that are all different", () => {
    expect(new Set(VERDICT_FEATURE_NAMES).size).toBe(VERDICT_FEATURE_NAMES.length);
  });

  test("say how much is kept, where and in how many runs", () => {
    const read = features([
      { words: 10, chance: 0.1 },
      { words: 40, chance: 0.9 },
      { words: 20, chance: 0.2 },
      { words: 20, chance: 0.8 },
      { words: 10, chance: 0 },
    ]);
    expect(read("kept.words")).toBe(60);
    expect(read("kept.share")).toBeCloseTo(0.6);
    expect(read("kept.runs")).toBe(2);
    expect(read("kept.longestRun")).toBeCloseTo(40 / 60);
    expect(read("kept.before")).toBeCloseTo(0.1);
    expect(read("kept.after")).toBeCloseTo(0.1);
    expect(read("kept.gaps")).toBeCloseTo(0.25);
  });

  test("expect less precision where kept words are doubtful, less recall where dropped ones are", () => {
    const doubtful = features([
      { words: 80, chance: 0.6 },
      { words: 20, chance: 0 },
    ]);
    expect(doubtful("doubt.precision")).toBeCloseTo(0.6);
    expect(doubtful("doubt.recall")).toBeCloseTo(1);
    const missing = features([
      { words: 60, chance: 1 },
      { words: 50, chance: 0.4 },
    ]);
    expect(missing("doubt.precision")).toBeCloseTo(1);
    expect(missing("doubt.recall")).toBeCloseTo(0.75);
    expect(missing("doubt.right")).toBeLessThan(0.5);
  });

  test("say what a base learner keeps of the kept words and what besides", () => {
    const read = features([
      { words: 60, chance: 0.9, mss: 1 },
      { words: 20, chance: 0.9, mss: 0 },
      { words: 20, chance: 0.1, mss: 1 },
    ]);
    expect(read("mss.precision")).toBeCloseTo(0.75);
    expect(read("mss.recall")).toBeCloseTo(0.75);
    expect(read("mss.f1")).toBeCloseTo(0.75);
  });

  test("count headlines that are links, the teasers after them, and menus", () => {
    const read = features([
      { words: 2, chance: 0, linkShare: 1 },
      { words: 8, chance: 0, linkShare: 1, isHeading: true },
      { words: 20, chance: 0 },
      { words: 7, chance: 0, linkShare: 1 },
      { words: 3, chance: 0, isHeading: true },
    ]);
    expect(read("teasers.menuItems")).toBe(1);
    expect(read("teasers.headlines")).toBe(2);
    expect(read("teasers.linkedHeadings")).toBe(1);
    expect(read("teasers.plainHeadings")).toBe(1);
    expect(read("teasers.teasers")).toBe(1);
    expect(read("teasers.teaserShare")).toBeCloseTo(0.5);
  });

  test("take four linked words for a headline, and text that is half a link for text", () => {
    const linked = (words: number, linkShare: number) => ({ words, chance: 0, linkShare });
    const read = features([linked(4, 0.85), linked(3, 1), linked(20, 0.6)]);
    expect(read("teasers.headlines")).toBe(1);
    expect(read("teasers.menuItems")).toBe(1);
    expect(read("teasers.teasers")).toBe(0);
  });

  test("say how likely the likeliest dropped block of ten words is", () => {
    const read = features([
      { words: 60, chance: 1 },
      { words: 9, chance: 0.45 },
      { words: 12, chance: 0.3 },
    ]);
    expect(read("doubt.highestDropped")).toBeCloseTo(0.3);
  });

  test("read the address, the structured data and the elements", () => {
    const html = `<title>Ferry leaves</title><meta property="og:type" content="article">
      <script type="application/ld+json">{"@type": "NewsArticle"}</script><h1>Ferry leaves</h1><time>today</time>`;
    const read = features([], html, "https://www.example.org/news/2024/05/ferry-leaves-at-dawn.html?a=1");
    expect(read("address.depth")).toBe(4);
    expect(read("address.isDated")).toBe(1);
    expect(read("address.hasExtension")).toBe(1);
    expect(read("address.parameters")).toBe(1);
    expect(read("address words.story")).toBe(1);
    expect(read("address words.shop")).toBe(0);
    expect(read("json-ld.newsarticle")).toBe(1);
    expect(read("json-ld.product")).toBe(0);
    expect(read("og.article")).toBe(1);
    expect(read("stated.titleInHeading")).toBe(1);
    expect(read("elements.time")).toBe(1);
  });

  test("are absent where a page has no address and no text", () => {
    const read = features([]);
    expect(read("address.depth")).toBeNaN();
    expect(read("kept.share")).toBeNaN();
    expect(read("page.words")).toBeNaN();
    expect(read("kept.words")).toBe(0);
  });
});

test("confidence is in the chances that blocks were weighed at last", () => {
  const page = new Page(parseHtml("<title>Ferry leaves</title>"));
  const { verdict } = shippedFused();
  const [first, again] = [
    [0.9, 0.6, 0.4, 0.5, 0.3],
    [0.99, 0.98, 0.97, 0.98, 0.02],
  ].map((chances) => tallyOf(chances.map((chance) => ({ words: 40, chance, mss: 1 }))));
  const before = verdictRow(page, first!);
  const stated = giveVerdict(before, verdict!).confidence;
  expect(giveConfidence(before, first!, verdict!)).toBe(stated);
  const now = giveConfidence(before, again!, verdict!);
  expect(now).toBe(giveVerdict(verdictRow(page, again!), verdict!).confidence);
  expect(now).toBeGreaterThan(stated);
});

test("what is known without data and the features of blocks is the same, under the same names", () => {
  const head = `<meta property=og:type content=article><meta name=author content=Ann>`;
  const script = `<script type=application/ld+json>{"@type":"NewsArticle"}</script>`;
  const page = new Page(
    parseHtml(`${head}${script}<h1>Ferry</h1><p>Sails again`),
    "https://a.example/2026/11/19/ferry",
  );
  const tally = tallyOf([
    { words: 12, chance: 0.1, linkShare: 1 },
    { words: 40, chance: 0.9 },
    { words: 5, chance: 0.4, isHeading: true },
  ]);
  const [whole, bare] = [verdictRow(page, tally), bareVerdictRow(page, tally)];
  const known = BARE_VERDICT_FEATURES.map((name) => whole[VERDICT_FEATURE_NAMES.indexOf(name)]);
  expect([...bare]).toEqual(known);
  expect(bare[BARE_VERDICT_FEATURES.indexOf("og.article")]).toBe(1);
  expect(BARE_VERDICT_FEATURES.filter((name) => /^(?:stated|json-ld)/.test(name))).toEqual([]);
});
