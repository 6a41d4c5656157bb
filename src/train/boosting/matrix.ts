import { NewsError } from "../../errors/index.ts";
import { fromUnits, toProbability } from "../../model/index.ts";

/** Rows to learn from. */
export interface TrainingMatrix {
  /** The names of the columns. */
  readonly names: readonly string[];
  /** Row after row, a value for each name; NaN where it is missing. */
  readonly values: Float32Array;
  /** From 0 to 1, one a row. */
  readonly labels: Float32Array;
  /** How much each row counts: 2 is as good as two copies. */
  readonly weights: Float32Array;
}

/** The largest number of columns that a node can name. */
const MAX_WIDTH = 2 ** 16;

/** Checks the sizes of a matrix; throws BAD_OPTION with the problem. */
export function checkMatrix({ names, values, labels, weights }: TrainingMatrix): void {
  if (names.length > MAX_WIDTH) throw bad(`may have ${MAX_WIDTH} columns at most`);
  if (labels.length === 0 || names.length === 0) throw bad("must have a row and a column at least");
  if (weights.length !== labels.length) throw bad("must have a label and a weight for every row");
  if (values.length !== labels.length * names.length) throw bad("must have a value for every row and name");
  if (!labels.every((label) => label >= 0 && label <= 1)) throw bad("must have labels from 0 to 1");
  if (!weights.every((weight) => weight >= 0 && weight < Infinity))
    throw bad("must have weights of 0 or more");
  if (!weights.some((weight) => weight > 0)) throw bad("must have a weight above 0");
  if (values.some((value) => Math.abs(value) >= LARGEST)) throw bad("must have finite values, or NaN");
}

/** The largest 32-bit float: the bound above every value. */
const LARGEST: number = 2 ** 128 - 2 ** 104;

function bad(problem: string): NewsError {
  return new NewsError("BAD_OPTION", `The rows to train on ${problem}.`);
}

/** One code stays free for missing values. */
const MAX_BINS = 255;
/** Rows that the edges are read from: sorting all of 300,000 doubled the time of 30 trees, for 0.1 % of their loss. */
const MAX_SORTED_ROWS = 100_000;
/** Rows binned at a time: with 250 columns they stay in a core's cache while the columns take turns. */
const TILE_ROWS = 256;

/** A matrix whose values are numbers of bins, column after column. */
export interface BinnedMatrix {
  readonly rows: number;
  readonly codes: Uint8Array;
  readonly edges: ColumnEdges;
}

/** For each column the upper edges of its bins, rising; the last is above every value. A missing value has the code after. */
export type ColumnEdges = readonly Float32Array[];

/** Bins of about as many rows each, for every column. */
export function findEdges({ names, values, labels }: TrainingMatrix): ColumnEdges {
  const step = names.length * Math.ceil(labels.length / MAX_SORTED_ROWS);
  const column = new Float32Array(MAX_SORTED_ROWS);
  return names.map((_, first) => {
    let count = 0;
    for (let at = first; at < values.length; at += step) {
      const value = values[at]!;
      if (!Number.isNaN(value)) column[count++] = value;
    }
    return edgesOf(column.subarray(0, count).sort());
  });
}

/** Replaces values by their bins; a value is below the upper edge of its bin, as a split would ask. */
export function binMatrix({ values, labels }: TrainingMatrix, edges: ColumnEdges): BinnedMatrix {
  const rows = labels.length;
  const width = edges.length;
  const codes = new Uint8Array(values.length);
  for (let begin = 0; begin < rows; begin += TILE_ROWS) {
    const end = Math.min(rows, begin + TILE_ROWS);
    for (let column = 0; column < width; column++) {
      const bounds = edges[column]!;
      const first = column * rows;
      for (let row = begin; row < end; row++)
        codes[first + row] = binOf(values[row * width + column]!, bounds);
    }
  }
  return { rows, codes, edges };
}

function binOf(value: number, bounds: Float32Array): number {
  if (Number.isNaN(value)) return bounds.length;
  let low = 0;
  let high = bounds.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (value < bounds[middle]!) high = middle;
    else low = middle + 1;
  }
  return low;
}

function edgesOf(sorted: Float32Array): Float32Array {
  const isExact = countDistinct(sorted) <= MAX_BINS;
  const edges: number[] = [];
  let begin = 0;
  for (let at = 1; at < sorted.length; at++) {
    const below = sorted[at - 1]!;
    const value = sorted[at]!;
    if (value === below) continue;
    // A value of many rows must not starve the remaining bins.
    const share = isExact ? 0 : (sorted.length - begin) / (MAX_BINS - edges.length);
    if (at - begin < share) continue;
    edges.push(between(below, value));
    begin = at;
  }
  return Float32Array.of(...edges, LARGEST);
}

