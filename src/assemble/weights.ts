import type { Contribution } from "../article/index.ts";
import { KEEP_SCORE } from "../page/index.ts";

/** Features told of a leaf besides the base; all others are summed up. */
const STRONGEST = 10;

/**
 * Leaves told: on larger pages those whose scores are nearest to the decision, where the question is asked most. A page
 * of 5,000 leaves takes some tenths of a second and 4 MB; real ones seldom have as many.
 */
const MAX_LEAVES = 5_000;

/** What is told of the weights in a leaf's score: the base, the strongest features, and the sum of the others. */
export function tellWeights(
  scores: Float32Array,
  contributions: ((leaf: number) => readonly Contribution[]) | undefined,
): (leaf: number) => readonly Contribution[] {
  if (contributions === undefined) return () => [];
  const told = scores.length <= MAX_LEAVES ? undefined : nearest(scores);
  return (leaf) => (told === undefined || told.has(leaf) ? strongest(contributions(leaf)) : []);
}

/** The leaves whose scores are nearest to the decision; earlier ones where they are as near. */
function nearest(scores: Float32Array): ReadonlySet<number> {
  const distance = scores.map((score) => Math.abs(score - KEEP_SCORE));
  const order = Uint32Array.from(scores, (_, leaf) => leaf);
  order.sort((a, b) => distance[a]! - distance[b]! || a - b);
  return new Set(order.subarray(0, MAX_LEAVES));
}

function strongest(all: readonly Contribution[]): readonly Contribution[] {
  const rest = all.slice(1 + STRONGEST);
  if (rest.length === 0) return all;
  const weight = rest.reduce((sum, contribution) => sum + contribution.weight, 0);
  return [...all.slice(0, 1 + STRONGEST), { feature: "others", value: null, weight }];
}
