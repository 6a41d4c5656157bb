import { packNodes, TreeEnsemble, toUnits } from "../../model/index.ts";
import { seededRandom } from "../../text/index.ts";
import {
  type BinnedMatrix,
  binMatrix,
  type ColumnEdges,
  checkMatrix,
  findEdges,
  Gradients,
  Histograms,
  type TrainingMatrix,
} from "./matrix.ts";
import { BOOSTING_DEFAULTS, type BoostingOptions, checkBoostingOptions } from "./options.ts";

/** Labels that are all alike would have infinite log-odds. */
const LEAST_SHARE = 1e-6;

/**
 * Grows boosted trees for the logistic loss: histograms of at most 255 bins and one for missing values, second-order
 * splits and leaves; the same rows, options and seed give the same trees to the last bit.
 */
export function trainTrees(matrix: TrainingMatrix, options: BoostingOptions): TreeEnsemble {
  checkBoostingOptions(options);
  checkMatrix(matrix);
  const edges = findEdges(matrix);
  const base = toUnits(meanLogOdds(matrix));
  const binned = binMatrix(matrix, edges);
  const margins = new Int32Array(binned.rows).fill(base);
  const gradients = new Gradients(matrix);
  const random = seededRandom(options.seed);
  const grown: (readonly GrownNode[])[] = [];
  while (grown.length < options.trees) {
    gradients.update(margins);
    const sample = drawSample(matrix, options, random);
    const tree = growTree(binned, gradients, { ...options, sample });
    grown.push(tree);
    addTree(margins, tree, binned);
  }
  return assemble(matrix.names, grown, { edges, base });
}

/** One row to learn from. */
export interface TrainingRow {
  readonly row: Float32Array;
  /** From 0 to 1. */
  readonly label: number;
  readonly weight: number;
}

/** Grows trees from single rows; options that are not given are the defaults. */
export function growTrees(
  names: readonly string[],
  rows: readonly TrainingRow[],
  options: Partial<BoostingOptions>,
): TreeEnsemble {
  const values = new Float32Array(rows.length * names.length);
  for (const [at, { row }] of rows.entries()) values.set(row, at * names.length);
  const labels = Float32Array.from(rows, ({ label }) => label);
  const weights = Float32Array.from(rows, ({ weight }) => weight);
  return trainTrees({ names, values, labels, weights }, { ...BOOSTING_DEFAULTS, ...options });
}

function meanLogOdds({ labels, weights }: TrainingMatrix): number {
  let sum = 0;
  let total = 0;
  for (let row = 0; row < labels.length; row++) {
    sum += weights[row]! * labels[row]!;
    total += weights[row]!;
  }
  const share = Math.min(1 - LEAST_SHARE, Math.max(LEAST_SHARE, sum / total));
  return Math.log(share / (1 - share));
}

function drawSample(
  { names, weights }: TrainingMatrix,
  options: BoostingOptions,
  random: () => number,
): Sample {
  const rows = new Int32Array(weights.length);
  let count = 0;
  for (let row = 0; row < weights.length; row++) {
    if (random() < options.rowShare && weights[row]! > 0) rows[count++] = row;
  }
  const columns = Array.from(names.keys());
  const width = Math.max(1, Math.floor(options.columnShare * names.length));
  for (let at = 0; at < width; at++) {
    const other = at + Math.floor(random() * (columns.length - at));
    [columns[at], columns[other]] = [columns[other]!, columns[at]!];
  }
  return { rows: rows.subarray(0, count), columns: columns.slice(0, width).sort((a, b) => a - b) };
}

function assemble(
  names: readonly string[],
  grown: readonly (readonly GrownNode[])[],
  { edges, base }: { readonly edges: ColumnEdges; readonly base: number },
): TreeEnsemble {
  const nodes = grown.flat();
  const starts = grown.map(() => 0);
  for (let tree = 1; tree < grown.length; tree++) starts[tree] = starts[tree - 1]! + grown[tree - 1]!.length;
  const packed = packNodes({
    roots: starts,
    right: grown.flatMap((tree, at) => tree.map(({ right }) => (right === 0 ? 0 : starts[at]! + right))),
    feature: nodes.map(({ split }) => split?.column ?? 0),
    threshold: nodes.map(({ split }) => (split === undefined ? 0 : edges[split.column]![split.bin]!)),
    missingLeft: nodes.map(({ split }) => (split?.missingLeft === true ? 1 : 0)),
    units: nodes.map(({ units }) => units),
  });
  return new TreeEnsemble(names, packed, base);
}

