import type { CountTable } from "../../model/index.ts";
import type { ScratchArena } from "../../text/index.ts";
import { ANY_WORD, joinThree, NOTHING, putCoarse, putTrigrams, TokenFeatures } from "./features.ts";
import type { MssModel } from "./mss-model.ts";
import { OddsTable } from "./odds-table.ts";
import type { Tokens } from "./tokens.ts";

/** What can be looked up: the token with the two after it, or, for pages other than news, the token alone (7.7). */
export const LOOK_UPS = ["trigram", "unigram"] as const;

/** How the naive Bayes classifier weighs a token; see docs/extractors/mss.md for what each brings. */
export interface ClassifierOptions {
  readonly lookUp: (typeof LOOK_UPS)[number];
  /** Whether a trigram never seen is judged by its coarse form, else by its classes. Deviation: the paper calls it even. */
  readonly backOff: boolean;
  /** Whether the most recent unclosed tag counts too. */
  readonly unclosedTag: boolean;
  /** Whether the class with more tokens is the likelier one to begin with; the paper does not say. */
  readonly prior: boolean;
  /** The least probability of a feature in a class; without one, a count of 0 would settle it. */
  readonly clamp: number;
}

/** The probability of every token to be inside the article, in a scratch array. */
export type Classify = (tokens: Tokens, scratch: ScratchArena) => Float64Array;

/** The tables of odds that a trigram is looked up in, the finest first. */
export interface TrigramTables {
  readonly trigram: OddsTable;
  readonly coarse: OddsTable;
  readonly classes: OddsTable;
}

/** The naive Bayes classifier of a model (6.2.3). */
export function makeClassify(model: MssModel, options: ClassifierOptions): Classify {
  if (countsTrigramAlone(options)) return classifyByTrigram(trigramChances(model, options), options);
  const { totals } = model;
  const { clamp } = options;
  const weigh = (table: CountTable) => OddsTable.of(table, { totals, clamp });
  const unclosed = options.unclosedTag ? weigh(model.tables["unclosed tag"]) : undefined;
  const putOdds =
    options.lookUp === "trigram"
      ? trigramValues(trigramTables(model, weigh), options)
      : unigramOdds(model, weigh);
  const prior = priorOdds(model, options);
  return (tokens, scratch) => {
    const inside = putOdds(tokens, scratch);
    for (let at = 0; at < inside.length; at++) {
      const open = unclosed === undefined ? 1 : unclosed.values[unclosed.find(tokens.openTag[at]!)]!;
      inside[at] = 1 / (1 + prior * inside[at]! * open);
    }
    return inside;
  };
}

/** Whether nothing but its trigram tells of a token. */
function countsTrigramAlone({ lookUp, unclosedTag }: ClassifierOptions): boolean {
  return lookUp === "trigram" && !unclosedTag;
}

/** All odds of a model as chances, computed once instead of for every token; only where trigrams alone count. */
export function trigramChances(model: MssModel, options: ClassifierOptions): TrigramTables {
  const { totals } = model;
  const { clamp } = options;
  const prior = priorOdds(model, options);
  return trigramTables(model, (table) => OddsTable.of(table, { totals, clamp, prior }));
}

/** The classifier that looks up chances, where trigrams alone count. */
export function classifyByTrigram(chances: TrigramTables, options: ClassifierOptions): Classify {
  return trigramValues(chances, options);
}

function priorOdds({ totals }: MssModel, { prior }: ClassifierOptions): number {
  return prior ? totals.outside / totals.inside : 1;
}

function trigramTables({ tables }: MssModel, weigh: Weigh): TrigramTables {
  return {
    trigram: weigh(tables.trigram),
    coarse: weigh(tables["coarse trigram"]),
    classes: weigh(tables["class trigram"]),
  };
}

type Weigh = (table: CountTable) => OddsTable;

/** The value of every token's trigram, or of the coarser one that is known. */
function trigramValues(
  { trigram, coarse, classes }: TrigramTables,
  { backOff }: ClassifierOptions,
): Classify {
  const wordsIndex = coarse.find(joinThree(ANY_WORD, ANY_WORD, ANY_WORD));
  const amongWords = wordsIndex > 0 ? coarse.values[wordsIndex] : undefined;
  return (tokens, scratch) => {
    const { count } = tokens;
    const values = scratch.doubles(count);
    const features = scratch.ints(count);
    putTrigrams(tokens, features);
    trigram.findAll(features, count, scratch);
    for (let at = 0; at < count; at++) values[at] = trigram.values[features[at]!]!;
    if (!backOff) return values;
    const places = scratch.ints(count);
    const coarseCount = putCoarse(tokens, { features, places, values }, amongWords);
    coarse.findAll(features, coarseCount, scratch);
    const coarser = new TokenFeatures(tokens);
    for (let index = 0; index < coarseCount; index++) {
      const at = places[index]!;
      const seen = features[index]!;
      values[at] = seen > 0 ? coarse.values[seen]! : classes.values[classes.find(coarser.classTrigram(at))]!;
    }
    return values;
  };
}

function unigramOdds({ tables }: MssModel, weigh: Weigh): Classify {
  const unigram = weigh(tables.unigram);
  return ({ count, form }, scratch) => {
    const odds = scratch.doubles(count);
    const outside = unigram.find(NOTHING);
    let left = outside;
    let own = count > 0 ? unigram.find(form[0]!) : 0;
    for (let at = 0; at < count; at++) {
      const right = at + 1 < count ? unigram.find(form[at + 1]!) : outside;
      // A token never seen is told by its neighbours (7.7).
      odds[at] = own > 0 ? unigram.values[own]! : unigram.values[left]! * unigram.values[right]!;
      left = own;
      own = right;
    }
    return odds;
  };
}
