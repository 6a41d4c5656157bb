import { type Cluster, mainLabel, makeCluster } from "./clusters.ts";
import { addToSet, type LabelUse } from "./label-uses.ts";
import type { Evidence, EvidenceKind, Join } from "./taxonomy.ts";

/** The most certain joins are made first, since each adds evidence for the others. */
const SCORE_STEP = 0.1;
/** Maximum share of sites that have both sides of a join as separate sections. */
const MAX_TOGETHER = 0.25;
/** Rounds of pairwise joining at most; real concepts need fewer. */
const MAX_ROUNDS = 12;

/** From which score clusters are joined, and the kinds of evidence that do not count. */
export interface JoinOptions {
  readonly minJoinScore: number;
  readonly ignoredEvidence: readonly EvidenceKind[];
}

interface Match {
  readonly other: number;
  readonly join: Join;
}

/**
 * Joins clusters whose labels differ by other evidence: agglomerative clustering where each round joins the pairs that are
 * each other's best match.
 */
export function joinClusters(
  groups: readonly LabelUse[][],
  { minJoinScore: minScore, ignoredEvidence }: JoinOptions,
): Cluster[] {
  let current = groups.map((uses, part) => makeCluster(uses, [part]));
  const cache = new EvidenceCache(ignoredEvidence);
  for (let least = 1 - SCORE_STEP; least > minScore - SCORE_STEP; least -= SCORE_STEP) {
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const joined = joinMutual(current, bestMatches(current, cache, Math.max(least, minScore)));
      if (joined.length === current.length) break;
      current = joined;
    }
  }
  return current;
}

/** Caches the evidence for each pair of clusters. */
class EvidenceCache {
  readonly ignored: readonly EvidenceKind[];
  readonly #pairs = new WeakMap<Cluster, WeakMap<Cluster, readonly Evidence[]>>();

  constructor(ignored: readonly EvidenceKind[]) {
    this.ignored = ignored;
  }

  evidence(a: Cluster, b: Cluster): readonly Evidence[] {
    const ofA = this.#pairs.get(a) ?? new WeakMap<Cluster, readonly Evidence[]>();
    this.#pairs.set(a, ofA);
    const found = ofA.get(b) ?? findEvidence(a, b);
    const counted = found.filter(({ kind }) => !this.ignored.includes(kind));
    ofA.set(b, counted);
    return counted;
  }
}

function bestMatches(
  clusters: readonly Cluster[],
  cache: EvidenceCache,
  minScore: number,
): (Match | undefined)[] {
  const best: (Match | undefined)[] = clusters.map(() => undefined);
  const offer = (at: number, other: number, join: Join) => {
    const before = best[at];
    if (before === undefined || join.score > before.join.score) best[at] = { other, join };
  };
  const positions = new Positions(clusters);
  for (const [first, second] of candidatePairs(clusters)) {
    const [a, b] = [clusters[first], clusters[second]];
    if (a === undefined || b === undefined) continue;
    const found = cache.evidence(a, b);
    const isTranslated = found.some(({ kind }) => kind === "translation");
    if (!isTranslated && areNamedApart(a, b)) continue;
    // A site may have an edition or a column under another name of a common section.
    if (!isTranslated && togetherShare(a, b) > MAX_TOGETHER) continue;
    // The score if positions add all that they can.
    const most = 1 - (1 - joinScore(found)) * (1 - MAX_POSITION_SCORE);
    if (found.length === 0 || most < minScore) continue;
    const position = positions.compare(first, second);
    const hasPosition = position.evidence !== undefined && !cache.ignored.includes("position");
    const evidence = hasPosition ? [...found, position.evidence] : found;
    // A site that has one below the other is outvoted where both are names of one common section.
    const score = joinScore(evidence) * (isTranslated ? 1 : position.factor);
    if (score < minScore) continue;
    const join: Join = { labels: [mainLabel(a), mainLabel(b)], score, evidence };
    offer(first, second, join);
    offer(second, first, join);
  }
  return best;
}

