import { fromBase64, toBase64 } from "./base64.ts";
import { childOf, packNodes, type TreeNodes } from "./tree-nodes.ts";
import { TreeWalk } from "./tree-walk.ts";
import { VarintReader, VarintWriter } from "./varint.ts";

/**
 * Values of nodes are whole numbers of this step in log-odds. Sums of whole numbers are exact in any order, so that
 * contributions add up to the score to the last bit, and a value of the usual size takes two bytes in a file.
 */
const UNITS_PER_LOG_ODD = 8192;
/** 2,048 log-odds: no leaf says more, and the sum of any number of trees stays exact. */
const MAX_UNITS = 2 ** 24;

/** Log-odds as the whole units that nodes hold. */
export function toUnits(logOdds: number): number {
  return Math.max(-MAX_UNITS, Math.min(MAX_UNITS, Math.round(logOdds * UNITS_PER_LOG_ODD)));
}

/** Whole units as log-odds. */
export function fromUnits(units: number): number {
  return units / UNITS_PER_LOG_ODD;
}

/** Boosted trees: the log-odds of a row of features, and what each feature added to them. */
export class TreeEnsemble {
  readonly names: readonly string[];
  readonly nodes: TreeNodes;
  /** Units before any tree. */
  readonly #base: number;
  #walk: TreeWalk | undefined;

  constructor(names: readonly string[], nodes: TreeNodes, baseUnits: number) {
    this.names = names;
    this.nodes = nodes;
    this.#base = baseUnits;
  }

  get size(): number {
    return this.nodes.roots.length;
  }

  /** The log-odds of a row of which nothing is known: the base and what all roots say. */
  get expected(): number {
    const { roots, units } = this.nodes;
    return fromUnits(roots.reduce((sum, root) => sum + units[root]!, this.#base));
  }

  /** The log-odds of the row that starts at an offset. */
  scoreRow(values: Float32Array, offset: number): number {
    this.#walk ??= new TreeWalk(this.nodes, this.names.length);
    return fromUnits(this.#base + this.#walk.sumUnits(values, offset));
  }

  /** What each feature adds to `expected`: steps between values along each path; they sum to the score exactly. */
  contributions(values: Float32Array, offset: number): Float64Array {
    const { roots, right, feature, units } = this.nodes;
    const sums = new Float64Array(this.names.length);
    for (const root of roots) {
      let node = root;
      while (right[node] !== 0) {
        const next = childOf(this.nodes, node, values, offset);
        sums[feature[node]!]! += units[next]! - units[node]!;
        node = next;
      }
    }
    return sums.map(fromUnits);
  }

  /** The trees as text: base and nodes in preorder, then the thresholds; what follows from the order is left out. */
  encode(): string {
    const { right, feature, threshold, missingLeft, units } = this.nodes;
    const writer = new VarintWriter();
    const splits = right.reduce((count, child) => count + (child === 0 ? 0 : 1), 0);
    const bounds = new DataView(new ArrayBuffer(splits * 4));
    let at = 0;
    writer.write(fold(this.#base));
    for (let node = 0; node < right.length; node++) {
      const isLeaf = right[node] === 0;
      writer.write(isLeaf ? 0 : 1 + 2 * feature[node]! + missingLeft[node]!);
      writer.write(fold(units[node]!));
      if (isLeaf) continue;
      bounds.setFloat32(at, threshold[node]!, true);
      at += 4;
    }
    return `${toBase64(writer.finish())}.${toBase64(new Uint8Array(bounds.buffer))}`;
  }

  /** The trees that a text holds, or undefined where it is damaged or asks for features beyond the names. */
  static decode(text: string, names: readonly string[]): TreeEnsemble | undefined {
    const [nodes, bounds, ...rest] = text.split(".").map(fromBase64);
    if (nodes === undefined || bounds === undefined || rest.length > 0 || bounds.length % 4 !== 0) return;
    const reader = new VarintReader(nodes);
    const base = unfold(reader.read());
    const read = readNodes(reader, bounds, names.length);
    // Every node takes two bytes at least, so that nothing here grows beyond the text.
    return read !== undefined && Math.abs(base) <= MAX_UNITS
      ? new TreeEnsemble(names, read, base)
      : undefined;
  }
}

function readNodes(reader: VarintReader, bounds: Uint8Array, width: number): TreeNodes | undefined {
  const floats = new DataView(bounds.buffer);
  const roots: number[] = [];
  const right: number[] = [];
  const feature: number[] = [];
  const threshold: number[] = [];
  const missingLeft: number[] = [];
  const units: number[] = [];
  // Splits that still wait for their right child.
  const open: number[] = [];
  let isLeftChild = false;
  let at = 0;
  for (let node = 0; !reader.isAtEnd; node++) {
    const head = reader.read();
    const value = unfold(reader.read());
    const column = Math.floor((head - 1) / 2);
    if (!(column < width && Math.abs(value) <= MAX_UNITS)) return;
    if (!isLeftChild) {
      const parent = open.pop();
      if (parent === undefined) roots.push(node);
      else right[parent] = node;
    }
    isLeftChild = head > 0;
    if (isLeftChild) open.push(node);
    if (isLeftChild && at === bounds.length) return;
    right.push(0);
    feature.push(Math.max(0, column));
    threshold.push(isLeftChild ? floats.getFloat32(at, true) : 0);
    missingLeft.push(isLeftChild ? (head - 1) % 2 : 0);
    units.push(value);
    if (isLeftChild) at += 4;
  }
  const isWhole = open.length === 0 && at === bounds.length && threshold.every(Number.isFinite);
  return isWhole ? packNodes({ roots, right, feature, threshold, missingLeft, units }) : undefined;
}

/** Small numbers of either sign as small numbers without one. */
function fold(value: number): number {
  return value < 0 ? -2 * value - 1 : 2 * value;
}

function unfold(value: number): number {
  return value % 2 === 1 ? -(value + 1) / 2 : value / 2;
}
