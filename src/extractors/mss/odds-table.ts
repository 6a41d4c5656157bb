import type { CountTable } from "../../model/index.ts";
import type { MssModel } from "./mss-model.ts";

/** Odds of a feature that was never seen: even. */
const EVEN = 1;
/** Places that a feature may stand behind its own; where a damaged or hostile file has crowds, the rest is searched for. */
const MAX_PROBES = 16;
/** So many more bits tell marks apart than places: of features that were never seen one in eight at most gets past its mark. */
const MARK_BITS = 2;
/** A place has a feature and the index of its odds, 0 where the place is free. */
const CELLS = 2;

/**
 * For every feature of a table, how much likelier it is outside than inside. Every token asks several times, and what
 * it waits for is memory: most features that were never seen are told by their marks, which are few enough to be at hand.
 */
export class OddsTable {
  /** By the index that `find` gives. */
  readonly odds: Float64Array;
  readonly #table: CountTable;
  /** A bit for all features with the same highest bits, set where there is one. */
  readonly #marks: Uint8Array;
  readonly #markShift: number;
  /** Open addressing. */
  readonly #cells: Int32Array;
  readonly #mask: number;

  constructor(table: CountTable, totals: MssModel["totals"], clamp: number) {
    const bits = Math.ceil(Math.log2(table.size * 2 + 2));
    this.#table = table;
    this.#mask = 2 ** bits - 1;
    this.#cells = new Int32Array(CELLS * 2 ** bits);
    this.#markShift = Math.max(0, 32 - bits - MARK_BITS);
    this.#marks = new Uint8Array(2 ** (32 - this.#markShift - 3));
    this.odds = oddsOf(table, totals, clamp);
    this.#putAll(new Int32Array(table.hashes.buffer, table.hashes.byteOffset, table.size));
  }

  /** The index of a feature in `odds`, 0 where it was never seen. Whole numbers: engines box a fraction for every call. */
  find(feature: number): number {
    const mark = feature >>> this.#markShift;
    if ((this.#marks[mark >>> 3]! & (1 << (mark & 7))) === 0) return 0;
    for (let place = feature, probe = 0; probe < MAX_PROBES; place++, probe++) {
      const cell = (place & this.#mask) * CELLS;
      const index = this.#cells[cell + 1]!;
      if (this.#cells[cell] === feature || index === 0) return index;
    }
    return this.#table.find(feature) + 1;
  }

  /** In one loop, without calls and with small numbers alone: it runs once, before anything is compiled for it. */
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
      for (let probe = 1; cells[place * CELLS + 1] !== 0 && probe < MAX_PROBES; probe++) {
        place = (place + 1) & mask;
      }
      if (cells[place * CELLS + 1] !== 0) continue;
      cells[place * CELLS] = feature;
      cells[place * CELLS + 1] = entry + 1;
    }
  }
}

function oddsOf(
  { size, inside, outside }: CountTable,
  totals: MssModel["totals"],
  clamp: number,
): Float64Array {
  const allInside = totals.inside;
  const allOutside = totals.outside;
  const odds = new Float64Array(size + 1);
  odds[0] = EVEN;
  for (let entry = 0; entry < size; entry++) {
    let without = outside[entry]! / allOutside;
    let within = inside[entry]! / allInside;
    // No calls here either.
    if (without < clamp) without = clamp;
    if (within < clamp) within = clamp;
    odds[entry + 1] = without / within;
  }
  return odds;
}
