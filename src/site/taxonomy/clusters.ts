import { addToSet, type LabelUse } from "./label-uses.ts";
import { jaccard, labelWords } from "./label-words.ts";
import type { Join } from "./taxonomy.ts";

/** Minimum Jaccard similarity of the stems of two labels of one concept. */
const MIN_SIMILARITY = 0.7;

/** Label uses that are one concept, and the features that decide on joins. */
export interface Cluster {
  readonly uses: readonly LabelUse[];
  readonly joins: readonly Join[];
  /** The indices of the initial clusters that it was joined from. */
  readonly parts: readonly number[];
  /** Its addresses on each site. */
  readonly addresses: ReadonlyMap<string, ReadonlySet<string>>;
  /** Those for which menus have one of its names and a single other one. */
  readonly twoNamed: ReadonlySet<string>;
  /** Its names in labels and URL paths, stemmed, and the sites that use each. */
  readonly names: ReadonlyMap<string, ReadonlySet<string>>;
  /** The common sections that its labels name in their languages, and the sites that use each. */
  readonly commons: ReadonlyMap<string, ReadonlySet<string>>;
  /** Titles of its stories and the sites that show each. */
  readonly stories: ReadonlyMap<string, ReadonlySet<string>>;
  readonly languages: ReadonlySet<string>;
  readonly vocabulary: ReadonlyMap<string, number>;
}

/** Makes a cluster of label uses. */
export function makeCluster(
  uses: readonly LabelUse[],
  parts: readonly number[],
  joins: readonly Join[] = [],
): Cluster {
  const addresses = new Map<string, Set<string>>();
  const names = new Map<string, Set<string>>();
  const commons = new Map<string, Set<string>>();
  const stories = new Map<string, Set<string>>();
  const vocabulary = new Map<string, number>();
  for (const use of uses) {
    addToSet(addresses, use.site, use.address.key);
    for (const name of use.names) addToSet(names, name, use.site);
    if (use.common !== undefined) addToSet(commons, use.common, use.site);
    for (const title of use.stories.keys()) addToSet(stories, title, use.site);
    for (const [word, count] of use.vocabulary) vocabulary.set(word, (vocabulary.get(word) ?? 0) + count);
  }
  const twoNamed = new Set(uses.flatMap(({ isOneOfTwo, address }) => (isOneOfTwo ? [address.key] : [])));
  const languages = new Set(uses.map(({ language }) => language ?? ""));
  return { uses, joins, parts, addresses, twoNamed, names, commons, stories, languages, vocabulary };
}

/** The label of most sites; ties go to the alphabetically first. */
export function mainLabel({ uses }: Cluster): string {
  const counts = new Map<string, Set<string>>();
  for (const { text, site } of uses) addToSet(counts, text, site);
  const [first] = [...counts].sort(
    ([a, aSites], [b, bSites]) => bSites.size - aSites.size || (a < b ? -1 : 1),
  );
  return first?.[0] ?? "";
}

/**
 * Groups label uses with similar stems: the paper's concepts, with all their labels as `Syn`.
 * Deviation: a label joins only the most frequent similar one; otherwise "World" and "Sport" would be chained together
 * through "World news" and "Sport news".
 */
export function groupLabels(uses: readonly LabelUse[]): LabelUse[][] {
  const { main, apart } = splitNamesakes(uses);
  const exact = [...Map.groupBy(main, ({ stems }) => stems.join(" ")).values()].flatMap(splitForms);
  const ordered = exact.map((members) => ({ members, sites: new Set(members.map(({ site }) => site)).size }));
  ordered.sort((a, b) => b.sites - a.sites || compare(a.members, b.members));
  const leaders: LabelUse[][] = [];
  const byStem = new Map<string, number[]>();
  for (const { members } of ordered) {
    const stems = members[0]?.stems ?? [];
    const near = [...new Set(stems.flatMap((stem) => byStem.get(stem) ?? []))].sort((a, b) => a - b);
    const leader = near.find((index) => isSimilar(leaders[index]![0]!, members[0]!));
    if (leader !== undefined) {
      leaders[leader]?.push(...members);
      continue;
    }
    for (const stem of stems) byStem.set(stem, [...(byStem.get(stem) ?? []), leaders.length]);
    leaders.push([...members]);
  }
  return [...leaders, ...apart];
}

