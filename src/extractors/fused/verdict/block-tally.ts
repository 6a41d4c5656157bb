import type { RowBatch } from "../../../page/index.ts";
import { BASE_LEARNERS, FUSED_FEATURES } from "../rows.ts";
import {
  type AGREEMENT,
  type DOUBT,
  type KEPT,
  KEPT_MEANS,
  PAGE_MEANS,
  PAGE_SUMS,
  type TEASERS,
  WHOLE_PAGE_FEATURES,
} from "./verdict-features.data.ts";

/** The chance from which on a block counts as kept. */
const KEEP_CHANCE = 0.5;

const COLUMN = {
  words: columnOf("text.words"),
  linkShare: columnOf("text.linkShare"),
  fromTitle: columnOf("title.blocksAfter"),
  code: columnOf("tag.pre"),
  pathBlocks: columnOf("classPath.blocks"),
  pathShare: columnOf("classPath.textShare"),
} as const;
const HEADINGS = ["tag.h1", "tag.h2", "tag.h3", "tag.h4"].map(columnOf);
const KEPT_COLUMNS = Object.values(KEPT_MEANS).map(columnOf);
const MEAN_COLUMNS = Object.values(PAGE_MEANS).map(columnOf);
const SUM_COLUMNS = Object.values(PAGE_SUMS).map(columnOf);
const LEARNER_COLUMNS = BASE_LEARNERS.map((id) => columnOf(`${id} kept`));
const PAGE_COLUMNS = WHOLE_PAGE_FEATURES.map(columnOf);

/** A block with this share of its text inside links counts as a link. */
export const LINKED = 0.8;
/** From this share on it leads to other pages, such as a line to read on between two paragraphs. */
const MOSTLY_LINKS = 0.5;

/** Kinds of blocks by which pages of links are recognised. */
export const BLOCK_KIND = { plain: 0, link: 1, heading: 2, linkedHeading: 3 } as const;

/** Collects what is known of the blocks of a page while they are weighed, one at a time and in order. */
export class BlockTally {
  /** Blocks with text so far. */
  count = 0;
  /** The chance of every block of the page, with text or without. */
  readonly ofBlock: Float32Array;
  /** The blocks with words, in order; the next arrays are parallel to this one. */
  readonly blocks: Int32Array;
  readonly words: Float32Array;
  readonly chances: Float32Array;
  /** A number that identifies the tags and classes around each of them. */
  readonly paths: Float64Array;
  /** 1 where a block is neither code nor mostly links. */
  readonly isProse: Uint8Array;
  /** A value of `BLOCK_KIND`. */
  readonly kinds: Uint8Array;
  /** The share of a block that each base learner keeps, block after block. */
  readonly baseShares: Float32Array;
  /** Sums over words in the order of `KEPT_MEANS`, `PAGE_MEANS` and, over blocks, `PAGE_SUMS`. */
  readonly keptMeans = new Float64Array(KEPT_COLUMNS.length);
  readonly pageMeans = new Float64Array(MEAN_COLUMNS.length);
  readonly pageSums = new Float64Array(SUM_COLUMNS.length);
  /** The columns that are the same in every row; absent where no block has text. */
  readonly whole = new Float32Array(PAGE_COLUMNS.length).fill(Number.NaN);
  /** Blocks from the title to the first kept one; absent where there is neither. */
  titleDistance = Number.NaN;
  #keepsAny = false;

  constructor(blocks: number) {
    this.ofBlock = new Float32Array(blocks);
    this.blocks = new Int32Array(blocks);
    this.words = new Float32Array(blocks);
    this.chances = new Float32Array(blocks);
    this.paths = new Float64Array(blocks);
    this.isProse = new Uint8Array(blocks);
    this.kinds = new Uint8Array(blocks);
    this.baseShares = new Float32Array(blocks * BASE_LEARNERS.length);
  }

