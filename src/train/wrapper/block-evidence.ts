import {
  type AnsweredBlocks,
  answeredBlocks,
  BLOCK_EVIDENCE,
  blockChances,
  confidenceRow,
  eachEvidenceBatch,
  type JudgedLeaves,
  type WrappedPage,
} from "../../extractors/index.ts";
import type { TreeEnsemble } from "../../model/index.ts";
import type { Page } from "../../page/index.ts";
import type { Label } from "../../sets/index.ts";
import type { BoostingOptions } from "../boosting/options.ts";
import { growTrees } from "../boosting/train-trees.ts";
import { blockWeights, CONTENT_SHARE, labelBlocks } from "../label-blocks.ts";

const EVIDENCE_BOOSTING: Partial<BoostingOptions> = { trees: 60, maxDepth: 5 };
/** Blocks of a page that shows less of its body are not learned from. */
const MIN_SHOWN = 0.5;

/** The blocks of a page beside the answer on it, as training examples. */
export interface BlockEvidence {
  readonly answered: AnsweredBlocks;
  /** Row after row, in the order of `BLOCK_EVIDENCE`. */
  readonly values: Float32Array;
  /** The share of each block's words that the truth has; empty where the page shows too little of the truth. */
  readonly shares: readonly number[];
  readonly weights: Float32Array;
}

/** The same without the truth. */
export type DescribedBlocks = Pick<BlockEvidence, "answered" | "values">;

/** Adds what the truth of a page says of its blocks. */
export function labelEvidence(page: Page, { truth }: Label, described: DescribedBlocks): BlockEvidence {
  const labels = labelBlocks(page, truth.body);
  const blocks = labels.found < MIN_SHOWN ? [] : [...described.answered.blocks];
  return {
    ...described,
    shares: blocks.map((block) => labels.share[block]!),
    weights: blockWeights(labels, blocks),
  };
}

/** Describes the blocks of a page beside the answer on it. */
export function describeBlocks(wrapped: WrappedPage, judged: JudgedLeaves): DescribedBlocks {
  const answered = answeredBlocks(wrapped, judged);
  const { blocks } = answered;
  const width = BLOCK_EVIDENCE.length;
  const values = new Float32Array(blocks.length * width);
  eachEvidenceBatch({ wrapped, judged, blocks }, (rows, count, first) =>
    values.set(rows.subarray(0, count * width), first * width),
  );
  return { answered, values };
}

/** The row of a page, in the order of `CONFIDENCE_FEATURES`. */
export function rowOfEvidence({ answered, values }: BlockEvidence, trees: TreeEnsemble): Float32Array {
  return confidenceRow(answered, blockChances(trees, values, answered.blocks.length));
}

/** Grows trees that tell which blocks of pages are article text. */
export function growEvidence(evidence: readonly BlockEvidence[], seed: number): TreeEnsemble {
  const width = BLOCK_EVIDENCE.length;
  const rows = evidence.flatMap(({ values, shares, weights }) =>
    shares.map((share, at) => ({
      row: values.subarray(at * width, (at + 1) * width),
      label: Number(share > CONTENT_SHARE),
      weight: weights[at]!,
    })),
  );
  return growTrees(BLOCK_EVIDENCE, rows, { ...EVIDENCE_BOOSTING, seed });
}
