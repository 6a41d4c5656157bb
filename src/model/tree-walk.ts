import { childOf, type TreeNodes } from "./tree-nodes.ts";

/** Splits and ends of the six levels that are walked in a row: the usual depth, in which every path has the same length. */
const TOP = 64;

/**
 * Walks rows down all trees. The upper levels are laid out as full trees: where a path ends early, splits that send
 * everything left lead on to its end. Half the time of a walk from node to node (2.0 against 4.4 us for 150 trees),
 * which asks at each whether it is a leaf and whether the value is missing.
 */
export class TreeWalk {
  readonly #nodes: TreeNodes;
  readonly #width: number;
  /** Splits of a tree: its root at 1, the children of a split at twice its place and the one after. */
  readonly #feature: Int32Array;
  readonly #threshold: Float32Array;
  /** The nodes that the upper levels lead to. */
  readonly #reached: Int32Array;
  /** A row twice: missing values below everything, then above everything. */
  readonly #row: Float32Array;

  constructor(nodes: TreeNodes, width: number) {
    const count = nodes.roots.length * TOP;
    this.#nodes = nodes;
    this.#width = width;
    this.#feature = new Int32Array(count);
    // No value is as large as NaN.
    this.#threshold = new Float32Array(count).fill(Number.NaN);
    this.#reached = new Int32Array(count);
    this.#row = new Float32Array(width * 2);
    nodes.roots.forEach((root, tree) => {
      this.#place(root, 1, tree * TOP);
    });
  }

  /** The sum of the leaves that a row reaches, in units. */
  sumUnits(values: Float32Array, offset: number): number {
    const { right, units } = this.#nodes;
    const feature = this.#feature;
    const threshold = this.#threshold;
    const reached = this.#reached;
    const row = this.#row;
    this.#read(values, offset);
    let sum = 0;
    for (let tree = 0; tree < reached.length; tree += TOP) {
      // Unrolled: a loop takes a third longer.
      let at = row[feature[tree + 1]!]! >= threshold[tree + 1]! ? 3 : 2;
      at = at * 2 + (row[feature[tree + at]!]! >= threshold[tree + at]! ? 1 : 0);
      at = at * 2 + (row[feature[tree + at]!]! >= threshold[tree + at]! ? 1 : 0);
      at = at * 2 + (row[feature[tree + at]!]! >= threshold[tree + at]! ? 1 : 0);
      at = at * 2 + (row[feature[tree + at]!]! >= threshold[tree + at]! ? 1 : 0);
      at = at * 2 + (row[feature[tree + at]!]! >= threshold[tree + at]! ? 1 : 0);
      let node = reached[tree + at - TOP]!;
      while (right[node] !== 0) node = childOf(this.#nodes, node, values, offset);
      sum += units[node]!;
    }
    return sum;
  }

  #read(values: Float32Array, offset: number): void {
    const row = this.#row;
    const width = this.#width;
    for (let column = 0; column < width; column++) {
      const value = values[offset + column]!;
      const isMissing = Number.isNaN(value);
      row[column] = isMissing ? Number.NEGATIVE_INFINITY : value;
      row[width + column] = isMissing ? Number.POSITIVE_INFINITY : value;
    }
  }

  #place(node: number, at: number, tree: number): void {
    if (at >= TOP) {
      this.#reached[tree + at - TOP] = node;
      return;
    }
    const { right, feature, threshold, missingLeft } = this.#nodes;
    if (right[node] === 0) {
      this.#place(node, at * 2, tree);
      return;
    }
    this.#feature[tree + at] = feature[node]! + (missingLeft[node] === 1 ? 0 : this.#width);
    this.#threshold[tree + at] = threshold[node]!;
    this.#place(node + 1, at * 2, tree);
    this.#place(right[node]!, at * 2 + 1, tree);
  }
}
