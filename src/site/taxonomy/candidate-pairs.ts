import type { Cluster } from "./cluster.ts";
import { findHolders, sumShared } from "./holders.ts";
import { MIN_SHARED_STORIES } from "./join-evidence.ts";
import type { WordLikeness } from "./word-likeness.ts";

/** Pairs of clusters that share anything that may be evidence, without a look at all pairs. */
export function candidatePairs(clusters: readonly Cluster[], words: WordLikeness): [number, number][] {
  const pairs = new Set<number>();
  const size = clusters.length;
  const offer = (held: readonly (readonly string[])[], minShared: number) => {
    for (const [pair, shared] of sumShared(findHolders(held), size, () => 1))
      if (shared >= minShared) pairs.add(pair);
  };
  offer(
    clusters.map(({ addresses }) => [...addresses.values()].flatMap((places) => [...places])),
    1,
  );
  offer(
    clusters.map(({ names }) => [...names.keys()]),
    1,
  );
  offer(
    clusters.map(({ stories }) => [...stories.keys()]),
    MIN_SHARED_STORIES,
  );
  const clusterOf = new Map(clusters.flatMap(({ parts }, at) => parts.map((part) => [part, at] as const)));
  for (const [part, other] of words.pairs()) {
    const [first, second] = [clusterOf.get(part) ?? 0, clusterOf.get(other) ?? 0];
    if (first !== second) pairs.add(Math.min(first, second) * size + Math.max(first, second));
  }
  return [...pairs].sort((a, b) => a - b).map((pair) => [Math.floor(pair / size), pair % size]);
}
