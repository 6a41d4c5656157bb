import type { CountTable } from "../../model/index.ts";
import { TokenFeatures } from "./features.ts";
import type { MssModel } from "./mss-model.ts";
import type { Tokens } from "./tokens.ts";

/** What can be looked up: the token with the two after it, or, for pages that are no news, the token alone (7.7). */
export const LOOK_UPS = ["trigram", "unigram"] as const;

/** How the naive Bayes classifier weighs a token; see docs/extractors/mss.md for what each brings. */
export interface ClassifierOptions {
  readonly lookUp: (typeof LOOK_UPS)[number];
  /** Whether a trigram never seen is told by its coarse form, else by its classes. Deviation: the paper calls it even. */
  readonly backOff: boolean;
  /** Whether the most recent unclosed tag counts too. */
  readonly unclosedTag: boolean;
  /** Whether the class with more tokens is the likelier one to begin with; the paper does not say. */
  readonly prior: boolean;
  /** The least probability of a feature in a class; without one, a count of 0 would settle it. */
  readonly clamp: number;
}

/** Says of every token how probably it is inside the article. */
export type Classify = (tokens: Tokens) => Float64Array;

/** The naive Bayes classifier of a model (6.2.3). */
export function makeClassify(model: MssModel, options: ClassifierOptions): Classify {
  const weigh = (table: CountTable) => new Odds(table, model.totals, options.clamp);
  const trigram = weigh(model.tables.trigram);
  const coarse = weigh(model.tables["coarse trigram"]);
  const classes = weigh(model.tables["class trigram"]);
  const unclosed = weigh(model.tables["unclosed tag"]);
  const unigram = weigh(model.tables.unigram);
  const prior = options.prior ? model.totals.outside / model.totals.inside : 1;

  const trigramOdds = (features: TokenFeatures, at: number): number => {
    const odds = trigram.of(features.trigram(at));
    if (odds >= 0) return odds;
    if (!options.backOff) return 1;
    const coarser = coarse.of(features.coarseTrigram(at));
    return coarser >= 0 ? coarser : even(classes.of(features.classTrigram(at)));
  };
  const unigramOdds = (features: TokenFeatures, at: number): number => {
    const odds = unigram.of(features.unigram(at));
    if (odds >= 0) return odds;
    // A token never seen is told by its neighbours (7.7).
    return even(unigram.of(features.unigram(at - 1))) * even(unigram.of(features.unigram(at + 1)));
  };
  const oddsOf = options.lookUp === "trigram" ? trigramOdds : unigramOdds;

  return (tokens) => {
    const features = new TokenFeatures(tokens);
    const inside = new Float64Array(tokens.count);
    for (let at = 0; at < tokens.count; at++) {
      let odds = prior * oddsOf(features, at);
      if (options.unclosedTag) odds *= even(unclosed.of(features.unclosedTag(at)));
      inside[at] = 1 / (1 + odds);
    }
    return inside;
  };
}

const UNSEEN = -1;

/** Odds of a feature that was never seen: even. */
function even(odds: number): number {
  return odds < 0 ? 1 : odds;
}

/** For every feature of a table, how much likelier it is outside than inside. */
class Odds {
  readonly #table: CountTable;
  readonly #odds: Float64Array;

  constructor(table: CountTable, totals: MssModel["totals"], clamp: number) {
    this.#table = table;
    this.#odds = new Float64Array(table.size);
    for (let entry = 0; entry < table.size; entry++) {
      const outside = Math.max(clamp, table.outside[entry]! / totals.outside);
      const inside = Math.max(clamp, table.inside[entry]! / totals.inside);
      this.#odds[entry] = outside / inside;
    }
  }

  /** Outside to inside, or -1 for a feature that was never seen. */
  of(hash: number): number {
    const entry = this.#table.find(hash);
    return entry < 0 ? UNSEEN : this.#odds[entry]!;
  }
}
