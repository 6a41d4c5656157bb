import type { LeafTree } from "./leaf-tree.ts";

/** How many bits of a path set a number holds. */
const WORD_BITS = 32;

/**
 * Runs of neighbouring seen leaves and what the cost factors read of them; parallel arrays over spans. Path sets are 64 bits, set by
 * the number of a path: pages with more paths let far-off ones share a bit, so that a set never grows.
 */
export class Spans {
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** The lowest container of its leaves; a leaf alone has one of its own. */
  readonly container: Int32Array;
  readonly depth: Int32Array;
  readonly lowPaths: Int32Array;
  readonly highPaths: Int32Array;
  readonly #tree: LeafTree;

  constructor(tree: LeafTree, capacity: number) {
    this.#tree = tree;
    this.from = new Int32Array(capacity);
    this.to = new Int32Array(capacity);
    this.container = new Int32Array(capacity);
    this.depth = new Int32Array(capacity);
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
    this.lowPaths[span] = others.lowPaths[other]!;
    this.highPaths[span] = others.highPaths[other]!;
  }

  /** Makes a span of two neighbours. */
  join(span: number, left: number, right: number): void {
    const { meet, meetDepth } = this.#tree;
    const at = this.from[right]!;
    let container = meet[at]!;
    let depth = meetDepth[at]!;
    for (const side of [left, right]) {
      if (this.depth[side]! >= depth) continue;
      container = this.container[side]!;
      depth = this.depth[side]!;
    }
    this.from[span] = this.from[left]!;
    this.to[span] = this.to[right]!;
    this.container[span] = container;
    this.depth[span] = depth;
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
    if (this.size(span) === 1) return true;
    return Math.max(meetDepth[this.from[span]!]!, meetDepth[this.to[span]!]!) < this.depth[span]!;
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
