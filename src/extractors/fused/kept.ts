import { TAG } from "../../html/index.ts";
import {
  type Extraction,
  KEEP_SCORE,
  leafWords,
  type Page,
  type Reason,
  reasonCode,
  TEXT_LEAF,
} from "../../page/index.ts";

/** The leaves of a block's text that an answer keeps. */
export function keptTexts({ leaves, blocks }: Page, scores: Float32Array, block: number): number[] {
  const kept: number[] = [];
  for (let leaf = blocks.firstLeaf[block]!; leaf < blocks.firstLeaf[block + 1]!; leaf++) {
    if (leaves.kind[leaf] === TEXT_LEAF && scores[leaf]! >= KEEP_SCORE) kept.push(leaf);
  }
  return kept;
}

/** How many words an answer keeps; counting ends with the leaf that reaches `most`. */
export function keptWords(page: Page, scores: Float32Array, most = Number.POSITIVE_INFINITY): number {
  let count = 0;
  for (let leaf = 0; leaf < scores.length && count < most; leaf++) {
    if (scores[leaf]! >= KEEP_SCORE) count += leafWords(page, leaf);
  }
  return count;
}

/** The leaves `[from, to)`. */
export interface LeafRange {
  readonly from: number;
  readonly to: number;
}

/** How many characters of text an answer keeps, of all leaves or from one up to another. */
export function keptCharacters(
  { document, leaves }: Page,
  scores: Float32Array,
  from = 0,
  to = scores.length,
): number {
  let count = 0;
  for (let leaf = from; leaf < to; leaf++) {
    if (scores[leaf]! < KEEP_SCORE || leaves.kind[leaf] !== TEXT_LEAF) continue;
    const node = leaves.node[leaf]!;
    count += document.textEnd[node]! - document.textStart[node]!;
  }
  return count;
}

/** An answer without the marked leaves, which get this reason. */
export function withoutLeaves(answer: Extraction, isDropped: Uint8Array, reason: Reason): Extraction {
  const code = reasonCode(reason);
  return {
    ...answer,
    scores: answer.scores.map((score, leaf) => (isDropped[leaf] === 1 ? 0 : score)),
    reasons: answer.reasons.map((own, leaf) => (isDropped[leaf] === 1 ? code : own)),
  };
}

/** A caption's text is at most this many levels below its figure. */
const MAX_FIGURE_CLIMB = 5;

/** Whether a block is part of a figure: captions and credits are alike all over a site, and go with the picture. */
export function isInFigure({ document, blocks }: Page, block: number): boolean {
  let element = blocks.container[block]!;
  for (let climbed = 0; climbed < MAX_FIGURE_CLIMB && element > 0; climbed++) {
    if (document.tag[element] === TAG.figure) return true;
    element = document.parent[element]!;
  }
  return false;
}
