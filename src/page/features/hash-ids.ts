/** Hashes that fall on one place are told apart up to this many; beyond it a hostile page would make the search slow. */
const MAX_PROBES = 32;
const NONE = -1;

/** Small numbers for hashes, in the order in which they came: 0, 1, 2… */
export class HashIds {
  readonly #keys: Int32Array;
  /** Id + 1 of every place, 0 where it is free. */
  readonly #ids: Int32Array;
  readonly #mask: number;
  #count = 0;

  /** Room for `most` different hashes. */
  constructor(most: number) {
    const places = 2 ** Math.ceil(Math.log2(Math.max(8, most * 2)));
    this.#keys = new Int32Array(places);
    this.#ids = new Int32Array(places);
    this.#mask = places - 1;
  }

  /** The id of a hash, a new one where it had none. */
  idOf(hash: number): number {
    const place = this.#placeOf(hash);
    if (this.#ids[place] === 0) {
      this.#keys[place] = hash;
      this.#ids[place] = ++this.#count;
    }
    return this.#ids[place]! - 1;
  }

  /** The id of a hash, -1 where it has none. */
  find(hash: number): number {
    if (this.#count === 0) return NONE;
    return this.#ids[this.#placeOf(hash)]! - 1;
  }

  get count(): number {
    return this.#count;
  }

  #placeOf(hash: number): number {
    let place = hash & this.#mask;
    for (let probe = 0; probe < MAX_PROBES; probe++) {
      if (this.#ids[place] === 0 || this.#keys[place] === hash) break;
      place = (place + 1) & this.#mask;
    }
    return place;
  }
}
