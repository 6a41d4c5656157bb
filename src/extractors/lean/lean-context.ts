import { badModel, isRecord, TreeEnsemble, toProbability } from "../../model/index.ts";
import { KEEP_SCORE } from "../../page/index.ts";
import { positiveSubsequence } from "../mss/subsequences.ts";

/** Blocks to each side whose log-odds are told. */
const REACH = 3;
/** Blocks to each side of which the mean is told. */
const NEAR = 2;
/** Ancestors of which is told how the blocks inside were weighed. */
const LEVELS = 4;

const NEIGHBOURS = [
  "own",
  "after1",
  "after2",
  "after3",
  "before1",
  "before2",
  "before3",
  "neighbours",
] as const;
const PATH = ["path", "pathOthers", "pathWords"] as const;
const KEPT = ["keptShare", "keptUpTo", "keptAfter", "fromFirst", "fromLast"] as const;
const SURE = ["sinceSure", "toSure", "wordsSinceSure", "wordsToSure", "sureBefore", "sureAfter"] as const;
const PAGE = [
  "lowest",
  "quartile",
  "median",
  "aboveMedian",
  "keptWords",
  "pageWords",
  "expectedF1",
  "wordShare",
] as const;
const RUNS = ["inRun", "fromRun", "runWords", "inStretch", "fromStretch"] as const;

/** The columns of a block in context: the contract between training and prediction. Chances are log-odds, and words count. */
export const LEAN_CONTEXT: readonly string[] = [
  ...[...NEIGHBOURS, ...PATH, ...KEPT, ...SURE, ...PAGE, ...RUNS].map((name) => `context.${name}`),
  ...Array.from({ length: LEVELS }, (_, at) => [`ancestor${at + 1}.chance`, `ancestor${at + 1}.kept`]).flat(),
];

/** Blocks outside of these chances are left as they are: they are most of a page, and their context hardly ever outweighs them. */
const UNSURE = { from: 0.02, to: 0.98 } as const;
/** Log-odds are at most those of this chance. */
const CERTAIN = 1e-4;
/** A paragraph that is surely part of the article: by log-odds and words. */
const SURE_LOG_ODDS = 2;
const SURE_WORDS = 15;
/** A longer neighbour counts like one of this many words. */
const NEIGHBOUR_WORDS = 30;
const QUANTILES = [0.05, 0.25, 0.5] as const;
/** In the stretch of blocks that are kept on the whole, log-odds of more than this count as this. */
const MOST_LOG_ODDS = 3;
/** The ensemble weight of the first weighing where it counts. */
const FIRST_WEIGHT = 0.5;

/**
 * Where the first weighing counts beside the passes. Where it keeps nothing it must: blocks that are all middling come out alike in
 * context, and only the first trees still tell them apart.
 */
export type FirstCounts = "always" | "where nothing is kept";

/** The blocks of a page that show text, and where each of them is. */
export interface PlacedBlocks {
  readonly count: number;
  readonly words: Float32Array;
  /** A number for the tags and classes around each block. */
  readonly paths: Int32Array;
  /** For each block and level of ancestors the blocks inside, `[from, until)`; -1 where there is no such ancestor. */
  readonly inside: Int32Array;
}

/** What a block takes in `PlacedBlocks.inside`. */
export const INSIDE_WIDTH: number = 2 * LEVELS;

/** Rows of the unsure blocks, with the columns of `LEAN_CONTEXT`; `places` are among the blocks. */
export interface LeanContextRows {
  readonly places: Int32Array;
  readonly values: Float32Array;
}

/** Weighs the unsure blocks of a page again, by how the others were weighed: once by each of the given trees. */
export function weighInContext(
  blocks: PlacedBlocks,
  chances: Float32Array,
  passes: readonly TreeEnsemble[],
  firstCounts: FirstCounts,
): void {
  if (passes.length === 0) return;
  const isFirst = firstCounts === "always" || !chances.some((chance) => chance >= KEEP_SCORE);
  const first = isFirst ? chances.slice() : undefined;
  for (const trees of passes) {
    const { places, values } = leanContextRows(blocks, chances);
    const logOdds = new Float64Array(places.length);
    trees.scoreRows(values, places.length, logOdds);
    for (let row = 0; row < places.length; row++) chances[places[row]!] = toProbability(logOdds[row]!);
  }
  if (first === undefined) return;
  for (let at = 0; at < blocks.count; at++) {
    const mixed = FIRST_WEIGHT * toLogOdds(first[at]!) + (1 - FIRST_WEIGHT) * toLogOdds(chances[at]!);
    chances[at] = toProbability(mixed);
  }
}

