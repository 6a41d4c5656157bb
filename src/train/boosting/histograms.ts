import type { BinnedMatrix } from "./bins.ts";
import type { Gradients } from "./gradients.ts";

/** Sums of derivatives for every bin of the columns that a tree may ask: first and second in turn. */
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

  /** Leaves in a histogram what a part of its rows does not hold. */
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
