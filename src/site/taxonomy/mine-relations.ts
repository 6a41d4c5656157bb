import type { Cluster } from "./cluster.ts";
import type { RelatedPair } from "./find-pairs.ts";
import { put } from "./member-sets.ts";
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
 * Deviation: a site counts once for a pair, since its menu stands on every page.
 * Deviation: support alone lets a rare mistake grow with the number of sites, so a share of the sites that have both
 * concepts must show the relation, and the broader one must not be much rarer than the narrower.
 */
export function mineRelations(
  pairs: readonly RelatedPair[],
  clusters: readonly Cluster[],
  options: TaxonomyOptions,
): FrequentRelation[] {
  const frequent = new Map<string, FrequentRelation>();
  const shownBy = new Map<string, Set<string>>();
  const atDistance = Map.groupBy(pairs, ({ distance }) => distance);
  // Steps 3 to 7: what has been shown and is not frequent is NFR, and stays in the bag.
  for (const distance of [...atDistance.keys()].sort((a, b) => a - b)) {
    for (const { broader, narrower, site } of atDistance.get(distance) ?? [])
      put(shownBy, `${broader} ${narrower}`, site);
    for (const [pair, sites] of shownBy) {
      const relation = frequent.has(pair) ? undefined : judge(pair, sites, clusters, options);
      if (relation !== undefined) frequent.set(pair, relation);
    }
  }
  return [...frequent.values()];
}

function judge(
  pair: string,
  sites: ReadonlySet<string>,
  clusters: readonly Cluster[],
  { minSupport, minSupportShare, minBroaderSites }: TaxonomyOptions,
): FrequentRelation | undefined {
  const [broader = 0, narrower = 0] = pair.split(" ").map(Number);
  const [outer, inner] = [clusters[broader]?.addresses, clusters[narrower]?.addresses];
  if (outer === undefined || inner === undefined || sites.size < minSupport) return undefined;
  if (outer.size < inner.size * minBroaderSites) return undefined;
  const both = [...outer.keys()].filter((site) => inner.has(site)).length;
  const share = Math.min(1, sites.size / Math.max(1, both));
  return share < minSupportShare ? undefined : { broader, narrower, sites: [...sites].sort(), share };
}
