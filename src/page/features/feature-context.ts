import { HEADING_TAGS, TAG, type TagName } from "../../html/index.ts";
import { countInk, joinHashes, type ScratchArena } from "../../text/index.ts";
import { TEXT_LEAF } from "../leaves.ts";
import type { Page } from "../page.ts";
import { classIds } from "./class-tokens.ts";
import { hashFours, hashPairs, TextScan, UNIT } from "./text-scan.ts";

/** What the families of features share: the page, and what the first passes found. */
export interface FeatureContext {
  readonly count: number;
  readonly page: Page;
  readonly texts: BlockTexts;
  readonly sums: BlockSums;
  readonly skeleton: Skeleton;
  /** Hashes of all pairs of neighbouring words, and of all runs of four. */
  readonly pairs: Int32Array;
  readonly fours: Int32Array;
  readonly scratch: ScratchArena;
}

/** Makes the first passes over a page whose texts were read. */
export function makeContext(page: Page, texts: BlockTexts, scratch: ScratchArena): FeatureContext {
  const sums = sumBlocks(texts, scratch);
  const skeleton = findSkeleton(page, sums, scratch);
  const pairs = hashPairs(texts.scan.hashes.subarray(0, texts.scan.hashCount), scratch);
  const fours = hashFours(pairs, scratch);
  return { count: page.blocks.count, page, texts, sums, skeleton, pairs, fours, scratch };
}

/** Rows that are written together, one for each of some blocks; a row at a time, the features take 9 % longer. */
export interface RowBatch {
  readonly count: number;
  readonly blocks: Int32Array;
  /** Row after row, `width` values each. */
  readonly values: Float32Array;
  readonly width: number;
}

/** Writes the columns of one family into all rows, from a column on; returns the column after them. */
export type FamilyWriter = (rows: RowBatch, column: number) => number;

/** A block with this many words is nearly always prose: twice the usual bound between boilerplate and text. */
export const LONG_WORDS = 25;

/** The share of a part in a whole; NaN where the whole is 0. */
export function share(part: number, whole: number): number {
  return whole > 0 ? part / whole : Number.NaN;
}

/** Writes NaN from one offset up to another. */
export function skip(values: Float32Array, from: number, to: number): void {
  for (let at = from; at < to; at++) values[at] = Number.NaN;
}

/** The code of tags in no group. */
export const NO_GROUP = 255;

/** The group of every tag, `NO_GROUP` where it is in none. */
export function groupTable(groups: readonly (readonly TagName[])[]): Uint8Array {
  const table = new Uint8Array(256).fill(NO_GROUP);
  for (const [group, names] of groups.entries()) for (const name of names) table[TAG[name]] = group;
  return table;
}

/** Characters of a script without spaces that make a word, on average. */
const UNSPACED_PER_WORD = 3;

/** The seen text of every block as numbers: parallel arrays over blocks, zero where a block has none. */
export type BlockTexts = Readonly<ReturnType<typeof emptyTexts>>;

/** Arrays for the texts of a page, which `readBlock` fills. */
export function emptyTexts({ blocks: { count }, leaves }: Page, scratch: ScratchArena) {
  return {
    characters: scratch.ints(count),
    words: scratch.floats(count),
    /** Commas and sentence marks. */
    marks: scratch.ints(count),
    linkCharacters: scratch.ints(count),
    unspaced: scratch.ints(count),
    /** Characters that the markup hides. */
    hidden: scratch.ints(count),
    isHeading: scratch.bytes(count),
    isParagraph: scratch.bytes(count),
    media: scratch.ints(count),
    leafCharacters: scratch.ints(leaves.count),
    /** Word hashes of a block are `scan.hashes` from `firstHash[block]` up to that of the next block. */
    firstHash: scratch.ints(count + 1),
    /** Holds the counts of the block that was read last, and the word hashes of all. */
    scan: new TextScan(),
  };
}

/** Reads the next block; every block is read once, in order. */
export function readBlock(page: Page, texts: BlockTexts, block: number): void {
  const { scan } = texts;
  scan.begin();
  readLeaves(page, texts, block);
  texts.firstHash[block + 1] = scan.hashCount;
  if (scan.characters === 0) return;
  const unspaced = scan.counts[UNIT.unspaced]!;
  const tag = page.document.tag[page.blocks.container[block]!]!;
  texts.characters[block] = scan.characters;
  texts.words[block] = scan.spacedWords + unspaced / UNSPACED_PER_WORD;
  texts.marks[block] = scan.sentences + scan.counts[UNIT.comma]!;
  texts.unspaced[block] = unspaced;
  texts.isHeading[block] = HEADING_TAGS[tag]!;
  texts.isParagraph[block] = tag === TAG.p ? 1 : 0;
}

function readLeaves({ document, leaves, blocks }: Page, texts: BlockTexts, block: number): void {
  const { scan } = texts;
  const last = blocks.firstLeaf[block + 1]!;
  for (let leaf = blocks.firstLeaf[block]!; leaf < last; leaf++) {
    const node = leaves.node[leaf]!;
    const isText = leaves.kind[leaf] === TEXT_LEAF;
    const start = document.textStart[node]!;
    const end = document.textEnd[node]!;
    if (leaves.visible[leaf] === 0) {
      if (isText) texts.hidden[block]! += countInk(document.text, start, end);
    } else if (isText) {
      const before = scan.characters;
      scan.read(document.text, start, end);
      const characters = scan.characters - before;
      texts.leafCharacters[leaf] = characters;
      if (leaves.anchor[leaf]! >= 0) texts.linkCharacters[block]! += characters;
    } else texts.media[block]!++;
  }
}

