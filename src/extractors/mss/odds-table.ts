import type { CountTable, TableReader, TableWriter } from "../../model/index.ts";
import type { ScratchArena } from "../../text/index.ts";
import type { MssModel } from "./mss-model.ts";

/** Odds of a feature that was never seen: even. */
const EVEN = 1;
/** Longest probe sequence; what a damaged or hostile file crowds beyond it is found by binary search. */
const MAX_PROBES = 32;
/** The filter has this many more bits than the table has slots: at most one unseen feature in eight passes it. */
const MARK_BITS = 2;
/** A slot holds a feature and the index of its odds, 0 if the slot is free. */
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
  /** Filter: a bit for all features with the same highest bits, set if there is one. */
  readonly marks: Uint8Array;
  /** Open addressing. */
  readonly cells: Int32Array;
}

/**
 * For every feature of a table, how much likelier it is outside than inside, or the chance to be inside. Not a `HashIds`: it is
 * read from a model file as it lies in memory, and a filter that fits the cache answers for most features never seen.
 */
export class OddsTable {
  /** By the index that `find` gives. */
  readonly values: Float64Array;
  readonly #marks: Uint8Array;
  readonly #markShift: number;
  readonly #cells: Int32Array;
  readonly #mask: number;
  /** All features, if some found no slot. */
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

  /** Writes the table as it lies in memory. */
  store(file: TableWriter): void {
    if (this.#crowded !== undefined) throw new Error("A table with crowds cannot be written down");
    for (const numbers of [this.values, this.#marks, this.#cells]) file.numbers(numbers);
  }

  /** The table that was written. */
  static restore(file: TableReader): OddsTable {
    const values = file.numbers(Float64Array);
    return new OddsTable(values, { marks: file.numbers(Uint8Array), cells: file.numbers(Int32Array) });
  }

  /** The index of a feature in `values`, 0 if it was never seen. An index and not the value: V8 boxes a fraction for every call. */
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
   * Replaces the first `count` features by their indexes. The second loop prefetches what the third one needs: its loads do
   * not depend on each other, so that their cache misses overlap.
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
      // Sums instead of branches, which would be mispredicted at every other token.
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

/** How far a feature is shifted to give the number of its filter bit. */
function shiftFor(marks: Uint8Array): number {
  return Math.clz32(marks.length) - 2;
}

function maskFor(cells: Int32Array): number {
  return ((cells.length / CELLS) | 0) - 1;
}

/** Inserts features, and returns how many found a slot. One loop without calls: it runs once, before anything is compiled. */
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
    // No calls here either: this runs once too.
    if (without < clamp) without = clamp;
    if (within < clamp) within = clamp;
    const odds = without / within;
    values[entry + 1] = isChance ? 1 / (1 + prior * odds) : odds;
  }
  return values;
}
