import { countItems, sharedCount } from "./multiset.ts";

/** How far two texts agree. */
export interface Overlap {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

/** The harmonic mean of two shares, 0 where both are. */
export function harmonicMean(a: number, b: number): number {
  return a + b === 0 ? 0 : (2 * a * b) / (a + b);
}

/** Precision, recall and F1 over the multisets of words; two empty texts agree wholly, an empty one with no other. */
export function wordOverlap(truth: readonly string[], kept: readonly string[]): Overlap {
  if (truth.length === 0 && kept.length === 0) return { precision: 1, recall: 1, f1: 1 };
  if (truth.length === 0 || kept.length === 0) return { precision: 0, recall: 0, f1: 0 };
  const shared = sharedCount(countItems(truth), countItems(kept));
  const precision = shared / kept.length;
  const recall = shared / truth.length;
  return { precision, recall, f1: harmonicMean(precision, recall) };
}