/** Whether two clusters have names of different common sections. */
function areNamedApart(a: Cluster, b: Cluster): boolean {
  const [ofA, ofB] = [a, b].map(({ uses }) => uses.flatMap(({ named }) => named ?? []));
  return ofA!.length > 0 && ofB!.length > 0 && !ofA!.some((concept) => ofB!.includes(concept));
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

/** Stories and addresses of more clusters are those of a link farm. */
const MAX_MEMBERS = 200;

/** The pairs of clusters that share a possible piece of evidence, found without comparing all pairs. */
function candidatePairs(clusters: readonly Cluster[]): [number, number][] {
  const size = clusters.length;
  const pairs = new Set<number>();
  const offer = (featuresOf: (cluster: Cluster) => Iterable<string>, minShared: number) => {
    const members = new Map<string, Set<number>>();
    for (const [at, cluster] of clusters.entries())
      for (const feature of featuresOf(cluster)) addToSet(members, feature, at);
    const shared = new Map<number, number>();
    for (const each of members.values()) {
      if (each.size > MAX_MEMBERS) continue;
      for (const first of each)
        for (const second of each)
          if (first < second) shared.set(first * size + second, (shared.get(first * size + second) ?? 0) + 1);
    }
    for (const [pair, count] of shared) if (count >= minShared) pairs.add(pair);
  };
  offer(({ addresses }) => [...addresses.values()].flatMap((places) => [...places]), 1);
  offer(({ commons }) => commons.keys(), 1);
  offer(({ stories }) => stories.keys(), MIN_SHARED_STORIES);
  return [...pairs].sort((a, b) => a - b).map((pair) => [Math.floor(pair / size), pair % size]);
}

/** Shared items that are reported as evidence. */
const MAX_SHARED = 6;
/** The score of two names of one common section: a name may mean something else on a site. */
const TRANSLATION_SCORE = 0.95;
/** The score of two names that menus of a site have for one address. */
const MENU_NAMES_SCORE = 0.9;
/** Pseudo-count against a single site, since editors put short-lived names over links to old sections. */
const ADDRESS_DOUBT = 2;
/** The factor on all other evidence if the two concepts have different parents. */
const CONTRADICTION = 0.5;

/** Fewer shared titles are chance. */
const MIN_SHARED_STORIES = 2;

/** All evidence that two clusters are one concept. */
function findEvidence(a: Cluster, b: Cluster): Evidence[] {
  return [sameAddress(a, b), sameCommon(a, b), sameStories(a, b)].filter((found) => found !== undefined);
}

/** Combines evidence as independent probabilities: 1 - (1 - a)(1 - b)… */
function joinScore(evidence: readonly Evidence[]): number {
  return 1 - evidence.reduce((left, { score }) => left * (1 - score), 1);
}

/** The share of the smaller cluster's sites that have both and link them to different places. */
function togetherShare(a: Cluster, b: Cluster): number {
  let apart = 0;
  for (const [site, places] of a.addresses) {
    const others = b.addresses.get(site);
    if (others !== undefined && ![...places].some((place) => others.has(place))) apart++;
  }
  return apart / Math.min(a.addresses.size, b.addresses.size);
}

/** Evidence that sites link both labels to one address. */
function sameAddress(a: Cluster, b: Cluster): Evidence | undefined {
  const sites: string[] = [];
  const shared: string[] = [];
  for (const [site, places] of a.addresses) {
    const others = b.addresses.get(site);
    if (others === undefined) continue;
    const same = [...places].filter((place) => others.has(place));
    if (same.length === 0) continue;
    sites.push(site);
    shared.push(...same);
  }
  if (sites.length === 0) return undefined;
  const areInMenus = shared.some((place) => a.twoNamed.has(place) && b.twoNamed.has(place));
  // One site calls its page of a town's news "News" and "Harbour": on other sites "News" means what it says.
  const areOnlyHere = [a, b].every(({ addresses }) => addresses.size === sites.length);
  const isSure = areInMenus && (areOnlyHere || hasLongerName(a, b, new Set(shared)));
  const score = sites.length / (sites.length + ADDRESS_DOUBT);
  return evidence("address", isSure ? Math.max(score, MENU_NAMES_SCORE) : score, sites, shared);
}

/** Whether one of two names of an address has all words of the other, and none that names another common section ("Photos", "Our photos"). */
function hasLongerName(a: Cluster, b: Cluster, places: ReadonlySet<string>): boolean {
  const [ofA, ofB] = [a, b].map(({ uses }) => uses.filter(({ address }) => places.has(address.key)));
  return ofA!.some((one) =>
    ofB!.some((other) => {
      const [short, long] = one.stems.length <= other.stems.length ? [one, other] : [other, one];
      return (
        one.address.key === other.address.key &&
        short.stems.every((stem) => long.stems.includes(stem)) &&
        long.wordCommons.every((common) => short.wordCommons.includes(common))
      );
    }),
  );
}

/** Evidence that labels of both name one common section, in whatever languages. */
function sameCommon(a: Cluster, b: Cluster): Evidence | undefined {
  const shared = [...a.commons.keys()].filter((common) => b.commons.has(common));
  const sites = shared.flatMap((common) => [
    ...(a.commons.get(common) ?? []),
    ...(b.commons.get(common) ?? []),
  ]);
  return shared.length === 0
    ? undefined
    : evidence("translation", TRANSLATION_SCORE, [...new Set(sites)], shared);
}

/** The share of the smaller cluster's stories that the other has as well, on another site. */
function sameStories(a: Cluster, b: Cluster): Evidence | undefined {
  const [few, many] = a.stories.size <= b.stories.size ? [a, b] : [b, a];
  const sites = new Set<string>();
  const shared: string[] = [];
  for (const [title, here] of few.stories) {
    const there = many.stories.get(title);
    if (there === undefined || new Set([...here, ...there]).size < 2) continue;
    shared.push(few.uses.find(({ stories }) => stories.has(title))?.stories.get(title) ?? title);
    for (const site of [...here, ...there]) sites.add(site);
  }
  if (shared.length < MIN_SHARED_STORIES) return undefined;
  return evidence("stories", shared.length / few.stories.size, [...sites], shared);
}

function evidence(
  kind: Evidence["kind"],
  score: number,
  sites: readonly string[],
  shared: readonly string[],
): Evidence {
  return { kind, score: Math.min(1, score), sites: [...sites].sort(), shared: shared.slice(0, MAX_SHARED) };
}

/** A common parent is weak evidence: it never joins two concepts alone. */
const MAX_POSITION_SCORE = 0.3;

/** The evidence from the positions of two clusters in the sites' trees. */
interface PositionMatch {
  readonly evidence: Evidence | undefined;
  /** The factor on all other evidence: 0 if one cluster is under the other. */
  readonly factor: number;
}

/** Which clusters are under which, and on which sites. */
class Positions {
  readonly #clusters: readonly Cluster[];
  readonly #above: readonly ReadonlyMap<number, ReadonlySet<string>>[];

  constructor(clusters: readonly Cluster[]) {
    const clusterAt = new Map<string, number>();
    for (const [at, { uses }] of clusters.entries())
      for (const { isOwner, address } of uses) if (isOwner) clusterAt.set(address.key, at);
    this.#clusters = clusters;
    this.#above = clusters.map(({ uses }, at) => {
      const found = new Map<number, Set<string>>();
      for (const { above, site } of uses) {
        for (const place of above) {
          const outer = clusterAt.get(place);
          if (outer !== undefined && outer !== at) addToSet(found, outer, site);
        }
      }
      return found;
    });
  }

  compare(first: number, second: number): PositionMatch {
    const [a, b] = [this.#above[first] ?? new Map(), this.#above[second] ?? new Map()];
    if (a.has(second) || b.has(first)) return { evidence: undefined, factor: 0 };
    const shared = [...a.keys()].filter((outer) => b.has(outer));
    if (shared.length === 0)
      return { evidence: undefined, factor: this.#areApart(a.keys(), b.keys()) ? CONTRADICTION : 1 };
    const share = (outer: number): number =>
      Math.min(this.#share(a.get(outer), first), this.#share(b.get(outer), second));
    const best = Math.max(...shared.map(share));
    const sites = new Set(shared.flatMap((outer) => [...(a.get(outer) ?? []), ...(b.get(outer) ?? [])]));
    const names = shared.flatMap((outer) => this.#clusters[outer]?.uses[0]?.text ?? []);
    return {
      evidence: {
        kind: "position",
        score: best * MAX_POSITION_SCORE,
        sites: [...sites].sort(),
        shared: names.slice(0, 3),
      },
      factor: 1,
    };
  }

  /** Whether both have parents, and for each pair of these some site has both as separate sections. */
  #areApart(above: Iterable<number>, others: Iterable<number>): boolean {
    const [first, second] = [[...above], [...others]].map((places) =>
      places.flatMap((at) => this.#clusters[at] ?? []),
    );
    if (!first?.length || !second?.length) return false;
    return first.every((a) => second.every((b) => togetherShare(a, b) > 0));
  }

  #share(sites: ReadonlySet<string> | undefined, at: number): number {
    return (sites?.size ?? 0) / (this.#clusters[at]?.addresses.size ?? 1);
  }
}
