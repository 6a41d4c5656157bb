import { type Document, TAG, type TagName } from "../../html/index.ts";
import { FEATURE_UNITS, type Page, UNIT } from "../../page/index.ts";
import { HASH_START, HASH_STEP, joinHashes, type ScratchArena } from "../../text/index.ts";
import type { BlockMeasures } from "./block-measures.ts";

/** The elements around a block that have a bit each. */
export const AROUND_GROUPS = [
  ["article"],
  ["main"],
  ["aside"],
  ["nav"],
  ["header"],
  ["footer"],
  ["form"],
  ["figure", "figcaption"],
  ["table"],
  ["ul", "ol", "dl", "menu"],
  ["li"],
  ["p"],
  ["blockquote"],
  ["section"],
  ["button", "label", "select"],
  ["details", "dialog"],
] as const satisfies readonly (readonly TagName[])[];

const AROUND_BITS = new Int32Array(256);
for (const [bit, names] of AROUND_GROUPS.entries())
  for (const name of names) AROUND_BITS[TAG[name]] = 1 << bit;

/** What one pass over the nodes of a page finds: parallel arrays over nodes. */
export interface Frame {
  readonly depth: Uint16Array;
  /** A bit for each of `AROUND_GROUPS` that a node is or is in. */
  readonly around: Int32Array;
  /** Shown blocks that begin before a node; one longer than the nodes. */
  readonly before: Int32Array;
  /** The element with the page's title, or -1. */
  readonly title: number;
}

export function frameOf(document: Document, { count, node }: BlockMeasures, scratch: ScratchArena): Frame {
  const { size, tag, parent } = document;
  const depth = new Uint16Array(size);
  const around = scratch.ints(size);
  const before = scratch.ints(size + 1);
  let title = -1;
  let block = 0;
  for (let at = 0; at < size; at++) {
    before[at] = block;
    if (block < count && node[block] === at) block++;
    const own = tag[at]!;
    if (at === 0) continue;
    const up = parent[at]!;
    depth[at] = depth[up]! + 1;
    around[at] = around[up]! | AROUND_BITS[own]!;
    if (own === TAG.title && title < 0 && around[at] === 0) title = at;
  }
  before[size] = block;
  return { depth, around, before, title };
}

/** Ancestors of nodes, cached for every node that a search passes: all searches together are linear in the size of the page. */
export class NodesAbove {
  readonly #document: Document;
  readonly #before: Int32Array;
  readonly #titleContainer: number;
  /** By node: the ancestor plus `KNOWN`, 0 if not looked up yet. */
  readonly #withMore: Int32Array;
  readonly #common: Int32Array;

  constructor(document: Document, { before }: Frame, titleContainer: number, scratch: ScratchArena) {
    this.#document = document;
    this.#before = before;
    this.#titleContainer = titleContainer;
    this.#withMore = scratch.ints(document.size);
    this.#common = scratch.ints(titleContainer < 0 ? 0 : document.size);
  }

  /** The nearest that holds more shown blocks than a node does, or -1. */
  withMore(node: number): number {
    const { parent, end } = this.#document;
    const before = this.#before;
    const known = this.#withMore;
    const inside = before[end[node]!]! - before[node]!;
    let above = parent[node]!;
    while (above >= 0 && before[end[above]!]! - before[above]! <= inside)
      above = known[above] === 0 ? parent[above]! : known[above]! - KNOWN;
    for (let at = node; at !== above && known[at] === 0; at = parent[at]!) known[at] = above + KNOWN;
    return above;
  }

  /** The nearest to a node, itself included, that holds the element of the headline. */
  commonWithTitle(node: number): number {
    const { parent, end } = this.#document;
    const title = this.#titleContainer;
    const known = this.#common;
    let common = node;
    while (common > 0 && !(common <= title && title < end[common]!))
      common = known[common] === 0 ? parent[common]! : known[common]! - KNOWN;
    for (let at = node; at !== common && known[at] === 0; at = parent[at]!) known[at] = common + KNOWN;
    return common;
  }
}

