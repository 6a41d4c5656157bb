import { TAG } from "../../html/index.ts";
import { GroupingCost } from "./grouping-cost.ts";
import type { LeafTree } from "./leaf-tree.ts";
import type { Spans } from "./spans.ts";

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
