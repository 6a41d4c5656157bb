import { FULL_IMPORTANCE, type SiteCounts, type SiteTable, type Span } from "../../extractors/index.ts";
import { CountTable } from "../../model/index.ts";

/** Numbers features in the order of their first sight, so that each round counts in plain arrays. */
export class FeatureIndex {
  readonly #entries = new Map<number, number>();

  get size(): number {
    return this.#entries.size;
  }

  /** The entry of a feature, a new one where it was not seen before. */
  entryOf(hash: number): number {
    const known = this.#entries.get(hash);
    if (known !== undefined) return known;
    const entry = this.#entries.size;
    this.#entries.set(hash, entry);
    return entry;
  }

  /** The features that were learnt, as a table to keep. */
  tableOf({ inside, outside, importance }: SiteCounts): SiteTable {
    const learnt = [...this.#entries]
      .filter(([, entry]) => inside[entry]! + outside[entry]! > 0)
      // In the order in which a table is written, so that importances keep their places.
      .sort(([a], [b]) => (a >>> 0) - (b >>> 0));
    return {
      counts: new CountTable(
        learnt.map(([hash, entry]) => ({ hash, inside: inside[entry]!, outside: outside[entry]! })),
      ),
      importance: Uint8Array.from(learnt, ([, entry]) => importance[entry]!),
    };
  }
}

/** How often and how near to a border the features of one kind were seen in one round. */
export class RoundCounts {
  readonly #inside: Float64Array;
  readonly #outside: Float64Array;
  readonly #nearness: Float64Array;
  readonly #pages: Uint32Array;
  /** The page that a feature was last seen on, plus one. */
  readonly #lastPage: Uint32Array;
  #page = 0;

  constructor(features: number) {
    this.#inside = new Float64Array(features);
    this.#outside = new Float64Array(features);
    this.#nearness = new Float64Array(features);
    this.#pages = new Uint32Array(features);
    this.#lastPage = new Uint32Array(features);
  }

  /** Counts the tokens of a page, given by the entries of their features. */
  add(entries: Int32Array, span: Span, cutoff: number): void {
    this.#page++;
    for (let at = 0; at < entries.length; at++) {
      const entry = entries[at]!;
      const counts = at >= span.first && at <= span.last ? this.#inside : this.#outside;
      counts[entry]!++;
      this.#nearness[entry]! += borderNearness(at, span, cutoff);
      if (this.#lastPage[entry] !== this.#page) this.#pages[entry]!++;
      this.#lastPage[entry] = this.#page;
    }
  }

  /** The counts of features on `minPages` pages or more. */
  finish(minPages: number): SiteCounts {
    const keep = (count: number, entry: number) => (this.#pages[entry]! < minPages ? 0 : count);
    const inside = this.#inside.map(keep);
    const outside = this.#outside.map(keep);
    const importance = Uint8Array.from(this.#nearness, (nearness, entry) =>
      importanceOf(nearness, inside[entry]! + outside[entry]!),
    );
    return { inside, outside, importance };
  }
}

/**
 * How near a token is to a border of the span (6.2.4): 1 next to it, 0 where `cutoff` or more tokens lie between.
 *
 * Reading: the printed formula divides twice and takes a maximum where only a minimum gives the range it states.
 */
export function borderNearness(at: number, { first, last }: Span, cutoff: number): number {
  const distance = Math.min(Math.abs(at - (first - 0.5)), Math.abs(at - (last + 0.5))) - 0.5;
  return (cutoff - Math.min(cutoff, distance)) / cutoff;
}

/** The importance of a feature: the mean nearness of the tokens that have it. Reading: the paper prints a sum. */
export function importanceOf(nearness: number, tokens: number): number {
  return tokens === 0 ? 0 : Math.round((nearness / tokens) * FULL_IMPORTANCE);
}
