import { BLOCK_FEATURES } from "./block-features.data.ts";
import type { FeatureSource } from "./feature-source.ts";

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
export function computeBlockFeatures(page: FeatureSource): BlockFeatures {
  const { count } = page.blocks;
  const width = BLOCK_FEATURES.length;
  return { count, width, values: new Float32Array(count * width).fill(Number.NaN) };
}
