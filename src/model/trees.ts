import { badModel, isNumber, isRecord, type TableReader, type TableWriter } from "./model-file.ts";
import { fromBase64, readVarints, toBase64, VarintWriter } from "./packed-numbers.ts";
import { childOf, sumLeaves, type TreeNodes, TreeScorer } from "./tree-scorer.ts";

/**
 * Values of nodes are whole numbers of this step in log-odds. Sums of whole numbers are exact in any order, so that
 * contributions add up to the score to the last bit, and a value of the usual size takes two bytes in a file.
 */
const UNITS_PER_LOG_ODD = 8192;
/** 2,048 log-odds: more than any leaf needs, and the sum of any number of trees stays exact. */
const MAX_UNITS = 2 ** 24;
/** With fewer rows, starting the fast scorer takes longer than it saves: most processes that read one page never start it. */
const FEW_ROWS = 2048;

/** Log-odds as the whole units that nodes hold. */
export function toUnits(logOdds: number): number {
  return Math.max(-MAX_UNITS, Math.min(MAX_UNITS, Math.round(logOdds * UNITS_PER_LOG_ODD)));
}

/** Whole units as log-odds. */
export function fromUnits(units: number): number {
  return units / UNITS_PER_LOG_ODD;
}

/** Nodes from plain lists. */
export function packNodes(lists: Readonly<Record<keyof TreeNodes, readonly number[]>>): TreeNodes {
  return {
    roots: Int32Array.from(lists.roots),
    right: Int32Array.from(lists.right),
    feature: Uint16Array.from(lists.feature),
    threshold: Float32Array.from(lists.threshold),
    missingLeft: Uint8Array.from(lists.missingLeft),
    units: Int32Array.from(lists.units),
  };
}

/** Boosted trees: the log-odds of a row of features, and what each feature added to them. */
export class TreeEnsemble {
  readonly names: readonly string[];
  readonly nodes: TreeNodes;
  /** Units before any tree. */
  readonly #base: number;
  /** Undefined until many rows were scored, null where these trees have none. */
  #scorer: TreeScorer | null | undefined;
  #rows = 0;

  constructor(names: readonly string[], nodes: TreeNodes, baseUnits: number) {
    this.names = names;
    this.nodes = nodes;
    this.#base = baseUnits;
  }

  get size(): number {
    return this.nodes.roots.length;
  }

