import { WITNESSES } from "../evidence.ts";
import { type BlockTally, KEEP_CHANCE } from "./block-tally.ts";
import type { AGREEMENT } from "./verdict-features.data.ts";

/** What a witness' answer has in common with the kept blocks, in words. */
export function describeAgreement(
  { count, words, chances, witnessed }: BlockTally,
  witness: number,
): Readonly<Record<keyof typeof AGREEMENT, number>> {
  let [ours, theirs, both] = [0, 0, 0];
  for (let at = 0; at < count; at++) {
    const own = words[at]!;
    const share = witnessed[at * WITNESSES.length + witness]!;
    // Absent where the witness did not look at the block.
    const said = share > 0 ? share * own : 0;
    theirs += said;
    if (chances[at]! < KEEP_CHANCE) continue;
    ours += own;
    both += said;
  }
  return { f1: (2 * both) / (ours + theirs), precision: both / ours, recall: both / theirs };
}
