import type { Cluster } from "./clusters.ts";
import { addToSet } from "./label-uses.ts";

/** With fewer clusters to compare with nobody knows what is usual. */
const MIN_OTHERS = 8;
/** Pairs whose agreement counts: their stories are not independent of each other. */
const MOST_AGREEING = 4;
/** Where nearly all labels share no word at all, a single shared name must not pass for a wonder. */
const MIN_DEVIATION = 0.02;
/** What more clusters have in common tells none of them apart. */
const MAX_HOLDERS = 40;

/** How alike the words of two clusters are. */
export interface WordMatch {
  /** How far they are above what either has with others, in standard deviations. */
  readonly surprise: number;
  /** How many pairs of labels were compared for it. */
  readonly pairs: number;
  /** The words that both have, the most telling first. */
  readonly shared: readonly string[];
}

/** A likeness below it, in standard deviations, is chance: pairs of different sections in the newsroom seldom reach it. */
export const LEAST_SURPRISE = 2;

/** Clusters that share a language are compared by all words, others by those of several languages: names, numbers, places. */
type Words = "all" | "foreign";

/** Sums over what a cluster is compared with. */
interface Usual {
  others: number;
  sum: number;
  squares: number;
}

/**
 * Compares the words of clusters. Rare words count most, and a likeness counts by how unusual it is for the two: stories
 * of one language share more words than those of two, and no threshold fits both.
 */
export class WordLikeness {
  readonly #clusters: readonly Cluster[];
  readonly #weights = new Map<string, number>();
  readonly #norms: Readonly<Record<Words, readonly number[]>>;
  readonly #dots: ReadonlyMap<number, number>;
  readonly #usual: Readonly<Record<Words, readonly Usual[]>>;

