import { leafWords, type Page } from "../../page/index.ts";
import type { Fit } from "./fit.ts";
import type { PageTree } from "./page-tree.ts";

/** What of every block of a page is not of its template. Parallel arrays over the page's blocks. */
export interface Passages {
  readonly words: Int32Array;
  /** How many of the words are links. */
  readonly linkWords: Int32Array;
  /** 1 for every leaf of the page that is shown and not of the template. */
  readonly isOwn: Uint8Array;
}

/**
 * Finds the text passages of a page that fits a pattern: what its wildcards stand for. Deviation: what the pattern does not
 * foresee is a passage too, since a template changes less than what is said in it.
 */
export function findPassages(page: Page, tree: PageTree, { isFixed }: Fit): Passages {
  const { leaves, blocks } = page;
  const isOwn = leaves.visible.slice();
  let at = 0;
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    while (tree.node[at]! < leaves.node[leaf]!) at++;
    if (isFixed[at] === 1) isOwn[leaf] = 0;
  }
  const words = new Int32Array(blocks.count);
  const linkWords = new Int32Array(blocks.count);
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    if (isOwn[leaf] === 0) continue;
    const block = blocks.ofLeaf[leaf]!;
    const count = leafWords(page, leaf);
    words[block]! += count;
    if (leaves.anchor[leaf]! >= 0) linkWords[block]! += count;
  }
  return { words, linkWords, isOwn };
}
