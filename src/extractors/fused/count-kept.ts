import { KEEP_SCORE, leafWords, type Page } from "../../page/index.ts";

/** How many words an answer keeps; counting ends with the leaf that reaches `most`. */
export function countKept(page: Page, scores: Float32Array, most = Number.POSITIVE_INFINITY): number {
  let count = 0;
  for (let leaf = 0; leaf < scores.length && count < most; leaf++) {
    if (scores[leaf]! >= KEEP_SCORE) count += leafWords(page, leaf);
  }
  return count;
}

/** How many words an answer keeps that the markup hides. */
export function countKeptHidden(page: Page, scores: Float32Array): number {
  const { visible } = page.leaves;
  let count = 0;
  for (let leaf = 0; leaf < scores.length; leaf++) {
    if (scores[leaf]! >= KEEP_SCORE && visible[leaf] === 0) count += leafWords(page, leaf);
  }
  return count;
}
