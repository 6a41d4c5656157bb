import { leafWords, type Page } from "../../page/index.ts";

/** A block with this many words outside of links is told as prose; captions, dates and names are shorter. */
const MIN_PROSE_WORDS = 12;

/** By leaf: the words that a reader sees, and whether its block has several outside of links, and fewer in them. */
export interface Prose {
  readonly words: Int32Array;
  readonly isProse: Uint8Array;
}

/** Tells the prose of a page from its menus, captions and names. */
export function findProse(page: Page): Prose {
  const { blocks, leaves } = page;
  const words = new Int32Array(leaves.count);
  const isProse = new Uint8Array(leaves.count);
  for (let block = 0; block < blocks.count; block++) {
    const [from, to] = [blocks.firstLeaf[block]!, blocks.firstLeaf[block + 1]!];
    let [plain, linked] = [0, 0];
    for (let leaf = from; leaf < to; leaf++) {
      words[leaf] = leaves.visible[leaf] === 1 ? leafWords(page, leaf) : 0;
      if (leaves.anchor[leaf]! < 0) plain += words[leaf]!;
      else linked += words[leaf]!;
    }
    if (plain >= MIN_PROSE_WORDS && plain > linked) isProse.fill(1, from, to);
  }
  return { words, isProse };
}
