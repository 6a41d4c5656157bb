import { type Cluster, mainLabel, makeCluster } from "./clusters.ts";
import {
  findEvidence,
  joinScore,
  MAX_POSITION_SCORE,
  MIN_SHARED_STORIES,
  type NameSites,
  Positions,
  togetherShare,
} from "./join-evidence.ts";
import { addToSet, type LabelUse } from "./label-uses.ts";
import type { Evidence, Join, TaxonomyOptions } from "./taxonomy.ts";
import { invert, sumShared, WordSimilarity } from "./word-similarity.ts";

/** The most certain joins are made first, since each adds evidence for the others. */
const SCORE_STEP = 0.1;
/** Rounds of pairwise joining at most; real concepts need fewer. */
const MAX_ROUNDS = 12;

interface Match {
  readonly other: number;
  readonly join: Join;
}

/**
 * Joins clusters whose labels differ by other evidence: agglomerative clustering where each round joins the pairs that are
 * each other's best match.
 */
export function joinClusters(groups: readonly LabelUse[][], options: TaxonomyOptions): Cluster[] {
  let current = groups.map((uses, part) => makeCluster(uses, [part]));
  const cache = new EvidenceCache(current);
  for (let least = 1 - SCORE_STEP; least > options.minJoinScore - SCORE_STEP; least -= SCORE_STEP) {
    const minJoinScore = Math.max(least, options.minJoinScore);
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const joined = joinMutual(current, bestMatches(current, cache, { ...options, minJoinScore }));
      if (joined.length === current.length) break;
      current = joined;
    }
  }
  return current;
}

/** Caches the evidence for each pair of clusters. */
class EvidenceCache {
  readonly words: WordSimilarity;
  readonly #names: NameSites;
  readonly #pairs = new WeakMap<Cluster, WeakMap<Cluster, readonly Evidence[]>>();

  constructor(clusters: readonly Cluster[]) {
    this.words = new WordSimilarity(clusters);
    this.#names = nameSites(clusters);
  }

  evidence(a: Cluster, b: Cluster): readonly Evidence[] {
    const ofA = this.#pairs.get(a) ?? new WeakMap<Cluster, readonly Evidence[]>();
    this.#pairs.set(a, ofA);
    const found = ofA.get(b) ?? findEvidence(a, b, this.#names, this.words.compare(a.parts, b.parts));
    ofA.set(b, found);
    return found;
  }
}

function bestMatches(
  clusters: readonly Cluster[],
  cache: EvidenceCache,
  options: TaxonomyOptions,
): (Match | undefined)[] {
  const best: (Match | undefined)[] = clusters.map(() => undefined);
  const offer = (at: number, other: number, join: Join) => {
    const before = best[at];
    if (before === undefined || join.score > before.join.score) best[at] = { other, join };
  };
  const positions = new Positions(clusters);
  for (const [first, second] of candidatePairs(clusters, cache.words)) {
    const [a, b] = [clusters[first], clusters[second]];
    if (a === undefined || b === undefined || togetherShare(a, b) > options.maxTogether) continue;
    const found = cache.evidence(a, b);
    if (found.length === 0 || maxScore(found) < options.minJoinScore) continue;
    const position = positions.compare(first, second);
    const evidence = position.evidence === undefined ? found : [...found, position.evidence];
    const score = joinScore(evidence) * position.factor;
    if (score < options.minJoinScore) continue;
    const join: Join = { labels: [mainLabel(a), mainLabel(b)], score, evidence };
    offer(first, second, join);
    offer(second, first, join);
  }
  return best;
}

/** The score if positions add all that they can. */
function maxScore(found: readonly Evidence[]): number {
  return 1 - (1 - joinScore(found)) * (1 - MAX_POSITION_SCORE);
}

function joinMutual(clusters: readonly Cluster[], best: readonly (Match | undefined)[]): Cluster[] {
  return clusters.flatMap((cluster, at) => {
    const match = best[at];
    if (match === undefined || best[match.other]?.other !== at) return [cluster];
    const other = clusters[match.other];
    if (other === undefined || match.other < at) return [];
    return [
      makeCluster(
        [...cluster.uses, ...other.uses],
        [...cluster.parts, ...other.parts],
        [...cluster.joins, ...other.joins, match.join],
      ),
    ];
  });
}

function nameSites(clusters: readonly Cluster[]): NameSites {
  const all = new Map<string, Set<string>>();
  for (const { names } of clusters)
    for (const [name, sites] of names) for (const site of sites) addToSet(all, name, site);
  return all;
}

/** The pairs of clusters that share a possible piece of evidence, found without comparing all pairs. */
function candidatePairs(clusters: readonly Cluster[], words: WordSimilarity): [number, number][] {
  const pairs = new Set<number>();
  const size = clusters.length;
  const offer = (features: readonly (readonly string[])[], minShared: number) => {
    for (const [pair, shared] of sumShared(invert(features), size, () => 1))
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
