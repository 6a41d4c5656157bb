import { sharedLength } from "./shared-length.ts";

/**
 * CleanEval's text-only score of two word lists: 1 - distance / alignment length, with insertions and removals only.
 * Null where the two are too long to compare (see `sharedLength`).
 */
export function textOnlyScore(truth: readonly string[], kept: readonly string[]): number | null {
  if (truth.length === 0 && kept.length === 0) return 1;
  const aligned = sharedLength(truth, kept);
  if (aligned === null) return null;
  // Each aligned pair is one operation, each other word an insertion or a removal.
  const distance = truth.length + kept.length - 2 * aligned;
  return 1 - distance / (distance + aligned);
}