function isSimilar(a: LabelUse, b: LabelUse): boolean {
  const similarity = jaccard(a.stems, b.stems);
  return similarity === 1 ? areForms(a.text, b.text) : similarity >= MIN_SIMILARITY;
}

/** Forms of one word differ in no more letters at the end, but for "-y" and "-ies": "Marketing" is not "Markets", nor "Interns" "International". */
const MAX_ENDING = 2;

/** Sets words apart that have a stem in common and are no forms of one word. */
function splitForms(uses: readonly LabelUse[]): LabelUse[][] {
  const groups: LabelUse[][] = [];
  for (const use of uses) {
    const group = groups.find(([first]) => areForms(first!.text, use.text));
    if (group === undefined) groups.push([use]);
    else group.push(use);
  }
  return groups;
}

function areForms(a: string, b: string): boolean {
  const [first, second] = [a, b].map((text) => contentForms(text));
  if (first!.length !== second!.length) return true;
  return first!.every((word, at) => {
    const other = second![at]!;
    let shared = 0;
    while (shared < Math.min(word.length, other.length) && word[shared] === other[shared]) shared++;
    return Math.max(word.length, other.length) - shared <= MAX_ENDING;
  });
}

function contentForms(text: string): string[] {
  return labelWords(text)
    .map((word) => word.replace(/ies$/, "y"))
    .sort();
}

/**
 * Sets sections of one site apart that have the same name in the folders of different sections ("/town/schools/" and "/opinion/schools/"),
 * or names of one common section ("Business" and, below it, "Economy"): only the one nearest to the root is the site's section of that name.
 */
function splitNamesakes(uses: readonly LabelUse[]): { main: LabelUse[]; apart: LabelUse[][] } {
  const main: LabelUse[] = [];
  const apart: LabelUse[][] = [];
  for (const same of Map.groupBy(
    uses,
    ({ site, stems, named }) => `${site} ${named ?? stems.join(" ")}`,
  ).values()) {
    const [first, ...others] = [...same].sort(
      (a, b) =>
        a.above.size - b.above.size ||
        a.stems.length - b.stems.length ||
        a.address.parts.length - b.address.parts.length ||
        b.pages - a.pages,
    );
    const isApart = (use: LabelUse): boolean => isNamesake(first!, use);
    main.push(first!, ...others.filter((use) => !isApart(use)));
    // The site has another section of that meaning, so what such a name means elsewhere does not count.
    const named = others.filter(isApart).map((use) => ({ ...use, common: undefined }));
    apart.push(...Map.groupBy(named, ({ address }) => address.key).values());
  }
  return { main, apart };
}

function isNamesake(first: LabelUse, { isInMenu, folder, address, stems }: LabelUse): boolean {
  if (!isInMenu || address.key === first.address.key) return false;
  if (stems.join(" ") !== first.stems.join(" ")) return true;
  return folder !== undefined && folder !== first.folder && folder !== first.address.key;
}

function compare(a: readonly LabelUse[], b: readonly LabelUse[]): number {
  const [first, second] = [a[0]?.stems.join(" ") ?? "", b[0]?.stems.join(" ") ?? ""];
  return first < second ? -1 : first > second ? 1 : 0;
}

/** Clusters that a baseline needs. */
const MIN_OTHERS = 8;
/** More agreeing pairs add no confidence, since their stories are not independent. */
const MAX_AGREEING_PAIRS = 4;
/** Keeps one shared name from being an outlier if nearly all labels share no word. */
const MIN_DEVIATION = 0.02;
/** Features that more clusters share do not distinguish any of them. */
const MAX_MEMBERS = 40;

/** The similarity of the words of two clusters. */
export interface WordMatch {
  /** The cosine similarity in standard deviations above that of either cluster with the others. */
  readonly zScore: number;
  /** The number of label pairs compared. */
  readonly pairs: number;
  /** The words that both have, the rarest first. */
  readonly shared: readonly string[];
}

/** A lower z-score is chance: pairs of different sections on made-up sites seldom reach it. */
export const MIN_Z_SCORE = 2;

