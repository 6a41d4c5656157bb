import type { ScratchArena } from "../../text/index.ts";
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
  readonly scratch: ScratchArena;
}

/** Rows that are written together, one for each of some blocks: whoever writes them looks up once for all what it needs. */
export interface RowBatch {
  /** How many blocks there are. */
  readonly count: number;
  readonly blocks: Int32Array;
  /** Row after row, the values of each from `width` times its place on. */
  readonly values: Float32Array;
  readonly width: number;
}

/** Writes the columns of one family into all rows, from a column on; returns the column behind them. */
export type FamilyWriter = (rows: RowBatch, column: number) => number;

/** A block with so many words is prose nearly always: twice the usual bound between furniture and text. */
export const LONG_WORDS = 25;

/** A part of a whole; absent where the whole is nothing. */
export function share(part: number, whole: number): number {
  return whole > 0 ? part / whole : Number.NaN;
}

/** Writes that nothing is known, from a place up to another. */
export function skip(values: Float32Array, from: number, to: number): void {
  for (let at = from; at < to; at++) values[at] = Number.NaN;
}