/** Describes the unsure blocks of a page by how all of its blocks are weighed so far. */
export function leanContextRows(blocks: PlacedBlocks, chances: Float32Array): LeanContextRows {
  const places: number[] = [];
  for (let at = 0; at < blocks.count; at++) {
    if (chances[at]! > UNSURE.from && chances[at]! < UNSURE.to) places.push(at);
  }
  const values = new Float32Array(places.length * LEAN_CONTEXT.length);
  if (places.length === 0) return { places: new Int32Array(0), values };
  const page = new WeighedPage(blocks, chances);
  for (let row = 0; row < places.length; row++) page.write(places[row]!, values, row * LEAN_CONTEXT.length);
  return { places: Int32Array.from(places), values };
}

/** Where something is: blocks `[from, until)`. */
interface Range {
  readonly from: number;
  readonly until: number;
}

/** How the blocks of a page were weighed, as far as it is the same for all rows. */
class WeighedPage {
  readonly #blocks: PlacedBlocks;
  readonly #logOdds: Float64Array;
  readonly #sums: Sums;
  readonly #ofPaths: Float64Array;
  readonly #sure: ReturnType<typeof findSure>;
  readonly #kept: ReturnType<typeof describeKept>;
  readonly #run: Range;
  readonly #stretch: Range;

  constructor(blocks: PlacedBlocks, chances: Float32Array) {
    const { count, words } = blocks;
    const logOdds = new Float64Array(count);
    for (let at = 0; at < count; at++) logOdds[at] = toLogOdds(chances[at]!);
    this.#blocks = blocks;
    this.#logOdds = logOdds;
    this.#sums = sumUp(words, chances, logOdds);
    this.#ofPaths = sumPaths(blocks, logOdds);
    this.#sure = findSure(words, logOdds);
    this.#kept = describeKept(words, chances, logOdds);
    const runs = new Float64Array(count);
    const stretches = new Float64Array(count);
    for (let at = 0; at < count; at++) {
      runs[at] = words[at]! * (chances[at]! - KEEP_SCORE);
      stretches[at] = Math.sqrt(words[at]!) * Math.max(-MOST_LOG_ODDS, Math.min(MOST_LOG_ODDS, logOdds[at]!));
    }
    this.#run = highestRange(runs);
    this.#stretch = highestRange(stretches);
  }

  /** Writes the row of a block from an offset on. */
  write(at: number, values: Float32Array, offset: number): void {
    let to = this.#writeNeighbours(at, values, offset);
    to = this.#writePath(at, values, to);
    to = this.#writeKept(at, values, to);
    to = this.#writeSure(at, values, to);
    to = this.#writePage(at, values, to);
    to = writeRange(at, this.#run, values, to);
    values[to++] = this.#sums.words[this.#run.until]! - this.#sums.words[this.#run.from]!;
    to = writeRange(at, this.#stretch, values, to);
    this.#writeAncestors(at, values, to);
  }

  #writeNeighbours(at: number, values: Float32Array, from: number): number {
    const { count, words } = this.#blocks;
    const logOdds = this.#logOdds;
    let to = from;
    values[to++] = logOdds[at]!;
    for (let other = at + 1; other <= at + REACH; other++)
      values[to++] = other < count ? logOdds[other]! : Number.NaN;
    for (let other = at - 1; other >= at - REACH; other--)
      values[to++] = other >= 0 ? logOdds[other]! : Number.NaN;
    let sum = 0;
    let weight = 0;
    for (let other = Math.max(0, at - NEAR); other <= Math.min(count - 1, at + NEAR); other++) {
      if (other === at) continue;
      const own = Math.min(NEIGHBOUR_WORDS, words[other]!);
      sum += own * logOdds[other]!;
      weight += own;
    }
    values[to++] = weight > 0 ? sum / weight : 0;
    return to;
  }

  #writePath(at: number, values: Float32Array, from: number): number {
    const path = 2 * this.#blocks.paths[at]!;
    const own = this.#blocks.words[at]!;
    const words = this.#ofPaths[path]!;
    const weighed = this.#ofPaths[path + 1]!;
    let to = from;
    values[to++] = weighed / words;
    values[to++] = meanOf(weighed - own * this.#logOdds[at]!, words - own);
    values[to++] = words;
    return to;
  }

  #writeKept(at: number, values: Float32Array, from: number): number {
    const { kept } = this.#sums;
    const { first, last } = this.#kept;
    const all = kept[kept.length - 1]!;
    let to = from;
    values[to++] = kept[at + 1]! / Math.max(1, all);
    values[to++] = kept[at + 1]!;
    values[to++] = all - kept[at + 1]!;
    values[to++] = first < 0 ? Number.NaN : at - first;
    values[to++] = first < 0 ? Number.NaN : at - last;
    return to;
  }

