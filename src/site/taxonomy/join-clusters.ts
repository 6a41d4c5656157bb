import { candidatePairs } from "./candidate-pairs.ts";
import { type Cluster, mainLabel, makeCluster, put } from "./cluster.ts";
import { findEvidence, joinScore, type NameSites, togetherShare } from "./join-evidence.ts";
import type { TaxonomyOptions } from "./options.ts";
import type { Join } from "./taxonomy.ts";
import { WordWeights } from "./word-weights.ts";

/** Each round at least halves the members of a concept that are still apart; more rounds would be a chain. */
const MAX_ROUNDS = 12;

interface Match {
  readonly other: number;
  readonly join: Join;
}

/**
 * Joins clusters that look different by what the sites say of them. In each round two clusters are joined where each is
 * the best match of the other; what they are known by is then taken together for the next round.
 */
export function joinClusters(clusters: readonly Cluster[], options: TaxonomyOptions): Cluster[] {
  const names = nameSites(clusters);
  const weights = new WordWeights(clusters);
  let current = [...clusters];
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const best = bestMatches(current, names, weights, options);
    const joined = joinMutual(current, best);
    if (joined.length === current.length) break;
    current = joined;
  }
  return current;
}

function bestMatches(
  clusters: readonly Cluster[],
  names: NameSites,
  weights: WordWeights,
  options: TaxonomyOptions,
): (Match | undefined)[] {
  const best: (Match | undefined)[] = clusters.map(() => undefined);
  const offer = (at: number, other: number, join: Join) => {
    const known = best[at];
    if (known === undefined || join.score > known.join.score) best[at] = { other, join };
  };
  for (const [first, second] of candidatePairs(clusters)) {
    const [a, b] = [clusters[first], clusters[second]];
    if (a === undefined || b === undefined || togetherShare(a, b) > options.maxTogether) continue;
    const evidence = findEvidence(a, b, names, weights);
    const score = joinScore(evidence);
    if (score < options.minJoinScore) continue;
    const join: Join = { labels: [mainLabel(a), mainLabel(b)], score, evidence };
    offer(first, second, join);
    offer(second, first, join);
  }
  return best;
}

function joinMutual(clusters: readonly Cluster[], best: readonly (Match | undefined)[]): Cluster[] {
  return clusters.flatMap((cluster, at) => {
    const match = best[at];
    if (match === undefined || best[match.other]?.other !== at) return [cluster];
    const other = clusters[match.other];
    if (other === undefined || match.other < at) return [];
    return [makeCluster([...cluster.uses, ...other.uses], [...cluster.joins, ...other.joins, match.join])];
  });
}

function nameSites(clusters: readonly Cluster[]): NameSites {
  const all = new Map<string, Set<string>>();
  for (const { names } of clusters)
    for (const [name, sites] of names) for (const site of sites) put(all, name, site);
  return all;
}
