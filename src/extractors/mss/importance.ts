import type { Span } from "./tokens.ts";

/** Importances are kept as whole numbers up to this, a byte each. */
export const FULL_IMPORTANCE = 255;

/**
 * How near a token is to a border of the span (6.2.4): 1 beside it, 0 where `cutoff` or more tokens lie between.
 *
 * Reading: the printed formula divides twice and takes a maximum where only a minimum gives the range it states.
 */
export function borderNearness(at: number, { first, last }: Span, cutoff: number): number {
  const distance = Math.min(Math.abs(at - (first - 0.5)), Math.abs(at - (last + 0.5))) - 0.5;
  return (cutoff - Math.min(cutoff, distance)) / cutoff;
}

/** The importance of a feature: the mean nearness of the tokens that have it. Reading: the paper prints a sum. */
export function importanceOf(nearness: number, tokens: number): number {
  return tokens === 0 ? 0 : Math.round((nearness / tokens) * FULL_IMPORTANCE);
}
