import type { BlockSums } from "./block-sums.ts";
import type { BlockTexts } from "./block-texts.ts";
import type { FeatureRows } from "./feature-rows.ts";
import type { FeatureSource } from "./feature-source.ts";
import type { Skeleton } from "./skeleton.ts";

/** What the families of features share: the page's views, what the first passes found, and where to write. */
export interface FeatureContext {
  readonly source: FeatureSource;
  readonly texts: BlockTexts;
  readonly sums: BlockSums;
  readonly skeleton: Skeleton;
  readonly rows: FeatureRows;
}

/** A block with so many words is prose nearly always: twice the usual bound between furniture and text. */
export const LONG_WORDS = 25;

/** A part of a whole; absent where the whole is nothing. */
export function share(part: number, whole: number): number {
  return whole > 0 ? part / whole : Number.NaN;
}
