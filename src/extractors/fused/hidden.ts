import { NODE_FLAG } from "../../html/index.ts";
import { type Page, type RowBatch, TEXT_LEAF } from "../../page/index.ts";

/** The name of the column that tells how much of a block the markup hides until a script shows it. */
export const HIDDEN_FEATURES: readonly string[] = ["hidden share"];

const HIDDEN = NODE_FLAG.hidden | NODE_FLAG.ariaHidden;

/** Writes the share of each block's characters that the markup hides. */
export function putHiddenShare({ document, leaves, blocks }: Page, rows: RowBatch, column: number): void {
  const { flags, textStart, textEnd } = document;
  const { firstLeaf } = blocks;
  for (let row = 0; row < rows.count; row++) {
    const end = firstLeaf[rows.blocks[row]! + 1]!;
    let hidden = 0;
    let all = 0;
    for (let leaf = firstLeaf[rows.blocks[row]!]!; leaf < end; leaf++) {
      if (leaves.kind[leaf] !== TEXT_LEAF) continue;
      const node = leaves.node[leaf]!;
      const length = textEnd[node]! - textStart[node]!;
      all += length;
      if ((flags[node]! & HIDDEN) !== 0) hidden += length;
    }
    rows.values[row * rows.width + column] = all === 0 ? 0 : hidden / all;
  }
}
