import type { CountTable, TableReader, TableWriter } from "../../model/index.ts";
import { fillCells, HashTable, MAX_PROBES, replaceKeys, type ScratchArena } from "../../text/index.ts";
import {
  ANY_WORD,
  joinThree,
  type MssModel,
  NOTHING,
  putCoarse,
  putTrigrams,
  TokenFeatures,
} from "./features.ts";
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
  /** Whether the class with more tokens has the higher prior; the paper does not say. */
  readonly prior: boolean;
  /** The least probability of a feature in a class; without one, a count of 0 would settle it. */
  readonly clamp: number;
}

/** The probability of every token to be inside the article, in a scratch array. */
export type Classify = (tokens: Tokens, scratch: ScratchArena) => Float64Array;

/** The tables of odds that a trigram is looked up in, the finest first. */
interface TrigramTables {
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
      ? classifyByTrigram(trigramTables(model, weigh), options)
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

/** Whether only a token's trigram is used. */
function countsTrigramAlone({ lookUp, unclosedTag }: ClassifierOptions): boolean {
  return lookUp === "trigram" && !unclosedTag;
}

/** All odds of a model as probabilities, computed once instead of for every token; only where trigrams alone count. */
export function trigramChances(model: MssModel, options: ClassifierOptions): TrigramTables {
  const { totals } = model;
  const { clamp } = options;
  const prior = priorOdds(model, options);
  return trigramTables(model, (table) => OddsTable.of(table, { totals, clamp, prior }));
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

/** The classifier that looks up every token's trigram, or the coarser one that is known. */
export function classifyByTrigram(
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
      // A token never seen is judged by its neighbours (7.7).
      odds[at] = own > 0 ? unigram.values[own]! : unigram.values[left]! * unigram.values[right]!;
      left = own;
      own = right;
    }
    return odds;
  };
}

/** Odds of a feature that was never seen: even. */
const EVEN = 1;
/** The filter has this many more bits than the table has slots: at most one unseen feature in eight passes it. */
const MARK_BITS = 2;

/** How counts become odds, and odds chances. */
interface OddsOptions {
  readonly totals: MssModel["totals"];
  /** The least probability of a feature in a class. */
  readonly clamp: number;
  /** The prior odds, where probabilities are wanted instead of odds. */
  readonly prior?: number | undefined;
}

/** What an `OddsTable` looks features up in. */
interface Places {
  /** Filter: one bit for all features with the same highest bits, set if the table has one of them. */
  readonly marks: Uint8Array;
  /** A hash table of the indexes of their odds. */
  readonly cells: Int32Array;
}

/**
 * For every feature of a table, how much likelier it is outside than inside, or the chance to be inside. A filter that fits the
 * cache answers for most features never seen.
 */
export class OddsTable {
  /** By the index that `find` gives. */
  readonly values: Float64Array;
  readonly #marks: Uint8Array;
  readonly #markShift: number;
  readonly #indexes: HashTable;
  /** All features, if so many collide, as in a hostile file, that some found no slot; searched by bisection. */
  readonly #colliding: CountTable | undefined;

  private constructor(values: Float64Array, { marks, cells }: Places, colliding?: CountTable) {
    this.values = values;
    this.#marks = marks;
    this.#markShift = shiftFor(marks);
    this.#indexes = new HashTable(cells, MAX_PROBES);
    this.#colliding = colliding;
  }

  static of(table: CountTable, odds: OddsOptions): OddsTable {
    const cells = new Int32Array(HashTable.lengthFor(table.size));
    const features = new Int32Array(table.hashes.buffer, table.hashes.byteOffset, table.size);
    const indexes = new Int32Array(table.size);
    for (let entry = 0; entry < table.size; entry++) indexes[entry] = entry + 1;
    const held = fillCells(cells, features, indexes, MAX_PROBES);
    const places = { marks: marksOf(features, cells.length / 2), cells };
    return new OddsTable(valuesOf(table, odds), places, held < table.size ? table : undefined);
  }

  /** Writes the table in its memory layout. */
  store(file: TableWriter): void {
    if (this.#colliding !== undefined) throw new Error("A table with colliding features cannot be stored");
    for (const numbers of [this.values, this.#marks, this.#indexes.cells]) file.numbers(numbers);
  }

  /** The table that was written. */
  static restore(file: TableReader): OddsTable {
    const values = file.numbers(Float64Array);
    return new OddsTable(values, { marks: file.numbers(Uint8Array), cells: file.numbers(Int32Array) });
  }

  /** The index of a feature in `values`, 0 if it was never seen. An index and not the value: V8 boxes every returned fraction. */
  find(feature: number): number {
    const mark = feature >>> this.#markShift;
    if ((this.#marks[mark >>> 3]! & (1 << (mark & 7))) === 0) return 0;
    const index = this.#indexes.get(feature);
    return index !== 0 || this.#colliding === undefined ? index : this.#colliding.find(feature) + 1;
  }

  /**
   * Replaces the first `count` features by their indexes. With a look-up at a time, here and in the word table, `mss` takes a
   * third longer and `fused` 5 % (2026-11-17).
   */
  findAll(features: Int32Array, count: number, scratch: ScratchArena): void {
    const marks = this.#marks;
    const markShift = this.#markShift;
    const asked = scratch.ints(count);
    let askedCount = 0;
    for (let at = 0; at < count; at++) {
      const feature = features[at]!;
      const mark = feature >>> markShift;
      const isMarked = (marks[mark >>> 3]! >>> (mark & 7)) & 1;
      // Sums instead of branches, which would be mispredicted at every other token.
      features[at] = feature & -isMarked;
      asked[askedCount] = at;
      askedCount += isMarked;
    }
    if (this.#colliding === undefined)
      replaceKeys(this.#indexes, {
        keys: features,
        places: asked,
        count: askedCount,
        near: scratch.ints(askedCount),
      });
    else
      for (let index = 0; index < askedCount; index++)
        features[asked[index]!] = this.find(features[asked[index]!]!);
  }
}

/** How far a feature is shifted to give the number of its filter bit. */
function shiftFor(marks: Uint8Array): number {
  return Math.clz32(marks.length) - 2;
}

function marksOf(features: Int32Array, slots: number): Uint8Array {
  const marks = new Uint8Array(Math.min((slots * 2 ** MARK_BITS) / 8, 2 ** 29));
  const markShift = shiftFor(marks);
  for (let entry = 0; entry < features.length; entry++) {
    const mark = features[entry]! >>> markShift;
    marks[mark >>> 3]! |= 1 << (mark & 7);
  }
  return marks;
}

function valuesOf(
  { size, inside, outside }: CountTable,
  { totals, clamp, prior }: OddsOptions,
): Float64Array {
  const allInside = totals.inside;
  const allOutside = totals.outside;
  const values = new Float64Array(size + 1);
  const isChance = prior !== undefined;
  values[0] = isChance ? 1 / (1 + prior * EVEN) : EVEN;
  for (let entry = 0; entry < size; entry++) {
    let without = outside[entry]! / allOutside;
    let within = inside[entry]! / allInside;
    // No calls of `Math.max`: this loop runs once, before the JIT would inline them.
    if (without < clamp) without = clamp;
    if (within < clamp) within = clamp;
    const odds = without / within;
    values[entry + 1] = isChance ? 1 / (1 + prior * odds) : odds;
  }
  return values;
}
