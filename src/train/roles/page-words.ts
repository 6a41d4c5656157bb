import { type Document, NODE_FLAG, TAG } from "../../html/index.ts";
import { type Page, TEXT_LEAF } from "../../page/index.ts";
import { hashText, words } from "../../text/index.ts";

/** Which text of a page counts: what a reader without scripts sees, or also what a script may reveal. */
export type TextScope = "visible" | "revealed";

/** The words of a page, block after block. */
export interface PageWords {
  readonly hashes: Int32Array;
  /** Words of a block are `[firstWord[block], firstWord[block + 1])`. */
  readonly firstWord: Int32Array;
}

/** What no script of the page's own shows as text. */
const NEVER_SHOWN = NODE_FLAG.noscript | NODE_FLAG.template | NODE_FLAG.foreign;

/** Reads the words of every block. */
export function readPageWords(page: Page, scope: TextScope): PageWords {
  const { count } = page.blocks;
  const firstWord = new Int32Array(count + 1);
  const hashes: number[] = [];
  for (let block = 0; block < count; block++) {
    for (const word of words(blockText(page, block, scope))) hashes.push(hashText(word));
    firstWord[block + 1] = hashes.length;
  }
  return { hashes: Int32Array.from(hashes), firstWord };
}

/** The text of a block; words whose letters are marked up one by one stay whole. */
export function blockText({ document, leaves, blocks }: Page, block: number, scope: TextScope): string {
  let text = "";
  let last = -1;
  for (let leaf = blocks.firstLeaf[block]!; leaf < blocks.firstLeaf[block + 1]!; leaf++) {
    const node = leaves.node[leaf]!;
    const counts =
      leaves.visible[leaf] === 1 || (scope === "revealed" && (document.flags[node]! & NEVER_SHOWN) === 0);
    if (!counts || leaves.kind[leaf] !== TEXT_LEAF) continue;
    if (last >= 0 && isApart(document, last, node)) text += " ";
    text += document.text.slice(document.textStart[node], document.textEnd[node]);
    last = node;
  }
  return text;
}

/** Whether white space, a line break or something unseen lies between two text nodes. */
function isApart(document: Document, from: number, to: number): boolean {
  if (document.textEnd[from]! < document.textStart[to]!) return true;
  for (let at = from + 1; at < to; at++) if (document.tag[at] === TAG.br) return true;
  return false;
}
