import { TAG, tagName } from "../../html/index.ts";
import type { LeafTree } from "./leaf-tree.ts";

/** Shallower trees are taken as this deep, so that the items of a plain list are within the grouping threshold. */
const LEAST_DEPTH = 10;
/** Paths that are longer than this to where they meet are taken as unlike without a look. */
const MAX_STEPS = 64;

/**
 * The cost of grouping two neighbouring spans: the sum of the five factors of figure 2. Depths are those of containers.
 */
export class GroupingCost {
  readonly #tree: LeafTree;
  readonly #spans: Spans;
  readonly #maxDepth: number;

  constructor(tree: LeafTree, spans: Spans) {
    this.#tree = tree;
    this.#spans = spans;
    this.#maxDepth = Math.max(LEAST_DEPTH, tree.maxDepth);
  }

  /** `orderShare` is the share of similar paths that come in the same order. */
  between(a: number, b: number, orderShare: number): number {
    const { depth, from } = this.#spans;
    const meetDepth = this.#tree.meetDepth[from[b]!]!;
    const stepsA = depth[a]! - meetDepth;
    const stepsB = depth[b]! - meetDepth;
    const lca = Math.sqrt((stepsA + stepsB) / (2 * this.#maxDepth));
    return lca + this.#paths(a, b, meetDepth) + this.#subtrees(a, b) + (1 - orderShare) + this.#nodes(a, b);
  }

  /** Factor 2, over the names of the containers below the one where both meet. */
  #paths(a: number, b: number, meetDepth: number): number {
    const { container, depth } = this.#spans;
    const { document } = this.#tree;
    const longest = Math.max(depth[a]!, depth[b]!) - meetDepth;
    if (longest === 1) return this.#spans.haveSameName(a, b) ? 0 : 1;
    if (longest > MAX_STEPS) return 1;
    let [left, right] = [container[a]!, container[b]!];
    let [leftDepth, rightDepth] = [depth[a]!, depth[b]!];
    for (; leftDepth > rightDepth; leftDepth--) left = this.#above(left);
    for (; rightDepth > leftDepth; rightDepth--) right = this.#above(right);
    let similar = 0;
    for (; leftDepth > meetDepth; leftDepth--) {
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

/** The paper's: neighbours that cost less to group are instances. */
const THRESHOLD = 0.33;
/** How much of the smaller of two sibling elements the other must hold for both to be instances, of paths. */
const MIN_SHARED = 2 / 3;
/** Longer instances are compared by their first leaves. */
const MAX_COMPARED = 40;

/** Says which neighbouring spans are instances of one group. */
export class Likeness {
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
   * By the cost of grouping. Deviation: or as elements of one name beside each other with mostly the same paths, as a picture that
   * one item has and the next has not costs more than the threshold allows; items of an HTML list whatever they hold.
   */
  areAlike(a: number, b: number): boolean {
    if (this.#areSiblings(a, b)) {
      if (this.#tree.document.tag[this.#spans.container[a]!] === TAG.li) return true;
      const smaller = Math.min(this.#spans.paths(a), this.#spans.paths(b));
      if (this.#spans.sharedPaths(a, b) >= MIN_SHARED * smaller) return true;
    }
    return this.#cost.between(a, b, this.#orderShare(a, b)) < this.#threshold;
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

/** How many bits of a path set a number holds. */
const WORD_BITS = 32;

/**
 * Runs of neighbouring seen leaves and what the cost factors read of them; parallel arrays over spans. Path sets are 64 bits, set by
 * the number of a path: pages with more paths let far-off ones share a bit, so that a set never grows.
 */
export class Spans {
  readonly from: Int32Array;
  readonly to: Int32Array;
  /**
   * The container that holds exactly its leaves. Some of the children of a container have none: they stand as one more child, by
   * the first of them.
   */
  readonly container: Int32Array;
  readonly depth: Int32Array;
  /** 1 for children of different names that stand as one. */
  readonly isMixed: Uint8Array;
  readonly lowPaths: Int32Array;
  readonly highPaths: Int32Array;
  /** The depth where its leaves meet. */
  readonly #meetDepth: Int32Array;
  readonly #tree: LeafTree;

  constructor(tree: LeafTree, capacity: number) {
    this.#tree = tree;
    this.from = new Int32Array(capacity);
    this.to = new Int32Array(capacity);
    this.container = new Int32Array(capacity);
    this.depth = new Int32Array(capacity);
    this.isMixed = new Uint8Array(capacity);
    this.#meetDepth = new Int32Array(capacity);
    this.lowPaths = new Int32Array(capacity);
    this.highPaths = new Int32Array(capacity);
  }

  /** Makes a span of one leaf. */
  setLeaf(span: number, at: number): void {
    const { path, own, depth } = this.#tree;
    this.from[span] = at;
    this.to[span] = at + 1;
    this.container[span] = own[at]!;
    this.depth[span] = depth[own[at]!]!;
    this.isMixed[span] = 0;
    this.#meetDepth[span] = this.depth[span]!;
    const bit = path[at]! % (2 * WORD_BITS);
    this.lowPaths[span] = bit < WORD_BITS ? 1 << bit : 0;
    this.highPaths[span] = bit < WORD_BITS ? 0 : 1 << (bit - WORD_BITS);
  }

  /** Makes a span the same as one of others. */
  copy(span: number, others: Spans, other: number): void {
    this.from[span] = others.from[other]!;
    this.to[span] = others.to[other]!;
    this.container[span] = others.container[other]!;
    this.depth[span] = others.depth[other]!;
    this.isMixed[span] = others.isMixed[other]!;
    this.#meetDepth[span] = others.#meetDepth[other]!;
    this.lowPaths[span] = others.lowPaths[other]!;
    this.highPaths[span] = others.highPaths[other]!;
  }

  /** Makes a span of two neighbours. */
  join(span: number, left: number, right: number): void {
    const at = this.from[right]!;
    this.from[span] = this.from[left]!;
    this.to[span] = this.to[right]!;
    const meetDepth = Math.min(this.#meetDepth[left]!, this.#meetDepth[right]!, this.#tree.meetDepth[at]!);
    this.#meetDepth[span] = meetDepth;
    const isWhole = this.isWhole(span);
    this.container[span] = isWhole ? this.#tree.meet[at]! : this.container[left]!;
    this.depth[span] = isWhole ? meetDepth : meetDepth + 1;
    this.isMixed[span] = isWhole || this.haveSameName(left, right) ? 0 : 1;
    this.lowPaths[span] = this.lowPaths[left]! | this.lowPaths[right]!;
    this.highPaths[span] = this.highPaths[left]! | this.highPaths[right]!;
  }

  /** How many leaves it has. */
  size(span: number): number {
    return this.to[span]! - this.from[span]!;
  }

  /** Whether its leaves are all that its container holds. */
  isWhole(span: number): boolean {
    const { meetDepth } = this.#tree;
    const around = Math.max(meetDepth[this.from[span]!]!, meetDepth[this.to[span]!]!);
    return this.size(span) === 1 || around < this.#meetDepth[span]!;
  }

  /** Whether the elements of two spans are all of one name. */
  haveSameName(a: number, b: number): boolean {
    if (this.isMixed[a] === 1 || this.isMixed[b] === 1) return false;
    const { document } = this.#tree;
    return tagName(document, this.container[a]!) === tagName(document, this.container[b]!);
  }

  /** How many paths two spans share. */
  sharedPaths(a: number, b: number): number {
    return (
      countBits(this.lowPaths[a]! & this.lowPaths[b]!) + countBits(this.highPaths[a]! & this.highPaths[b]!)
    );
  }

  /** How many paths a span has. */
  paths(span: number): number {
    return countBits(this.lowPaths[span]!) + countBits(this.highPaths[span]!);
  }
}

function countBits(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