  constructor(clusters: readonly Cluster[]) {
    this.#clusters = clusters;
    const holders = findHolders(clusters.map(({ vocabulary }) => vocabulary.keys()));
    const having = clusters.filter(({ vocabulary }) => vocabulary.size > 0).length;
    for (const [word, { length }] of holders) this.#weights.set(word, Math.log(having / length) ** 2);
    const shared = sharedByLanguages(clusters, holders);
    this.#norms = {
      all: clusters.map((cluster) => this.#norm(cluster, () => true)),
      foreign: clusters.map((cluster) => this.#norm(cluster, (word) => shared.has(word))),
    };
    this.#dots = sumShared(holders, clusters.length, (word) => (this.#weights.get(word) ?? 0) ** 2);
    this.#usual = { all: this.#sumUp("all"), foreign: this.#sumUp("foreign") };
  }

  /** Pairs of places in the list whose words are alike at all. */
  *pairs(): Generator<[number, number]> {
    const size = this.#clusters.length;
    for (const pair of this.#dots.keys()) yield [Math.floor(pair / size), pair % size];
  }

  /** Compares two sets of places in the list: what several of their members say alike is surer than what one says. */
  compare(first: readonly number[], second: readonly number[]): WordMatch {
    let pairs = 0;
    let sum = 0;
    let closest: { readonly a: number; readonly b: number; readonly surprise: number } | undefined;
    for (const a of first) {
      for (const b of second) {
        const surprise = this.#compareTwo(a, b);
        if (surprise === undefined) continue;
        pairs++;
        sum += surprise;
        if (closest === undefined || surprise > closest.surprise) closest = { a, b, surprise };
      }
    }
    if (closest === undefined || sum <= 0) return { surprise: 0, pairs, shared: [] };
    const surprise = (sum / pairs) * Math.sqrt(Math.min(pairs, MOST_AGREEING));
    const isTelling = surprise > LEAST_SURPRISE;
    return { surprise, pairs, shared: isTelling ? this.#sharedWords(closest.a, closest.b) : [] };
  }

  /** Labels of one site say nothing about each other: some lead to the same page, and all show the same lists. */
  #compareTwo(a: number, b: number): number | undefined {
    const [here, there] = [this.#clusters[a], this.#clusters[b]];
    if (here === undefined || there === undefined || sharesSite(here, there)) return undefined;
    const words = this.#wordsFor(a, b);
    const cosine = this.#cosine(a, b, words);
    const ofA = this.#surprise(cosine, a, words);
    const ofB = this.#surprise(cosine, b, words);
    return ofA === undefined || ofB === undefined ? undefined : Math.min(ofA, ofB);
  }

  #surprise(cosine: number, at: number, words: Words): number | undefined {
    const { others, sum, squares } = this.#usual[words][at] ?? { others: 0, sum: 0, squares: 0 };
    if (others < MIN_OTHERS) return undefined;
    const mean = sum / others;
    const deviation = Math.sqrt(Math.max(0, squares / others - mean * mean));
    return (cosine - mean) / Math.max(deviation, MIN_DEVIATION);
  }

  #cosine(first: number, second: number, words: Words): number {
    const size = this.#clusters.length;
    const dot = this.#dots.get(Math.min(first, second) * size + Math.max(first, second)) ?? 0;
    return dot === 0 ? 0 : dot / ((this.#norms[words][first] ?? 1) * (this.#norms[words][second] ?? 1));
  }

  #wordsFor(first: number, second: number): Words {
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

  #sumUp(words: Words): Usual[] {
    const size = this.#clusters.length;
    const languages = countLanguages(this.#clusters);
    const usual = this.#clusters.map((cluster) => {
      const alike = languages.filter(({ codes }) => codes.some((code) => cluster.languages.has(code)));
      const same = alike.reduce((sum, { count }) => sum + count, 0) - 1;
      return { others: words === "all" ? same : size - 1 - same, sum: 0, squares: 0 };
    });
    for (const pair of this.#dots.keys()) {
      const [first, second] = [Math.floor(pair / size), pair % size];
      if (this.#wordsFor(first, second) !== words) continue;
      const cosine = this.#cosine(first, second, words);
      for (const at of [first, second]) {
        const sums = usual[at];
        if (sums === undefined) continue;
        sums.sum += cosine;
        sums.squares += cosine * cosine;
      }
    }
    return usual;
  }
}

function sharesSite(a: Cluster, b: Cluster): boolean {
  const [few, many] = a.addresses.size <= b.addresses.size ? [a, b] : [b, a];
  for (const site of few.addresses.keys()) if (many.addresses.has(site)) return true;
  return false;
}

function sharedByLanguages(clusters: readonly Cluster[], holders: Holders): ReadonlySet<string> {
  const languages = new Map<string, Set<string>>();
  for (const [word, having] of holders)
    for (const at of having)
      for (const language of clusters[at]?.languages ?? []) addToSet(languages, word, language);
  return new Set([...languages].filter(([, found]) => found.size > 1).map(([word]) => word));
}

/** How many clusters there are of each mixture of languages. */
function countLanguages(clusters: readonly Cluster[]): { codes: readonly string[]; count: number }[] {
  const groups = Map.groupBy(clusters, ({ languages }) => [...languages].sort().join(" "));
  return [...groups.values()].map((members) => ({
    codes: [...(members[0]?.languages ?? [])],
    count: members.length,
  }));
}

/** For each thing the places in the list of those that have it, each once. */
type Holders = ReadonlyMap<string, readonly number[]>;

/** Finds who has what; things that too many have are left out. */
export function findHolders(held: readonly Iterable<string>[]): Holders {
  const holders = new Map<string, number[]>();
  for (const [at, things] of held.entries()) {
    for (const thing of things) {
      const known = holders.get(thing);
      if (known === undefined) holders.set(thing, [at]);
      else if (known.at(-1) !== at) known.push(at);
    }
  }
  for (const [thing, { length }] of holders) if (length > MAX_HOLDERS) holders.delete(thing);
  return holders;
}

/** Sums over what each two of the list share; a pair is known by `first * size + second`, the first being the smaller. */
export function sumShared(
  holders: Holders,
  size: number,
  weightOf: (thing: string) => number,
): Map<number, number> {
  const sums = new Map<number, number>();
  for (const [thing, having] of holders) {
    const weight = weightOf(thing);
    for (const [at, first] of having.entries()) {
      for (const second of having.slice(at + 1)) {
        const pair = first * size + second;
        sums.set(pair, (sums.get(pair) ?? 0) + weight);
      }
    }
  }
  return sums;
}
