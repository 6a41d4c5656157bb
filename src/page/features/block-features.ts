import { putAncestors } from "./ancestor-features.ts";
import { sumBlocks } from "./block-sums.ts";
import type { FeatureContext } from "./feature-context.ts";
import { FeatureRows } from "./feature-rows.ts";
import type { FeatureSource } from "./feature-source.ts";
import { putPage } from "./page-features.ts";
import { putPaths } from "./path-features.ts";
import { putPosition } from "./position-features.ts";
import { putRepeats } from "./repeat-features.ts";
import { findSkeleton } from "./skeleton.ts";
import { putStated } from "./stated-features.ts";
import { putSemantics, putTags } from "./tag-features.ts";
import { readTexts } from "./text-features.ts";
import { putTitle } from "./title-features.ts";
import { putWindow } from "./window-features.ts";
import { hashFours, hashPairs } from "./word-hashes.ts";

/** What is known of every block of a page, a row each with the columns of `BLOCK_FEATURES`; NaN where there is nothing to say. */
export interface BlockFeatures {
  /** Rows: one for every block, with text or without. */
  readonly count: number;
  /** Columns. */
  readonly width: number;
  /** Row after row. */
  readonly values: Float32Array;
}

/** Describes every block of a page in a few linear passes. */
export function computeBlockFeatures(source: FeatureSource): BlockFeatures {
  const rows = new FeatureRows(source.blocks.count);
  const texts = readTexts(source, rows);
  const sums = sumBlocks(texts);
  const context: FeatureContext = { source, texts, sums, skeleton: findSkeleton(source, sums), rows };
  const pairs = hashPairs(texts.scan.hashes.subarray(0, texts.scan.hashCount));
  const fours = hashFours(pairs);
  putTags(context);
  putSemantics(context);
  putPosition(context);
  putTitle(context);
  putStated(context, pairs, fours);
  putPage(context);
  putAncestors(context);
  putPaths(context);
  putWindow(context);
  putRepeats(context, fours);
  return { count: rows.count, width: rows.width, values: rows.values };
}
