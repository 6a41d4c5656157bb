import type { ScratchArena } from "./scratch-arena.ts";

/** A slot has a key and its value, 0 if the slot is free: side by side, as they are read together. */
const CELLS = 2;
const NONE = -1;
/** Longest probe sequence for keys from outside: without a bound, a hostile page could make a search slow. */
export const MAX_PROBES = 32;
const UNBOUNDED = 0x7fffffff;

/**
 * The hash table of this project: open addressing, linear probing, 32-bit keys that are hashes already. It gives cells, places in
 * its array, so that users can keep columns beside it, walk all values of a key, and store it in its memory layout.
 */
export class HashTable {
  #cells: Int32Array;
  #mask: number;
  readonly #maxProbes: number;

  /** Over an array of twice a power of two, free or as `cells` gave it. */
  constructor(cells: Int32Array, maxProbes: number = UNBOUNDED) {
    this.#cells = cells;
    this.#mask = cells.length / CELLS - 1;
    this.#maxProbes = maxProbes;
  }

  /** The length of an array in which `most` keys fill half of the slots at most. */
  static lengthFor(most: number): number {
    return CELLS * 2 ** Math.ceil(Math.log2(Math.max(8, most * 2)));
  }

  get cells(): Int32Array {
    return this.#cells;
  }

  /** How many keys it could hold if it were full. */
  get slots(): number {
    return this.#mask + 1;
  }

  /** The cell of a key, else the free one where it belongs; -1 if its probe sequence is full. */
  place(key: number): number {
    const cells = this.#cells;
    const cell = (key & this.#mask) << 1;
    // Most searches end at the first slot.
    if (cells[cell] === key || cells[cell + 1] === 0) return cell;
    return search(cells, key, cell, this.#maxProbes - 1);
  }

  /** The next cell of a key after one of its cells, else the free one where it belongs; -1 if its probe sequence is full. */
  next(cell: number, key: number): number {
    const searched = ((cell >> 1) + 1 - key) & this.#mask;
    return search(this.#cells, key, cell, this.#maxProbes - searched);
  }

  /** The value of a key, 0 if it has none. */
  get(key: number): number {
    const cells = this.#cells;
    let cell = (key & this.#mask) << 1;
    if (cells[cell] !== key && cells[cell + 1] !== 0) cell = search(cells, key, cell, this.#maxProbes - 1);
    return cell === NONE ? 0 : cells[cell + 1]!;
  }

  /** The value in the first slot of a key's probe sequence. */
  valueNear(key: number): number {
    return this.#cells[((key & this.#mask) << 1) + 1]!;
  }

  keyAt(cell: number): number {
    return this.#cells[cell]!;
  }

  valueAt(cell: number): number {
    return this.#cells[cell + 1]!;
  }

  /** Writes a key and its value, which is not 0, into a cell that `place` or `next` gave. */
  put(cell: number, key: number, value: number): void {
    this.#cells[cell] = key;
    this.#cells[cell + 1] = value;
  }

  /** Doubles the slots; a key whose probe sequence is full is dropped. */
  grow(): void {
    const old = this.#cells;
    this.#cells = new Int32Array(2 * old.length);
    this.#mask = this.#cells.length / CELLS - 1;
    for (let from = 0; from < old.length; from += CELLS) {
      const value = old[from + 1]!;
      if (value !== 0) this.add(old[from]!, value);
    }
  }

  /** Adds one more value to a key; false if its probe sequence is full. */
  add(key: number, value: number): boolean {
    const cell = this.freeCell(key);
    if (cell !== NONE) this.put(cell, key, value);
    return cell !== NONE;
  }

  /** The cell for one more value of a key; -1 if its probe sequence is full. */
  freeCell(key: number): number {
    let cell = this.place(key);
    while (cell !== NONE && this.#cells[cell + 1] !== 0) cell = this.next(cell, key);
    return cell;
  }
}

/** The next cell after one, of a key or free, in at most `steps` steps. A function: V8 checks more when it calls private methods. */
function search(cells: Int32Array, key: number, after: number, steps: number): number {
  const last = cells.length - 1;
  let cell = after;
  for (let left = steps; left > 0; left--) {
    cell = (cell + CELLS) & last;
    if (cells[cell + 1] === 0 || cells[cell] === key) return cell;
  }
  return NONE;
}

/**
 * Fills the free array of a table with keys that differ, each with its value, and returns how many found a slot. One loop without
 * calls: it runs once, before anything is compiled. A function, as is the next, so that the small core does without it.
 */
export function fillCells(
  cells: Int32Array,
  keys: Int32Array,
  values: Int32Array,
  maxProbes: number = UNBOUNDED,
): number {
  const mask = cells.length / CELLS - 1;
  let held = 0;
  for (let entry = 0; entry < keys.length; entry++) {
    let slot = keys[entry]! & mask;
    let left = maxProbes;
    while (cells[slot * CELLS + 1] !== 0 && --left > 0) slot = (slot + 1) & mask;
    if (cells[slot * CELLS + 1] !== 0) continue;
    cells[slot * CELLS] = keys[entry]!;
    cells[slot * CELLS + 1] = values[entry]!;
    held++;
  }
  return held;
}

/** Keys at some places of an array, and an array of as many cells for the function's own use. */
interface KeyPlaces {
  readonly keys: Int32Array;
  readonly places: Int32Array;
  readonly count: number;
  readonly near: Int32Array;
}

/**
 * Replaces keys by their values. The first loop prefetches what the second one needs: its loads do not depend on each other, so that
 * their cache misses overlap.
 */
export function replaceKeys(table: HashTable, { keys, places, count, near }: KeyPlaces): void {
  const { cells } = table;
  const mask = cells.length / CELLS - 1;
  for (let index = 0; index < count; index++) near[index] = cells[(keys[places[index]!]! & mask) << 1]!;
  for (let index = 0; index < count; index++) {
    const at = places[index]!;
    const key = keys[at]!;
    keys[at] = near[index] === key ? cells[((key & mask) << 1) + 1]! : table.get(key);
  }
}

/** Ids 0, 1, 2… for hashes, in order of insertion. Hashes whose probe sequence is full share an id and are not found. */
export class HashIds extends HashTable {
  #count = 0;
  #shared = NONE;

  constructor(most: number, scratch: ScratchArena) {
    super(scratch.ints(HashTable.lengthFor(most)), MAX_PROBES);
  }

  static setOf(hashes: Int32Array, scratch: ScratchArena): HashIds {
    const set = new HashIds(hashes.length, scratch);
    for (let at = 0; at < hashes.length; at++) set.idOf(hashes[at]!);
    return set;
  }

  /** The id of a hash, a new one if it had none. */
  idOf(hash: number): number {
    const cell = this.place(hash);
    if (cell === NONE) {
      if (this.#shared === NONE) this.#shared = this.#count++;
      return this.#shared;
    }
    const known = this.valueAt(cell);
    if (known !== 0) return known - 1;
    this.put(cell, hash, this.#count + 1);
    return this.#count++;
  }

  /** The id of a hash, -1 if it has none. */
  find(hash: number): number {
    return this.get(hash) - 1;
  }

  /** How many hashes of a range have an id. */
  countKnown(hashes: Int32Array, from: number, to: number): number {
    let known = 0;
    for (let at = from; at < to; at++) if (this.get(hashes[at]!) !== 0) known++;
    return known;
  }

  get count(): number {
    return this.#count;
  }
}
