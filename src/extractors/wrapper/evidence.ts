import { type TreeEnsemble, toProbability } from "../../model/index.ts";
import {
  BLOCK_FEATURES,
  computeBlockFeatures,
  type Extraction,
  findProse,
  KEEP_SCORE,
  TEXT_LEAF,
} from "../../page/index.ts";
import type { MeasuredPage } from "./measured-page.ts";
import type { BlockChance } from "./noise.ts";

/** A page with the chosen body and title. */
export interface WrappedPage {
  readonly measured: MeasuredPage;
  readonly body: Choice | undefined;
  readonly title: Choice | undefined;
  /** The probability of each body candidate. */
  readonly chances: Float64Array;
}

/** The likeliest of the candidate subtrees. */
export interface Choice {
  readonly node: number;
  readonly probability: number;
}

/** The answer on a page: scores of leaves, and the blocks of the body with the probability that each is text. */
export interface JudgedLeaves extends Pick<Extraction, "scores" | "reasons"> {
  readonly blocks: readonly BlockChance[];
}

/** Features of every block of the page: the shared ones, whether it lies in the chosen body, and its chance by the trees of noise. */
export const BLOCK_EVIDENCE: readonly string[] = [
  ...BLOCK_FEATURES.map(({ name }) => name),
  "isInBody",
  "textChance",
];

/** The blocks of a page that have words, and what the answer makes of them. */
export interface AnsweredBlocks {
  /** Their numbers in the page. */
  readonly blocks: Int32Array;
  readonly words: Float64Array;
  /** 1 where the answer keeps most of a block. */
  readonly isKept: Uint8Array;
  /** 1 for running prose. */
  readonly isProse: Uint8Array;
}

/** Describes the blocks of a page beside the answer on it. */
export function answeredBlocks({ measured }: WrappedPage, judged: JudgedLeaves): AnsweredBlocks {
  const { page } = measured;
  const { leaves, blocks: all } = page;
  const kept = new Float64Array(all.count);
  const words = new Float64Array(all.count);
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    if (leaves.kind[leaf] !== TEXT_LEAF) continue;
    const own = measured.wordsIn(leaves.node[leaf]!);
    words[all.ofLeaf[leaf]!]! += own;
    if (judged.scores[leaf]! >= KEEP_SCORE) kept[all.ofLeaf[leaf]!]! += own;
  }
  const blocks = Int32Array.from(words.keys()).filter((block) => words[block]! > 0);
  const prose = new Set(findProse(page).map(({ block }) => block));
  return {
    blocks,
    words: Float64Array.from(blocks, (block) => words[block]!),
    isKept: Uint8Array.from(blocks, (block) => Number(kept[block]! > words[block]! / 2)),
    isProse: Uint8Array.from(blocks, (block) => Number(prose.has(block))),
  };
}

/** A page with its answer, and blocks of it. */
interface AnsweredPage {
  readonly wrapped: WrappedPage;
  readonly judged: JudgedLeaves;
  readonly blocks: Int32Array;
}

/** All rows at once would take nearly a kilobyte a block. */
const ROWS_AT_ONCE = 256;

/** Reads the rows of `BLOCK_EVIDENCE` of some blocks, `count` at a time; the values are valid until the next call of `read`. */
export function eachEvidenceBatch(
  { wrapped, judged, blocks: all }: AnsweredPage,
  read: (values: Float32Array, count: number, first: number) => void,
): void {
  const { measured, body } = wrapped;
  const { page, document } = measured;
  const { container } = page.blocks;
  const width = BLOCK_EVIDENCE.length;
  const chances = new Map(judged.blocks.map(({ block, chance }) => [block, chance]));
  const features = computeBlockFeatures(page);
  const values = new Float32Array(Math.min(all.length, ROWS_AT_ONCE) * width);
  try {
    for (let first = 0; first < all.length; first += ROWS_AT_ONCE) {
      const blocks = all.subarray(first, first + ROWS_AT_ONCE);
      features.writeRows({ count: blocks.length, blocks, values, width });
      for (const [at, block] of blocks.entries()) {
        const node = container[block]!;
        const isInBody = body !== undefined && node >= body.node && node < document.end[body.node]!;
        values[(at + 1) * width - 2] = Number(isInBody);
        values[(at + 1) * width - 1] = chances.get(block) ?? Number.NaN;
      }
      read(values, blocks.length, first);
    }
  } finally {
    features.release();
  }
}

/** Where blocks that were left out are: before the first kept one, between kept ones, after the last. */
const ZONES = ["before", "inside", "after"] as const;

