import { LEAN_FEATURES, type LeanModel, LeanRows } from "../extractors/index.ts";
import type { Training } from "../model/index.ts";
import type { Page } from "../page/index.ts";
import { BOOSTING_DEFAULTS, type BoostingOptions } from "./boosting/options.ts";
import { trainTrees } from "./boosting/train-trees.ts";
import { type BlockLabels, blockWeights, CONTENT_SHARE } from "./label-blocks.ts";

/** A labelled page as the cheap learned extractor learns from it. */
export interface LeanPage {
  /** Row after row, with the columns of `LEAN_FEATURES`. */
  readonly values: Float32Array;
  /** 1 where a block is of the article, else 0. */
  readonly labels: Float32Array;
  readonly weights: Float32Array;
}

/** Chosen by cross-validation over the sites of the training sets: docs/extractors/lean.md. */
const LEAN_BOOSTING: BoostingOptions = { ...BOOSTING_DEFAULTS, trees: 100, learningRate: 0.12 };

/** The rows of a labelled page, which counts as much as `weight`. */
export function readLeanPage(given: Page, labels: BlockLabels, weight: number): LeanPage {
  const rows = new LeanRows(given.revealed);
  const { count, block } = rows.measures;
  const blocks = Array.from(block.subarray(0, count));
  const values = new Float32Array(count * LEAN_FEATURES.length);
  for (let at = 0; at < count; at++) rows.write(at, values, at * LEAN_FEATURES.length);
  rows.release();
  const weights = blockWeights(labels, blocks);
  return {
    values,
    labels: Float32Array.from(blocks, (own) => Number(labels.share[own]! > CONTENT_SHARE)),
    weights: weights.map((own, at) => (labels.words[blocks[at]!]! > 0 ? own * weight : 0)),
  };
}

/** Grows the trees; the same pages, options and seed give the same bytes. */
export function trainLean(
  pages: readonly LeanPage[],
  training: Training,
  options: Partial<BoostingOptions> = {},
): LeanModel {
  const join = (name: keyof LeanPage) => {
    const joined = new Float32Array(pages.reduce((sum, page) => sum + page[name].length, 0));
    let at = 0;
    for (const page of pages) {
      joined.set(page[name], at);
      at += page[name].length;
    }
    return joined;
  };
  const matrix = {
    names: LEAN_FEATURES,
    values: join("values"),
    labels: join("labels"),
    weights: join("weights"),
  };
  const trees = trainTrees(matrix, { ...LEAN_BOOSTING, ...options, seed: training.seed });
  return { training, trees };
}
