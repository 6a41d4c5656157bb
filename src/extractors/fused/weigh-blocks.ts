import { DATA_TAGS, type Document, NODE_KIND, TreeWriter } from "../../html/index.ts";
import { type TreeEnsemble, toProbability } from "../../model/index.ts";
import type { Blocks, Leaves, Page } from "../../page/index.ts";
import { hasText, PLAIN_THRESHOLD, type WordChances } from "../score-leaves.ts";
import { type BlockRows, FUSED_FEATURES } from "./rows.ts";
import { BlockTally } from "./verdict/block-tally.ts";

/** Blocks that are weighed together; a multiple of what trees take at once, and few enough for their rows to stay in cache. */
const BATCH_ROWS = 16;

/** Scratch arrays, reused for every batch of every page. */
const BATCH = {
  count: 0,
  blocks: new Int32Array(BATCH_ROWS),
  values: new Float32Array(BATCH_ROWS * FUSED_FEATURES.length),
  width: FUSED_FEATURES.length,
  logOdds: new Float64Array(BATCH_ROWS),
};

/** The blocks of a page as the trees of articles weigh them. */
export interface ArticleWeights {
  readonly tally: BlockTally;
  /** By block. */
  readonly logOdds: Float64Array;
}

/** How likely each block is part of the article: of those with words in order, and of every block of the page. */
export type BlockChances = Pick<BlockTally, "count" | "words" | "chances" | "ofBlock">;

/** Weighs the blocks of a page by the trees of articles. */
export function weighAsArticle(page: Page, rows: BlockRows, trees: TreeEnsemble): ArticleWeights {
  const logOdds = new Float64Array(page.blocks.count);
  const tally = weighBlocks(page, rows, ({ values, count, blocks, logOdds: own }) => {
    trees.scoreRows(values, count, own);
    for (let at = 0; at < count; at++) logOdds[blocks[at]!] = own[at]!;
  });
  return { tally, logOdds };
}

/** The blocks of a page with new log-odds. */
export function weighAnew(
  { tally: { count, blocks, words } }: ArticleWeights,
  logOdds: Float64Array,
): BlockChances {
  const ofBlock = Float32Array.from(logOdds, toProbability);
  const chances = new Float32Array(count);
  for (let at = 0; at < count; at++) chances[at] = ofBlock[blocks[at]!]!;
  return { count, words, chances, ofBlock };
}

/** Weighs them by the trees of other pages too: the mean that `mixTrees` takes, without a second walk down the trees of articles. */
export function weighAsOther(
  page: Page,
  rows: BlockRows,
  {
    trees,
    weight,
    logOdds,
  }: { readonly trees: TreeEnsemble; readonly weight: number; readonly logOdds: Float64Array },
): BlockTally {
  return weighBlocks(page, rows, ({ values, count, blocks, logOdds: own }) => {
    trees.scoreRows(values, count, own);
    for (let at = 0; at < count; at++) own[at] = (1 - weight) * logOdds[blocks[at]!]! + weight * own[at]!;
  });
}

/** Weighs the blocks with text, a batch at a time; the others need no chance. */
function weighBlocks(page: Page, rows: BlockRows, weigh: (batch: typeof BATCH) => void): BlockTally {
  const { count } = page.blocks;
  const tally = new BlockTally(count);
  for (let block = 0; block < count; ) {
    for (BATCH.count = 0; block < count && BATCH.count < BATCH_ROWS; block++) {
      if (hasText(page, block)) BATCH.blocks[BATCH.count++] = block;
    }
    rows.writeAll(BATCH);
    weigh(BATCH);
    for (let row = 0; row < BATCH.count; row++) tally.add(BATCH, row, toProbability(BATCH.logOdds[row]!));
  }
  return tally;
}

/**
 * From this expected F1 on, trees are sure of a page, and the network is not run: it gains nothing there, and seven pages in eight
 * are such pages. Chosen on half of the sites of the sets: docs/experiments/fused.md.
 */
const SURE_F1 = 0.9;

/** Whether trees are sure of their answer at the plain threshold, by the F1 over words that they expect of it. */
export function isSure({ count, words, chances }: WordChances, sureF1 = SURE_F1): boolean {
  let kept = 0;
  let hits = 0;
  let all = 0;
  for (let block = 0; block < count; block++) {
    const chance = chances[block]!;
    const likely = words[block]! * chance;
    all += likely;
    if (chance < PLAIN_THRESHOLD) continue;
    kept += words[block]!;
    hits += likely;
  }
  return 2 * hits >= sureF1 * (kept + all) && kept > 0;
}

/** A page with more blocks is thinned out: of 490 real pages over 400 KB the largest has 11,085, the next 3,348. */
export const MOST_BLOCKS = 20_000;
/** Blocks with more characters are sentences, which are weighed on any page; shorter ones are names, numbers and labels. */
const MOST_CHARACTERS = 80;
/** For each step of this many blocks, one more pair of neighbours is left out: about 5,000 short ones are weighed, as on the largest real pages. */
const BLOCKS_PER_PAIR = 10_000;
/** The most that one block stands for, however many there are. */
const MOST_TOGETHER = 63;

/** A page is thinned only where that leaves out half of its blocks or more. */
const MIN_GAIN = 2;

/** Below this depth, only the nearest element around a block is copied: real pages nest less than a hundred deep. */
const MOST_DEPTH = 256;

/** What of a page is weighed. */
export interface WeighedPage {
  readonly weighed: Page;
  /** The weighed block that stands for each block of the whole page; absent where each is weighed. */
  readonly standIn?: Int32Array;
}

