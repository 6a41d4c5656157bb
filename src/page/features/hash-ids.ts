import type { PageMemory } from "./page-memory.ts";

/** Hashes that fall on one place are told apart up to this many; beyond it a hostile page would make the search slow. */
const MAX_PROBES = 32;
const NONE = -1;
/** How much more room those have that few of many hashes are looked for in: nearly all the others fall on a free place then. */
const SPARSE = 4;

/** Small numbers for hashes, in the order in which they came: 0, 1, 2… */
export class HashIds {
  /** Of every place the hash, and behind it its id plus one, 0 where the place is free: side by side, as they are read together. */
  readonly #places: Int32Array;
  readonly #mask: number;
  #count = 0;

  /** Room for `most` different hashes. */
  constructor(most: number, memory: PageMemory) {
    const places = 2 ** Math.ceil(Math.log2(Math.max(8, most * 2)));
    this.#places = memory.ints(places * 2);
    this.#mask = places - 1;
  }

  /** Room for few hashes that are looked for among many others. */
  static sparse(most: number, memory: PageMemory): HashIds {
    return new HashIds(most * SPARSE, memory);
  }

  /** The id of a hash, a new one where it had none. */
  idOf(hash: number): number {
    const places = this.#places;
    const at = this.#placeOf(hash);
    if (places[at + 1] === 0) {
      places[at] = hash;
      places[at + 1] = ++this.#count;
    }
    return places[at + 1]! - 1;
  }

  /** The id of a hash, -1 where it has none. */
  find(hash: number): number {
    if (this.#places[((hash & this.#mask) << 1) + 1] === 0) return NONE;
    return this.#places[this.#placeOf(hash) + 1]! - 1;
  }

  /** How many hashes of a range have an id. */
  countKnown(hashes: Int32Array, from: number, to: number): number {
    let known = 0;
    for (let at = from; at < to; at++) if (this.find(hashes[at]!) !== NONE) known++;
    return known;
  }

  get count(): number {
    return this.#count;
  }

  #placeOf(hash: number): number {
    const places = this.#places;
    const mask = this.#mask;
    let place = hash & mask;
    for (let probe = 0; probe < MAX_PROBES; probe++) {
      const at = place << 1;
      if (places[at + 1] === 0 || places[at] === hash) break;
      place = (place + 1) & mask;
    }
    return place << 1;
  }
}