/** A node of a tree in preorder: its left child is the next one. */
interface GrownNode {
  readonly units: number;
  /** None for a leaf. */
  readonly split?: Split;
  /** The right child in the same tree; 0 for a leaf. */
  right: number;
}

interface Sample {
  /** Rows in rising order; the growing sorts them by leaf. */
  readonly rows: Int32Array;
  /** Columns in rising order. */
  readonly columns: readonly number[];
}

function growTree(
  matrix: BinnedMatrix,
  gradients: Gradients,
  options: BoostingOptions & { readonly sample: Sample },
): readonly GrownNode[] {
  return new TreeGrower(matrix, gradients, options).grow();
}

class TreeGrower {
  readonly #nodes: GrownNode[] = [];
  readonly #matrix: BinnedMatrix;
  readonly #gradients: Gradients;
  readonly #options: BoostingOptions & { readonly sample: Sample };
  readonly #histograms: Histograms;
  readonly #finder: SplitFinder;
  readonly #aside: Int32Array;
  /** A histogram for each level; a sibling takes over that of its parent. */
  readonly #spare: Float64Array[] = [];

  constructor(
    matrix: BinnedMatrix,
    gradients: Gradients,
    options: BoostingOptions & { readonly sample: Sample },
  ) {
    this.#matrix = matrix;
    this.#gradients = gradients;
    this.#options = options;
    this.#histograms = new Histograms(matrix, gradients, options.sample.columns);
    this.#finder = new SplitFinder(options, gradients.scale);
    this.#aside = new Int32Array(options.sample.rows.length);
  }

  grow(): readonly GrownNode[] {
    const { rows } = this.#options.sample;
    const histogram = this.#histograms.make();
    this.#histograms.fill(histogram, rows);
    this.#add({ rows, sums: this.#sum(rows), histogram, depth: 0 });
    return this.#nodes;
  }

  #add({ rows, sums, histogram, depth }: Growth): void {
    const units = this.#unitsOf(sums);
    const isDeep = depth === this.#options.maxDepth;
    const split = isDeep ? undefined : this.#finder.find(this.#histograms, histogram, sums);
    if (split === undefined) {
      this.#nodes.push({ units, right: 0 });
      return;
    }
    const node: GrownNode = { units, split, right: 0 };
    this.#nodes.push(node);
    const [left, right] = this.#divide({ rows, histogram, depth }, split);
    this.#add(left);
    node.right = this.#nodes.length;
    this.#add(right);
  }

  #divide({ rows, histogram, depth }: Omit<Growth, "sums">, split: Split): readonly [Growth, Growth] {
    const middle = this.#partition(rows, split);
    const left = rows.subarray(0, middle);
    const right = rows.subarray(middle);
    const isLeftSmaller = left.length <= right.length;
    let part = histogram;
    if (depth + 1 < this.#options.maxDepth) {
      part = this.#spare[depth] ??= this.#histograms.make();
      this.#histograms.fill(part, isLeftSmaller ? left : right);
      this.#histograms.subtract(histogram, part);
    }
    return [
      { rows: left, sums: split.left, histogram: isLeftSmaller ? part : histogram, depth: depth + 1 },
      { rows: right, sums: split.right, histogram: isLeftSmaller ? histogram : part, depth: depth + 1 },
    ];
  }

  /** Brings the rows that go left to the front, in order; gives their number. */
  #partition(rows: Int32Array, { column, bin, missingLeft }: Split): number {
    const { codes, edges, rows: height } = this.#matrix;
    const missing = edges[column]!.length;
    const first = column * height;
    const aside = this.#aside;
    let left = 0;
    let right = 0;
    for (let at = 0; at < rows.length; at++) {
      const row = rows[at]!;
      const code = codes[first + row]!;
      if (code <= bin || (missingLeft && code === missing)) rows[left++] = row;
      else aside[right++] = row;
    }
    rows.set(aside.subarray(0, right), left);
    return left;
  }

  #sum(rows: Int32Array): Sums {
    let first = 0;
    let second = 0;
    for (let at = 0; at < rows.length; at++) {
      first += this.#gradients.first[rows[at]!]!;
      second += this.#gradients.second[rows[at]!]!;
    }
    return { first, second };
  }

  #unitsOf({ first, second }: Sums): number {
    const { lambda, learningRate } = this.#options;
    const curvature = second + lambda / this.#gradients.scale;
    return curvature > 0 ? toUnits((-learningRate * first) / curvature) : 0;
  }
}

