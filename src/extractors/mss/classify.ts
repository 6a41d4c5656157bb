import type { CountTable } from "../../model/index.ts";
import { Room } from "../room.ts";
import { ANY_WORD, joinThree, NOTHING, TokenFeatures } from "./features.ts";
import type { MssModel } from "./mss-model.ts";
import { OddsTable, UNSEEN } from "./odds-table.ts";
import type { Tokens } from "./tokens.ts";
import { putTrigrams, putUntold } from "./trigram-hashes.ts";

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
  const { totals, tables } = model;
  const weigh = (table: CountTable) => new OddsTable(table, totals, options.clamp);
  const prior = options.prior ? totals.outside / totals.inside : 1;
  if (options.lookUp === "trigram" && !options.unclosedTag) {
    // Nothing else counts: all odds of the model become chances beforehand, not those of every token.
    const chance = (odds: number) => 1 / (1 + prior * odds);
    const chances = (table: CountTable) => new OddsTable(table, totals, options.clamp, chance);
    const putChances = trigramValues(model, options, chances);
    return (tokens, inside = new Float64Array(tokens.count)) => putChances(tokens, inside);
  }
  const unclosed = options.unclosedTag ? weigh(tables["unclosed tag"]) : undefined;
  const putOdds =
    options.lookUp === "trigram" ? trigramValues(model, options, weigh) : unigramOdds(model, weigh);
  return (tokens, inside = new Float64Array(tokens.count)) => {
    putOdds(tokens, inside);
    for (let at = 0; at < inside.length; at++) {
      const open = unclosed === undefined ? 1 : unclosed.weigh(tokens.openTag[at]!);
      inside[at] = 1 / (1 + prior * inside[at]! * (open === UNSEEN ? 1 : open));
    }
    return inside;
  };
}

/** Puts down a number for every token, and gives them back. */
type PutValues = (tokens: Tokens, values: Float64Array) => Float64Array;
type Weigh = (table: CountTable) => OddsTable;

/** What the odds of every token's trigram are worth, or those of the coarser one that is known. */
function trigramValues({ tables }: MssModel, { backOff }: ClassifierOptions, weigh: Weigh): PutValues {
  const trigram = weigh(tables.trigram);
  const coarse = weigh(tables["coarse trigram"]);
  const classes = weigh(tables["class trigram"]);
  const amongWords = coarse.weigh(joinThree(ANY_WORD, ANY_WORD, ANY_WORD));
  const hashRoom = new Room((length) => new Int32Array(length));
  const placeRoom = new Room((length) => new Int32Array(length));
  const coarseRoom = new Room((length) => new Float64Array(length));
  return (tokens, values) => {
    const { count } = tokens;
    const hashes = hashRoom.of(count);
    putTrigrams(tokens, hashes);
    trigram.weighAll(hashes, count, values);
    if (!backOff) {
      for (let at = 0; at < count; at++) if (values[at] === UNSEEN) values[at] = trigram.even;
      return values;
    }
    const places = placeRoom.of(count);
    const untold = putUntold(tokens, values, amongWords, { places, hashes });
    const coarseValues = coarseRoom.of(untold);
    coarse.weighAll(hashes, untold, coarseValues);
    const features = new TokenFeatures(tokens);
    for (let index = 0; index < untold; index++) {
      const at = places[index]!;
      let value = coarseValues[index]!;
      if (value === UNSEEN) value = classes.weigh(features.classTrigram(at));
      values[at] = value === UNSEEN ? classes.even : value;
    }
    return values;
  };
}

function unigramOdds({ tables }: MssModel, weigh: Weigh): PutValues {
  const unigram = weigh(tables.unigram);
  const orEven = (odds: number) => (odds === UNSEEN ? unigram.even : odds);
  return (tokens, odds) => {
    const { count, form } = tokens;
    const outside = unigram.weigh(NOTHING);
    let left = outside;
    let own = count > 0 ? unigram.weigh(form[0]!) : UNSEEN;
    for (let at = 0; at < count; at++) {
      const right = at + 1 < count ? unigram.weigh(form[at + 1]!) : outside;
      // A token never seen is told by its neighbours (7.7).
      odds[at] = own === UNSEEN ? orEven(left) * orEven(right) : own;
      left = own;
      own = right;
    }
    return odds;
  };
}
