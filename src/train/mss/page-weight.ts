import type { Example } from "./mss-counter.ts";

/** What all tokens of a page inside its article count together, and all outside; high, as counts are whole numbers. */
const SIDE_WEIGHT = 20_000;
/** A side of fewer tokens does not count in full: a stub should not outweigh an article. */
const MIN_TOKENS = 100;

/** Weights of a page's tokens with which every page counts alike, however long its article or its menus. */
export function pageWeight({ tokens, span }: Pick<Example, "tokens" | "span">): {
  readonly inside: number;
  readonly outside: number;
} {
  const inside = span.last - span.first + 1;
  return { inside: weightOf(inside), outside: weightOf(tokens.count - inside) };
}

function weightOf(tokens: number): number {
  return Math.max(1, Math.round(SIDE_WEIGHT / Math.max(MIN_TOKENS, tokens)));
}
