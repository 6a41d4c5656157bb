import { dropCopies } from "../../../src/extractors/fused/leave-out.ts";
import { putAnswer } from "../../../src/extractors/fused/rows.ts";
import { BlockTally } from "../../../src/extractors/fused/verdict/block-tally.ts";
import {
  type Extractor,
  FUSED_FEATURES,
  fusedRows,
  layoutFor,
  MeasuredPage,
  makeWrapper,
  type RowParts,
  shippedBaseLearners,
  shippedFused,
  shippedWrapper,
  WRAPPER_DEFAULTS,
} from "../../../src/extractors/index.ts";
import { chooseThreshold, hasText, scoreLeaves } from "../../../src/extractors/score-leaves.ts";
import { type TreeEnsemble, toProbability } from "../../../src/model/index.ts";
import { type Extraction, type Page, TEXT_LEAF } from "../../../src/page/index.ts";
import type { Label } from "../../../src/sets/index.ts";
import { hashText } from "../../../src/text/index.ts";
import { labelPage, siteOf } from "../../../src/train/fused/examples.ts";
import { BOOSTING_DEFAULTS, trainTrees } from "../../../src/train/index.ts";
import { blocksWithWords, blockWeights, CONTENT_SHARE } from "../../../src/train/label-blocks.ts";
import { openParsed, parseLabelled } from "../../../src/train/labelled-pages.ts";
import { type Measured, measureExtractors } from "./bench.ts";

/** The learned wrapper's answer for a block, in the form of the features from other extractors. */
export const WRAPPER_COLUMNS = ["wrapper kept", "wrapper distance"] as const;

/** Where a block is and how it looks. */
export const BOX_COLUMNS = [
  "layout.left",
  "layout.width",
  "layout.height",
  "layout.top",
  "layout.topRank",
  "layout.areaShare",
  "layout.isInFirstScreen",
  "layout.isInMainColumn",
  "layout.fontSize",
  "layout.fontWeight",
  "layout.isMainColour",
  "layout.hasBackground",
] as const;

/** All columns: those of `fused`, then those of the layout. */
const WIDE_FEATURES: readonly string[] = [...FUSED_FEATURES, ...WRAPPER_COLUMNS, ...BOX_COLUMNS];

/** Trees of some columns, grown by a seed. */
interface TreeOrder {
  readonly without: readonly string[];
  readonly seed: number;
}

const FOLDS = 3;
const WIDTH = WIDE_FEATURES.length;

/** The rows of a page's blocks, to learn from. */
interface LabelledRows {
  readonly fold: number;
  readonly values: Float32Array;
  readonly labels: readonly number[];
  readonly weights: Float32Array;
}

/**
 * Trees over pages of sites that no shipped model has seen, so that the answers of base learners are as good as they will be on
 * any page; each site is measured with trees of the others.
 */
export class LayoutTrial {
  readonly #pages: readonly Label[];
  readonly #rows: readonly LabelledRows[];
  readonly #trees: number;

  constructor(pages: readonly Label[], trees: number) {
    this.#pages = pages;
    this.#rows = pages.flatMap((label) => readRows(label) ?? []);
    this.#trees = trees;
  }

  /** Grows the trees of each order and measures the answers that they give. */
  measure(orders: readonly TreeOrder[], onStep: (step: string) => void): readonly Measured[] {
    const forests = Array.from({ length: FOLDS }, (_, fold) =>
      orders.map((order, at) => {
        onStep(`growing trees, fold ${fold + 1} of ${FOLDS}, ${at + 1} of ${orders.length}`);
        return this.#grow(fold, order);
      }),
    );
    onStep(`measuring on ${this.#pages.length} pages`);
    const rowsOf = rememberRows();
    return measureExtractors(this.#pages, orders.length, (label) =>
      forests[foldOf(label)]!.map((trees) => makeTrialExtractor(trees, rowsOf)),
    );
  }

  #grow(fold: number, { without, seed }: TreeOrder): TreeEnsemble {
    const chosen = this.#rows.filter((rows) => rows.fold !== fold);
    const values = joinWithout(chosen, without);
    const labels = Float32Array.from(chosen.flatMap((rows) => rows.labels));
    const weights = Float32Array.from(chosen.flatMap((rows) => [...rows.weights]));
    const options = { ...BOOSTING_DEFAULTS, trees: this.#trees, seed };
    return trainTrees({ names: WIDE_FEATURES, values, labels, weights }, options);
  }
}

function foldOf(label: Label): number {
  return (hashText(siteOf(label)) >>> 0) % FOLDS;
}

function readRows(label: Label): LabelledRows | undefined {
  const parsed = parseLabelled(label);
  const page = parsed && openParsed(parsed, label);
  const labels = page && labelPage(page, label);
  if (page === undefined || labels === undefined) return undefined;
  const write = wideRows(page.revealed);
  const blocks = blocksWithWords(labels);
  const values = new Float32Array(blocks.length * WIDTH);
  for (const [row, block] of blocks.entries()) write(block, values, row * WIDTH);
  return {
    fold: foldOf(label),
    values,
    labels: blocks.map((block) => Number(labels.share[block]! > CONTENT_SHARE)),
    weights: blockWeights(labels, blocks),
  };
}

/** All rows as one matrix; columns that are left out are missing in it, so that no tree asks for them. */
function joinWithout(parts: readonly LabelledRows[], without: readonly string[]): Float32Array {
  const joined = new Float32Array(parts.reduce((sum, { values }) => sum + values.length, 0));
  let at = 0;
  for (const { values } of parts) {
    joined.set(values, at);
    at += values.length;
  }
  const columns = without.map((name) => WIDE_FEATURES.indexOf(name));
  for (let row = 0; row < joined.length; row += WIDTH) {
    for (const column of columns) joined[row + column] = Number.NaN;
  }
  return joined;
}

