import { TAG } from "../../html/index.ts";
import {
  type Extraction,
  KEEP_SCORE,
  LEAF_KINDS,
  type Page,
  type Reason,
  reasonCode,
} from "../../page/index.ts";

const TEXT = LEAF_KINDS.indexOf("text");

/** How far a caption's words are from its figure. */
const MAX_CLIMB = 5;

/** An answer without the leaves that are marked, which have this reason then. */
export function leaveOut(extraction: Extraction, isDropped: Uint8Array, reason: Reason): Extraction {
  const code = reasonCode(reason);
  return {
    ...extraction,
    scores: extraction.scores.map((score, leaf) => (isDropped[leaf] === 1 ? 0 : score)),
    reasons: extraction.reasons.map((own, leaf) => (isDropped[leaf] === 1 ? code : own)),
  };
}

/** The texts of a block that an answer keeps, by leaf. */
export function keptTexts({ leaves, blocks }: Page, scores: Float32Array, block: number): number[] {
  const kept: number[] = [];
  for (let leaf = blocks.firstLeaf[block]!; leaf < blocks.firstLeaf[block + 1]!; leaf++) {
    if (leaves.kind[leaf] === TEXT && scores[leaf]! >= KEEP_SCORE) kept.push(leaf);
  }
  return kept;
}

/** Whether a block is a figure's: captions and credits are alike all over a site, and are the picture's. */
export function isInFigure({ document, blocks }: Page, block: number): boolean {
  let element = blocks.container[block]!;
  for (let climbed = 0; climbed < MAX_CLIMB && element > 0; climbed++) {
    if (document.tag[element] === TAG.figure) return true;
    element = document.parent[element]!;
  }
  return false;
}
