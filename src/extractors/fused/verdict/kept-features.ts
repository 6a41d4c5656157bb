import { BLOCK_KIND, type BlockTally, KEEP_CHANCE } from "./block-tally.ts";
import type { DOUBT, KEPT } from "./verdict-features.data.ts";

/** The kept blocks in numbers, found in one pass. */
export interface KeptBlocks {
  /** Places of the first and the last kept block; -1 where none is kept. */
  readonly first: number;
  readonly last: number;
  /** Words of the page and of the kept blocks. */
  readonly all: number;
  readonly words: number;
  readonly features: Readonly<Record<keyof typeof KEPT, number>>;
}

/** What the kept blocks are like. */
export function describeKept(tally: BlockTally): KeptBlocks {
  const { count, words, chances, kinds } = tally;
  const sums = { all: 0, words: 0, blocks: 0, mostWords: 0, runs: 0, longestRun: 0, before: 0, upToLast: 0 };
  const kept = { headings: 0, linkedHeadings: 0, links: 0 };
  let [first, last, run] = [-1, -1, 0];
  for (let at = 0; at < count; at++) {
    const own = words[at]!;
    sums.all += own;
    if (chances[at]! < KEEP_CHANCE) {
      run = 0;
      continue;
    }
    if (first < 0) [first, sums.before] = [at, sums.all - own];
    last = at;
    sums.upToLast = sums.all;
    if (run === 0) sums.runs++;
    run += own;
    sums.longestRun = Math.max(sums.longestRun, run);
    sums.mostWords = Math.max(sums.mostWords, own);
    sums.words += own;
    sums.blocks++;
    const kind = kinds[at]!;
    if (kind === BLOCK_KIND.heading) kept.headings++;
    else if (kind === BLOCK_KIND.linkedHeading) kept.linkedHeadings++;
    else if (kind === BLOCK_KIND.link) kept.links++;
  }
  const { all, blocks, mostWords, runs, before, upToLast } = sums;
  const features = {
    words: sums.words,
    share: sums.words / all,
    blocks,
    meanWords: sums.words / blocks,
    mostWords,
    runs,
    longestRun: sums.longestRun / sums.words,
    before: before / all,
    after: (all - upToLast) / all,
    gaps: 1 - sums.words / (upToLast - before),
    ...kept,
    titleDistance: tally.titleDistance,
  };
  return { first, last, all, words: sums.words, features };
}

/** Chances within these bounds are middling. */
const MIDDLING = { from: 0.2, to: 0.8 } as const;
/** Shorter blocks that are nearly kept say little. */
const TELLING_WORDS = 10;
const NEIGHBOURS = 5;
/** ECON's bound for a page that is extracted correctly. */
const WHOLE = 0.95;

/** How sure the weighing of the blocks was. */
export function describeDoubt(
  tally: BlockTally,
  kept: KeptBlocks,
): Readonly<Record<keyof typeof DOUBT, number>> {
  const { count, words, chances } = tally;
  const sums = { certain: 0, bits: 0, keptBits: 0, middling: 0, inside: 0, low: 0, right: 0, missed: 0 };
  const spread = { kept: 0, missed: 0 };
  const ends = { lowestKept: 1, highestDropped: 0 };
  for (let at = 0; at < count; at++) {
    const own = words[at]!;
    const chance = chances[at]!;
    const bits = entropy(chance) * own;
    const isMiddling = chance > MIDDLING.from && chance < MIDDLING.to;
    sums.certain += Math.abs(2 * chance - 1) * own;
    sums.bits += bits;
    if (isMiddling) sums.middling += own;
    if (isMiddling && at >= kept.first && at <= kept.last) sums.inside += own;
    const variance = chance * (1 - chance) * own * own;
    if (chance >= KEEP_CHANCE) {
      sums.keptBits += bits;
      sums.right += chance * own;
      spread.kept += variance;
      if (chance < MIDDLING.to) sums.low += own;
      ends.lowestKept = Math.min(ends.lowestKept, chance);
    } else {
      sums.missed += chance * own;
      spread.missed += variance;
      if (own >= TELLING_WORDS) ends.highestDropped = Math.max(ends.highestDropped, chance);
    }
  }
  return {
    certainty: sums.certain / kept.all,
    entropy: sums.bits / kept.all,
    keptEntropy: sums.keptBits / kept.words,
    middling: sums.middling,
    middlingShare: sums.middling / kept.words,
    lowKept: sums.low / kept.words,
    precision: sums.right / kept.words,
    recall: sums.right / (sums.right + sums.missed),
    right: chanceRight(kept.words, sums, spread),
    ...ends,
    first: kept.first < 0 ? Number.NaN : chances[kept.first]!,
    last: kept.last < 0 ? Number.NaN : chances[kept.last]!,
    beforeFirst: highest(chances, kept.first - NEIGHBOURS, kept.first),
    afterLast: highest(chances, kept.last + 1, Math.min(count, kept.last + 1 + NEIGHBOURS)),
    inside: sums.inside / kept.words,
  };
}

/** The chance that few enough words are wrong, as if blocks were drawn apart from each other: two normal tails. */
function chanceRight(
  words: number,
  { right, missed }: { readonly right: number; readonly missed: number },
  spread: { readonly kept: number; readonly missed: number },
): number {
  const slack = (1 - WHOLE) * words;
  const noise = normal((slack - (words - right)) / Math.sqrt(spread.kept + 1));
  return noise * normal((slack - missed) / Math.sqrt(spread.missed + 1));
}

/** The share of a normal distribution below a value, by the logistic curve nearest to it. */
function normal(value: number): number {
  return 1 / (1 + Math.exp(-1.702 * value));
}

function entropy(chance: number): number {
  if (chance <= 0 || chance >= 1) return 0;
  return -chance * Math.log2(chance) - (1 - chance) * Math.log2(1 - chance);
}

function highest(chances: Float32Array, from: number, to: number): number {
  let most = 0;
  for (let at = Math.max(0, from); at < to; at++) most = Math.max(most, chances[at]!);
  return most;
}