  /** The log-odds of a row whose features are all unknown: the base and the values of all roots. */
  get expected(): number {
    const { roots, units } = this.nodes;
    return fromUnits(roots.reduce((sum, root) => sum + units[root]!, this.#base));
  }

  /** The log-odds of the row that starts at an offset. */
  scoreRow(values: Float32Array, offset: number): number {
    return fromUnits(this.#base + sumLeaves(this.nodes, values, offset));
  }

  /** The log-odds of the first `count` rows, one after the other; faster than one by one. */
  scoreRows(values: Float32Array, count: number, into: Float64Array): void {
    const scorer = this.#scorerFor(count);
    if (scorer) scorer.sumRows(values, count, into);
    else {
      const width = this.names.length;
      for (let row = 0; row < count; row++) into[row] = sumLeaves(this.nodes, values, row * width);
    }
    for (let row = 0; row < count; row++) into[row] = fromUnits(this.#base + into[row]!);
  }

  #scorerFor(rows: number): TreeScorer | null {
    if (this.#scorer === undefined) {
      if (this.#rows < FEW_ROWS) {
        this.#rows += rows;
        return null;
      }
      this.#scorer = TreeScorer.of(this.nodes, this.names.length) ?? null;
    }
    return this.#scorer;
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
    const numbers = readVarints(nodes);
    const base = unfold(numbers?.[0] ?? Number.NaN);
    if (numbers === undefined || !(Math.abs(base) <= MAX_UNITS)) return;
    const read = readNodes(numbers.subarray(1), viewOf(bounds), names.length);
    return read && new TreeEnsemble(names, read, base);
  }

  /** Stores the trees in their memory layout. */
  store(file: TableWriter): void {
    const { roots, right, feature, threshold, missingLeft, units } = this.nodes;
    file.numbers(Int32Array.of(this.#base));
    for (const numbers of [roots, right, feature, threshold, missingLeft, units]) file.numbers(numbers);
  }

  /** The trees that `store` wrote, over the named columns. */
  static restore(file: TableReader, names: readonly string[]): TreeEnsemble {
    const [base = 0] = file.numbers(Int32Array);
    const nodes = {
      roots: file.numbers(Int32Array),
      right: file.numbers(Int32Array),
      feature: file.numbers(Uint16Array),
      threshold: file.numbers(Float32Array),
      missingLeft: file.numbers(Uint8Array),
      units: file.numbers(Int32Array),
    };
    return new TreeEnsemble(names, nodes, base);
  }
}

/** Trees, or a weighted mix of them: the log-odds of a row and the contribution of each feature. */
export type RowScorer = Pick<TreeEnsemble, "names" | "expected" | "scoreRow" | "contributions">;

/** An ensemble with a weight. */
export function scaleTrees(trees: RowScorer, weight: number): RowScorer {
  return {
    names: trees.names,
    expected: weight * trees.expected,
    scoreRow: (values, offset) => weight * trees.scoreRow(values, offset),
    contributions: (values, offset) => trees.contributions(values, offset).map((own) => weight * own),
  };
}

/** Two ensembles over the same features: the weighted mean of their log-odds, with this ensemble weight for the other. */
export function mixTrees(one: RowScorer, other: RowScorer, otherWeight: number): RowScorer {
  const mix = (own: number, others: number) => (1 - otherWeight) * own + otherWeight * others;
  return {
    names: one.names,
    expected: mix(one.expected, other.expected),
    scoreRow: (values, offset) => mix(one.scoreRow(values, offset), other.scoreRow(values, offset)),
    contributions(values, offset) {
      const others = other.contributions(values, offset);
      return one.contributions(values, offset).map((own, column) => mix(own, others[column]!));
    },
  };
}

/** What one feature of a row adds to its log-odds. */
export interface Contribution {
  readonly name: string;
  /** The feature's value; NaN where it was missing. */
  readonly value: number;
  readonly logOdds: number;
}

/** The features that moved a row, up or down, the strongest first. */
export function rankContributions(
  trees: RowScorer,
  values: Float32Array,
  offset: number,
): readonly Contribution[] {
  const logOdds = trees.contributions(values, offset);
  return trees.names
    .map((name, column) => ({ name, value: values[offset + column]!, logOdds: logOdds[column]! }))
    .filter((contribution) => contribution.logOdds !== 0)
    .sort((a, b) => Math.abs(b.logOdds) - Math.abs(a.logOdds));
}

/** Trees with calibrated log-odds: slope times log-odds plus offset. */
export interface CalibratedTrees {
  readonly trees: TreeEnsemble;
  readonly slope: number;
  readonly offset: number;
}

/** Calibrated trees as a model's file holds them. */
export interface PackedTrees {
  readonly trees: string;
  readonly slope: number;
  readonly offset: number;
}

/** The calibrated probability of a row. */
export function chanceOf({ trees, slope, offset }: CalibratedTrees, row: Float32Array): number {
  return toProbability(slope * trees.scoreRow(row, 0) + offset);
}

/** Calibrated trees as a file holds them. */
export function packTrees({ trees, slope, offset }: CalibratedTrees): PackedTrees {
  return { trees: trees.encode(), slope, offset };
}

/** The calibrated trees that a file holds, over the named columns; throws BAD_MODEL where they are damaged. */
export function readTrees(value: unknown, names: readonly string[]): CalibratedTrees {
  const { trees, slope, offset } = isRecord(value) ? value : {};
  const decoded = typeof trees === "string" ? TreeEnsemble.decode(trees, names) : undefined;
  if (decoded === undefined || !isNumber(slope) || !isNumber(offset))
    throw badModel("the trees of its verdict are damaged");
  return { trees: decoded, slope, offset };
}

/** Stores calibrated trees in their memory layout. */
export function storeTrees({ trees, slope, offset }: CalibratedTrees, file: TableWriter): void {
  file.numbers(Float64Array.of(slope, offset));
  trees.store(file);
}

/** The calibrated trees that `storeTrees` wrote, over the named columns. */
export function restoreTrees(file: TableReader, names: readonly string[]): CalibratedTrees {
  const [slope = 1, offset = 0] = file.numbers(Float64Array);
  return { trees: TreeEnsemble.restore(file, names), slope, offset };
}

/** The probability of log-odds. */
export function toProbability(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds));
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

/** The nodes of two numbers each, in preorder, with the thresholds of the splits among them. */
function readNodes(numbers: Float64Array, bounds: DataView, width: number): TreeNodes | undefined {
  const count = numbers.length / 2;
  const splits = bounds.byteLength / 4;
  // A tree has one leaf more than it has splits.
  const rootCount = count - 2 * splits;
  if (!Number.isInteger(count) || rootCount < 0) return;
  const nodes: TreeNodes = {
    roots: new Int32Array(rootCount),
    right: new Int32Array(count),
    feature: new Uint16Array(count),
    threshold: new Float32Array(count),
    missingLeft: new Uint8Array(count),
    units: new Int32Array(count),
  };
  // Arrays in locals and no calls: a model is read once, before any of this is compiled.
  const { right, feature, threshold, missingLeft, units } = nodes;
  // Splits that still wait for their right child.
  const open = new Int32Array(splits);
  let waiting = 0;
  let roots = 0;
  let at = 0;
  let isLeftChild = false;
  for (let node = 0; node < count; node++) {
    const head = numbers[node * 2]!;
    const folded = numbers[node * 2 + 1]!;
    if (head > width * 2 || folded > 2 * MAX_UNITS) return;
    units[node] = folded & 1 ? -((folded + 1) >> 1) : folded >> 1;
    if (!isLeftChild) {
      if (waiting > 0) right[open[--waiting]!] = node;
      else nodes.roots[roots++] = node;
    }
    isLeftChild = head > 0;
    if (!isLeftChild) continue;
    if (at === splits) return;
    const bound = bounds.getFloat32(at++ * 4, true);
    if (!Number.isFinite(bound)) return;
    open[waiting++] = node;
    feature[node] = (head - 1) >> 1;
    missingLeft[node] = (head - 1) & 1;
    threshold[node] = bound;
  }
  return waiting === 0 && at === splits ? nodes : undefined;
}

/** Small signed numbers as small unsigned ones (zigzag). */
function fold(value: number): number {
  return value < 0 ? -2 * value - 1 : 2 * value;
}

function unfold(value: number): number {
  return value % 2 === 1 ? -(value + 1) / 2 : value / 2;
}