interface Growth {
  readonly rows: Int32Array;
  readonly sums: Sums;
  readonly histogram: Float64Array;
  readonly depth: number;
}

/** Adds a tree's output for every row to the margins. */
function addTree(margins: Int32Array, nodes: readonly GrownNode[], matrix: BinnedMatrix): void {
  const { codes, edges, rows } = matrix;
  for (let row = 0; row < rows; row++) {
    let at = 0;
    for (let node = nodes[0]!; ; node = nodes[at]!) {
      const { split } = node;
      if (split === undefined) break;
      const code = codes[split.column * rows + row]!;
      const isLeft = code <= split.bin || (split.missingLeft && code === edges[split.column]!.length);
      at = isLeft ? at + 1 : node.right;
    }
    margins[row]! += nodes[at]!.units;
  }
}

interface Sums {
  readonly first: number;
  readonly second: number;
}

interface Split {
  readonly column: number;
  /** Rows of this bin and those below go left. */
  readonly bin: number;
  readonly missingLeft: boolean;
  readonly left: Sums;
  readonly right: Sums;
}

/** Gains below are noise of rounding (XGBoost's bound). */
const LEAST_GAIN = 1e-6;

type Limits = Pick<BoostingOptions, "minChildWeight" | "lambda" | "gamma">;

/** Finds the split of the highest gain; of equals the first column and bin. */
class SplitFinder {
  readonly #limits: Limits;
  readonly #scale: number;
  #gain = 0;
  #at = -1;
  #bin = 0;
  #missingLeft = false;
  #left: Sums = { first: 0, second: 0 };

  constructor(limits: Limits, scale: number) {
    this.#limits = limits;
    this.#scale = scale;
  }

  /** The best split of a node, or undefined where none gains enough. */
  find(histograms: Histograms, histogram: Float64Array, total: Sums): Split | undefined {
    const { columns, starts } = histograms;
    this.#at = -1;
    this.#gain = Math.max(LEAST_GAIN, this.#limits.gamma) + this.#strength(total.first, total.second);
    for (let at = 0; at < columns.length; at++) {
      this.#scan(histogram.subarray(2 * starts[at]!, 2 * starts[at + 1]!), total, at);
    }
    if (this.#at < 0) return undefined;
    const left = this.#left;
    const right = { first: total.first - left.first, second: total.second - left.second };
    return { column: columns[this.#at]!, bin: this.#bin, missingLeft: this.#missingLeft, left, right };
  }

  /** Tries every bin of a column as the last of the left side, with the missing rows on either side. */
  #scan(sums: Float64Array, total: Sums, at: number): void {
    const bins = sums.length / 2 - 1;
    const missingFirst = sums[2 * bins]!;
    const missingSecond = sums[2 * bins + 1]!;
    const hasMissing = missingFirst !== 0 || missingSecond !== 0;
    let first = 0;
    let second = 0;
    for (let bin = 0; bin < bins; bin++) {
      if (sums[2 * bin] === 0 && sums[2 * bin + 1] === 0) continue;
      first += sums[2 * bin]!;
      second += sums[2 * bin + 1]!;
      if (this.#isBetter(first, second, total)) {
        this.#at = at;
        this.#bin = bin;
        // Where training never missed the value, the larger side is the better guess.
        this.#missingLeft = !hasMissing && 2 * second > total.second;
      }
      if (hasMissing && this.#isBetter(first + missingFirst, second + missingSecond, total)) {
        this.#at = at;
        this.#bin = bin;
        this.#missingLeft = true;
      }
    }
  }

  /** Whether the left side with these sums beats the best so far; then it is the best. */
  #isBetter(first: number, second: number, total: Sums): boolean {
    const rest = total.second - second;
    const least = this.#limits.minChildWeight / this.#scale;
    if (second <= 0 || rest <= 0 || second < least || rest < least) return false;
    const gain = this.#strength(first, second) + this.#strength(total.first - first, rest);
    if (!(gain > this.#gain)) return false;
    this.#gain = gain;
    this.#left = { first, second };
    return true;
  }

  /** Twice the loss that a leaf with these sums removes. */
  #strength(first: number, second: number): number {
    return (first * first * this.#scale) / (second + this.#limits.lambda / this.#scale);
  }
}
