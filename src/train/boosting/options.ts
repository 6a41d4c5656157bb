import { NewsError } from "../../errors/index.ts";

/** How boosted trees are grown; names and meanings follow XGBoost's. */
export interface BoostingOptions {
  /** Trees at most. */
  readonly trees: number;
  readonly maxDepth: number;
  /** The factor on each tree's answer (eta). */
  readonly learningRate: number;
  /** The share of rows that each tree sees. */
  readonly rowShare: number;
  /** The share of columns that each tree may use. */
  readonly columnShare: number;
  /** The least sum of second derivatives in a child. */
  readonly minChildWeight: number;
  /** L2 regularisation of leaf values. */
  readonly lambda: number;
  /** The least gain of a split. */
  readonly gamma: number;
  readonly seed: number;
}

/** The settings of the feasibility study. */
export const BOOSTING_DEFAULTS: BoostingOptions = {
  trees: 100,
  maxDepth: 6,
  learningRate: 0.1,
  rowShare: 0.7,
  columnShare: 0.4,
  minChildWeight: 20,
  lambda: 1,
  gamma: 0,
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
