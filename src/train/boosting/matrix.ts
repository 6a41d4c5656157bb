import { NewsError } from "../../errors/index.ts";

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

/** Checks that a matrix holds what it says, and the columns that are asked for; throws BAD_OPTION with what is wrong. */
export function checkMatrix(matrix: TrainingMatrix, columns: readonly string[] = matrix.names): void {
  const { names, values, labels, weights } = matrix;
  if (names.join("\n") !== columns.join("\n"))
    throw bad("must have the same columns as those to validate on");
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
export const LARGEST: number = 2 ** 128 - 2 ** 104;

function bad(problem: string): NewsError {
  return new NewsError("BAD_OPTION", `The rows to train on ${problem}.`);
}
