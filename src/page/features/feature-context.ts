import type { BlockSums } from "./block-sums.ts";
import type { BlockTexts } from "./block-texts.ts";
import type { FeatureRow } from "./feature-row.ts";
import type { FeatureSource } from "./feature-source.ts";
import type { Skeleton } from "./skeleton.ts";

/** What the families of features share: the page's views, what the first passes found, and where to write. */
export interface FeatureContext {
  /** How many blocks the page has. */
  readonly count: number;
  readonly source: FeatureSource;
  readonly texts: BlockTexts;
  readonly sums: BlockSums;
  readonly skeleton: Skeleton;
  readonly row: FeatureRow;
}

/** Writes the columns of one family into a block's row. */
export type RowWriter = (block: number) => void;

/** A block with so many words is prose nearly always: twice the usual bound between furniture and text. */
export const LONG_WORDS = 25;

/** A part of a whole; absent where the whole is nothing. */
export function share(part: number, whole: number): number {
  return whole > 0 ? part / whole : Number.NaN;
}
