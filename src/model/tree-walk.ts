import { sumLeaves, type TreeNodes } from "./tree-nodes.ts";

/** Leaves of a full tree of six levels, the usual depth, and one more than its splits. */
const TOP = 64;
const LEVELS = 6;
/** Trees that are walked at once. */
const LANES = 8;

/**
 * Walks rows down all trees. Trees of up to six levels are laid out as full ones: where a path ends early, splits that
 * send everything left lead on to its end. Less than half the time of a walk from node to node, which asks at each
 * whether it is a leaf and whether the value is missing.
 */
export class TreeWalk {
  readonly #nodes: TreeNodes;
  readonly #width: number;
  readonly #isDeeper: boolean;
  /** Splits of a tree: its root at 1, the children of a split at twice its place and the one after; eight trees take turns. */
  readonly #feature: Int32Array;
  readonly #threshold: Float32Array;
  /** What the leaves say, in order, by the same turns. */
  readonly #units: Int32Array;
  /** A row twice: missing values below everything, then above everything. */
  readonly #row: Float32Array;

  constructor(nodes: TreeNodes, width: number) {
    // Trees that say nothing fill up the last walk.
    const count = Math.ceil(nodes.roots.length / LANES) * LANES * TOP;
    this.#nodes = nodes;
    this.#width = width;
    this.#feature = new Int32Array(count);
    // No value is as large as NaN.
    this.#threshold = new Float32Array(count).fill(Number.NaN);
    this.#units = new Int32Array(count);
    this.#row = new Float32Array(width * 2);
    let isDeeper = false;
    nodes.roots.forEach((root, tree) => {
      const lane = tree % LANES;
      isDeeper = this.#place(root, 1, (tree - lane) * TOP + lane) || isDeeper;
    });
    this.#isDeeper = isDeeper;
  }

  /** The sum of the leaves that a row reaches, in units. */
  sumUnits(values: Float32Array, offset: number): number {
    if (this.#isDeeper) return sumLeaves(this.#nodes, values, offset);
    this.#read(values, offset);
    return this.#walkFull();
  }

  /** Eight trees go down side by side, by numbers and without branches: no step waits for that of another tree, nor is guessed. */
  #walkFull(): number {
    const feature = this.#feature;
    const threshold = this.#threshold;
    const units = this.#units;
    const row = this.#row;
    let sum = 0;
    for (let from = 0; from < units.length; from += LANES * TOP) {
      const end = from - LANES * TOP;
      let a = 1;
      let b = 1;
      let c = 1;
      let d = 1;
      let e = 1;
      let f = 1;
      let g = 1;
      let h = 1;
      for (let level = 0; level < LEVELS; level++) {
        a = (a << 1) | Number(row[feature[from + a * LANES]!]! >= threshold[from + a * LANES]!);
        b = (b << 1) | Number(row[feature[from + b * LANES + 1]!]! >= threshold[from + b * LANES + 1]!);
        c = (c << 1) | Number(row[feature[from + c * LANES + 2]!]! >= threshold[from + c * LANES + 2]!);
        d = (d << 1) | Number(row[feature[from + d * LANES + 3]!]! >= threshold[from + d * LANES + 3]!);
        e = (e << 1) | Number(row[feature[from + e * LANES + 4]!]! >= threshold[from + e * LANES + 4]!);
        f = (f << 1) | Number(row[feature[from + f * LANES + 5]!]! >= threshold[from + f * LANES + 5]!);
        g = (g << 1) | Number(row[feature[from + g * LANES + 6]!]! >= threshold[from + g * LANES + 6]!);
        h = (h << 1) | Number(row[feature[from + h * LANES + 7]!]! >= threshold[from + h * LANES + 7]!);
      }
      sum +=
        units[end + a * LANES]! +
        units[end + b * LANES + 1]! +
        units[end + c * LANES + 2]! +
        units[end + d * LANES + 3]!;
      sum +=
        units[end + e * LANES + 4]! +
        units[end + f * LANES + 5]! +
        units[end + g * LANES + 6]! +
        units[end + h * LANES + 7]!;
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

  /** Lays out what is below a node of the tree that starts at a place; returns whether that is deeper than a full tree. */
  #place(node: number, at: number, from: number): boolean {
    const { right, feature, threshold, missingLeft, units } = this.#nodes;
    const isLeaf = right[node] === 0;
    if (at >= TOP) {
      this.#units[from + (at - TOP) * LANES] = units[node]!;
      return !isLeaf;
    }
    if (isLeaf) return this.#place(node, at * 2, from);
    this.#feature[from + at * LANES] = feature[node]! + (missingLeft[node] === 1 ? 0 : this.#width);
    this.#threshold[from + at * LANES] = threshold[node]!;
    const isLeftDeeper = this.#place(node + 1, at * 2, from);
    return this.#place(right[node]!, at * 2 + 1, from) || isLeftDeeper;
  }
}
