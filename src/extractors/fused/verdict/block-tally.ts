import type { RowBatch } from "../../../page/index.ts";
import { BASE_LEARNERS } from "../base-learners.ts";
import { FUSED_FEATURES } from "../rows.ts";
import { KEPT_MEANS, PAGE_MEANS, PAGE_SUMS } from "./block-columns.data.ts";

/** The chance from which on a block is kept. */
export const KEEP_CHANCE = 0.5;

const COLUMN = {
  words: columnOf("text.words"),
  linkShare: columnOf("text.linkShare"),
  fromTitle: columnOf("title.blocksAfter"),
} as const;
const HEADINGS = ["tag.h1", "tag.h2", "tag.h3", "tag.h4"].map(columnOf);
const KEPT_COLUMNS = KEPT_MEANS.map(([, column]) => columnOf(column));
const MEAN_COLUMNS = PAGE_MEANS.map(([, column]) => columnOf(column));
const SUM_COLUMNS = PAGE_SUMS.map(([, column]) => columnOf(column));
const LEARNER_COLUMNS = BASE_LEARNERS.map((id) => columnOf(`${id} kept`));
const PAGE_COLUMNS = FUSED_FEATURES.flatMap((name, at) => (name.startsWith("page.") ? [at] : []));

/** What is inside links to this share and more is a link with words around it at most. */
const LINKED = 0.8;

/** What kind of block it is where pages of links are concerned. */
export const BLOCK_KIND = { plain: 0, link: 1, heading: 2, linkedHeading: 3 } as const;

/** Takes down what is known of the blocks of a page while they are weighed, one at a time and in order. */
export class BlockTally {
  /** Blocks with text so far. */
  count = 0;
  /** The chance of every block of the page, with text or without. */
  readonly ofBlock: Float32Array;
  readonly words: Float32Array;
  readonly chances: Float32Array;
  /** A value of `BLOCK_KIND`. */
  readonly kinds: Uint8Array;
  /** The share of a block that each base learner keeps, block after block. */
  readonly baseShares: Float32Array;
  /** Sums over words in the order of `KEPT_MEANS`, `PAGE_MEANS` and, over blocks, `PAGE_SUMS`. */
  readonly keptMeans = new Float64Array(KEPT_MEANS.length);
  readonly pageMeans = new Float64Array(PAGE_MEANS.length);
  readonly pageSums = new Float64Array(PAGE_SUMS.length);
  /** The columns that are the same in every row; absent where no block has text. */
  readonly whole = new Float32Array(PAGE_COLUMNS.length).fill(Number.NaN);
  /** Blocks from the title to the first kept one; absent where there is neither. */
  titleDistance = Number.NaN;
  #keepsAny = false;

  constructor(blocks: number) {
    this.ofBlock = new Float32Array(blocks);
    this.words = new Float32Array(blocks);
    this.chances = new Float32Array(blocks);
    this.kinds = new Uint8Array(blocks);
    this.baseShares = new Float32Array(blocks * BASE_LEARNERS.length);
  }

  /** Takes down the next block, by its row of `FUSED_FEATURES` among some and the chance that it is the article's. */
  add({ blocks, values, width }: RowBatch, row: number, chance: number): void {
    const from = row * width;
    const words = values[from + COLUMN.words]!;
    this.ofBlock[blocks[row]!] = chance;
    if (!(words > 0)) return;
    const at = this.count++;
    if (at === 0) this.whole.set(PAGE_COLUMNS.map((column) => values[from + column]!));
    this.words[at] = words;
    this.chances[at] = chance;
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

/** What a value adds to a sum: NaN stands where there is nothing to say. */
function amount(value: number): number {
  return Number.isNaN(value) ? 0 : value;
}

/** The place of a column in the rows of the blocks. */
function columnOf(name: string): number {
  const at = FUSED_FEATURES.indexOf(name);
  if (at < 0) throw new RangeError(`No column of the blocks is called ${name}; see FUSED_FEATURES.`);
  return at;
}

/** The names of the columns that are the same in every row. */
export const WHOLE_PAGE_FEATURES: readonly string[] = PAGE_COLUMNS.map((column) => FUSED_FEATURES[column]!);
