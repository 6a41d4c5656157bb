import { badModel, isRecord, TreeEnsemble, toProbability } from "../../model/index.ts";
import type { BlockTally } from "./verdict/block-tally.ts";
import type { ArticleWeights, BlockChances } from "./weigh-blocks.ts";

/** What is known of a block from how the other blocks of its page were weighed; means are of log-odds, weighted by words. */
const CONTEXT = {
  own: "its own log-odds",
  third: "log-odds three blocks before",
  second: "two before",
  previous: "of the block before",
  next: "of the block after",
  secondNext: "two after",
  thirdNext: "three after",
  previousWords: "words of the block before",
  nextWords: "words of the block after",
  neighbours: "mean log-odds of the two blocks before and after",
  path: "mean log-odds of the blocks under the same tags and classes",
  pathOthers: "the same without the block itself",
  pathWords: "words under these tags and classes",
  keptShare: "share of the kept words up to the block",
  keptBefore: "kept words up to the block",
  keptAfter: "kept words after it",
  fromFirst: "blocks from the first kept one",
  fromLast: "blocks from the last kept one",
  sinceSure: "blocks from the last sure paragraph",
  toSure: "blocks to the next sure paragraph",
  wordsSinceSure: "words between the last sure paragraph and the block",
  wordsToSure: "words between the block and the next sure paragraph",
  sureBefore: "words of sure paragraphs before it",
  sureAfter: "words of sure paragraphs after it",
  lowest: "log-odds that 5 % of the kept words are below",
  lower: "that 10 % are below",
  quartile: "that 25 % are below",
  median: "that half of the kept words are below",
  aboveMedian: "own log-odds above the median",
  keptWords: "kept words of the page",
  pageWords: "words of the page",
  blocks: "blocks of the page",
  expectedF1: "F1 over words that the chances promise",
  wordShare: "its words for each kept word",
  from2: "words of chances from .02 to .1 for each kept word",
  from10: "from .1 to .3",
  from30: "from .3 to .5",
  from50: "from .5 to .7",
  from70: "from .7 to .9",
  from90: "from .9 to .97",
} as const;

type ContextFeature = keyof typeof CONTEXT;

/** The columns of a block in context: the contract between training and prediction. */
export const CONTEXT_FEATURES: readonly string[] = Object.keys(CONTEXT);

const WIDTH = CONTEXT_FEATURES.length;
const COLUMN = Object.fromEntries(CONTEXT_FEATURES.map((name, at) => [name, at])) as Record<
  ContextFeature,
  number
>;

/** Blocks outside of these chances are left as they are: their context hardly ever outweighs them, and they are most of a page. */
const UNSURE = { from: 0.03, to: 0.97 } as const;
/** The ensemble weight of the context; chosen by cross-validation over the sites of the training sets. */
export const CONTEXT_WEIGHT = 0.5;

const KEEP_CHANCE = 0.5;
/** A paragraph that is surely part of the article: by log-odds and words. */
const SURE = { logOdds: 2, words: 15 } as const;
const CERTAIN = 1e-4;
const NEAR = 2;
/** A longer neighbour counts like one of this many words. */
const NEIGHBOUR_WORDS = 30;
const AROUND = 3;
const BOUNDS = [0.02, 0.1, 0.3, 0.5, 0.7, 0.9, 0.97] as const;
const QUANTILES = [0.05, 0.1, 0.25, 0.5] as const;

/** The blocks with words of a page, as they were weighed. */
export type WeighedBlocks = Pick<BlockTally, "count" | "words" | "chances" | "paths" | "isProse">;

/** Rows of the unsure blocks, with the columns of `CONTEXT_FEATURES`; `places` are among the blocks with words. */
export interface ContextRows {
  readonly places: Int32Array;
  readonly values: Float32Array;
}

/** The chances of a page with those of its unsure blocks weighed again by what is around them. */
export function weighInContext(
  { tally: { blocks, paths, isProse }, logOdds }: ArticleWeights,
  { count, words, chances, ofBlock }: BlockChances,
  trees: TreeEnsemble,
): BlockChances {
  const { places, values } = contextRows({ count, words, chances, paths, isProse });
  const moved = { count, words, chances: chances.slice(), ofBlock: ofBlock.slice() };
  const own = new Float64Array(places.length);
  trees.scoreRows(values, places.length, own);
  for (let row = 0; row < places.length; row++) {
    const block = blocks[places[row]!]!;
    const mixed = (1 - CONTEXT_WEIGHT) * logOdds[block]! + CONTEXT_WEIGHT * own[row]!;
    moved.chances[places[row]!] = toProbability(mixed);
    moved.ofBlock[block] = toProbability(mixed);
  }
  return moved;
}

