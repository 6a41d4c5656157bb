import { NODE_FLAG } from "../../html/index.ts";
import {
  BLOCK_FEATURES,
  ClassTokens,
  computeBlockFeatures,
  type Extraction,
  type Hints,
  KEEP_SCORE,
  type Page,
  type RowBatch,
  TEXT_LEAF,
} from "../../page/index.ts";
import { ScratchArena } from "../../text/index.ts";
import type { Extractor } from "../extractor.ts";
import type { MssModel } from "../mss/features.ts";
import { makeMss } from "../mss/supervised.ts";
import { makeRelevance } from "../relevance/relevance.ts";
import { ANCESTOR_FACTORS, type Lexicon } from "./lexicon.ts";

/** How much of a block the markup hides until a script shows it. */
const HIDDEN_SHARE = "hidden share";
/** What class names and ids say. */
export const NAME_FEATURES: readonly string[] = ["names", "own names", "strongest names"];
/** The same by the lexicon of pages of all kinds; for trees of other pages alone. */
export const OTHER_NAME_FEATURES: readonly string[] = NAME_FEATURES.map((name) => `other ${name}`);

/** The extractors whose answers are features of blocks, in the order of their columns. */
export const BASE_LEARNERS = ["mss", "relevance"] as const;
/** What is taken of each answer: its share of the block, and how many blocks away it begins or ends. */
export const ANSWER_COLUMNS = ["kept", "distance"] as const;
/** The names of the columns that hold the answers of the base learners. */
export const EVIDENCE_FEATURES: readonly string[] = BASE_LEARNERS.flatMap((id) =>
  ANSWER_COLUMNS.map((column) => `${id} ${column}`),
);

/** The names of all columns: the contract between a model and this code. */
export const FUSED_FEATURES: readonly string[] = [
  ...BLOCK_FEATURES.map(({ name }) => name),
  HIDDEN_SHARE,
  ...NAME_FEATURES,
  ...EVIDENCE_FEATURES,
  ...OTHER_NAME_FEATURES,
];

/** What rows are made with besides the page. */
export interface RowParts {
  /** What class names and ids say on articles. */
  readonly lexicon: Lexicon;
  /** What they say on pages of all kinds. */
  readonly otherLexicon?: Lexicon | undefined;
  /** Their answers are features. */
  readonly baseLearners: BaseLearners;
}

/** The rows of a page with all columns but those of names on pages of all kinds. */
export function fusedRows(page: Page, hints: Hints, { lexicon, baseLearners }: RowParts): BlockRows {
  return new BlockRows().withFeatures(page).withNames(page, lexicon).withEvidence(page, hints, baseLearners);
}

/** Writes some columns into the rows of blocks. */
type ColumnWriter = (rows: RowBatch) => void;

/** The features of a page's blocks, written for a few blocks at a time: a page of links has a quarter of a million. */
export class BlockRows {
  readonly #writers: readonly ColumnWriter[];
  /** Leaves the scratch arrays to the next page; no row may be written after that. */
  readonly release: () => void;

  constructor(writers: readonly ColumnWriter[] = [], release: () => void = () => {}) {
    this.#writers = writers;
    this.release = release;
  }

