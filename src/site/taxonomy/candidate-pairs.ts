import type { Cluster } from "./cluster.ts";
import type { WordLikeness } from "./word-likeness.ts";

/** What more clusters have in common tells none of them apart. */
const MAX_HOLDERS = 40;
const MIN_SHARED_STORIES = 2;

/** Pairs of clusters that share anything that may be evidence, without a look at all pairs. */
export function candidatePairs(clusters: readonly Cluster[], words: WordLikeness): [number, number][] {
  const pairs = new Set<number>();
  const size = clusters.length;
  const offer = (held: readonly (readonly string[])[], minShared: number) => {
    for (const [pair, shared] of countShared(held, size)) if (shared >= minShared) pairs.add(pair);
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

function countShared(held: readonly (readonly string[])[], size: number): Map<number, number> {
  const holders = new Map<string, number[]>();
  for (const [index, things] of held.entries()) {
    for (const thing of things) {
      const known = holders.get(thing);
      if (known) known.push(index);
      else holders.set(thing, [index]);
    }
  }
  const counts = new Map<number, number>();
  for (const having of holders.values()) {
    if (having.length > MAX_HOLDERS) continue;
    for (const [at, first] of having.entries()) {
      for (const second of having.slice(at + 1)) {
        const pair = first * size + second;
        counts.set(pair, (counts.get(pair) ?? 0) + 1);
      }
    }
  }
  return counts;
}
