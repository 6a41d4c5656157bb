import { TAG, tagName } from "../../html/index.ts";
import type { LeafTree } from "./flat-segments.ts";

/** Lower bound of factor 1's max_depth: without it the items of a plain list exceed the grouping threshold. */
const MIN_MAX_DEPTH = 10;
/** Longer paths below the lowest common ancestor count as dissimilar without a comparison. */
const MAX_STEPS = 64;
/** Deviation: the paper's 0.33 groups nothing right on real pages that the rules for siblings do not group (docs/experiments/site.md). */
const THRESHOLD = 0;
/** Minimum share of the smaller path set that sibling instances have in common. */
const MIN_SHARED_PATHS = 2 / 3;
/** Longer instances are compared by their first leaves. */
const MAX_COMPARED = 40;
/** Bits of a path set per number. */
const WORD_BITS = 32;

/** The cost of grouping two neighbouring spans: the sum of the five factors of figure 2. Depths count containers. */
export class GroupingCost {
  readonly #tree: LeafTree;
  readonly #spans: Spans;
  readonly #maxDepth: number;

  constructor(tree: LeafTree, spans: Spans) {
    this.#tree = tree;
    this.#spans = spans;
    this.#maxDepth = Math.max(MIN_MAX_DEPTH, tree.maxDepth);
  }

  /** `orderShare` is the share of similar paths that come in the same order. */
  between(a: number, b: number, orderShare: number): number {
    const { depth, from } = this.#spans;
    const lcaDepth = this.#tree.lcaDepth[from[b]!]!;
    const stepsA = depth[a]! - lcaDepth;
    const stepsB = depth[b]! - lcaDepth;
    const lca = Math.sqrt((stepsA + stepsB) / (2 * this.#maxDepth));
    return lca + this.#paths(a, b, lcaDepth) + this.#subtrees(a, b) + (1 - orderShare) + this.#nodes(a, b);
  }

  /** Factor 2 over the tag names of the containers below the lowest common one. */
  #paths(a: number, b: number, lcaDepth: number): number {
    const { container, depth } = this.#spans;
    const { document } = this.#tree;
    const longest = Math.max(depth[a]!, depth[b]!) - lcaDepth;
    if (longest === 1) return this.#spans.haveSameName(a, b) ? 0 : 1;
    if (longest > MAX_STEPS) return 1;
    let [left, right] = [container[a]!, container[b]!];
    let [leftDepth, rightDepth] = [depth[a]!, depth[b]!];
    for (; leftDepth > rightDepth; leftDepth--) left = this.#above(left);
    for (; rightDepth > leftDepth; rightDepth--) right = this.#above(right);
    let similar = 0;
    for (; leftDepth > lcaDepth; leftDepth--) {
      if (tagName(document, left) === tagName(document, right)) similar++;
      left = this.#above(left);
      right = this.#above(right);
    }
    return 1 - similar / longest;
  }

  #above(container: number): number {
    return this.#tree.container[this.#tree.document.parent[container]!]!;
  }

  /** Factor 3, as printed: wholly different sets cost as little as equal ones. */
  #subtrees(a: number, b: number): number {
    const shared = this.#spans.sharedPaths(a, b);
    const all = this.#spans.paths(a) + this.#spans.paths(b) - shared;
    return 1 - Math.max(all - shared, shared) / all;
  }

  /** Factor 5, a similarity in the figure; the nodes of a span are counted by its leaves. */
  #nodes(a: number, b: number): number {
    const { depth } = this.#spans;
    const ratio = (one: number, other: number) => Math.min(one, other) / Math.max(one, other);
    const depths = ratio(depth[a]! + 1, depth[b]! + 1);
    return 1 - 0.5 * depths - 0.5 * ratio(this.#spans.size(a), this.#spans.size(b));
  }
}

/** Decides which neighbouring spans are instances of one group. */
export class InstanceSimilarity {
  readonly #tree: LeafTree;
  readonly #spans: Spans;
  readonly #cost: GroupingCost;
  readonly #threshold: number;

  constructor(tree: LeafTree, spans: Spans, threshold = THRESHOLD) {
    this.#tree = tree;
    this.#spans = spans;
    this.#cost = new GroupingCost(tree, spans);
    this.#threshold = threshold;
  }

  /**
   * By the grouping cost. Deviation: sibling elements of one tag name with mostly the same paths are instances too, since a picture
   * in one item but not the next exceeds the threshold; items of an HTML list always are.
   */
  areSimilar(a: number, b: number): boolean {
    if (this.#areSiblings(a, b)) {
      if (this.#tree.document.tag[this.#spans.container[a]!] === TAG.li) return true;
      const smaller = Math.min(this.#spans.paths(a), this.#spans.paths(b));
      if (this.#spans.sharedPaths(a, b) >= MIN_SHARED_PATHS * smaller) return true;
    }
    return this.#threshold > 0 && this.#cost.between(a, b, this.#orderShare(a, b)) < this.#threshold;
  }

  #areSiblings(a: number, b: number): boolean {
    const { container } = this.#spans;
    const { parent } = this.#tree.document;
    return (
      parent[container[a]!] === parent[container[b]!] &&
      this.#spans.haveSameName(a, b) &&
      this.#spans.isWhole(a) &&
      this.#spans.isWhole(b)
    );
  }

  /** The longest common subsequence of the paths, as a share of the longer sequence. */
  #orderShare(a: number, b: number): number {
    const left = this.#paths(a);
    const right = this.#paths(b);
    let row = new Uint8Array(right.length + 1);
    for (const path of left) {
      const next = new Uint8Array(right.length + 1);
      for (let at = 0; at < right.length; at++) {
        next[at + 1] = path === right[at] ? row[at]! + 1 : Math.max(next[at]!, row[at + 1]!);
      }
      row = next;
    }
    return row[right.length]! / Math.max(left.length, right.length);
  }

  #paths(span: number): Int32Array {
    const from = this.#spans.from[span]!;
    return this.#tree.path.subarray(from, from + Math.min(MAX_COMPARED, this.#spans.size(span)));
  }
}

