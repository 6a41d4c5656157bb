import type { Span } from "./tokens.ts";

/** The least factor: one token that is classified with certainty and wrongly must not make the whole product 0. */
const LEAST_FACTOR = 1e-6;

/**
 * How likely a predicted span is right, 0 to 1: the mean, as a 4w-th root, of the probabilities given to what the span
 * says of the tokens within `window` of its two borders (6.2.4, third formula).
 *
 * Reading: a window cut by the edge of the document takes the root of the factors that are there.
 */
export function spanConfidence(inside: Float64Array, { first, last }: Span, window: number): number {
  let logs = 0;
  let factors = 0;
  const add = (from: number, to: number, isInside: boolean) => {
    const stop = Math.min(to, inside.length - 1);
    for (let at = Math.max(from, 0); at <= stop; at++) {
      const probability = isInside ? inside[at]! : 1 - inside[at]!;
      logs += Math.log(Math.max(probability, LEAST_FACTOR));
      factors++;
    }
  };
  add(first - window, first - 1, false);
  add(first, first + window - 1, true);
  add(last - window + 1, last, true);
  add(last + 1, last + window, false);
  return factors === 0 ? 0 : Math.exp(logs / factors);
}
