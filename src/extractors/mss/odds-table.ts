import type { CountTable, TableReader, TableWriter } from "../../model/index.ts";
import type { ScratchArena } from "../../text/index.ts";
import type { MssModel } from "./mss-model.ts";

/** Odds of a feature that was never seen: even. */
const EVEN = 1;
/** Places that a feature may stand behind its own; where a damaged or hostile file has crowds, the rest is searched for. */
const MAX_PROBES = 32;
/** So many more bits tell marks apart than places: of features that were never seen one in eight at most gets past its mark. */
const MARK_BITS = 2;
/** A place has a feature and the index of its odds, 0 where the place is free. */
const CELLS = 2;

/** How counts become odds, and odds chances. */
export interface OddsOptions {
  readonly totals: MssModel["totals"];
  /** The least probability of a feature in a class. */
  readonly clamp: number;
  /** The odds to begin with, where chances to be inside are wanted and not odds. */
  readonly prior?: number | undefined;
}

/** What an `OddsTable` looks features up in. */
interface Places {
  /** A bit for all features with the same highest bits, set where there is one. */
  readonly marks: Uint8Array;
  /** Open addressing. */
  readonly cells: Int32Array;
}

/**
 * For every feature of a table, how much likelier it is outside than inside, or the chance to be inside. Every token asks
 * several times, and what it waits for is memory: most features that were never seen are told by their marks, which are
 * few enough to be at hand.
 */
export class OddsTable {
  /** By the index that `find` gives. */
  readonly values: Float64Array;
  readonly #marks: Uint8Array;
  readonly #markShift: number;
  readonly #cells: Int32Array;
  readonly #mask: number;
  /** Where all features are, if some found no place. */
  readonly #crowded: CountTable | undefined;

  private constructor(values: Float64Array, { marks, cells }: Places, crowded?: CountTable) {
    this.values = values;
    this.#marks = marks;
    this.#markShift = shiftFor(marks);
    this.#cells = cells;
    this.#mask = maskFor(cells);
    this.#crowded = crowded;
  }

  /** The table of the odds of all features, or of their chances. */
  static of(table: CountTable, odds: OddsOptions): OddsTable {
    const bits = Math.ceil(Math.log2(table.size * 2 + 2));
    const places = {
      marks: new Uint8Array(2 ** Math.min(bits + MARK_BITS - 3, 29)),
      cells: new Int32Array(CELLS * 2 ** bits),
    };
    const features = new Int32Array(table.hashes.buffer, table.hashes.byteOffset, table.size);
    const placed = putAll(features, places);
    return new OddsTable(valuesOf(table, odds), places, placed < table.size ? table : undefined);
  }

  /** Writes the table down as it lies in memory. */
  store(file: TableWriter): void {
    if (this.#crowded !== undefined) throw new Error("A table with crowds cannot be written down");
    for (const numbers of [this.values, this.#marks, this.#cells]) file.numbers(numbers);
  }

  /** The table that was written down. */
  static restore(file: TableReader): OddsTable {
    const values = file.numbers(Float64Array);
    return new OddsTable(values, { marks: file.numbers(Uint8Array), cells: file.numbers(Int32Array) });
  }

  /** The index of a feature in `values`, 0 where it was never seen. Whole numbers: engines box a fraction for every call. */
  find(feature: number): number {
    const mark = feature >>> this.#markShift;
    if ((this.#marks[mark >>> 3]! & (1 << (mark & 7))) === 0) return 0;
    for (let place = feature, probe = 0; probe < MAX_PROBES; place++, probe++) {
      const cell = (place & this.#mask) * CELLS;
      const index = this.#cells[cell + 1]!;
      if (this.#cells[cell] === feature || index === 0) return index;
    }
    return this.#crowded === undefined ? 0 : this.#crowded.find(feature) + 1;
  }

  /**
   * Puts the indexes of so many features in their place. In three loops: the memory that the last one needs is asked for
   * before, where nothing waits for an answer, so that many answers are under way at once.
   */
  findAll(features: Int32Array, count: number, scratch: ScratchArena): void {
    const marks = this.#marks;
    const markShift = this.#markShift;
    const cells = this.#cells;
    const mask = this.#mask;
    const asked = scratch.ints(count);
    let askedCount = 0;
    for (let at = 0; at < count; at++) {
      const feature = features[at]!;
      const mark = feature >>> markShift;
      const isMarked = (marks[mark >>> 3]! >>> (mark & 7)) & 1;
      // Sums, not branches, which a processor guesses wrong at every other token.
      features[at] = feature & -isMarked;
      asked[askedCount] = at;
      askedCount += isMarked;
    }
    const near = scratch.ints(askedCount);
    for (let index = 0; index < askedCount; index++) {
      near[index] = cells[(features[asked[index]!]! & mask) * CELLS]!;
    }
    for (let index = 0; index < askedCount; index++) {
      const at = asked[index]!;
      const feature = features[at]!;
      const isNear = near[index] === feature;
      features[at] = isNear ? cells[(feature & mask) * CELLS + 1]! : this.find(feature);
    }
  }
}

/** How far a feature is shifted to be the number of its mark: there are eight marks in a byte. */
function shiftFor(marks: Uint8Array): number {
  return Math.clz32(marks.length) - 2;
}

function maskFor(cells: Int32Array): number {
  return ((cells.length / CELLS) | 0) - 1;
}

/**
 * Gives features their places, and says how many of them have one. In one loop, without calls and with small numbers
 * alone: it runs once, before anything is compiled for it.
 */
function putAll(features: Int32Array, { marks, cells }: Places): number {
  const markShift = shiftFor(marks);
  const mask = maskFor(cells);
  let placed = 0;
  for (let entry = 0; entry < features.length; entry++) {
    const feature = features[entry]!;
    const mark = feature >>> markShift;
    marks[mark >>> 3]! |= 1 << (mark & 7);
    let place = feature & mask;
    for (let probe = 1; cells[place * CELLS + 1] !== 0 && probe < MAX_PROBES; probe++) {
      place = (place + 1) & mask;
    }
    if (cells[place * CELLS + 1] !== 0) continue;
    cells[place * CELLS] = feature;
    cells[place * CELLS + 1] = entry + 1;
    placed++;
  }
  return placed;
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
    // No calls here either.
    if (without < clamp) without = clamp;
    if (within < clamp) within = clamp;
    const odds = without / within;
    values[entry + 1] = isChance ? 1 / (1 + prior * odds) : odds;
  }
  return values;
}
