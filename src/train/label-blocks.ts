import { type Document, NODE_FLAG, TAG } from "../html/index.ts";
import { type Page, TEXT_LEAF } from "../page/index.ts";
import { hashText, words } from "../text/index.ts";
import { alignWords } from "./align-words.ts";

/** The labels of every block of a page. */
export interface BlockLabels {
  /** Which text was read: hidden text counts only where the body is not in the visible one. */
  readonly scope: TextScope;
  /** How many words a block has. */
  readonly words: Int32Array;
  /** The share of them that belongs to the truth's body; a repeated copy does not. */
  readonly share: Float32Array;
  /** The share of the body's words that the page has. */
  readonly found: number;
}

/** A page that shows less of its body than this keeps it until a script runs: of 793 modern articles, one in a hundred. */
const MIN_VISIBLE = 0.75;

/** A block of which a larger share is the body's is content. */
export const CONTENT_SHARE = 0.5;

/** Labels every block of a page with its share of the true body, in time that is linear in both. */
export function labelBlocks(page: Page, body: string | null): BlockLabels {
  const truth = Int32Array.from(words(body ?? ""), hashText);
  const visible = findShares(page, truth, "visible");
  if (truth.length === 0 || visible.found >= MIN_VISIBLE) return visible;
  const revealed = findShares(page, truth, "revealed");
  return revealed.found > visible.found ? revealed : visible;
}

function findShares(page: Page, body: Int32Array, scope: TextScope): BlockLabels {
  const { count } = page.blocks;
  const { hashes, firstWord } = readPageWords(page, scope);
  const truthOf = alignWords(hashes, body);
  const blockWords = new Int32Array(count);
  const share = new Float32Array(count);
  let found = 0;
  for (let block = 0; block < count; block++) {
    blockWords[block] = firstWord[block + 1]! - firstWord[block]!;
    let matched = 0;
    for (let at = firstWord[block]!; at < firstWord[block + 1]!; at++) if (truthOf[at]! >= 0) matched++;
    found += matched;
    share[block] = matched / Math.max(1, blockWords[block]!);
  }
  return { scope, words: blockWords, share, found: found / Math.max(1, body.length) };
}

/** Weights of words: pages count alike whatever the length of their article, and no block is lost. */
const WORDS_PER_PAGE = 300;
const MIN_PAGE_WORDS = 100;
const MAX_WEIGHT = 100;
const MIN_WEIGHT = 0.3;

/** The blocks of a page that have words. */
export function blocksWithWords({ words }: BlockLabels): number[] {
  return Array.from(words.keys()).filter((block) => words[block]! > 0);
}

/** How much each of the given blocks of a page counts in training. */
export function blockWeights({ words, share }: BlockLabels, blocks: readonly number[]): Float32Array {
  const truthWords = blocks.reduce((sum, block) => sum + words[block]! * share[block]!, 0);
  const perWord = WORDS_PER_PAGE / Math.max(MIN_PAGE_WORDS, truthWords);
  return Float32Array.from(blocks, (block) => Math.min(MAX_WEIGHT, words[block]! * perWord) + MIN_WEIGHT);
}

/** Which text of a page counts: what a reader without scripts sees, or also what a script may reveal. */
type TextScope = "visible" | "revealed";

/** The words of a page, block after block. */
interface PageWords {
  readonly hashes: Int32Array;
  /** Words of a block are `[firstWord[block], firstWord[block + 1])`. */
  readonly firstWord: Int32Array;
}

/** What no script of the page's own shows as text. */
const NEVER_SHOWN = NODE_FLAG.noscript | NODE_FLAG.template | NODE_FLAG.foreign;

/** Reads the words of every block. */
function readPageWords(page: Page, scope: TextScope): PageWords {
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
function blockText({ document, leaves, blocks }: Page, block: number, scope: TextScope): string {
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