  #writeSure(at: number, values: Float32Array, from: number): number {
    const { words, sure } = this.#sums;
    const previous = this.#sure.previous[at]!;
    const next = this.#sure.next[at]!;
    let to = from;
    values[to++] = previous < 0 ? Number.NaN : at - previous;
    values[to++] = next < 0 ? Number.NaN : next - at;
    values[to++] = previous < 0 ? Number.NaN : words[at]! - words[previous + 1]!;
    values[to++] = next < 0 ? Number.NaN : words[next]! - words[at + 1]!;
    values[to++] = sure[at]!;
    values[to++] = sure[sure.length - 1]! - sure[at + 1]!;
    return to;
  }

  #writePage(at: number, values: Float32Array, from: number): number {
    const { words, kept } = this.#sums;
    const { quantiles, expectedF1 } = this.#kept;
    const keptWords = kept[kept.length - 1]!;
    let to = from;
    for (const quantile of quantiles) values[to++] = quantile;
    values[to++] = this.#logOdds[at]! - quantiles[quantiles.length - 1]!;
    values[to++] = keptWords;
    values[to++] = words[words.length - 1]!;
    values[to++] = expectedF1;
    values[to++] = this.#blocks.words[at]! / Math.max(1, keptWords);
    return to;
  }

  #writeAncestors(at: number, values: Float32Array, start: number): void {
    const { words, kept, weighed } = this.#sums;
    const own = this.#blocks.words[at]!;
    const all = Math.max(1, kept[kept.length - 1]!);
    let to = start;
    for (let level = 0; level < INSIDE_WIDTH; level += 2) {
      const from = this.#blocks.inside[at * INSIDE_WIDTH + level]!;
      const until = this.#blocks.inside[at * INSIDE_WIDTH + level + 1]!;
      const others = weighed[until]! - weighed[from]! - own * this.#logOdds[at]!;
      values[to++] = from < 0 ? Number.NaN : meanOf(others, words[until]! - words[from]! - own);
      values[to++] = from < 0 ? Number.NaN : (kept[until]! - kept[from]!) / all;
    }
  }
}

function toLogOdds(chance: number): number {
  const bounded = Math.min(1 - CERTAIN, Math.max(CERTAIN, chance));
  return Math.log(bounded / (1 - bounded));
}

/** Sums of words that are less than this are rounding. */
const NO_WORDS = 1e-6;

function meanOf(sum: number, words: number): number {
  return words > NO_WORDS ? sum / words : Number.NaN;
}

type Sums = ReturnType<typeof sumUp>;

/** Sums up to each block, so that those of a range are a subtraction. */
function sumUp(words: Float32Array, chances: Float32Array, logOdds: Float64Array) {
  const count = logOdds.length;
  const sums = {
    words: new Float64Array(count + 1),
    kept: new Float64Array(count + 1),
    sure: new Float64Array(count + 1),
    /** Words times log-odds. */
    weighed: new Float64Array(count + 1),
  };
  for (let at = 0; at < count; at++) {
    const own = words[at]!;
    sums.words[at + 1] = sums.words[at]! + own;
    sums.kept[at + 1] = sums.kept[at]! + (chances[at]! >= KEEP_SCORE ? own : 0);
    sums.sure[at + 1] = sums.sure[at]! + (isSure(own, logOdds[at]!) ? own : 0);
    sums.weighed[at + 1] = sums.weighed[at]! + own * logOdds[at]!;
  }
  return sums;
}

