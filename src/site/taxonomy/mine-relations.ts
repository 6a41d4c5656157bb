import { type Cluster, put } from "./cluster.ts";
import type { RelatedPair } from "./find-pairs.ts";
import type { TaxonomyOptions } from "./options.ts";

/** A frequent relation of two concepts, by their places in the list. */
export interface FrequentRelation {
  readonly broader: number;
  readonly narrower: number;
  readonly sites: readonly string[];
  readonly share: number;
}

/**
 * Algorithm 1: the frequent ones of the 1-related pairs, then of the rest with the 2-related ones, and so on.
 * Deviation: a site counts once for a pair, since its menu stands on every page; and of the sites that have both
 * concepts a stated share must show the relation, since support alone lets a rare mistake grow with the number of sites.
 */
export function mineRelations(
  pairs: readonly RelatedPair[],
  clusters: readonly Cluster[],
  { minSupport, minSupportShare }: TaxonomyOptions,
): FrequentRelation[] {
  const frequent: FrequentRelation[] = [];
  const waiting = new Map<string, Set<string>>();
  const isFrequent = new Set<string>();
  const atDistance = Map.groupBy(pairs, ({ distance }) => distance);
  // Steps 3 to 7; what waits is NFR.
  for (const distance of [...atDistance.keys()].sort((a, b) => a - b)) {
    for (const { broader, narrower, site } of atDistance.get(distance) ?? [])
      put(waiting, `${broader} ${narrower}`, site);
    for (const [pair, sites] of waiting) {
      if (sites.size < minSupport || isFrequent.has(pair)) continue;
      const [broader = 0, narrower = 0] = pair.split(" ").map(Number);
      const share = sites.size / countBoth(clusters[broader], clusters[narrower]);
      if (share < minSupportShare) continue;
      isFrequent.add(pair);
      frequent.push({ broader, narrower, sites: [...sites].sort(), share: Math.min(1, share) });
    }
  }
  return frequent;
}

function countBoth(a: Cluster | undefined, b: Cluster | undefined): number {
  if (a === undefined || b === undefined) return 1;
  return Math.max(1, [...a.addresses.keys()].filter((site) => b.addresses.has(site)).length);
}