function wideRows(page: Page): WriteColumns {
  const parts: RowParts = { lexicon: shippedFused().lexicon, baseLearners: shippedBaseLearners() };
  const rows = fusedRows(page, {}, parts);
  const writeLayout = layoutColumns(page);
  return (block, into, offset) => {
    rows.write(block, into, offset);
    writeLayout(block, into, offset + FUSED_FEATURES.length);
  };
}

/** Caches the rows of the last page: every order reads the same. */
function rememberRows(): (page: Page) => WriteColumns {
  let last: { readonly page: Page; readonly write: WriteColumns } | undefined;
  return (page) => {
    if (last?.page !== page) last = { page, write: wideRows(page) };
    return last.write;
  };
}

/** The later steps of `fused`, for trees with more columns than it has. */
function makeTrialExtractor(trees: TreeEnsemble, rowsOf: (page: Page) => WriteColumns): Extractor {
  return {
    id: "fused",
    needs: [],
    extract(given) {
      const page = given.revealed;
      return answerByTrees(page, trees, rowsOf(page));
    },
  };
}

/** Writes what the layout adds to the row of a block. */
type WriteColumns = (block: number, into: Float32Array, offset: number) => void;

/** The columns of a page, in the order of `WRAPPER_COLUMNS` and `BOX_COLUMNS`. */
function layoutColumns(page: Page): WriteColumns {
  const width = WRAPPER_COLUMNS.length;
  const answer = new Float32Array(page.blocks.count * width);
  putAnswer(page, makeWrapper(shippedWrapper).extract(page, {}), { values: answer, width, column: 0 });
  const boxes = new BlockBoxes(page);
  return (block, into, offset) => {
    into.set(answer.subarray(block * width, (block + 1) * width), offset);
    into.set(boxes.describe(block), offset + width);
  };
}

/** The boxes of blocks relative to the most common ones on their page, by the words in it. */
class BlockBoxes {
  readonly #reading: MeasuredPage;
  readonly #pageHeight: number;
  readonly #main: { readonly left: number; readonly font: number; readonly color: number };

  constructor(page: Page) {
    const layout = layoutFor(page, WRAPPER_DEFAULTS.screen);
    this.#reading = new MeasuredPage(page, layout, WRAPPER_DEFAULTS, layout.complete ? "strict" : "soft");
    this.#pageHeight = layout.top.reduce(
      (lowest, top, node) => Math.max(lowest, top + layout.height[node]!),
      1,
    );
    this.#main = {
      left: this.#commonest((node) => layout.left[node]!),
      font: this.#commonest((node) => layout.fontSize[node]!),
      color: this.#commonest((node) => layout.color[node]!),
    };
  }

  /** A value for each of `BOX_COLUMNS`. */
  describe(block: number): readonly number[] {
    const reading = this.#reading;
    const { layout } = reading;
    const { width, height } = layout.screen;
    const box = reading.page.blocks.container[block]!;
    const text = this.#textElement(block);
    return [
      reading.left(box) / width,
      reading.width(box) / width,
      reading.height(box) / height,
      reading.top(box) / this.#pageHeight,
      reading.topRank(box),
      (reading.width(box) * reading.height(box)) / (width * this.#pageHeight),
      Number(reading.top(box) < height),
      Number(reading.left(box) === this.#main.left),
      layout.fontSize[text]! / (this.#main.font || 1),
      layout.fontWeight[text]!,
      Number(layout.color[text] === this.#main.color),
      Number(layout.background[box] !== 0),
    ];
  }

  /** The value that most text has. */
  #commonest(read: (node: number) => number): number {
    const { page } = this.#reading;
    const lengths = new Map<number, number>();
    for (let block = 0; block < page.blocks.count; block++) {
      if (!hasText(page, block)) continue;
      const value = read(this.#textElement(block));
      lengths.set(value, (lengths.get(value) ?? 0) + textLength(page, block));
    }
    let best = { value: 0, length: -1 };
    for (const [value, length] of lengths) if (length > best.length) best = { value, length };
    return best.value;
  }

  /** The element around the first text of a block. */
  #textElement(block: number): number {
    const { document, leaves, blocks } = this.#reading.page;
    for (let leaf = blocks.firstLeaf[block]!; leaf < blocks.firstLeaf[block + 1]!; leaf++) {
      if (leaves.kind[leaf] === TEXT_LEAF) return document.parent[leaves.node[leaf]!]!;
    }
    return blocks.container[block]!;
  }
}

function textLength({ document, leaves, blocks }: Page, block: number): number {
  let length = 0;
  for (let leaf = blocks.firstLeaf[block]!; leaf < blocks.firstLeaf[block + 1]!; leaf++) {
    const node = leaves.node[leaf]!;
    if (leaves.kind[leaf] === TEXT_LEAF) length += document.textEnd[node]! - document.textStart[node]!;
  }
  return length;
}

/** Writes the features of a block into a row. */
export type WriteRow = (block: number, into: Float32Array, offset: number) => void;

/** The later steps of `fused` on an article, for trees with other columns. */
export function answerByTrees(page: Page, trees: TreeEnsemble, write: WriteRow): Extraction {
  const width = trees.names.length;
  const values = new Float32Array(width);
  const tally = new BlockTally(page.blocks.count);
  for (let block = 0; block < page.blocks.count; block++) {
    if (!hasText(page, block)) continue;
    write(block, values, 0);
    const row = { count: 1, blocks: Int32Array.of(block), values, width };
    tally.add(row, 0, toProbability(trees.scoreRow(values, 0)));
  }
  return dropCopies(page, scoreLeaves(page, tally.ofBlock, chooseThreshold(tally, true)));
}