function isUnsure(chance: number): boolean {
  return chance > UNSURE.from && chance < UNSURE.to;
}

/** Describes the unsure blocks of a page. */
export function contextRows(blocks: WeighedBlocks): ContextRows {
  const { count, words, chances, isProse } = blocks;
  const places: number[] = [];
  for (let at = 0; at < count; at++) {
    // What the text around links and code is says little about them: they are left to the trees.
    if (isUnsure(chances[at]!) && isProse[at] === 1) places.push(at);
  }
  const values = new Float32Array(places.length * WIDTH);
  if (places.length === 0) return { places: new Int32Array(0), values };
  const logOdds = new Float64Array(count);
  for (let at = 0; at < count; at++) logOdds[at] = toLogOdds(chances[at]!);
  const writers = [
    describeNeighbours(words, logOdds, count),
    describePaths(blocks, logOdds),
    describeKept(blocks),
    describeSure(words, logOdds, count),
    describePage(blocks, logOdds),
  ];
  for (let row = 0; row < places.length; row++) {
    for (const write of writers) write(places[row]!, values, row * WIDTH);
  }
  return { places: Int32Array.from(places), values };
}

function toLogOdds(chance: number): number {
  const bounded = Math.min(1 - CERTAIN, Math.max(CERTAIN, chance));
  return Math.log(bounded / (1 - bounded));
}

/** Writes some columns of the block at a place, from an offset on. */
type Writer = (place: number, values: Float32Array, offset: number) => void;

function describeNeighbours(words: Float32Array, logOdds: Float64Array, count: number): Writer {
  const first = COLUMN.third;
  return (place, values, offset) => {
    let [sum, weight] = [0, 0];
    let column = offset + first;
    for (let at = place - AROUND; at <= place + AROUND; at++) {
      if (at === place) continue;
      const isThere = at >= 0 && at < count;
      values[column++] = isThere ? logOdds[at]! : Number.NaN;
      if (!isThere || Math.abs(at - place) > NEAR) continue;
      const own = Math.min(NEIGHBOUR_WORDS, words[at]!);
      sum += own * logOdds[at]!;
      weight += own;
    }
    values[offset + COLUMN.own] = logOdds[place]!;
    values[offset + COLUMN.previousWords] = place > 0 ? words[place - 1]! : 0;
    values[offset + COLUMN.nextWords] = place + 1 < count ? words[place + 1]! : 0;
    values[offset + COLUMN.neighbours] = weight > 0 ? sum / weight : 0;
  };
}

function describePaths({ count, words, paths }: WeighedBlocks, logOdds: Float64Array): Writer {
  const sums = new Map<number, { words: number; logOdds: number }>();
  for (let at = 0; at < count; at++) {
    const path = sums.get(paths[at]!) ?? { words: 0, logOdds: 0 };
    path.words += words[at]!;
    path.logOdds += words[at]! * logOdds[at]!;
    sums.set(paths[at]!, path);
  }
  return (place, values, offset) => {
    const path = sums.get(paths[place]!)!;
    const own = words[place]!;
    const others = path.words - own;
    values[offset + COLUMN.path] = path.logOdds / path.words;
    values[offset + COLUMN.pathOthers] =
      others > 0 ? (path.logOdds - own * logOdds[place]!) / others : Number.NaN;
    values[offset + COLUMN.pathWords] = path.words;
  };
}

function describeKept({ count, words, chances }: WeighedBlocks): Writer {
  const upTo = new Float64Array(count);
  let [first, last, kept] = [-1, -1, 0];
  for (let at = 0; at < count; at++) {
    if (chances[at]! >= KEEP_CHANCE) {
      if (first < 0) first = at;
      last = at;
      kept += words[at]!;
    }
    upTo[at] = kept;
  }
  return (place, values, offset) => {
    values[offset + COLUMN.keptShare] = upTo[place]! / Math.max(1, kept);
    values[offset + COLUMN.keptBefore] = upTo[place]!;
    values[offset + COLUMN.keptAfter] = kept - upTo[place]!;
    values[offset + COLUMN.fromFirst] = first < 0 ? Number.NaN : place - first;
    values[offset + COLUMN.fromLast] = first < 0 ? Number.NaN : place - last;
  };
}