/**
 * Runs of neighbouring visible leaves with what the cost factors need, as parallel arrays. A path set is a 64-bit mask by path
 * number modulo 64, so that distant paths share bits on pages with more paths.
 */
export class Spans {
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** The container of exactly its leaves; for some of the children of a container, the first of these. */
  readonly container: Int32Array;
  readonly depth: Int32Array;
  /** 1 for a run of children with different tag names. */
  readonly isMixed: Uint8Array;
  readonly lowPaths: Int32Array;
  readonly highPaths: Int32Array;
  /** The depth of the lowest common ancestor of its leaves. */
  readonly #lcaDepth: Int32Array;
  readonly #tree: LeafTree;

  constructor(tree: LeafTree, capacity: number) {
    this.#tree = tree;
    this.from = new Int32Array(capacity);
    this.to = new Int32Array(capacity);
    this.container = new Int32Array(capacity);
    this.depth = new Int32Array(capacity);
    this.isMixed = new Uint8Array(capacity);
    this.#lcaDepth = new Int32Array(capacity);
    this.lowPaths = new Int32Array(capacity);
    this.highPaths = new Int32Array(capacity);
  }

  /** Sets a span to one leaf. */
  setLeaf(span: number, at: number): void {
    const { path, own, depth } = this.#tree;
    this.from[span] = at;
    this.to[span] = at + 1;
    this.container[span] = own[at]!;
    this.depth[span] = depth[own[at]!]!;
    this.isMixed[span] = 0;
    this.#lcaDepth[span] = this.depth[span]!;
    const bit = path[at]! % (2 * WORD_BITS);
    this.lowPaths[span] = bit < WORD_BITS ? 1 << bit : 0;
    this.highPaths[span] = bit < WORD_BITS ? 0 : 1 << (bit - WORD_BITS);
  }

  /** Copies a span from another table. */
  copy(span: number, others: Spans, other: number): void {
    this.from[span] = others.from[other]!;
    this.to[span] = others.to[other]!;
    this.container[span] = others.container[other]!;
    this.depth[span] = others.depth[other]!;
    this.isMixed[span] = others.isMixed[other]!;
    this.#lcaDepth[span] = others.#lcaDepth[other]!;
    this.lowPaths[span] = others.lowPaths[other]!;
    this.highPaths[span] = others.highPaths[other]!;
  }

  /** Sets a span to the union of two neighbours. */
  join(span: number, left: number, right: number): void {
    const at = this.from[right]!;
    this.from[span] = this.from[left]!;
    this.to[span] = this.to[right]!;
    const lcaDepth = Math.min(this.#lcaDepth[left]!, this.#lcaDepth[right]!, this.#tree.lcaDepth[at]!);
    this.#lcaDepth[span] = lcaDepth;
    const isWhole = this.isWhole(span);
    this.container[span] = isWhole ? this.#tree.lca[at]! : this.container[left]!;
    this.depth[span] = isWhole ? lcaDepth : lcaDepth + 1;
    this.isMixed[span] = isWhole || this.haveSameName(left, right) ? 0 : 1;
    this.lowPaths[span] = this.lowPaths[left]! | this.lowPaths[right]!;
    this.highPaths[span] = this.highPaths[left]! | this.highPaths[right]!;
  }

  /** The number of leaves. */
  size(span: number): number {
    return this.to[span]! - this.from[span]!;
  }

  /** Whether its leaves are all leaves of its container. */
  isWhole(span: number): boolean {
    const { lcaDepth } = this.#tree;
    const around = Math.max(lcaDepth[this.from[span]!]!, lcaDepth[this.to[span]!]!);
    return this.size(span) === 1 || around < this.#lcaDepth[span]!;
  }

  /** Whether the elements of both spans have one tag name. */
  haveSameName(a: number, b: number): boolean {
    if (this.isMixed[a] === 1 || this.isMixed[b] === 1) return false;
    const { document } = this.#tree;
    return tagName(document, this.container[a]!) === tagName(document, this.container[b]!);
  }

  /** The number of paths that two spans share. */
  sharedPaths(a: number, b: number): number {
    return (
      countBits(this.lowPaths[a]! & this.lowPaths[b]!) + countBits(this.highPaths[a]! & this.highPaths[b]!)
    );
  }

  /** The number of distinct paths. */
  paths(span: number): number {
    return countBits(this.lowPaths[span]!) + countBits(this.highPaths[span]!);
  }
}

function countBits(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
