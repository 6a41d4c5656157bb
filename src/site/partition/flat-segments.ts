import type { Page } from "../../page/index.ts";
import { type LeafTree, readLeafTree } from "./leaf-tree.ts";

/** Neighbouring leaves of one logical segment: a range of `page.leaves`, `to` excluded. */
export interface FlatSegment {
  readonly from: number;
  readonly to: number;
}

/** Options of the flat partitioner. */
export interface FlatOptions {
  /** A segment ends where the ratio of links across its end to links inside is lower; 0.34 as in the paper. */
  readonly threshold?: number;
}

const THRESHOLD = 0.34;

/**
 * OntoMiner's flat partitioner (Vadrevu et al. 2005, section 2.1): similarity links connect consecutive leaves with equal
 * root-to-leaf tag paths, and a segment ends where few links cross in relation to those within.
 */
export function flatSegments(page: Page, options: FlatOptions = {}): readonly FlatSegment[] {
  const tree = readLeafTree(page);
  const starts = segmentStarts(tree, options);
  return starts.map((start, index) => ({
    from: tree.leaf[start]!,
    to: tree.leaf[(starts[index + 1] ?? tree.count) - 1]! + 1,
  }));
}

/** The first visible leaf of each segment. A segment without links inside is not closed, since the ratio is undefined. */
export function segmentStarts(
  tree: LeafTree,
  { threshold = THRESHOLD }: FlatOptions = {},
): readonly number[] {
  const { count, lcaDepth } = tree;
  if (count === 0) return [];
  const links = findLinks(tree);
  const ends = containerEnds(tree);
  const starts = [0];
  let start = 0;
  let inside = 0;
  let crossing = 0;
  // The smallest depth that the segment reaches.
  let height = Number.POSITIVE_INFINITY;
  for (let at = 1; at < count; at++) {
    if (links.before[at - 1]! >= start) inside++;
    crossing += Number(links.after[at - 1]! < count) - Number(links.before[at - 1]! >= 0);
    const depth = lcaDepth[at]!;
    // Deviation: a segment neither cuts through a container that began after it, nor continues past the end of one that it
    // began inside of; otherwise items are cut in half. Nor may the rest of a container be left without a link.
    const isEdge = depth <= height && links.nextEnd[at]! < ends[at]!;
    const isLeft = depth < lcaDepth[start]!;
    height = Math.min(height, depth);
    if (!isLeft && !(isEdge && inside > 0 && crossing / inside < threshold)) continue;
    starts.push(at);
    start = at;
    inside = 0;
    height = Number.POSITIVE_INFINITY;
  }
  return starts;
}

/** Similarity links: the nearest leaf of the same path before and after each; `nextEnd` is the nearest end of any link that begins at a leaf or later. */
function findLinks({ count, path }: LeafTree) {
  const before = new Int32Array(count).fill(-1);
  const after = new Int32Array(count).fill(count);
  const last = new Map<number, number>();
  for (let at = 0; at < count; at++) {
    const own = path[at]!;
    const previous = last.get(own);
    last.set(own, at);
    if (previous === undefined) continue;
    before[at] = previous;
    after[previous] = at;
  }
  const nextEnd = after.slice();
  for (let at = count - 2; at >= 0; at--) nextEnd[at] = Math.min(nextEnd[at]!, nextEnd[at + 1]!);
  return { before, after, nextEnd };
}

/** For each leaf, the end of the lowest common container of it and the leaf before. */
function containerEnds({ count, lcaDepth }: LeafTree): Int32Array {
  const ends = new Int32Array(count).fill(count);
  const open: number[] = [];
  for (let at = 1; at <= count; at++) {
    while (open.length > 0 && lcaDepth[open.at(-1)!]! > lcaDepth[at]!) ends[open.pop()!] = at;
    open.push(at);
  }
  return ends;
}