/** The page with hidden prose seen; of one with more than `MOST_BLOCKS` only some of the short blocks, which stand for their neighbours. */
export function revealPage(given: Page): WeighedPage {
  const page = given.revealed;
  return page.blocks.count <= MOST_BLOCKS ? { weighed: page } : page.view(thinOut);
}

/** Leaves out most short blocks, so that the page looks like one with fewer of them; joining them would give blocks like none in training. */
function thinOut(page: Page): WeighedPage {
  const { blocks } = page;
  const standIn = new Int32Array(blocks.count);
  const kept = new Int32Array(blocks.count);
  // Odd, so that terms and their explanations take turns.
  const together = Math.min(MOST_TOGETHER, 1 + 2 * Math.ceil(blocks.count / BLOCKS_PER_PAIR));
  let count = 0;
  // For blocks without and with text: the kept block that stands for the next ones, and for how many more of them.
  const last = [0, 0];
  const left = [0, 0];
  for (let block = 0; block < blocks.count; block++) {
    const kind = Number(hasText(page, block));
    const isShort = spanOf(page, block) <= MOST_CHARACTERS;
    if (!isShort) left.fill(0);
    if (left[kind] === 0) {
      kept[count] = block;
      last[kind] = count++;
      left[kind] = isShort ? together : 1;
    }
    standIn[block] = last[kind]!;
    left[kind]!--;
  }
  // A book is all sentences: it has many blocks and is not dense.
  if (count * MIN_GAIN > blocks.count) return { weighed: page };
  return { weighed: withBlocks(page, kept.subarray(0, count)), standIn };
}

/** Characters from the start of a block to its end. */
function spanOf({ document, leaves, blocks }: Page, block: number): number {
  const first = leaves.node[blocks.firstLeaf[block]!]!;
  const last = leaves.node[blocks.firstLeaf[block + 1]! - 1]!;
  return document.textEnd[last]! - document.textStart[first]!;
}

/** The page with only some of its blocks. */
function withBlocks(page: Page, kept: Int32Array): Page {
  const { leaves, blocks } = page;
  const isKept = new Uint8Array(leaves.count);
  for (const block of kept) isKept.fill(1, blocks.firstLeaf[block]!, blocks.firstLeaf[block + 1]!);
  const chosen = Int32Array.from(isKept.keys()).filter((leaf) => isKept[leaf] === 1);
  const needed = new Uint8Array(page.document.size);
  for (const block of kept) needed[blocks.container[block]!] = 1;
  for (const leaf of chosen) {
    needed[leaves.node[leaf]!] = 1;
    if (leaves.anchor[leaf]! >= 0) needed[leaves.anchor[leaf]!] = 1;
  }
  const { document, newNode } = copyLeaves(page, isKept, needed);
  const ownLeaves: Leaves = {
    count: chosen.length,
    node: chosen.map((leaf) => newNode[leaves.node[leaf]!]!),
    kind: Uint8Array.from(chosen, (leaf) => leaves.kind[leaf]!),
    visible: Uint8Array.from(chosen, (leaf) => leaves.visible[leaf]!),
    anchor: chosen.map((leaf) => newNode[leaves.anchor[leaf]!] ?? -1),
    rescued: leaves.rescued,
  };
  const ownBlocks: Blocks = {
    count: kept.length,
    container: kept.map((block) => newNode[blocks.container[block]!]!),
    ...ownersOf(kept, blocks, chosen.length),
  };
  return page.thinned(document, ownLeaves, ownBlocks);
}

/** The leaves of some blocks, numbered as if there were no others. */
function ownersOf(
  kept: Int32Array,
  { firstLeaf }: Blocks,
  leafCount: number,
): Pick<Blocks, "firstLeaf" | "ofLeaf"> {
  const first = new Int32Array(kept.length + 1);
  const ofLeaf = new Int32Array(leafCount);
  kept.forEach((block, at) => {
    first[at + 1] = first[at]! + firstLeaf[block + 1]! - firstLeaf[block]!;
    ofLeaf.fill(at, first[at]!, first[at + 1]!);
  });
  return { firstLeaf: first, ofLeaf };
}

interface Copy {
  readonly document: Document;
  /** By node of the whole document: its node in the copy. */
  readonly newNode: Int32Array;
}

/** The document without leaves that are not kept, the elements that hold no others, and what is between them. */
function copyLeaves({ document, leaves }: Page, isKept: Uint8Array, needed: Uint8Array): Copy {
  const { size, kind, tag, end } = document;
  const newNode = new Int32Array(size);
  const writer = new TreeWriter(size / MOST_TOGETHER);
  writer.copy(document, 0);
  const ends: number[] = [];
  let leaf = 0;
  let nextKept = 0;
  let isLeftOut = false;
  for (let at = 1; at < size; at++) {
    for (; ends.length > 0 && ends.at(-1)! <= at; ends.pop()) writer.close();
    while (leaf < leaves.count && leaves.node[leaf]! < at) leaf++;
    nextKept = Math.max(nextKept, leaf);
    while (nextKept < leaves.count && isKept[nextKept] === 0) nextKept++;
    const holds = (index: number): boolean => index < leaves.count && leaves.node[index]! < end[at]!;
    // A node without leaves goes with the leaf before it.
    if (holds(leaf)) isLeftOut = !holds(nextKept);
    if (isLeftOut) {
      at = end[at]! - 1;
      continue;
    }
    if (ends.length > MOST_DEPTH && needed[at] === 0) continue;
    newNode[at] = writer.copy(document, at);
    if (kind[at] === NODE_KIND.text) continue;
    ends.push(end[at]!);
    // The code in scripts and styles is long and never weighed.
    if (DATA_TAGS[tag[at]!] === 1) at = end[at]! - 1;
  }
  for (const _ of ends) writer.close();
  return { document: writer.finish(), newNode };
}
