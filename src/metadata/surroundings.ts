import { type Document, NODE_KIND } from "../html/index.ts";
import { type Extraction, KEEP_SCORE, leafAt, type Page } from "../page/index.ts";
import { countInk, dropUnseen, foldSpaces } from "../text/index.ts";

/** A short text near the article: one block of the page, with its leaves `[from, to)`. */
export interface Snippet {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** Bylines and dates stand this close to the headline, the body's beginning and its end. */
const REACH = { beforeHeadline: 12, afterStart: 8, afterEnd: 16 } as const;
/** Longer blocks are prose. */
const MAX_CHARACTERS = 160;
/** A headline further above belongs to something else. */
const MAX_HEADER_BLOCKS = 80;

/** The short texts around the headline and the body's beginning, then those right after its end. */
export function snippetsAround(page: Page, { scores }: Extraction, bodyStart: number): readonly Snippet[] {
  const { count, ofLeaf } = page.blocks;
  if (count === 0) return [];
  const start = leafAt(page.leaves, bodyStart);
  const last = scores.findLastIndex((score) => score >= KEEP_SCORE);
  const startBlock = ofLeaf[Math.min(start, ofLeaf.length - 1)]!;
  const headline = headlineBlock(page, startBlock);
  const from = Math.max(0, headline - REACH.beforeHeadline);
  const to = Math.min(count, startBlock + REACH.afterStart);
  const endBlock = last < 0 ? count : Math.max(to, ofLeaf[last]! - 1);
  return [
    ...snippets(page, headline, to),
    ...snippets(page, from, headline),
    ...snippets(page, endBlock, Math.min(count, endBlock + REACH.afterEnd)),
  ];
}

/** The block of the last first-level heading before the body. */
function headlineBlock(page: Page, startBlock: number): number {
  let found = -1;
  for (const { source, node } of page.titleCandidates) {
    if (source !== "h1") continue;
    const block = page.blocks.ofLeaf[leafAt(page.leaves, node)] ?? startBlock;
    if (block <= startBlock && block >= startBlock - MAX_HEADER_BLOCKS) found = block;
  }
  return found >= 0 ? found : startBlock;
}

function snippets(page: Page, from: number, to: number): Snippet[] {
  const { firstLeaf } = page.blocks;
  const found: Snippet[] = [];
  for (let block = from; block < to; block++) {
    const [first, end] = [firstLeaf[block]!, firstLeaf[block + 1]!];
    const text = leavesText(page, first, end);
    if (text !== "" && text.length <= MAX_CHARACTERS) found.push({ text, from: first, to: end });
  }
  return found;
}

/** The words of some leaves, a space between elements; nothing where one of them alone is too long. */
function leavesText({ document, leaves }: Page, from: number, to: number): string {
  let text = "";
  let length = 0;
  for (let leaf = from; leaf < to && length <= MAX_CHARACTERS; leaf++) {
    const node = leaves.node[leaf]!;
    if (isProse(document, node)) return "";
    const words = leafText(document, node);
    length += words.length + 1;
    if (words !== "") text = text === "" ? words : `${text} ${words}`;
  }
  return text;
}

/** Whether a leaf is too long for a short text, however its white space is folded; settled by its beginning, mostly. */
function isProse({ text, textStart, textEnd }: Document, leaf: number): boolean {
  const start = textStart[leaf]!;
  const end = Math.min(textEnd[leaf]!, start + 2 * MAX_CHARACTERS);
  return end - start > MAX_CHARACTERS && countInk(text, start, end) > MAX_CHARACTERS;
}

/** The words of one leaf, nothing for media. */
export function leafText(document: Document, node: number): string {
  if (document.kind[node] !== NODE_KIND.text) return "";
  return foldSpaces(dropUnseen(document.text.slice(document.textStart[node], document.textEnd[node])));
}