  /** With the features of blocks and how much of each is hidden. */
  withFeatures(page: Page): BlockRows {
    const features = computeBlockFeatures(page);
    return new BlockRows([...this.#writers, features.writeRows, hiddenShare(page)], features.release);
  }

  /** With what names say on articles. */
  withNames(page: Page, lexicon: Lexicon): BlockRows {
    return this.#with(readNames(page, lexicon), NAME_FEATURES);
  }

  /** With what base learners keep of the page. */
  withEvidence(page: Page, hints: Hints, baseLearners: BaseLearners): BlockRows {
    return this.#with(readEvidence(page, hints, baseLearners), EVIDENCE_FEATURES);
  }

  /** With what names say on pages of all kinds, where a lexicon knows that. */
  withOtherNames(page: Page, lexicon: Lexicon | undefined): BlockRows {
    return lexicon === undefined ? this : this.#with(readNames(page, lexicon), OTHER_NAME_FEATURES);
  }

  #with(known: Float32Array, names: readonly string[]): BlockRows {
    return new BlockRows([...this.#writers, knownColumns(known, names)], this.release);
  }

  /** Writes the rows of some blocks, in the order of `FUSED_FEATURES`. */
  writeAll(rows: RowBatch): void {
    const { count, values, width } = rows;
    for (let end = width; end <= count * width; end += width) {
      values.fill(Number.NaN, end - OTHER_NAME_FEATURES.length, end);
    }
    for (const write of this.#writers) write(rows);
  }

  /** The same of one block, from an offset on. */
  write(block: number, into: Float32Array, offset: number): void {
    const width = FUSED_FEATURES.length;
    const values = into.subarray(offset, offset + width);
    this.writeAll({ count: 1, blocks: Int32Array.of(block), values, width });
  }
}

/** Writes columns whose values are known, block after block. */
function knownColumns(known: Float32Array, names: readonly string[]): ColumnWriter {
  const first = FUSED_FEATURES.indexOf(names[0]!);
  const own = names.length;
  return ({ count, blocks, values, width }) => {
    for (let row = 0; row < count; row++) {
      const to = row * width + first;
      const from = blocks[row]! * own;
      for (let column = 0; column < own; column++) values[to + column] = known[from + column]!;
    }
  };
}

const HIDDEN = NODE_FLAG.hidden | NODE_FLAG.ariaHidden;

/** Writes the share of each block's characters that the markup hides. */
function hiddenShare({ document, leaves, blocks }: Page): ColumnWriter {
  const { flags, textStart, textEnd } = document;
  const { firstLeaf } = blocks;
  const column = FUSED_FEATURES.indexOf(HIDDEN_SHARE);
  return (rows) => {
    for (let row = 0; row < rows.count; row++) {
      const end = firstLeaf[rows.blocks[row]! + 1]!;
      let hidden = 0;
      let all = 0;
      for (let leaf = firstLeaf[rows.blocks[row]!]!; leaf < end; leaf++) {
        if (leaves.kind[leaf] !== TEXT_LEAF) continue;
        const node = leaves.node[leaf]!;
        const length = textEnd[node]! - textStart[node]!;
        all += length;
        if ((flags[node]! & HIDDEN) !== 0) hidden += length;
      }
      rows.values[row * rows.width + column] = all === 0 ? 0 : hidden / all;
    }
  };
}

/** How much the names of an element count, by its level above the block. */
const FACTORS = Float64Array.from(ANCESTOR_FACTORS);

/** How much the names of a block's element and of those above it speak for the article, by a lexicon; a row of `NAME_FEATURES` a block. */
export function readNames(page: Page, lexicon: Lexicon): Float32Array {
  const { document, blocks } = page;
  const { parent } = document;
  const width = NAME_FEATURES.length;
  const values = new Float32Array(blocks.count * width);
  const scratch = new ScratchArena();
  const scores = scoreElements(page, lexicon, scratch);
  // Scores of the elements above the last block, which neighbours often share.
  const above = new Float64Array(FACTORS.length);
  let levels = 1;
  let lastParent = -1;
  for (let block = 0; block < blocks.count; block++) {
    const own = scores[blocks.container[block]!]!;
    let node = parent[blocks.container[block]!]!;
    if (node !== lastParent) {
      lastParent = node;
      for (levels = 1; levels < FACTORS.length && node >= 0; levels++) {
        above[levels] = scores[node]!;
        node = parent[node]!;
      }
    }
    let sum = lexicon.bias + own;
    let strongest = own;
    for (let level = 1; level < levels; level++) {
      const score = above[level]!;
      sum += score * FACTORS[level]!;
      if (Math.abs(score) > Math.abs(strongest)) strongest = score;
    }
    const at = block * width;
    values[at] = sum;
    values[at + 1] = own;
    values[at + 2] = strongest;
  }
  scratch.release();
  return values;
}

/** What the names of each element around a block say, by node; neighbours have nearly all elements above them in common. */
function scoreElements(page: Page, lexicon: Lexicon, scratch: ScratchArena): Float64Array {
  const { document, blocks } = page;
  const tokens = new ClassTokens(page);
  const scores = scratch.doubles(document.size).fill(Number.NaN);
  // Most elements have only a class, and most classes are used again.
  const ofClass: number[] = [];
  for (let block = 0; block < blocks.count; block++) {
    let node = blocks.container[block]!;
    for (; node >= 0 && Number.isNaN(scores[node]); node = document.parent[node]!) {
      const id = tokens.onlyClass(node);
      let score = id < ofClass.length && id >= 0 ? ofClass[id] : undefined;
      if (score === undefined) {
        score = lexicon.scoreTokens(tokens.hashes, tokens.read(node));
        if (id >= 0) ofClass[id] = score;
      }
      scores[node] = score;
    }
  }
  return scores;
}

/** The extractors whose answers are features of blocks, by id. */
export type BaseLearners = Readonly<Record<(typeof BASE_LEARNERS)[number], Extractor>>;

/** The base learners, given the model of MSS. */
export function makeBaseLearners(mss: () => MssModel): BaseLearners {
  return { mss: makeMss("mss", mss, SKIMMED), relevance: makeRelevance() };
}

/** For features of whole blocks a part of each long text is enough: `mss` takes half the time, and no set loses (2026-11-18). */
export const SKIMMED = { skim: true } as const;

/** Longer distances count as this one. */
const MAX_DISTANCE = 40;

/** Runs every base learner on a page; a row for every block with the columns of `EVIDENCE_FEATURES`. */
export function readEvidence(page: Page, hints: Hints, learners: BaseLearners): Float32Array {
  const width = EVIDENCE_FEATURES.length;
  const values = new Float32Array(page.blocks.count * width);
  BASE_LEARNERS.forEach((id, index) => {
    const column = index * ANSWER_COLUMNS.length;
    putAnswer(page, learners[id].extract(page, hints), { values, width, column });
  });
  return values;
}

/** The columns of one answer; a row for every block. */
export function describeAnswer(page: Page, answer: Extraction): Float32Array {
  const width = ANSWER_COLUMNS.length;
  const values = new Float32Array(page.blocks.count * width);
  putAnswer(page, answer, { values, width, column: 0 });
  return values;
}

/** Where the columns of an answer are in rows of every block. */
interface AnswerColumns {
  readonly values: Float32Array;
  readonly width: number;
  readonly column: number;
}

/** Puts an answer's two columns into the rows of a page's blocks. */
export function putAnswer(page: Page, answer: Extraction, columns: AnswerColumns): void {
  putKept(page, answer, columns);
  putDistance(page.blocks.count, columns);
}

/** The share of a block's text that an answer keeps; cuts inside a leaf do not matter here. */
function putKept(
  { document, leaves, blocks }: Page,
  { scores }: Extraction,
  { values, width, column }: AnswerColumns,
): void {
  for (let block = 0; block < blocks.count; block++) {
    let kept = 0;
    let all = 0;
    for (let leaf = blocks.firstLeaf[block]!; leaf < blocks.firstLeaf[block + 1]!; leaf++) {
      if (leaves.kind[leaf] !== TEXT_LEAF) continue;
      const node = leaves.node[leaf]!;
      const length = document.textEnd[node]! - document.textStart[node]!;
      all += length;
      if (scores[leaf]! >= KEEP_SCORE) kept += length;
    }
    values[block * width + column] = all === 0 ? Number.NaN : kept / all;
  }
}

/** Blocks up to the nearest kept one: below 0 before the first, above 0 after the last, 0 at one. */
function putDistance(count: number, { values, width, column }: AnswerColumns): void {
  let since = MAX_DISTANCE;
  for (let block = 0; block < count; block++) {
    since = values[block * width + column]! > 0 ? 0 : Math.min(MAX_DISTANCE, since + 1);
    values[block * width + column + 1] = since;
  }
  let until = MAX_DISTANCE;
  for (let block = count - 1; block >= 0; block--) {
    until = values[block * width + column]! > 0 ? 0 : Math.min(MAX_DISTANCE, until + 1);
    const at = block * width + column + 1;
    if (until < values[at]!) values[at] = -until;
  }
}
