import { type Document, tagName } from "../../html/index.ts";
import type { Page } from "../../page/index.ts";
import { hashText, joinHashes } from "../../text/index.ts";

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
export function segmentStarts(tree: LeafTree, { threshold = THRESHOLD }: FlatOptions): readonly number[] {
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

/**
 * The visible leaves of a page under its tree with unary chains collapsed: elements with the same leaves are one container, which
 * has the number of the highest. Arrays are over visible leaves; values about two neighbours are at the second.
 */
export interface LeafTree {
  readonly document: Document;
  readonly count: number;
  /** Its index in `page.leaves`. */
  readonly leaf: Int32Array;
  /** The number of its root-to-leaf tag path, in order of first use. */
  readonly path: Int32Array;
  /** The container of this leaf alone. */
  readonly own: Int32Array;
  /** The lowest common container of a leaf and the one before it. */
  readonly lca: Int32Array;
  /** The depth of that container; -1 before the first leaf and after the last. */
  readonly lcaDepth: Int32Array;
  /** The number of containers above each node of the document. */
  readonly depth: Int32Array;
  /** The container of each node of the document. */
  readonly container: Int32Array;
  readonly maxDepth: number;
}

/** Builds the leaf tree of a page in linear time. */
export function readLeafTree(page: Page): LeafTree {
  const { document } = page;
  const leaf = visibleLeaves(page);
  const node = leaf.map((own) => page.leaves.node[own]!);
  const lcaNode = lowestCommonAncestors(document, node);
  const { depth, container } = readContainers(document, lcaNode);
  const lcaDepth = new Int32Array(leaf.length + 1).fill(-1);
  for (let at = 1; at < leaf.length; at++) lcaDepth[at] = depth[lcaNode[at]!]!;
  return {
    document,
    count: leaf.length,
    leaf,
    path: numberPaths(document, node),
    own: node.map((own) => container[own]!),
    lca: lcaNode.map((own) => container[own] ?? -1),
    lcaDepth,
    depth,
    container,
    maxDepth: node.reduce((deepest, own) => Math.max(deepest, depth[own]!), 0),
  };
}

function visibleLeaves({ leaves }: Page): Int32Array {
  const seen = new Int32Array(leaves.count);
  let count = 0;
  for (let leaf = 0; leaf < leaves.count; leaf++) if (leaves.visible[leaf] === 1) seen[count++] = leaf;
  return seen.slice(0, count);
}

/** The lowest common ancestor of each leaf and the one before it; linear, as each element is passed once, from its first leaf. */
function lowestCommonAncestors({ parent }: Document, node: Int32Array): Int32Array {
  const lca = new Int32Array(node.length).fill(-1);
  for (let at = 1; at < node.length; at++) {
    let above = node[at]!;
    while (above > node[at - 1]!) above = parent[above]!;
    lca[at] = above;
  }
  return lca;
}

/** Only lowest common ancestors of leaves are containers; elements between two of them, or below the last, belong to the lower one. */
function readContainers({ size, parent }: Document, lcaNode: Int32Array) {
  const isContainer = new Uint8Array(size);
  for (const node of lcaNode) if (node >= 0) isContainer[node] = 1;
  const depth = new Int32Array(size);
  const container = new Int32Array(size);
  for (let node = 1; node < size; node++) {
    const above = parent[node]!;
    depth[node] = depth[above]! + isContainer[above]!;
    container[node] = isContainer[above] === 1 ? node : container[above]!;
  }
  return { depth, container };
}

function numberPaths(document: Document, node: Int32Array): Int32Array {
  const { size, parent } = document;
  const hash = new Int32Array(size);
  for (let at = 1; at < size; at++) {
    hash[at] = joinHashes(hash[parent[at]!]!, hashText(tagName(document, at)));
  }
  const numbers = new Map<number, number>();
  return node.map((at) => {
    const own = hash[at]!;
    const number = numbers.get(own) ?? numbers.size;
    numbers.set(own, number);
    return number;
  });
}
