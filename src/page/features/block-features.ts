import { describeAncestors } from "./ancestor-features.ts";
import { BLOCK_FEATURES } from "./block-features.data.ts";
import { sumBlocks } from "./block-sums.ts";
import type { FeatureContext, RowWriter } from "./feature-context.ts";
import { FeatureRow } from "./feature-row.ts";
import type { FeatureSource } from "./feature-source.ts";
import { describePage } from "./page-features.ts";
import { describePaths } from "./path-features.ts";
import { describePosition } from "./position-features.ts";
import { describeRepeats } from "./repeat-features.ts";
import { findSkeleton } from "./skeleton.ts";
import { describeStated } from "./stated-features.ts";
import { describeSemantics, describeTags } from "./tag-features.ts";
import { describeText, readTexts } from "./text-features.ts";
import { describeTitle } from "./title-features.ts";
import { describeWindow } from "./window-features.ts";
import { hashFours, hashPairs } from "./word-hashes.ts";

/** What is known of every block of a page, a row each with the columns of `BLOCK_FEATURES`; NaN where there is nothing to say. */
export interface BlockFeatures {
  /** Rows: one for every block, with text or without. */
  readonly count: number;
  /** Columns. */
  readonly width: number;
  /** Row after row; made on first use, and nearly a kilobyte a block. */
  readonly values: Float32Array;
  /** Writes the row of a block, `width` values from `offset` on: whoever needs one at a time needs no matrix. */
  writeRow(block: number, into: Float32Array, offset: number): void;
}

/** Describes every block of a page in a few linear passes. */
export function computeBlockFeatures(source: FeatureSource): BlockFeatures {
  const { count } = source.blocks;
  const width = BLOCK_FEATURES.length;
  const row = new FeatureRow();
  const writers = prepareFamilies(source, row);
  const writeRow = (block: number, into: Float32Array, offset: number) => {
    row.begin(into, offset);
    for (let family = 0; family < writers.length; family++) writers[family]!(block);
    if (row.at !== offset + width)
      throw new RangeError(`Write ${width} values a row, not ${row.at - offset}.`);
  };
  let values: Float32Array | undefined;
  return {
    count,
    width,
    writeRow,
    get values() {
      if (values === undefined) {
        values = new Float32Array(count * width);
        for (let block = 0; block < count; block++) writeRow(block, values, block * width);
      }
      return values;
    },
  };
}

/** Makes the passes over the page; what they leave writes the families in the order of the columns. */
function prepareFamilies(source: FeatureSource, row: FeatureRow): readonly RowWriter[] {
  const { texts, described } = readTexts(source);
  const sums = sumBlocks(texts);
  const skeleton = findSkeleton(source, sums);
  const context: FeatureContext = { count: source.blocks.count, source, texts, sums, skeleton, row };
  const pairs = hashPairs(texts.scan.hashes.subarray(0, texts.scan.hashCount));
  const fours = hashFours(pairs);
  return [
    describeText(context, described),
    describeTags(context),
    describeSemantics(context),
    describePosition(context),
    describeTitle(context),
    describeStated(context, pairs, fours),
    describePage(context),
    describeAncestors(context),
    describePaths(context),
    describeWindow(context),
    describeRepeats(context, fours),
  ];
}