/** Clusters with a common language are compared by all words, others by words seen in several languages: names, numbers, places. */
type WordSet = "all" | "foreign";

/** The sums behind the mean and deviation of a cluster's similarity to the others. */
interface Baseline {
  others: number;
  sum: number;
  squares: number;
}

/**
 * Cosine similarity of the vocabularies of clusters, weighted by inverse document frequency and expressed as a z-score:
 * stories of one language share more words than those of two, so no absolute threshold fits both.
 */
export class WordSimilarity {
  readonly #clusters: readonly Cluster[];
  readonly #weights = new Map<string, number>();
  readonly #norms: Readonly<Record<WordSet, readonly number[]>>;
  readonly #dots: ReadonlyMap<number, number>;
  readonly #baselines: Readonly<Record<WordSet, readonly Baseline[]>>;

  constructor(clusters: readonly Cluster[]) {
    this.#clusters = clusters;
    const index = invert(clusters.map(({ vocabulary }) => vocabulary.keys()));
    const nonEmpty = clusters.filter(({ vocabulary }) => vocabulary.size > 0).length;
    for (const [word, { length }] of index) this.#weights.set(word, Math.log(nonEmpty / length) ** 2);
    const shared = sharedByLanguages(clusters, index);
    this.#norms = {
      all: clusters.map((cluster) => this.#norm(cluster, () => true)),
      foreign: clusters.map((cluster) => this.#norm(cluster, (word) => shared.has(word))),
    };
    this.#dots = sumShared(index, clusters.length, (word) => (this.#weights.get(word) ?? 0) ** 2);
    this.#baselines = { all: this.#measureBaselines("all"), foreign: this.#measureBaselines("foreign") };
  }

  /** The index pairs of clusters that share any word. */
  *pairs(): Generator<[number, number]> {
    const size = this.#clusters.length;
    for (const pair of this.#dots.keys()) yield [Math.floor(pair / size), pair % size];
  }

  /** Compares two sets of clusters, given by index; agreement of several pairs counts more than that of one. */
  compare(first: readonly number[], second: readonly number[]): WordMatch {
    let pairs = 0;
    let sum = 0;
    let closest: { readonly a: number; readonly b: number; readonly zScore: number } | undefined;
    for (const a of first) {
      for (const b of second) {
        const zScore = this.#compareTwo(a, b);
        if (zScore === undefined) continue;
        pairs++;
        sum += zScore;
        if (closest === undefined || zScore > closest.zScore) closest = { a, b, zScore };
      }
    }
    if (closest === undefined || sum <= 0) return { zScore: 0, pairs, shared: [] };
    const zScore = (sum / pairs) * Math.sqrt(Math.min(pairs, MAX_AGREEING_PAIRS));
    const isSignificant = zScore > MIN_Z_SCORE;
    return { zScore, pairs, shared: isSignificant ? this.#sharedWords(closest.a, closest.b) : [] };
  }

  /** Labels of one site are not compared: some lead to the same page, and all show the same lists. */
  #compareTwo(a: number, b: number): number | undefined {
    const [here, there] = [this.#clusters[a], this.#clusters[b]];
    if (here === undefined || there === undefined || sharesSite(here, there)) return undefined;
    const words = this.#wordsFor(a, b);
    const cosine = this.#cosine(a, b, words);
    const ofA = this.#zScore(cosine, a, words);
    const ofB = this.#zScore(cosine, b, words);
    return ofA === undefined || ofB === undefined ? undefined : Math.min(ofA, ofB);
  }

  #zScore(cosine: number, at: number, words: WordSet): number | undefined {
    const { others, sum, squares } = this.#baselines[words][at] ?? { others: 0, sum: 0, squares: 0 };
    if (others < MIN_OTHERS) return undefined;
    const mean = sum / others;
    const deviation = Math.sqrt(Math.max(0, squares / others - mean * mean));
    return (cosine - mean) / Math.max(deviation, MIN_DEVIATION);
  }

  #cosine(first: number, second: number, words: WordSet): number {
    const size = this.#clusters.length;
    const dot = this.#dots.get(Math.min(first, second) * size + Math.max(first, second)) ?? 0;
    return dot === 0 ? 0 : dot / ((this.#norms[words][first] ?? 1) * (this.#norms[words][second] ?? 1));
  }

  #wordsFor(first: number, second: number): WordSet {
    const [a, b] = [this.#clusters[first], this.#clusters[second]];
    return [...(a?.languages ?? [])].some((language) => b?.languages.has(language)) ? "all" : "foreign";
  }

  #sharedWords(first: number, second: number): string[] {
    const other = this.#clusters[second]?.vocabulary;
    return [...(this.#clusters[first]?.vocabulary.keys() ?? [])]
      .filter((word) => other?.has(word) && (this.#weights.get(word) ?? 0) > 0)
      .sort((a, b) => (this.#weights.get(b) ?? 0) - (this.#weights.get(a) ?? 0) || (a < b ? -1 : 1));
  }

  #norm({ vocabulary }: Cluster, counts: (word: string) => boolean): number {
    let sum = 0;
    for (const word of vocabulary.keys()) if (counts(word)) sum += (this.#weights.get(word) ?? 0) ** 2;
    return Math.sqrt(sum);
  }

  #measureBaselines(words: WordSet): Baseline[] {
    const size = this.#clusters.length;
    const languages = countLanguages(this.#clusters);
    const baselines = this.#clusters.map((cluster) => {
      const matching = languages.filter(({ codes }) => codes.some((code) => cluster.languages.has(code)));
      const same = matching.reduce((sum, { count }) => sum + count, 0) - 1;
      return { others: words === "all" ? same : size - 1 - same, sum: 0, squares: 0 };
    });
    for (const pair of this.#dots.keys()) {
      const [first, second] = [Math.floor(pair / size), pair % size];
      if (this.#wordsFor(first, second) !== words) continue;
      const cosine = this.#cosine(first, second, words);
      for (const at of [first, second]) {
        const sums = baselines[at];
        if (sums === undefined) continue;
        sums.sum += cosine;
        sums.squares += cosine * cosine;
      }
    }
    return baselines;
  }
}

function sharesSite(a: Cluster, b: Cluster): boolean {
  const [few, many] = a.addresses.size <= b.addresses.size ? [a, b] : [b, a];
  for (const site of few.addresses.keys()) if (many.addresses.has(site)) return true;
  return false;
}

function sharedByLanguages(clusters: readonly Cluster[], index: InvertedIndex): ReadonlySet<string> {
  const languages = new Map<string, Set<string>>();
  for (const [word, members] of index)
    for (const at of members)
      for (const language of clusters[at]?.languages ?? []) addToSet(languages, word, language);
  return new Set([...languages].filter(([, found]) => found.size > 1).map(([word]) => word));
}

/** Counts the clusters of each combination of languages. */
function countLanguages(clusters: readonly Cluster[]): { codes: readonly string[]; count: number }[] {
  const groups = Map.groupBy(clusters, ({ languages }) => [...languages].sort().join(" "));
  return [...groups.values()].map((members) => ({
    codes: [...(members[0]?.languages ?? [])],
    count: members.length,
  }));
}

/** For each feature the sorted indices of the lists that contain it. */
type InvertedIndex = ReadonlyMap<string, readonly number[]>;

/** Builds an inverted index; features of more than `MAX_MEMBERS` lists are left out. */
export function invert(lists: readonly Iterable<string>[]): InvertedIndex {
  const index = new Map<string, number[]>();
  for (const [at, features] of lists.entries()) {
    for (const feature of features) {
      const known = index.get(feature);
      if (known === undefined) index.set(feature, [at]);
      else if (known.at(-1) !== at) known.push(at);
    }
  }
  for (const [feature, { length }] of index) if (length > MAX_MEMBERS) index.delete(feature);
  return index;
}

/** Sums the weights of the features that each pair shares, by `first * size + second` with `first < second`. */
export function sumShared(
  index: InvertedIndex,
  size: number,
  weightOf: (feature: string) => number,
): Map<number, number> {
  const sums = new Map<number, number>();
  for (const [feature, members] of index) {
    const weight = weightOf(feature);
    for (const [at, first] of members.entries()) {
      for (const second of members.slice(at + 1)) {
        const pair = first * size + second;
        sums.set(pair, (sums.get(pair) ?? 0) + weight);
      }
    }
  }
  return sums;
}
