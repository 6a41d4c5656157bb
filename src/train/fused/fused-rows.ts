import { FUSED_FEATURES, fusedRows, type RowParts } from "../../extractors/index.ts";
import type { Page } from "../../page/index.ts";
import { CONTENT_SHARE } from "../roles/block-truth.ts";
import type { BlockLabels } from "../roles/label-blocks.ts";

/** Blocks as trees learn from them. */
export interface FusedRows {
  /** Row after row, with the columns of `FUSED_FEATURES`. */
  readonly values: Float32Array;
  /** 1 where a block is of the article, else 0. */
  readonly labels: Float32Array;
  readonly weights: Float32Array;
}

/** What rows are made with besides the page. */
export interface RowSettings {
  readonly parts: RowParts;
  /** The collected title, if the page is to be told one. */
  readonly title: string | null;
  /** How much the page counts. */
  readonly weight: number;
}

/** Weights of words: pages count alike whatever the length of their article, and no block is lost. */
const WORDS_PER_PAGE = 300;
const MIN_PAGE_WORDS = 100;
const MAX_WEIGHT = 100;
const MIN_WEIGHT = 0.3;

/** The rows of a labelled page; blocks without words are left out. */
export function readFusedRows(
  { page, labels }: { readonly page: Page; readonly labels: BlockLabels },
  { parts, title, weight }: RowSettings,
): FusedRows {
  const width = FUSED_FEATURES.length;
  const rows = fusedRows(page, title === null ? {} : { collectedTitle: title }, parts);
  const blocks = Array.from(labels.words.keys()).filter((block) => labels.words[block]! > 0);
  const values = new Float32Array(blocks.length * width);
  for (const [row, block] of blocks.entries()) rows.write(block, values, row * width);
  const truthWords = blocks.reduce((sum, block) => sum + labels.words[block]! * labels.share[block]!, 0);
  const perWord = WORDS_PER_PAGE / Math.max(MIN_PAGE_WORDS, truthWords);
  return {
    values,
    labels: Float32Array.from(blocks, (block) => Number(labels.share[block]! > CONTENT_SHARE)),
    weights: Float32Array.from(
      blocks,
      (block) => weight * (Math.min(MAX_WEIGHT, labels.words[block]! * perWord) + MIN_WEIGHT),
    ),
  };
}

/** Many rows as one matrix. */
export function joinRows(parts: readonly FusedRows[]): FusedRows {
  const join = (name: keyof FusedRows) => {
    const joined = new Float32Array(parts.reduce((sum, part) => sum + part[name].length, 0));
    let at = 0;
    for (const part of parts) {
      joined.set(part[name], at);
      at += part[name].length;
    }
    return joined;
  };
  return { values: join("values"), labels: join("labels"), weights: join("weights") };
}
