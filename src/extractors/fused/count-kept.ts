import { KEEP_SCORE, leafWords, type Page } from "../../page/index.ts";

/** How many words an answer keeps, and how many of them the markup hides. */
export function countKept(
  page: Page,
  scores: Float32Array,
): { readonly all: number; readonly hidden: number } {
  const { count, visible } = page.leaves;
  let all = 0;
  let hidden = 0;
  for (let leaf = 0; leaf < count; leaf++) {
    if (scores[leaf]! < KEEP_SCORE) continue;
    const words = leafWords(page, leaf);
    all += words;
    if (visible[leaf] === 0) hidden += words;
  }
  return { all, hidden };
}
