import { shippedFused } from "../../src/extractors/fused/index.ts";
import {
  type Extractor,
  FUSED_FEATURES,
  fusedRows,
  type RowParts,
  shippedBaseLearners,
} from "../../src/extractors/index.ts";
import type { TreeEnsemble } from "../../src/model/index.ts";
import type { Page } from "../../src/page/index.ts";
import { type Label, loadPage } from "../../src/sets/index.ts";
import { hashText } from "../../src/text/index.ts";
import { readLabelled } from "../../src/train/fused/examples.ts";
import { BOOSTING_DEFAULTS, trainTrees } from "../../src/train/index.ts";
import { CONTENT_SHARE } from "../../src/train/roles/block-roles.ts";
import { blocksWithWords, blockWeights } from "../../src/train/roles/label-blocks.ts";
import { type Measured, measureExtractors } from "./fused-pages.ts";
import { siteOf } from "./fused-samples.ts";
import { BOX_COLUMNS, layoutColumns, WRAPPER_COLUMNS, type WriteColumns } from "./layout-columns.ts";
import { answerByTrees } from "./trial-answer.ts";

/** All columns: those of `fused`, then those of the layout. */
export const WIDE_FEATURES: readonly string[] = [...FUSED_FEATURES, ...WRAPPER_COLUMNS, ...BOX_COLUMNS];

/** Trees of some columns, grown by a seed. */
export interface TreeOrder {
  readonly without: readonly string[];
  readonly seed: number;
}

const FOLDS = 3;
const WIDTH = WIDE_FEATURES.length;

/** The rows of a page's blocks, to learn from. */
interface TaughtRows {
  readonly fold: number;
  readonly values: Float32Array;
  readonly labels: readonly number[];
  readonly weights: Float32Array;
}

/**
 * Trees over pages of sites that no shipped model has seen, so that what methods say of them is as good as it will be on
 * any page; each site is measured with trees of the others.
 */
export class LayoutTrial {
  readonly #pages: readonly Label[];
  readonly #rows: readonly TaughtRows[];
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
    return trainTrees({ names: WIDE_FEATURES, values, labels, weights }, options).trees;
  }
}

function foldOf(label: Label): number {
  return (hashText(siteOf(label)) >>> 0) % FOLDS;
}

function readRows(label: Label): TaughtRows | undefined {
  const read = readLabelled({ label, html: loadPage(label) });
  if (read === undefined) return undefined;
  const { page, labels } = read;
  const write = wideRows(page);
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
function joinWithout(parts: readonly TaughtRows[], without: readonly string[]): Float32Array {
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

/** The rows of the page that was asked for last: every order asks for the same. */
function rememberRows(): (page: Page) => WriteColumns {
  let last: { readonly page: Page; readonly write: WriteColumns } | undefined;
  return (page) => {
    if (last?.page !== page) last = { page, write: wideRows(page) };
    return last.write;
  };
}

/** What `fused` does with the chances of blocks, for trees of more columns than it has. */
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
