import { fromUnits, toProbability } from "../../model/index.ts";
import type { TrainingMatrix } from "./matrix.ts";

/** Derivatives of a row of weight 1 are whole numbers of 2^-20. */
const SLOPE_BITS = 20;
/** All weights together are whole numbers below 2^33, so that sums of weighted derivatives stay below 2^53: exact. */
const WEIGHT_BITS = 32;

/**
 * First and second derivatives of the log loss, as whole numbers of `scale`: their sums are exact, so that a histogram
 * got by subtraction is the one that counting gives, in any order.
 */
export class Gradients {
  /** What one whole number stands for. */
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

/** The mean weighted log loss of margins (in units of the trees). */
export function logLoss(margins: Int32Array, { labels, weights }: TrainingMatrix): number {
  let sum = 0;
  let total = 0;
  for (let row = 0; row < margins.length; row++) {
    const logOdds = fromUnits(margins[row]!);
    // The plain formula takes the logarithm of 0 where a row is certain.
    const loss = Math.max(logOdds, 0) - logOdds * labels[row]! + Math.log1p(Math.exp(-Math.abs(logOdds)));
    sum += weights[row]! * loss;
    total += weights[row]!;
  }
  return sum / total;
}
