import { NODE_FLAG } from "../../html/index.ts";
import { LEAF_KINDS, type Page } from "../../page/index.ts";

/** The name of the column that tells how much of a block the markup hides until a script shows it. */
export const HIDDEN_FEATURES: readonly string[] = ["hidden share"];

const TEXT = LEAF_KINDS.indexOf("text");
const HIDDEN = NODE_FLAG.hidden | NODE_FLAG.ariaHidden;

/** The share of a block's characters that the markup hides. */
export function hiddenShare({ document, leaves, blocks }: Page, block: number): number {
  let hidden = 0;
  let all = 0;
  for (let leaf = blocks.firstLeaf[block]!; leaf < blocks.firstLeaf[block + 1]!; leaf++) {
    if (leaves.kind[leaf] !== TEXT) continue;
    const node = leaves.node[leaf]!;
    const length = document.textEnd[node]! - document.textStart[node]!;
    all += length;
    if ((document.flags[node]! & HIDDEN) !== 0) hidden += length;
  }
  return all === 0 ? 0 : hidden / all;
}