/** Sums over all blocks before each one, so that those of a range are a subtraction. Parallel arrays, one longer than the blocks. */
type BlockSums = Readonly<ReturnType<typeof sumBlocks>>;

function sumBlocks(texts: BlockTexts, scratch: ScratchArena) {
  const count = texts.characters.length;
  const sums = {
    /** Blocks with seen text. */
    shown: scratch.ints(count + 1),
    characters: scratch.ints(count + 1),
    words: scratch.doubles(count + 1),
    /** Commas and sentence marks. */
    marks: scratch.ints(count + 1),
    linkCharacters: scratch.ints(count + 1),
    paragraphCharacters: scratch.ints(count + 1),
    headings: scratch.ints(count + 1),
    /** The blocks with seen text themselves, in order. */
    shownBlocks: scratch.ints(count),
  };
  for (let block = 0; block < count; block++) {
    const next = block + 1;
    const characters = texts.characters[block]!;
    if (characters > 0) sums.shownBlocks[sums.shown[block]!] = block;
    sums.shown[next] = sums.shown[block]! + (characters > 0 ? 1 : 0);
    sums.characters[next] = sums.characters[block]! + characters;
    sums.words[next] = sums.words[block]! + texts.words[block]!;
    sums.marks[next] = sums.marks[block]! + texts.marks[block]!;
    sums.linkCharacters[next] = sums.linkCharacters[block]! + texts.linkCharacters[block]!;
    const isParagraph = texts.isParagraph[block] === 1;
    sums.paragraphCharacters[next] = sums.paragraphCharacters[block]! + (isParagraph ? characters : 0);
    sums.headings[next] = sums.headings[block]! + texts.isHeading[block]!;
  }
  sums.shownBlocks = sums.shownBlocks.subarray(0, sums.shown[count]);
  return sums;
}

/** The containers of blocks and all elements around them, in document order: the part of the tree that features read. Parallel arrays. */
interface Skeleton {
  readonly count: number;
  readonly node: Int32Array;
  /** Place of the parent in these arrays, -1 at the root. */
  readonly parent: Int32Array;
  readonly depth: Int32Array;
  /** Blocks inside are `[firstBlock[place], endBlock[place])`. */
  readonly firstBlock: Int32Array;
  readonly endBlock: Int32Array;
  /** Place of the nearest ancestor with more blocks with seen text, -1 where there is none. */
  readonly grown: Int32Array;
  /** Hash of the tags from the root, and of tags and classes. */
  readonly tagPath: Int32Array;
  readonly classPath: Int32Array;
  /** Place of every block's container. */
  readonly ofBlock: Int32Array;
}

function findSkeleton(page: Page, { shown }: BlockSums, scratch: ScratchArena): Skeleton {
  const { node, parent, ofBlock } = placeNodes(page, scratch);
  const count = node.length;
  const depth = scratch.ints(count);
  const firstBlock = scratch.ints(count).fill(ofBlock.length);
  const endBlock = scratch.ints(count);
  for (let block = ofBlock.length - 1; block >= 0; block--) {
    const place = ofBlock[block]!;
    firstBlock[place] = block;
    endBlock[place] = Math.max(endBlock[place]!, block + 1);
  }
  for (let place = count - 1; place > 0; place--) {
    const up = parent[place]!;
    firstBlock[up] = Math.min(firstBlock[up]!, firstBlock[place]!);
    endBlock[up] = Math.max(endBlock[up]!, endBlock[place]!);
  }
  const grown = scratch.ints(count).fill(-1);
  const inside = (place: number) => shown[endBlock[place]!]! - shown[firstBlock[place]!]!;
  for (let place = 1; place < count; place++) {
    const up = parent[place]!;
    depth[place] = depth[up]! + 1;
    grown[place] = inside(up) > inside(place) ? up : grown[up]!;
  }
  return {
    count,
    node,
    parent,
    ofBlock,
    depth,
    firstBlock,
    endBlock,
    grown,
    ...hashPaths(page, node, parent, scratch),
  };
}

function placeNodes({ document, blocks }: Page, scratch: ScratchArena) {
  const placeOf = scratch.ints(document.size);
  let last = -1;
  let count = 0;
  for (let block = 0; block < blocks.count; block++) {
    for (let at = blocks.container[block]!; at >= 0 && placeOf[at] === 0; at = document.parent[at]!) {
      placeOf[at] = 1;
      last = Math.max(last, at);
      count++;
    }
  }
  const node = scratch.ints(count);
  const parent = scratch.ints(count);
  for (let at = 0, place = 0; at <= last; at++) {
    if (placeOf[at] === 0) continue;
    node[place] = at;
    placeOf[at] = place;
    parent[place] = place === 0 ? -1 : placeOf[document.parent[at]!]!;
    place++;
  }
  const ofBlock = scratch.ints(blocks.count);
  for (let block = 0; block < blocks.count; block++) ofBlock[block] = placeOf[blocks.container[block]!]!;
  return { node, parent, ofBlock };
}

function hashPaths(page: Page, node: Int32Array, parent: Int32Array, scratch: ScratchArena) {
  const { document } = page;
  const tagPath = scratch.ints(node.length);
  const classPath = scratch.ints(node.length);
  const classes = classIds(page);
  for (let place = 1; place < node.length; place++) {
    const at = node[place]!;
    const up = parent[place]!;
    tagPath[place] = joinHashes(tagPath[up]!, document.tag[at]!);
    classPath[place] = joinHashes(classPath[up]!, classes.hash(at));
  }
  return { tagPath, classPath };
}
