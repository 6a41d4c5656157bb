import type { CountTable } from "../../model/index.ts";
import { ANY_WORD, joinThree, NOTHING, TokenFeatures } from "./features.ts";
import type { MssModel } from "./mss-model.ts";
import { OddsTable } from "./odds-table.ts";
import { TOKEN, type Tokens } from "./tokens.ts";

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

/** Says of every token how probably it is inside the article; writes it into the array that it is given, if any. */
export type Classify = (tokens: Tokens, inside?: Float64Array) => Float64Array;

/** The naive Bayes classifier of a model (6.2.3). */
export function makeClassify(model: MssModel, options: ClassifierOptions): Classify {
  const weigh = (table: CountTable) => new OddsTable(table, model.totals, options.clamp);
  const unclosed = options.unclosedTag ? weigh(model.tables["unclosed tag"]) : undefined;
  const prior = options.prior ? model.totals.outside / model.totals.inside : 1;
  const putOdds =
    options.lookUp === "trigram" ? trigramOdds(model, options, weigh) : unigramOdds(model, weigh);
  return (tokens, inside = new Float64Array(tokens.count)) => {
    putOdds(tokens, inside);
    for (let at = 0; at < inside.length; at++) {
      let odds = prior * inside[at]!;
      if (unclosed !== undefined) odds *= unclosed.odds[unclosed.find(tokens.openTag[at]!)]!;
      inside[at] = 1 / (1 + odds);
    }
    return inside;
  };
}

/** Puts down for every token how much likelier what is looked up is outside than inside. */
type PutOdds = (tokens: Tokens, odds: Float64Array) => void;
type Weigh = (table: CountTable) => OddsTable;

function trigramOdds({ tables }: MssModel, { backOff }: ClassifierOptions, weigh: Weigh): PutOdds {
  const trigram = weigh(tables.trigram);
  const coarse = weigh(tables["coarse trigram"]);
  const classes = weigh(tables["class trigram"]);
  // A plain loop: every token of every page goes through it, and a call for each takes more time than all else.
  return (tokens, odds) => {
    const { count, kind, form } = tokens;
    const features = new TokenFeatures(tokens);
    for (let at = 0; at < count; at++) {
      const first = form[at]!;
      const second = at + 1 < count ? form[at + 1]! : NOTHING;
      const third = at + 2 < count ? form[at + 2]! : NOTHING;
      const seen = trigram.find(joinThree(first, second, third));
      if (seen > 0 || !backOff) {
        odds[at] = trigram.odds[seen]!;
        continue;
      }
      const coarseFirst = kind[at] === TOKEN.word ? ANY_WORD : first;
      const coarseSecond = at + 1 < count && kind[at + 1] === TOKEN.word ? ANY_WORD : second;
      const coarseThird = at + 2 < count && kind[at + 2] === TOKEN.word ? ANY_WORD : third;
      const seenCoarse = coarse.find(joinThree(coarseFirst, coarseSecond, coarseThird));
      odds[at] =
        seenCoarse > 0 ? coarse.odds[seenCoarse]! : classes.odds[classes.find(features.classTrigram(at))]!;
    }
  };
}

function unigramOdds({ tables }: MssModel, weigh: Weigh): PutOdds {
  const unigram = weigh(tables.unigram);
  return (tokens, odds) => {
    const { count, form } = tokens;
    const outside = unigram.find(NOTHING);
    let left = outside;
    let own = count > 0 ? unigram.find(form[0]!) : 0;
    for (let at = 0; at < count; at++) {
      const right = at + 1 < count ? unigram.find(form[at + 1]!) : outside;
      // A token never seen is told by its neighbours (7.7).
      odds[at] = own > 0 ? unigram.odds[own]! : unigram.odds[left]! * unigram.odds[right]!;
      left = own;
      own = right;
    }
  };
}
