import type { Histograms } from "./histograms.ts";
import type { BoostingOptions } from "./options.ts";

/** Sums of first and second derivatives over the rows of a node. */
export interface Sums {
  readonly first: number;
  readonly second: number;
}

/** The best question for a node. */
export interface Split {
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
export class SplitFinder {
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

  /** How much loss a leaf with these sums takes away, twice. */
  #strength(first: number, second: number): number {
    return (first * first * this.#scale) / (second + this.#limits.lambda / this.#scale);
  }
}
