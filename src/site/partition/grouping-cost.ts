import { tagName } from "../../html/index.ts";
import type { LeafTree } from "./leaf-tree.ts";
import type { Spans } from "./spans.ts";

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
