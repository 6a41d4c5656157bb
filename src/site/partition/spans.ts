import { tagName } from "../../html/index.ts";
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