function countDistinct(sorted: Float32Array): number {
  let count = 0;
  for (let at = 0; at < sorted.length; at++) if (at === 0 || sorted[at] !== sorted[at - 1]) count++;
  return count;
}

/** A 32-bit float above one value and not above the next; the middle, where there is one. */
function between(below: number, value: number): number {
  const middle = Math.fround(below + (value - below) / 2);
  return middle > below ? middle : value;
}

/** Derivatives of a row of weight 1 are whole numbers of 2^-20. */
const SLOPE_BITS = 20;
/** All weights together are whole numbers below 2^33, so that sums of weighted derivatives stay below 2^53: exact. */
const WEIGHT_BITS = 32;

/**
 * First and second derivatives of the log loss, as whole numbers of `scale`: their sums are exact, so that a histogram
 * got by subtraction is the one that counting gives, in any order.
 */
export class Gradients {
  /** The value of one unit. */
  readonly scale: number;
  readonly first: Float64Array;
  readonly second: Float64Array;
  readonly #labels: Float32Array;
  readonly #weights: Float64Array;

  constructor({ labels, weights }: Pick<TrainingMatrix, "labels" | "weights">) {
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    const unit = 2 ** (Math.ceil(Math.log2(total)) - WEIGHT_BITS);
    this.scale = unit * 2 ** -SLOPE_BITS;
    this.first = new Float64Array(labels.length);
    this.second = new Float64Array(labels.length);
    this.#labels = labels;
    this.#weights = Float64Array.from(weights, (weight) => Math.round(weight / unit));
  }

  /** Computes the derivatives at the margins (in units of the trees). */
  update(margins: Int32Array): void {
    for (let row = 0; row < margins.length; row++) {
      const probability = toProbability(fromUnits(margins[row]!));
      const weight = this.#weights[row]!;
      this.first[row] = weight * Math.round((probability - this.#labels[row]!) * 2 ** SLOPE_BITS);
      this.second[row] = weight * Math.round(probability * (1 - probability) * 2 ** SLOPE_BITS);
    }
  }
}

/** Sums of derivatives for every bin of the sampled columns: first and second alternate. */
export class Histograms {
  readonly columns: readonly number[];
  /** Where the bins of each column start, in pairs. */
  readonly starts: Int32Array;
  readonly #matrix: BinnedMatrix;
  readonly #gradients: Gradients;
  /** Derivatives of a node's rows side by side: read once a column, gathered once a node. */
  readonly #first: Float64Array;
  readonly #second: Float64Array;

  constructor(matrix: BinnedMatrix, gradients: Gradients, columns: readonly number[]) {
    this.columns = columns;
    this.starts = new Int32Array(columns.length + 1);
    columns.forEach((column, at) => {
      this.starts[at + 1] = this.starts[at]! + matrix.edges[column]!.length + 1;
    });
    this.#matrix = matrix;
    this.#gradients = gradients;
    this.#first = new Float64Array(matrix.rows);
    this.#second = new Float64Array(matrix.rows);
  }

  /** An empty histogram. */
  make(): Float64Array {
    return new Float64Array(2 * this.starts[this.columns.length]!);
  }

  /** Fills a histogram with the sums over some rows. */
  fill(histogram: Float64Array, rows: Int32Array): void {
    const { codes, rows: height } = this.#matrix;
    this.#gather(rows);
    histogram.fill(0);
    for (let at = 0; at < this.columns.length; at++) {
      const column = codes.subarray(this.columns[at]! * height, (this.columns[at]! + 1) * height);
      const start = 2 * this.starts[at]!;
      this.#fillColumn(histogram, rows, column, start);
    }
  }

  subtract(histogram: Float64Array, part: Float64Array): void {
    for (let at = 0; at < histogram.length; at++) histogram[at]! -= part[at]!;
  }

  #gather(rows: Int32Array): void {
    const { first, second } = this.#gradients;
    for (let at = 0; at < rows.length; at++) {
      this.#first[at] = first[rows[at]!]!;
      this.#second[at] = second[rows[at]!]!;
    }
  }

  #fillColumn(histogram: Float64Array, rows: Int32Array, column: Uint8Array, start: number): void {
    const first = this.#first;
    const second = this.#second;
    for (let at = 0; at < rows.length; at++) {
      const slot = start + 2 * column[rows[at]!]!;
      histogram[slot]! += first[at]!;
      histogram[slot + 1]! += second[at]!;
    }
  }
}