function describeSure(words: Float32Array, logOdds: Float64Array, count: number): Writer {
  const before = new Float64Array(count + 1);
  const sureBefore = new Float64Array(count + 1);
  const previous = new Int32Array(count).fill(-1);
  const next = new Int32Array(count).fill(-1);
  let last = -1;
  for (let at = 0; at < count; at++) {
    const isSure = logOdds[at]! > SURE.logOdds && words[at]! >= SURE.words;
    before[at + 1] = before[at]! + words[at]!;
    sureBefore[at + 1] = sureBefore[at]! + (isSure ? words[at]! : 0);
    previous[at] = last;
    if (!isSure) continue;
    next.fill(at, Math.max(0, last), at);
    last = at;
  }
  return (place, values, offset) => {
    const [from, to] = [previous[place]!, next[place]!];
    values[offset + COLUMN.sinceSure] = from < 0 ? Number.NaN : place - from;
    values[offset + COLUMN.toSure] = to < 0 ? Number.NaN : to - place;
    values[offset + COLUMN.wordsSinceSure] = from < 0 ? Number.NaN : before[place]! - before[from + 1]!;
    values[offset + COLUMN.wordsToSure] = to < 0 ? Number.NaN : before[to]! - before[place + 1]!;
    values[offset + COLUMN.sureBefore] = sureBefore[place]!;
    values[offset + COLUMN.sureAfter] = sureBefore[count]! - sureBefore[place + 1]!;
  };
}

function describePage({ count, words, chances }: WeighedBlocks, logOdds: Float64Array): Writer {
  const sums = { words: 0, kept: 0, likely: 0, hits: 0 };
  const inBounds = new Float64Array(BOUNDS.length - 1);
  const kept: number[] = [];
  for (let at = 0; at < count; at++) {
    const [own, chance] = [words[at]!, chances[at]!];
    sums.words += own;
    sums.likely += own * chance;
    let bound = BOUNDS.length - 1;
    while (bound >= 0 && chance < BOUNDS[bound]!) bound--;
    if (bound >= 0 && bound < inBounds.length) inBounds[bound]! += own;
    if (chance < KEEP_CHANCE) continue;
    sums.kept += own;
    sums.hits += own * chance;
    kept.push(at);
  }
  const lowest = quantiles(kept, words, { logOdds, keptWords: sums.kept });
  const perKept = Math.max(1, sums.kept);
  const shares = inBounds.map((own) => own / perKept);
  return (place, values, offset) => {
    values.set(lowest, offset + COLUMN.lowest);
    values[offset + COLUMN.aboveMedian] = logOdds[place]! - lowest.at(-1)!;
    values[offset + COLUMN.keptWords] = sums.kept;
    values[offset + COLUMN.pageWords] = sums.words;
    values[offset + COLUMN.blocks] = count;
    values[offset + COLUMN.expectedF1] = (2 * sums.hits) / (sums.kept + sums.likely);
    values[offset + COLUMN.wordShare] = words[place]! / perKept;
    values.set(shares, offset + COLUMN.from2);
  };
}

/** The log-odds below which the shares of `QUANTILES` of the kept words are. */
function quantiles(
  kept: readonly number[],
  words: Float32Array,
  { logOdds, keptWords }: { readonly logOdds: Float64Array; readonly keptWords: number },
): Float64Array {
  const sorted = kept.toSorted((a, b) => logOdds[a]! - logOdds[b]!);
  let [at, sum] = [0, 0];
  return Float64Array.from(QUANTILES, (share) => {
    while (at < sorted.length && sum + words[sorted[at]!]! < share * keptWords) sum += words[sorted[at++]!]!;
    return at < sorted.length ? logOdds[sorted[at]!]! : Number.NaN;
  });
}

/** Context trees as a model's file holds them. */
export interface PackedContext {
  readonly features: readonly string[];
  readonly trees: string;
}

/** Context trees as the value that a file holds as JSON. */
export function packContext(trees: TreeEnsemble): PackedContext {
  return { features: CONTEXT_FEATURES, trees: trees.encode() };
}

/** The context trees that a file's JSON holds; throws BAD_MODEL where they are of other features or damaged. */
export function readContext(value: unknown): TreeEnsemble {
  const { features, trees } = isRecord(value) ? value : {};
  if (!Array.isArray(features) || features.join("\n") !== CONTEXT_FEATURES.join("\n"))
    throw badModel("its context trees are of other features of blocks than this galley computes");
  const decoded = typeof trees === "string" ? TreeEnsemble.decode(trees, CONTEXT_FEATURES) : undefined;
  if (decoded === undefined) throw badModel("its context trees are damaged");
  return decoded;
}
