import { type Blocks, type Leaves, type Page, reveal } from "../../page/index.ts";
import { hasText } from "./judge-blocks.ts";

/** A page with more blocks is thinned out: of 490 real pages over 400 KB the largest has 11,085, the next 3,348. */
export const MOST_BLOCKS = 20_000;
/** Blocks with more characters are sentences, which are weighed on any page; shorter ones are names, numbers and labels. */
const MOST_CHARACTERS = 80;
/** Short neighbours that one of them stands for. A prime, so that every column of a table and every part of an entry has its turn. */
const MOST_TOGETHER = 17;

/** A page as its blocks are weighed. */
export interface WeighedPage {
  readonly page: Page;
  /** The weighed block that stands for each block of the whole page; absent where each is weighed. */
  readonly standIn?: Int32Array;
}

const thinned = new WeakMap<Page, WeighedPage>();

/** The page with hidden prose seen; of one with more than `MOST_BLOCKS` only some of the short blocks, which stand for their neighbours. */
export function weighedPage(given: Page): WeighedPage {
  const page = reveal(given);
  if (page.blocks.count <= MOST_BLOCKS) return { page };
  const known = thinned.get(page) ?? thinOut(page);
  thinned.set(page, known);
  return known;
}

/** Leaves out most short blocks: as if the page had fewer of each kind, not longer ones than any page that was learned from. */
function thinOut(page: Page): WeighedPage {
  const { blocks } = page;
  const standIn = new Int32Array(blocks.count);
  const kept = new Int32Array(blocks.count);
  let count = 0;
  // Of what shows text and of what does not: the one that stands for those to come, and for how many more it may.
  const last = [0, 0];
  const left = [0, 0];
  for (let block = 0; block < blocks.count; block++) {
    const kind = Number(hasText(page, block));
    const isShort = spanOf(page, block) <= MOST_CHARACTERS;
    if (!isShort) left.fill(0);
    if (left[kind] === 0) {
      kept[count] = block;
      last[kind] = count++;
      left[kind] = isShort ? MOST_TOGETHER : 1;
    }
    standIn[block] = last[kind]!;
    left[kind]!--;
  }
  return { page: withBlocks(page, kept.subarray(0, count)), standIn };
}

/** Characters from the start of a block to its end. */
function spanOf({ document, leaves, blocks }: Page, block: number): number {
  const first = leaves.node[blocks.firstLeaf[block]!]!;
  const last = leaves.node[blocks.firstLeaf[block + 1]! - 1]!;
  return document.textEnd[last]! - document.textStart[first]!;
}

/** The same page with some of its blocks alone. */
function withBlocks(page: Page, kept: Int32Array): Page {
  const { leaves, blocks } = page;
  const firstLeaf = new Int32Array(kept.length + 1);
  kept.forEach((block, at) => {
    firstLeaf[at + 1] = firstLeaf[at]! + blocks.firstLeaf[block + 1]! - blocks.firstLeaf[block]!;
  });
  const count = firstLeaf[kept.length]!;
  const chosen = { node: new Int32Array(count), kind: new Uint8Array(count), visible: new Uint8Array(count) };
  const anchor = new Int32Array(count);
  const ofLeaf = new Int32Array(count);
  kept.forEach((block, at) => {
    const [from, to] = [blocks.firstLeaf[block]!, blocks.firstLeaf[block + 1]!];
    chosen.node.set(leaves.node.subarray(from, to), firstLeaf[at]!);
    chosen.kind.set(leaves.kind.subarray(from, to), firstLeaf[at]!);
    chosen.visible.set(leaves.visible.subarray(from, to), firstLeaf[at]!);
    anchor.set(leaves.anchor.subarray(from, to), firstLeaf[at]!);
    ofLeaf.fill(at, firstLeaf[at]!, firstLeaf[at + 1]!);
  });
  const ownLeaves: Leaves = { ...chosen, count, anchor, rescued: leaves.rescued };
  const container = kept.map((block) => blocks.container[block]!);
  const ownBlocks: Blocks = { count: kept.length, firstLeaf, container, ofLeaf };
  return page.withLeaves(ownLeaves, ownBlocks);
}
