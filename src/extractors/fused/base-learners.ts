import { type Extraction, type Hints, KEEP_SCORE, type Page, TEXT_LEAF } from "../../page/index.ts";
import type { Extractor } from "../extractor.ts";
import type { MssModel } from "../mss/mss-model.ts";
import { makeMss } from "../mss/supervised.ts";
import { makeRelevance } from "../relevance/relevance.ts";

/** The extractors whose answers are features of blocks, in the order of their columns. */
export const BASE_LEARNERS = ["mss", "relevance"] as const;
/** The extractors whose answers are features of blocks, by id. */
export type BaseLearners = Readonly<Record<(typeof BASE_LEARNERS)[number], Extractor>>;

/** The base learners, with the model of the one that needs one. */
export function makeBaseLearners(mss: () => MssModel): BaseLearners {
  return { mss: makeMss("mss", mss), relevance: makeRelevance() };
}

/** What is taken of each answer: its share of the block, and how many blocks away it begins or ends. */
const COLUMNS = ["kept", "distance"] as const;

/** The names of the columns that hold the answers of the base learners. */
export const EVIDENCE_FEATURES: readonly string[] = BASE_LEARNERS.flatMap((id) =>
  COLUMNS.map((column) => `${id} ${column}`),
);

/** Longer distances count as this one. */
const MAX_DISTANCE = 40;

/** Runs every base learner on a page; a row for every block with the columns of `EVIDENCE_FEATURES`. */
export function readEvidence(page: Page, hints: Hints, learners: BaseLearners): Float32Array {
  const width = EVIDENCE_FEATURES.length;
  const values = new Float32Array(page.blocks.count * width);
  BASE_LEARNERS.forEach((id, index) => {
    const column = index * COLUMNS.length;
    putAnswer(page, learners[id].extract(page, hints), { values, width, column });
  });
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
