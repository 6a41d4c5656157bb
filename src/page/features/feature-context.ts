import type { BlockSums } from "./block-sums.ts";
import type { BlockTexts } from "./block-texts.ts";
import type { FeatureSource } from "./feature-source.ts";
import type { Skeleton } from "./skeleton.ts";

/** What the families of features share: the page's views, and what the first passes found. */
export interface FeatureContext {
  /** How many blocks the page has. */
  readonly count: number;
  readonly source: FeatureSource;
  readonly texts: BlockTexts;
  readonly sums: BlockSums;
  readonly skeleton: Skeleton;
}

/** Writes the columns of one family from a place in a block's row on; returns the place behind them. */
export type RowWriter = (block: number, row: Float32Array, at: number) => number;

/** A block with so many words is prose nearly always: twice the usual bound between furniture and text. */
export const LONG_WORDS = 25;

/** A part of a whole; absent where the whole is nothing. */
export function share(part: number, whole: number): number {
  return whole > 0 ? part / whole : Number.NaN;
}

/** Writes that nothing is known, `count` times from a place in a row on; returns the place behind. */
export function skip(row: Float32Array, at: number, count: number): number {
  for (let place = at; place < at + count; place++) row[place] = Number.NaN;
  return at + count;
}
