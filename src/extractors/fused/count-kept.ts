import { KEEP_SCORE, LEAF_KINDS, type Page } from "../../page/index.ts";
import { countWordsIn } from "../../text/index.ts";

const TEXT = LEAF_KINDS.indexOf("text");

/** How many words an answer keeps, and how many of them the markup hides. */
export function countKept(
  { document, leaves }: Page,
  scores: Float32Array,
): { readonly all: number; readonly hidden: number } {
  let all = 0;
  let hidden = 0;
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    if (scores[leaf]! < KEEP_SCORE || leaves.kind[leaf] !== TEXT) continue;
    const node = leaves.node[leaf]!;
    const count = countWordsIn(document.text, document.textStart[node]!, document.textEnd[node]!);
    all += count;
    if (leaves.visible[leaf] === 0) hidden += count;
  }
  return { all, hidden };
}
