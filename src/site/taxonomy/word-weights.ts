import { type Cluster, put } from "./cluster.ts";

/** How alike the words of two clusters are. */
export interface WordMatch {
  readonly cosine: number;
  /** The shared words, the most telling first. */
  readonly shared: readonly string[];
}

/** Which words are compared: all, or those that sites of several languages have. */
type Words = "all" | "shared";

/** Weighs words by how few clusters have them, so that articles and prepositions of any language count for nothing. */
export class WordWeights {
  readonly #idf = new Map<string, number>();
  readonly #norms = { all: new WeakMap<Cluster, number>(), shared: new WeakMap<Cluster, number>() };
  readonly #languages = new Map<string, Set<string>>();

  constructor(clusters: readonly Cluster[]) {
    const holders = new Map<string, number>();
    let count = 0;
    for (const { vocabulary, languages } of clusters) {
      if (vocabulary.size === 0) continue;
      count++;
      for (const word of vocabulary.keys()) {
        holders.set(word, (holders.get(word) ?? 0) + 1);
        for (const language of languages) put(this.#languages, word, language);
      }
    }
    for (const [word, having] of holders) this.#idf.set(word, Math.log(count / having));
  }

  /** Between clusters that share no language only words that several languages have are compared: names, numbers, places. */
  compare(a: Cluster, b: Cluster): WordMatch {
    const words = [...a.languages].some((language) => b.languages.has(language)) ? "all" : "shared";
    const [few, many] = a.vocabulary.size <= b.vocabulary.size ? [a, b] : [b, a];
    const products: [word: string, product: number][] = [];
    for (const word of few.vocabulary.keys()) {
      const product = this.#weight(few, word, words) * this.#weight(many, word, words);
      if (product > 0) products.push([word, product]);
    }
    if (products.length === 0) return { cosine: 0, shared: [] };
    products.sort(([, first], [, second]) => second - first);
    const dot = products.reduce((sum, [, product]) => sum + product, 0);
    return {
      cosine: dot / (this.#norm(a, words) * this.#norm(b, words)),
      shared: products.map(([word]) => word),
    };
  }

  #weight({ vocabulary }: Cluster, word: string, words: Words): number {
    const count = vocabulary.get(word) ?? 0;
    if (count === 0 || (words === "shared" && (this.#languages.get(word)?.size ?? 0) < 2)) return 0;
    return (1 + Math.log(count)) * (this.#idf.get(word) ?? 0);
  }

  #norm(cluster: Cluster, words: Words): number {
    const known = this.#norms[words].get(cluster);
    if (known !== undefined) return known;
    let sum = 0;
    for (const word of cluster.vocabulary.keys()) sum += this.#weight(cluster, word, words) ** 2;
    this.#norms[words].set(cluster, Math.sqrt(sum));
    return Math.sqrt(sum);
  }
}
