import { LEAF_KINDS, type Page } from "../page/index.ts";

/** Text nodes a block has on average in a body that is in pieces: every paragraph is broken once by a link or a font. */
const MIN_PIECES_PER_BLOCK = 2;
const TEXT_LEAF = LEAF_KINDS.indexOf("text");

/** Whether the text below a node is broken by inline tags: two or more visible text nodes a block on average. */
export function isInPieces(page: Page, root: number): boolean {
  const { leaves, blocks, document } = page;
  const end = document.end[root] ?? 0;
  let pieces = 0;
  let blockCount = 0;
  let block = -1;
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    const node = leaves.node[leaf]!;
    if (node < root || node >= end || leaves.kind[leaf] !== TEXT_LEAF || leaves.visible[leaf] !== 1) continue;
    pieces++;
    if (blocks.ofLeaf[leaf] !== block) blockCount++;
    block = blocks.ofLeaf[leaf]!;
  }
  return blockCount > 0 && pieces / blockCount >= MIN_PIECES_PER_BLOCK;
}
