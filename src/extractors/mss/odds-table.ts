import type { CountTable } from "../../model/index.ts";
import { Room } from "../room.ts";
import type { MssModel } from "./mss-model.ts";

/** What a feature is worth that was never seen; all others are worth more than 0. */
export const UNSEEN = -1;
/** Places that a feature may stand behind its own; where a damaged or hostile file has crowds, the rest is searched for. */
const MAX_PROBES = 16;
/** So many more bits tell marks apart than places: of features that were never seen one in eight at most gets past its mark. */
const MARK_BITS = 2;
/** A place has a feature, whether it is taken, and what the feature is worth, which takes two cells. */
const CELLS = 4;
const TAKEN = 1;
const WORTH = 1;
/** Odds that tell nothing. */
const EVEN = 1;

/**
 * For every feature of a table, how much likelier it is outside than inside, or what else that is worth. Every token
 * asks several times, and what it waits for is memory: most features that were never seen are told by their marks, which
 * are few enough to be at hand, and what a feature is worth stands beside it.
 */
export class OddsTable {
  /** What even odds are worth: those of a feature that tells nothing. */
  readonly even: number;
  readonly #table: CountTable;
  readonly #worthOf: (entry: number) => number;
  /** A bit for all features with the same highest bits, set where there is one. */
  readonly #marks: Uint8Array;
  readonly #markShift: number;
  /** Open addressing. */
  readonly #cells: Int32Array;
  /** The same memory, read as what features are worth. */
  readonly #worths: Float64Array;
  readonly #mask: number;
  readonly #marked = new Room((length) => new Int32Array(length));
  readonly #near = new Room((length) => new Int32Array(length));

  constructor(
    table: CountTable,
    totals: MssModel["totals"],
    clamp: number,
    worth: (odds: number) => number = (odds) => odds,
  ) {
    const bits = Math.ceil(Math.log2(table.size * 2 + 2));
    this.even = worth(EVEN);
    this.#table = table;
    this.#worthOf = (entry) => worth(oddsOf(table, entry, totals, clamp));
    this.#mask = 2 ** bits - 1;
    this.#cells = new Int32Array(CELLS * 2 ** bits);
    this.#worths = new Float64Array(this.#cells.buffer);
    this.#markShift = Math.max(0, 32 - bits - MARK_BITS);
    this.#marks = new Uint8Array(2 ** (32 - this.#markShift - 3));
    this.#putAll(new Int32Array(table.hashes.buffer, table.hashes.byteOffset, table.size));
  }

  /** What a feature is worth, or `UNSEEN`. */
  weigh(feature: number): number {
    const mark = feature >>> this.#markShift;
    if ((this.#marks[mark >>> 3]! & (1 << (mark & 7))) === 0) return UNSEEN;
    return this.#search(feature);
  }

  /**
   * What each of so many features is worth, or `UNSEEN`. In three loops: all memory that the last one needs is asked for
   * before, where nothing waits for an answer, so that many answers are under way at once.
   */
  weighAll(features: Int32Array, count: number, worths: Float64Array): void {
    const marks = this.#marks;
    const markShift = this.#markShift;
    const cells = this.#cells;
    const mask = this.#mask;
    const marked = this.#marked.of(count);
    let markedCount = 0;
    for (let at = 0; at < count; at++) {
      const mark = features[at]! >>> markShift;
      worths[at] = UNSEEN;
      // A sum, not a branch, which a processor guesses wrong at every other token.
      marked[markedCount] = at;
      markedCount += (marks[mark >>> 3]! >>> (mark & 7)) & 1;
    }
    const near = this.#near.of(markedCount);
    for (let index = 0; index < markedCount; index++) {
      near[index] = cells[(features[marked[index]!]! & mask) * CELLS]!;
    }
    for (let index = 0; index < markedCount; index++) {
      const at = marked[index]!;
      const feature = features[at]!;
      const isThere = near[index] === feature && feature !== 0;
      worths[at] = isThere ? this.#worths[(feature & mask) * (CELLS / 2) + WORTH]! : this.#search(feature);
    }
  }

  #search(feature: number): number {
    for (let place = feature, probe = 0; probe < MAX_PROBES; place++, probe++) {
      const cell = (place & this.#mask) * CELLS;
      if (this.#cells[cell + TAKEN] === 0) return UNSEEN;
      if (this.#cells[cell] === feature) return this.#worths[cell / 2 + WORTH]!;
    }
    const entry = this.#table.find(feature);
    return entry < 0 ? UNSEEN : this.#worthOf(entry);
  }

  /** In one loop, with small numbers alone: it runs once, before anything is compiled for it. */
  #putAll(features: Int32Array): void {
    const cells = this.#cells;
    const marks = this.#marks;
    const markShift = this.#markShift;
    const mask = this.#mask;
    for (let entry = 0; entry < features.length; entry++) {
      const feature = features[entry]!;
      const mark = feature >>> markShift;
      marks[mark >>> 3]! |= 1 << (mark & 7);
      let place = feature & mask;
      for (let probe = 1; cells[place * CELLS + TAKEN] !== 0 && probe < MAX_PROBES; probe++) {
        place = (place + 1) & mask;
      }
      if (cells[place * CELLS + TAKEN] !== 0) continue;
      cells[place * CELLS] = feature;
      cells[place * CELLS + TAKEN] = 1;
      this.#worths[place * (CELLS / 2) + WORTH] = this.#worthOf(entry);
    }
  }
}

function oddsOf(
  { inside, outside }: CountTable,
  entry: number,
  totals: MssModel["totals"],
  clamp: number,
): number {
  let without = outside[entry]! / totals.outside;
  let within = inside[entry]! / totals.inside;
  // No calls here: it runs for every feature of a model before anything is compiled for it.
  if (without < clamp) without = clamp;
  if (within < clamp) within = clamp;
  return without / within;
}
