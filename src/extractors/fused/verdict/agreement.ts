import { BASE_LEARNERS } from "../base-learners.ts";
import { type BlockTally, KEEP_CHANCE } from "./block-tally.ts";
import type { AGREEMENT } from "./verdict-features.data.ts";

/** What a base learner's answer has in common with the kept blocks, in words. */
export function describeAgreement(
  { count, words, chances, baseShares }: BlockTally,
  learner: number,
): Readonly<Record<keyof typeof AGREEMENT, number>> {
  let [ours, theirs, both] = [0, 0, 0];
  for (let at = 0; at < count; at++) {
    const own = words[at]!;
    const share = baseShares[at * BASE_LEARNERS.length + learner]!;
    // Absent where the base learner did not look at the block.
    const theirShare = share > 0 ? share * own : 0;
    theirs += theirShare;
    if (chances[at]! < KEEP_CHANCE) continue;
    ours += own;
    both += theirShare;
  }
  return { f1: (2 * both) / (ours + theirs), precision: both / ours, recall: both / theirs };
}