/** Added to cached ancestors, so that -1 becomes 1, and 0 means not looked up yet. */
const KNOWN = 2;

/** Running sums over the shown blocks, so that those of a range are a subtraction. */
export type Sums = Readonly<ReturnType<typeof sumMeasures>>;

export function sumMeasures(measures: BlockMeasures, scratch: ScratchArena) {
  const { count } = measures;
  const sums = {
    characters: scratch.ints(count + 1),
    words: scratch.doubles(count + 1),
    marks: scratch.ints(count + 1),
    linked: scratch.ints(count + 1),
    inParagraphs: scratch.ints(count + 1),
    inLists: scratch.ints(count + 1),
    headings: scratch.ints(count + 1),
  };
  for (let at = 0; at < count; at++) {
    const next = at + 1;
    const characters = measures.characters[at]!;
    sums.characters[next] = sums.characters[at]! + characters;
    sums.words[next] = sums.words[at]! + measures.words[at]!;
    sums.marks[next] = sums.marks[at]! + measures.sentences[at]! + measures.commas[at]!;
    sums.linked[next] = sums.linked[at]! + measures.linked[at]!;
    sums.inParagraphs[next] = sums.inParagraphs[at]! + (measures.isParagraph[at] === 1 ? characters : 0);
    sums.inLists[next] = sums.inLists[at]! + (measures.isList[at] === 1 ? characters : 0);
    sums.headings[next] = sums.headings[at]! + measures.isHeading[at]!;
  }
  return sums;
}

/** Hashes elements by tag and class. */
interface ClassHashes {
  hash(node: number): number;
}

/** Blocks whose containers have the same tags and classes from the root: the number of a group for each block. */
export function groupByPath(
  { parent, size }: Document,
  { count, container }: BlockMeasures,
  classes: ClassHashes,
  scratch: ScratchArena,
): { readonly ofBlock: Int32Array; readonly groups: number } {
  const path = scratch.ints(size);
  const ofBlock = scratch.ints(count);
  const chain: number[] = [];
  const groupOf = new Map<number, number>();
  for (let at = 0; at < count; at++) {
    let node = container[at]!;
    for (; node > 0 && path[node] === 0; node = parent[node]!) chain.push(node);
    let hash = node > 0 ? path[node]! : 1;
    while (chain.length > 0) {
      const next = chain.pop()!;
      hash = joinHashes(hash, classes.hash(next)) || 1;
      path[next] = hash;
    }
    let group = groupOf.get(hash);
    if (group === undefined) {
      group = groupOf.size;
      groupOf.set(hash, group);
    }
    ofBlock[at] = group;
  }
  return { ofBlock, groups: groupOf.size };
}

/** Longer blocks are not headlines. */
const MAX_WORDS = 40;
const MIN_WORDS = 2;
/** A block whose words are the title's to this share may be the headline. */
const MIN_SIMILARITY = 0.4;
/** Added for headings: a heading is the headline rather than a line of the same words. */
const HEADING_GAIN = 0.25;

/** Finds the headline among the blocks, -1 where none is; `similarity` gets how alike each short block is to the title in the head. */
export function findTitleBlock(
  { document, leaves, blocks }: Page,
  measures: BlockMeasures,
  title: number,
  similarity: Float32Array,
): number {
  const stated = new Set<number>();
  if (title >= 0) readWords(document.text, document.textStart[title]!, document.textEnd[title]!, stated);
  let best = -1;
  let most = 0;
  let heading = -1;
  for (let at = 0; at < measures.count; at++) {
    if (heading < 0 && measures.tag[at] === TAG.h1) heading = at;
    const count = measures.words[at]!;
    if (stated.size === 0 || count > MAX_WORDS || count < MIN_WORDS) continue;
    let words = 0;
    let common = 0;
    const block = measures.block[at]!;
    for (let leaf = blocks.firstLeaf[block]!; leaf < blocks.firstLeaf[block + 1]!; leaf++) {
      const node = leaves.node[leaf]!;
      const found = countCommon(document.text, document.textStart[node]!, document.textEnd[node]!, stated);
      words += found >>> COMMON_BITS;
      common += found & COMMON_MASK;
    }
    const own = common / Math.max(words, stated.size);
    similarity[at] = own;
    const weighed = own + (measures.isHeading[at] === 1 ? HEADING_GAIN : 0);
    if (own < MIN_SIMILARITY || weighed <= most) continue;
    most = weighed;
    best = at;
  }
  return best >= 0 ? best : heading;
}

