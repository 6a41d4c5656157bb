/** A group of things, by their numbers. */
export type Cluster = readonly number[];

/**
 * Joins things bottom up: again and again the two groups whose members are most alike on average, as long as they are at
 * least `minSimilarity` alike. Groups come in the order of their first members.
 */
export function clusterThings(
  count: number,
  similarity: (one: number, other: number) => number,
  minSimilarity: number,
): Cluster[] {
  const table = Array.from({ length: count }, (_, one) =>
    Array.from({ length: one }, (_, other) => similarity(other, one)),
  );
  const alike = (one: number, other: number) => table[Math.max(one, other)]?.[Math.min(one, other)] ?? 0;
  const clusters: number[][] = Array.from({ length: count }, (_, thing) => [thing]);
  for (;;) {
    const best = nearestPair(clusters, alike);
    if (best === undefined || best.similarity < minSimilarity) return clusters;
    const [joined] = clusters.splice(best.second, 1);
    clusters[best.first]!.push(...(joined ?? []));
  }
}

interface Pair {
  readonly first: number;
  readonly second: number;
  readonly similarity: number;
}

function nearestPair(
  clusters: readonly Cluster[],
  alike: (one: number, other: number) => number,
): Pair | undefined {
  let best: Pair | undefined;
  for (let second = 1; second < clusters.length; second++) {
    for (let first = 0; first < second; first++) {
      const similarity = meanOf(clusters[first]!, clusters[second]!, alike);
      if (best === undefined || similarity > best.similarity) best = { first, second, similarity };
    }
  }
  return best;
}

function meanOf(ones: Cluster, others: Cluster, alike: (one: number, other: number) => number): number {
  let sum = 0;
  for (const one of ones) for (const other of others) sum += alike(one, other);
  return sum / (ones.length * others.length);
}
