import { NewsError } from "../../errors/index.ts";

/** How boosted trees are grown; names and meanings follow XGBoost's. */
export interface BoostingOptions {
  /** Trees at most. */
  readonly trees: number;
  readonly maxDepth: number;
  /** The share of each tree's answer that is taken (eta). */
  readonly learningRate: number;
  /** The share of rows that each tree sees. */
  readonly rowShare: number;
  /** The share of columns that each tree may ask. */
  readonly columnShare: number;
  /** The least sum of second derivatives in a child. */
  readonly minChildWeight: number;
  /** The pull of leaf values to zero (L2). */
  readonly lambda: number;
  /** The least gain of a split. */
  readonly gamma: number;
  /** Trees without a better validation loss before the growing stops. */
  readonly patience: number;
  readonly seed: number;
  /** Called after each tree. */
  readonly onTree?: ((progress: BoostingProgress) => void) | undefined;
}

/** Progress after a tree: mean weighted log losses. */
export interface BoostingProgress {
  readonly trees: number;
  readonly trainLoss: number;
  /** NaN without validation rows. */
  readonly validationLoss: number;
}

/** What the feasibility study settled on. */
export const BOOSTING_DEFAULTS: BoostingOptions = {
  trees: 100,
  maxDepth: 6,
  learningRate: 0.1,
  rowShare: 0.7,
  columnShare: 0.4,
  minChildWeight: 20,
  lambda: 1,
  gamma: 0,
  patience: 20,
  seed: 1,
};

/** What each option must be, in words, and whether a value is that. */
const LIMITS = {
  trees: ["a whole number above 0", (value) => Number.isSafeInteger(value) && value > 0],
  // A deeper tree has more leaves than rows to tell them apart.
  maxDepth: [
    "a whole number from 1 to 20",
    (value) => Number.isSafeInteger(value) && value > 0 && value <= 20,
  ],
  learningRate: ["above 0 and at most 1", (value) => value > 0 && value <= 1],
  rowShare: ["above 0 and at most 1", (value) => value > 0 && value <= 1],
  columnShare: ["above 0 and at most 1", (value) => value > 0 && value <= 1],
  minChildWeight: ["0 or more", (value) => value >= 0],
  lambda: ["0 or more", (value) => value >= 0],
  gamma: ["0 or more", (value) => value >= 0],
  patience: ["a whole number above 0", (value) => Number.isSafeInteger(value) && value > 0],
  seed: ["a whole number", (value) => Number.isSafeInteger(value)],
} as const satisfies Record<string, readonly [string, (value: number) => boolean]>;

/** Checks options; throws BAD_OPTION with what is wrong. */
export function checkBoostingOptions(options: BoostingOptions): void {
  for (const [name, [words, isRight]] of Object.entries(LIMITS)) {
    const value = options[name as keyof typeof LIMITS];
    if (!isRight(value))
      throw new NewsError("BAD_OPTION", `The option ${name} must be ${words}, not ${value}.`);
  }
}

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

/** Checks the sizes of a matrix and that it has the needed columns; throws BAD_OPTION with the problem. */
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