  /** Adds the next block, by its row of `FUSED_FEATURES` among some and the chance that it is the article's. */
  add({ blocks, values, width }: RowBatch, row: number, chance: number): void {
    const from = row * width;
    const words = values[from + COLUMN.words]!;
    this.ofBlock[blocks[row]!] = chance;
    if (!(words > 0)) return;
    const at = this.count++;
    if (at === 0) {
      for (let index = 0; index < PAGE_COLUMNS.length; index++) {
        this.whole[index] = values[from + PAGE_COLUMNS[index]!]!;
      }
    }
    this.blocks[at] = blocks[row]!;
    this.words[at] = words;
    this.chances[at] = chance;
    this.paths[at] = pathOf(values, from, at);
    this.isProse[at] = Number(
      !(values[from + COLUMN.linkShare]! >= MOSTLY_LINKS || values[from + COLUMN.code] === 1),
    );
    this.kinds[at] = kindOf(values, from);
    const first = at * BASE_LEARNERS.length;
    for (let index = 0; index < LEARNER_COLUMNS.length; index++) {
      this.baseShares[first + index] = values[from + LEARNER_COLUMNS[index]!]!;
    }
    for (let index = 0; index < SUM_COLUMNS.length; index++) {
      this.pageSums[index]! += amount(values[from + SUM_COLUMNS[index]!]!);
    }
    for (let index = 0; index < MEAN_COLUMNS.length; index++) {
      this.pageMeans[index]! += amount(values[from + MEAN_COLUMNS[index]!]!) * words;
    }
    if (chance < KEEP_CHANCE) return;
    for (let index = 0; index < KEPT_COLUMNS.length; index++) {
      this.keptMeans[index]! += amount(values[from + KEPT_COLUMNS[index]!]!) * words;
    }
    if (!this.#keepsAny) this.titleDistance = values[from + COLUMN.fromTitle]!;
    this.#keepsAny = true;
  }
}

function kindOf(values: Float32Array, from: number): number {
  let kind: number = values[from + COLUMN.linkShare]! >= LINKED ? BLOCK_KIND.link : BLOCK_KIND.plain;
  for (let index = 0; index < HEADINGS.length; index++) {
    if (values[from + HEADINGS[index]!] === 1) kind |= BLOCK_KIND.heading;
  }
  return kind;
}

/** Paths are compared by number of blocks and share; a block that is alone in its path has its own negative id. */
function pathOf(values: Float32Array, from: number, at: number): number {
  const blocks = values[from + COLUMN.pathBlocks]!;
  return blocks > 1 ? blocks + values[from + COLUMN.pathShare]! : -1 - at;
}

/** What a value adds to a sum: NaN means unknown. */
function amount(value: number): number {
  return Number.isNaN(value) ? 0 : value;
}

/** The place of a column in the rows of the blocks. */
function columnOf(name: string): number {
  const at = FUSED_FEATURES.indexOf(name);
  if (at < 0) throw new RangeError(`No column of the blocks is called ${name}; see FUSED_FEATURES.`);
  return at;
}

/** A value for each feature of a family. */
export type Values<Family> = Readonly<Record<keyof Family, number>>;

/** The blocks of a page with their kinds, however they were weighed. */
export type BareTally = Pick<BlockTally, "count" | "words" | "chances" | "kinds" | "titleDistance">;

/** The blocks of a page, as they were weighed last. */
export type KeptTally = BareTally & Pick<BlockTally, "baseShares">;

/** The kept blocks in numbers. */
export interface KeptBlocks {
  /** Places of the first and the last kept block; -1 where none is kept. */
  readonly first: number;
  readonly last: number;
  /** Words of the page and of the kept blocks. */
  readonly all: number;
  readonly words: number;
  readonly features: Values<typeof KEPT>;
}

/** What the kept blocks are like. */
export function describeKept(tally: BareTally): KeptBlocks {
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
export function describeDoubt({ count, words, chances }: BareTally, kept: KeptBlocks): Values<typeof DOUBT> {
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

/** The chance that few enough words are wrong, as if blocks were independent: two normal tails. */
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

/** What a base learner's answer has in common with the kept blocks, in words. */
export function describeAgreement(
  { count, words, chances, baseShares }: KeptTally,
  learner: number,
): Values<typeof AGREEMENT> {
  let [ours, theirs, both] = [0, 0, 0];
  for (let at = 0; at < count; at++) {
    const own = words[at]!;
    const share = baseShares[at * BASE_LEARNERS.length + learner]!;
    // NaN where the base learner did not judge the block.
    const theirShare = share > 0 ? share * own : 0;
    theirs += theirShare;
    if (chances[at]! < KEEP_CHANCE) continue;
    ours += own;
    both += theirShare;
  }
  return { f1: (2 * both) / (ours + theirs), precision: both / ours, recall: both / theirs };
}

/** A link of fewer words is an entry of a menu more often than a headline. */
const HEADLINE_WORDS = 4;

/** How much of a page is links to others: front pages are made of headlines that are links. */
export function describeTeasers({ count, words, kinds }: BareTally): Values<typeof TEASERS> {
  const sums = { headlines: 0, menuItems: 0, linkedHeadings: 0, plainHeadings: 0, teasers: 0 };
  let [all, inHeadlines, inTeasers, run, longest] = [0, 0, 0, 0, 0];
  let isAfterHeadline = false;
  for (let at = 0; at < count; at++) {
    const own = words[at]!;
    const kind = kinds[at]!;
    const isLink = (kind & BLOCK_KIND.link) !== 0;
    const isHeadline = isLink && own >= HEADLINE_WORDS;
    all += own;
    if (isHeadline) {
      sums.headlines++;
      inHeadlines += own;
    } else if (isLink) sums.menuItems++;
    if (kind === BLOCK_KIND.linkedHeading) sums.linkedHeadings++;
    else if (kind === BLOCK_KIND.heading) sums.plainHeadings++;
    if (kind === BLOCK_KIND.plain) {
      run += own;
      longest = Math.max(longest, run);
      if (isAfterHeadline) {
        sums.teasers++;
        inTeasers += own;
      }
    } else run = 0;
    isAfterHeadline = isHeadline;
  }
  return {
    ...sums,
    headlineShare: inHeadlines / all,
    teaserShare: inTeasers / all,
    longestPlain: longest / all,
  };
}
