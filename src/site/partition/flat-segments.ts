import type { Page } from "../../page/index.ts";
import { type LeafTree, readLeafTree } from "./leaf-tree.ts";

/** Neighbouring leaves of one logical part of a page: those of `page.leaves` from `from` to `to`, the last one excluded. */
export interface FlatSegment {
  readonly from: number;
  readonly to: number;
}

/** How a page is cut into segments. */
export interface FlatOptions {
  /** A segment ends where links over its end are a smaller share of the links inside of it; the paper's is 0.34. */
  readonly threshold?: number;
}

const THRESHOLD = 0.34;

/**
 * OntoMiner's flat partitioner (Vadrevu et al. 2005, section 2.1): leaves with equal root-to-leaf tag paths that follow each other
 * are linked, and a segment ends where few links cross in relation to those within.
 */
export function flatSegments(page: Page, options: FlatOptions = {}): readonly FlatSegment[] {
  const tree = readLeafTree(page);
  const starts = segmentStarts(tree, options);
  return starts.map((start, index) => ({
    from: tree.leaf[start]!,
    to: tree.leaf[(starts[index + 1] ?? tree.count) - 1]! + 1,
  }));
}

/** The seen leaves that segments begin with. A segment with no link inside is not closed, as there is nothing to relate to. */
export function segmentStarts(
  tree: LeafTree,
  { threshold = THRESHOLD }: FlatOptions = {},
): readonly number[] {
  const { count, meetDepth } = tree;
  if (count === 0) return [];
  const links = findLinks(tree);
  const ends = containerEnds(tree);
  const starts = [0];
  let start = 0;
  let inside = 0;
  let crossing = 0;
  // How high in the tree the segment reaches.
  let height = Number.POSITIVE_INFINITY;
  for (let at = 1; at < count; at++) {
    if (links.before[at - 1]! >= start) inside++;
    crossing += Number(links.after[at - 1]! < count) - Number(links.before[at - 1]! >= 0);
    const depth = meetDepth[at]!;
    // Deviation: a segment neither cuts through a container that it began outside of, nor leaves one that it began inside of
    // for the next; else half an item goes to one segment and half to the other. Nor is so little left of a container
    // that it holds no link.
    const isEdge = depth <= height && links.nextEnd[at]! < ends[at]!;
    const isLeft = depth < meetDepth[start]!;
    height = Math.min(height, depth);
    if (!isLeft && !(isEdge && inside > 0 && crossing / inside < threshold)) continue;
    starts.push(at);
    start = at;
    inside = 0;
    height = Number.POSITIVE_INFINITY;
  }
  return starts;
}

/** Similarity links: the nearest leaf of the same path before and after each; `nextEnd` is where the first link that begins at a leaf or later ends. */
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

/** For each leaf, one past the last leaf of the container where it meets the leaf before. */
function containerEnds({ count, meetDepth }: LeafTree): Int32Array {
  const ends = new Int32Array(count).fill(count);
  const open: number[] = [];
  for (let at = 1; at <= count; at++) {
    while (open.length > 0 && meetDepth[open.at(-1)!]! > meetDepth[at]!) ends[open.pop()!] = at;
    open.push(at);
  }
  return ends;
}