function isSure(words: number, logOdds: number): boolean {
  return logOdds > SURE_LOG_ODDS && words >= SURE_WORDS;
}

/** The words, and words times log-odds, of each path. */
function sumPaths({ count, words, paths }: PlacedBlocks, logOdds: Float64Array): Float64Array {
  // There are no more paths than blocks.
  const sums = new Float64Array(2 * count);
  for (let at = 0; at < count; at++) {
    sums[2 * paths[at]!]! += words[at]!;
    sums[2 * paths[at]! + 1]! += words[at]! * logOdds[at]!;
  }
  return sums;
}

/** The sure paragraphs next to each block, or -1. */
function findSure(words: Float32Array, logOdds: Float64Array) {
  const count = logOdds.length;
  const previous = new Int32Array(count);
  const next = new Int32Array(count);
  let last = -1;
  for (let at = 0; at < count; at++) {
    previous[at] = last;
    if (isSure(words[at]!, logOdds[at]!)) last = at;
  }
  last = -1;
  for (let at = count - 1; at >= 0; at--) {
    next[at] = last;
    if (isSure(words[at]!, logOdds[at]!)) last = at;
  }
  return { previous, next };
}

/** The kept blocks of a page: the first and the last, the log-odds of the least sure among them, and the F1 that is expected of them. */
function describeKept(words: Float32Array, chances: Float32Array, logOdds: Float64Array) {
  const kept: number[] = [];
  let keptWords = 0;
  let hits = 0;
  let likely = 0;
  for (let at = 0; at < logOdds.length; at++) {
    likely += words[at]! * chances[at]!;
    if (chances[at]! < KEEP_SCORE) continue;
    kept.push(at);
    keptWords += words[at]!;
    hits += words[at]! * chances[at]!;
  }
  const sorted = kept.toSorted((a, b) => logOdds[a]! - logOdds[b]!);
  let sum = 0;
  let at = 0;
  const quantiles = QUANTILES.map((share) => {
    while (at + 1 < sorted.length && sum + words[sorted[at]!]! < share * keptWords)
      sum += words[sorted[at++]!]!;
    return at < sorted.length ? logOdds[sorted[at]!]! : Number.NaN;
  });
  return {
    first: kept[0] ?? -1,
    last: kept.at(-1) ?? -1,
    quantiles,
    expectedF1: (2 * hits) / Math.max(NO_WORDS, keptWords + likely),
  };
}

/** The consecutive blocks with the highest sum; none where no sum is above 0. */
function highestRange(scores: Float64Array): Range {
  const best = positiveSubsequence(scores);
  return best === undefined ? { from: 0, until: 0 } : { from: best.first, until: best.last + 1 };
}

/** Writes whether a block is in a range, and how many blocks away from it: below 0 before it. */
function writeRange(at: number, { from, until }: Range, values: Float32Array, start: number): number {
  let to = start;
  values[to++] = at >= from && at < until ? 1 : 0;
  values[to++] = at < from ? at - from : at >= until ? at - until + 1 : 0;
  return to;
}

/** Context trees as a model's file holds them. */
export interface PackedPasses {
  readonly features: readonly string[];
  /** One for each time that blocks are weighed again. */
  readonly trees: readonly string[];
}

/** The trees of all passes as the value that a file holds as JSON. */
export function packPasses(passes: readonly TreeEnsemble[]): PackedPasses {
  return { features: LEAN_CONTEXT, trees: passes.map((trees) => trees.encode()) };
}

/** The trees of all passes that a file's JSON holds; throws BAD_MODEL where they are absent, of other features or damaged. */
export function readPasses(value: unknown): readonly TreeEnsemble[] {
  if (value == null) throw badModel("its context trees, passes, are missing");
  const { features, trees } = isRecord(value) ? value : {};
  if (!Array.isArray(features) || features.join("\n") !== LEAN_CONTEXT.join("\n"))
    throw badModel("its context trees are of other features of blocks than this galley computes");
  const passes = Array.isArray(trees) ? trees.map(decodeTrees) : [undefined];
  const found = passes.filter((own) => own !== undefined);
  if (found.length < passes.length) throw badModel("its context trees are damaged");
  return found;
}

function decodeTrees(value: unknown): TreeEnsemble | undefined {
  return typeof value === "string" ? TreeEnsemble.decode(value, LEAN_CONTEXT) : undefined;
}
