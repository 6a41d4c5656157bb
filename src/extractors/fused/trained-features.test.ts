import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { PAGES } from "../../../test/pages.ts";
import { parseHtml } from "../../html/index.ts";
import { Page } from "../../page/index.ts";
import { hashText } from "../../text/index.ts";
import { EXTRACTORS } from "../index.ts";
import { hasText } from "../score-leaves.ts";
import { contextRows } from "./context.ts";
import { Lexicon } from "./lexicon.ts";
import { FUSED_FEATURES, fusedRows } from "./rows.ts";
import { BlockTally } from "./verdict/block-tally.ts";
import { verdictRow } from "./verdict/verdict.ts";

/** Golden pages with tables, entries, comments, lists, forms, hidden text, and scripts without spaces or from right to left. */
const NAMES = [
  "article-twice",
  "chinese",
  "comments-longer-than-story",
  "data-table",
  "definition-list",
  "footnotes",
  "forum-thread",
  "front-page",
  "gallery",
  "hidden-prose",
  "live-blog",
  "newsletter-in-body",
  "paragraphs-by-br",
  "product-page",
  "pull-quote",
  "right-to-left",
  "split-body",
  "title-unlike-headline",
];

interface Features {
  readonly rows: Float32Array;
  readonly tally: BlockTally;
  readonly verdict: Float32Array;
}

/** The features of a page whose blocks have chances by their length; no model has a part in them. */
function featuresOf(name: string): Features {
  const html = readFileSync(join(PAGES, name, "page.html"), "utf8");
  const page = new Page(parseHtml(html), "https://harbour-courier.example/2026/03/harbour-report").revealed;
  const parts = {
    lexicon: Lexicon.of([], 0),
    baseLearners: { mss: EXTRACTORS["mss-simple"], relevance: EXTRACTORS.econ },
  };
  const blocks = Int32Array.from({ length: page.blocks.count }, (_, block) => block).filter((block) =>
    hasText(page, block),
  );
  const width = FUSED_FEATURES.length;
  const batch = { count: blocks.length, blocks, values: new Float32Array(blocks.length * width), width };
  const all = fusedRows(page, {}, parts);
  all.writeAll(batch);
  all.release();
  const tally = new BlockTally(page.blocks.count);
  for (let row = 0; row < blocks.length; row++) {
    const words = batch.values[row * width + FUSED_FEATURES.indexOf("text.words")]!;
    tally.add(batch, row, words / (words + 12));
  }
  return { rows: batch.values, tally, verdict: verdictRow(page, tally) };
}

/** A number for all values, rounded so that it does not depend on the last bits of logarithms. */
function digest(lists: readonly Float32Array[]): number {
  return hashText(lists.flatMap((values) => Array.from(values, (value) => value.toPrecision(4))).join(" "));
}

const FEATURES = NAMES.map(featuresOf);

/**
 * The shipped models know their features by these values. Whoever changes a feature, or a threshold in one, trains the models
 * again and then writes the new number here.
 */
describe("the features of golden pages are those that the shipped models were trained on:", () => {
  test("of blocks", () => {
    expect(digest(FEATURES.map(({ rows }) => rows))).toBe(-1022151476);
  });

  test("of the context of blocks", () => {
    expect(digest(FEATURES.map(({ tally }) => contextRows(tally).values))).toBe(402018730);
  });

  test("of the verdict on a page", () => {
    expect(digest(FEATURES.map(({ verdict }) => verdict))).toBe(-469134112);
  });
});
