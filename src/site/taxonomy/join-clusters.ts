import {
  type Cluster,
  invert,
  MIN_Z_SCORE,
  mainLabel,
  makeCluster,
  sumShared,
  type WordMatch,
  WordSimilarity,
} from "./clusters.ts";
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
  const cache = new EvidenceCache(current, ignoredEvidence);
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
  readonly words: WordSimilarity;
  readonly ignored: readonly EvidenceKind[];
  readonly #names: NameSites;
  readonly #pairs = new WeakMap<Cluster, WeakMap<Cluster, readonly Evidence[]>>();

  constructor(clusters: readonly Cluster[], ignored: readonly EvidenceKind[]) {
    this.ignored = ignored;
    this.words = new WordSimilarity(clusters);
    this.#names = nameSites(clusters);
  }

  evidence(a: Cluster, b: Cluster): readonly Evidence[] {
    const ofA = this.#pairs.get(a) ?? new WeakMap<Cluster, readonly Evidence[]>();
    this.#pairs.set(a, ofA);
    const found = ofA.get(b) ?? findEvidence(a, b, this.#names, this.words.compare(a.parts, b.parts));
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
  for (const [first, second] of candidatePairs(clusters, cache.words)) {
    const [a, b] = [clusters[first], clusters[second]];
    if (a === undefined || b === undefined) continue;
    const found = cache.evidence(a, b);
    const isTranslated = found.some(({ kind }) => kind === "translation");
    if (!isTranslated && areNamedApart(a, b)) continue;
    // A site may have an edition or a column under another name of a common section.
    if (!isTranslated && togetherShare(a, b) > MAX_TOGETHER) continue;
    // The score if positions add all that they can.
    const most = 1 - (1 - joinScore(found)) * (1 - MAX_POSITION_SCORE);
    if (!found.some(({ kind }) => kind !== "vocabulary") || most < minScore) continue;
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
  for (const kind of ["names", "commons"] as const) {
    const features = clusters.map((cluster) => [...cluster[kind].keys()]);
    offer(features, 1);
  }
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

/** Shared items that are reported as evidence. */
const MAX_SHARED = 6;
/** Fewer shared words are chance. */
const MIN_SHARED_WORDS = 3;
/** The z-score of word similarity that is full evidence. */
const FULL_Z_SCORE = 5;
/** The maximum score of words by the number of agreeing label pairs; words alone never make a join. */
const MAX_WORD_SCORES = [0, 0.35, 0.6, 0.8] as const;
/** The score of two names of one common section: a name may mean something else on a site. */
const TRANSLATION_SCORE = 0.95;
/** The score of two names that menus of a site have for one address. */
const MENU_NAMES_SCORE = 0.9;
/** The maximum score of a shared name in addresses: never enough alone, since on real sites two of three such joins were wrong. */
const MAX_PATH_SCORE = 0.45;
/** The maximum score of a shared name in addresses if one of the concepts is on one site only, or both have sites of one language. */
const MAX_LONE_PATH_SCORE = 0.35;
/** Pseudo-count against a single site, since editors put short-lived names over links to old sections. */
const ADDRESS_DOUBT = 2;
/** The factor on all other evidence if the two concepts have different parents. */
const CONTRADICTION = 0.5;

/** Fewer shared titles are chance. */
const MIN_SHARED_STORIES = 2;

/** The sites that use each name, whatever it names there. */
type NameSites = ReadonlyMap<string, ReadonlySet<string>>;

/** All evidence that two clusters are one concept. */
function findEvidence(a: Cluster, b: Cluster, names: NameSites, words: WordMatch): Evidence[] {
  return [
    sameAddress(a, b),
    sameCommon(a, b),
    samePath(a, b, names),
    sameStories(a, b),
    sameWords(a, b, words),
  ].filter((found) => found !== undefined);
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

/** A shared name scores by the share of either cluster's sites that use it, and by how much of its use is in these two. */
function samePath(a: Cluster, b: Cluster, names: NameSites): Evidence | undefined {
  const sites = new Set<string>();
  const shared: [name: string, score: number][] = [];
  for (const [name, aSites] of a.names) {
    const bSites = b.names.get(name);
    if (bSites === undefined) continue;
    const inBoth = new Set([...aSites, ...bSites]);
    const share = Math.min(aSites.size / a.addresses.size, bSites.size / b.addresses.size);
    shared.push([name, (share * inBoth.size) / (names.get(name)?.size ?? inBoth.size)]);
    for (const site of inBoth) sites.add(site);
  }
  shared.sort(([, first], [, second]) => second - first);
  const best = shared[0];
  if (best === undefined || sites.size < 2) return undefined;
  // A single site may give any name to the end of a long address, and sites of one language have different names for a reason.
  const isSure =
    !sharesLanguage(a, b) &&
    [a, b].every(
      ({ addresses, uses }) => addresses.size > 1 || uses.some(({ address }) => address.parts.length === 1),
    );
  return evidence(
    "path",
    Math.min(best[1], isSure ? MAX_PATH_SCORE : MAX_LONE_PATH_SCORE),
    [...sites],
    shared.map(([name]) => name),
  );
}

/** Whether two clusters may have names of one language; pages without a declared one have any. */
function sharesLanguage({ languages: a }: Cluster, { languages: b }: Cluster): boolean {
  return a.has("") || b.has("") || [...a].some((language) => b.has(language));
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

function sameWords(a: Cluster, b: Cluster, { zScore, shared, pairs }: WordMatch): Evidence | undefined {
  if (shared.length < MIN_SHARED_WORDS || zScore <= MIN_Z_SCORE) return undefined;
  const sites = new Set([...a.addresses.keys(), ...b.addresses.keys()]);
  const score = (zScore - MIN_Z_SCORE) / (FULL_Z_SCORE - MIN_Z_SCORE);
  const most = MAX_WORD_SCORES[Math.min(pairs, MAX_WORD_SCORES.length - 1)] ?? 0;
  return evidence("vocabulary", Math.min(most, score), [...sites], shared);
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
