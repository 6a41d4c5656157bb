import { FUSED_FEATURES, fusedRows, type RowParts } from "../../extractors/index.ts";
import type { Page } from "../../page/index.ts";
import { CONTENT_SHARE } from "../roles/block-truth.ts";
import { blocksWithWords, blockWeights } from "../roles/block-weights.ts";
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

/** The rows of a labelled page; blocks without words are left out. */
export function readFusedRows(
  { page, labels }: { readonly page: Page; readonly labels: BlockLabels },
  { parts, title, weight }: RowSettings,
): FusedRows {
  const width = FUSED_FEATURES.length;
  const rows = fusedRows(page, title === null ? {} : { collectedTitle: title }, parts).ofOtherPage();
  const blocks = blocksWithWords(labels);
  const values = new Float32Array(blocks.length * width);
  for (const [row, block] of blocks.entries()) rows.write(block, values, row * width);
  return {
    values,
    labels: Float32Array.from(blocks, (block) => Number(labels.share[block]! > CONTENT_SHARE)),
    weights: blockWeights(labels, blocks).map((own) => own * weight),
  };
}

/** The same rows, counting more or less. */
export function weighRows(rows: FusedRows, weight: number): FusedRows {
  return { ...rows, weights: rows.weights.map((own) => own * weight) };
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
