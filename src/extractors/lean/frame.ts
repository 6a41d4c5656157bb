import { type Document, TAG, type TagName } from "../../html/index.ts";
import { joinHashes, type ScratchArena } from "../../text/index.ts";
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

/** What one pass over the nodes of a page tells of each: parallel arrays over nodes. */
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

/** Ancestors of nodes, remembered for all that a search passes: it takes time by the size of a page, however deep the page is. */
export class NodesAbove {
  readonly #document: Document;
  readonly #before: Int32Array;
  readonly #titleContainer: number;
  /** For each node 0 where nobody has asked, else the ancestor and `KNOWN`. */
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

/** More than the -1 of no node, so that what is remembered is never 0. */
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

/** What is hashed of an element's class. */
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