const KIND_SHIFT = 16;
const LOWER_MASK = 0xffff;
const COMMON_BITS = 12;
const COMMON_MASK = 0xfff;
/** Longer ranges are mostly white space. */
const MAX_UNITS = 2_000;

/** How many words a range has, and in the low bits how many of them are stated. */
function countCommon(text: string, start: number, end: number, stated: ReadonlySet<number>): number {
  const units = FEATURE_UNITS.table;
  const stop = Math.min(end, start + MAX_UNITS);
  let found = 0;
  let hash = HASH_START;
  for (let at = start; at <= stop; at++) {
    const entry = at < stop ? units[text.charCodeAt(at)]! : UNIT.space << KIND_SHIFT;
    const kind = entry >>> KIND_SHIFT;
    if (kind <= UNIT.unspaced) hash = Math.imul(hash ^ (entry & LOWER_MASK), HASH_STEP);
    if (kind < UNIT.unspaced || hash === HASH_START) continue;
    found += stated.has(hash) ? (1 << COMMON_BITS) + 1 : 1 << COMMON_BITS;
    hash = HASH_START;
  }
  return found;
}

function readWords(text: string, start: number, end: number, into: Set<number>): void {
  const units = FEATURE_UNITS.table;
  const stop = Math.min(end, start + MAX_UNITS);
  let hash = HASH_START;
  for (let at = start; at <= stop; at++) {
    const entry = at < stop ? units[text.charCodeAt(at)]! : UNIT.space << KIND_SHIFT;
    const kind = entry >>> KIND_SHIFT;
    if (kind <= UNIT.unspaced) hash = Math.imul(hash ^ (entry & LOWER_MASK), HASH_STEP);
    if (kind < UNIT.unspaced || hash === HASH_START) continue;
    into.add(hash);
    hash = HASH_START;
  }
}

/** A block with this many words is nearly always prose. */
export const LONG_WORDS = 25;
/** A run of long blocks continues across this many short ones. */
const MAX_GAP = 3;

/** Distances to headings and long blocks, and the words of runs of long blocks, short gaps allowed. */
export function findPlaces({ count, words, isHeading }: BlockMeasures, scratch: ScratchArena) {
  const headingBefore = scratch.floats(count);
  const headingAfter = scratch.floats(count);
  const longBefore = scratch.floats(count);
  const longAfter = scratch.floats(count);
  const runWords = scratch.floats(count);
  let heading = -1;
  let long = -1;
  let runFrom = -1;
  let sum = 0;
  const endRun = () => {
    if (runFrom >= 0) runWords.fill(sum, runFrom, long + 1);
  };
  for (let at = 0; at < count; at++) {
    headingBefore[at] = heading < 0 ? Number.NaN : at - heading;
    longBefore[at] = long < 0 ? Number.NaN : at - long;
    if (isHeading[at] === 1) heading = at;
    if (words[at]! < LONG_WORDS) continue;
    if (runFrom < 0 || at - long > MAX_GAP + 1) {
      endRun();
      runFrom = at;
      sum = 0;
    }
    sum += words[at]!;
    long = at;
  }
  endRun();
  let nextHeading = -1;
  let nextLong = -1;
  for (let at = count - 1; at >= 0; at--) {
    headingAfter[at] = nextHeading < 0 ? Number.NaN : nextHeading - at;
    longAfter[at] = nextLong < 0 ? Number.NaN : nextLong - at;
    if (isHeading[at] === 1) nextHeading = at;
    if (words[at]! >= LONG_WORDS) nextLong = at;
  }
  return { headingBefore, headingAfter, longBefore, longAfter, runWords };
}