/** What the trees over all blocks say of the answer; feature names in column order. */
export const CONFIDENCE_FEATURES: readonly string[] = [
  "kept right",
  "kept chance",
  "lowest kept",
  "largest doubt",
  "first kept",
  "last kept",
  "middling kept",
  "middling left out",
  "short share",
  "short blocks",
  "words",
  ...ZONES.flatMap((zone) => ["found", "chance", "largest", "likeliest"].map((name) => `${zone} ${name}`)),
];

/** A right answer may have this share of wrong words, and lack as many: ECON's bound. */
const SLACK = 0.05;
/** Sums of words that are less than this are rounding. */
const NO_WORDS = 1e-9;
/** The logistic function of 1.702 x is within .01 of the normal distribution. */
const LOGISTIC_OF_NORMAL = 1.702;
/** Shorter blocks that are nearly text say little. */
const TELLING_WORDS = 10;
/** Chances within these bounds are middling. */
const MIDDLING = { from: 0.2, to: 0.8 } as const;

/**
 * Chances nearer to 0 or 1 count as such: the small chances of hundreds of teasers add up to an article. Chosen with the
 * sites of six sets in view; .05 to .15 are as good.
 */
const UNSURE = 0.1;

function settled(chance: number): number {
  if (chance < UNSURE) return 0;
  return chance > 1 - UNSURE ? 1 : chance;
}

/** The chance of each of some blocks to be article text, from its row. */
export function blockChances(trees: TreeEnsemble, values: Float32Array, count: number): Float64Array {
  const chances = new Float64Array(count);
  for (let row = 0; row < count; row++)
    chances[row] = settled(toProbability(trees.scoreRow(values, row * BLOCK_EVIDENCE.length)));
  return chances;
}

/** The features of an answer, in the order of `CONFIDENCE_FEATURES`; NaN on a page without words. */
export function confidenceRow(answered: AnsweredBlocks, chances: Float64Array): Float32Array {
  const { blocks, isKept, isProse } = answered;
  if (blocks.length === 0) return new Float32Array(CONFIDENCE_FEATURES.length).fill(Number.NaN);
  const places = Array.from(blocks.keys());
  const kept = places.filter((at) => isKept[at] === 1);
  const left = places.filter((at) => isKept[at] === 0);
  const [first, last] = [kept[0] ?? 0, kept.at(-1) ?? -1];
  const inKept = new BlockGroup(kept, answered, chances);
  const size = Math.max(1, inKept.words);
  const short = kept.filter((at) => isProse[at] === 0);
  const zones = [
    left.filter((at) => at < first),
    left.filter((at) => at > first && at < last),
    left.filter((at) => at > last),
  ].map((zone) => new BlockGroup(zone, answered, chances));
  return Float32Array.of(
    inKept.right / size,
    within(size, inKept.words - inKept.right, inKept.variance),
    inKept.telling.reduce((least, at) => Math.min(least, chances[at]!), inKept.telling.length > 0 ? 1 : 0),
    kept.reduce((most, at) => Math.max(most, answered.words[at]! * (1 - chances[at]!)), 0) / size,
    chances[kept[0] ?? -1] ?? Number.NaN,
    chances[last] ?? Number.NaN,
    inKept.middling / size,
    zones.reduce((sum, { middling }) => sum + middling, 0) / size,
    new BlockGroup(short, answered, chances).words / size,
    short.length,
    size,
    ...zones.flatMap(({ right, variance, largest, likeliest }) => [
      inKept.right / Math.max(NO_WORDS, inKept.right + right),
      within(size, right, variance),
      largest / size,
      likeliest,
    ]),
  );
}

/** Sums over some blocks of a page. */
class BlockGroup {
  words = 0;
  /** Words that are likely the article's. */
  right = 0;
  variance = 0;
  middling = 0;
  /** The most such words of one block. */
  largest = 0;
  /** The highest chance of a long block. */
  likeliest = 0;
  /** Places of long blocks. */
  readonly telling: readonly number[];

  constructor(places: readonly number[], { words }: AnsweredBlocks, chances: Float64Array) {
    this.telling = places.filter((at) => words[at]! >= TELLING_WORDS);
    for (const at of places) {
      const [own, chance] = [words[at]!, chances[at]!];
      this.words += own;
      this.right += own * chance;
      this.variance += chance * (1 - chance) * own * own;
      this.largest = Math.max(this.largest, own * chance);
      if (chance > MIDDLING.from && chance < MIDDLING.to) this.middling += own;
    }
    for (const at of this.telling) this.likeliest = Math.max(this.likeliest, chances[at]!);
  }
}

/** The chance that few enough words are wrong, as if blocks were independent: a normal tail, by the logistic curve nearest to it. */
function within(size: number, expected: number, variance: number): number {
  return 1 / (1 + Math.exp((-LOGISTIC_OF_NORMAL * (SLACK * size - expected)) / Math.sqrt(variance + 1)));
}
