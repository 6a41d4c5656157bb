import type { ScratchArena } from "./scratch-arena.ts";
import { words } from "./words.ts";

/** Where a running hash starts; each unit is mixed in with `Math.imul(hash ^ unit, HASH_STEP)`. */
export const HASH_START = 0x811c9dc5 | 0;
/** What a running hash is multiplied by at each unit. */
export const HASH_STEP = 0x01000193;

/** A 32-bit hash of a text, the same on every machine. */
export function hashText(text: string): number {
  let hash = HASH_START;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), HASH_STEP);
  return spread(hash);
}

/** One 32-bit hash of two in their order. */
export function joinHashes(first: number, second: number): number {
  return spread((Math.imul(first ^ HASH_START, 0x85ebca6b) + second) | 0);
}

/** Makes every bit depend on every other, so that any part of a hash can index a table. */
function spread(hash: number): number {
  let mixed = hash ^ (hash >>> 16);
  mixed = Math.imul(mixed, 0x7feb352d);
  mixed ^= mixed >>> 15;
  mixed = Math.imul(mixed, 0x846ca68b);
  return mixed ^ (mixed >>> 16);
}

/** Numbers in [0, 1) from a seed, the same on every machine (Mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Longest probe sequence: without a bound, a hostile page could make the search slow. Hashes beyond it share an id and are not found. */
const MAX_PROBES = 32;
const NONE = -1;
/** Tables for a few hashes among many others are this much emptier: nearly all others meet a free slot at once. */
const SPARSE = 4;

/** The hash table of this project, open addressing: ids 0, 1, 2… for 32-bit hashes, in order of insertion. */
export class HashIds {
  /** A hash and its id plus one per slot, 0 if the slot is free: side by side, as they are read together. */
  readonly #slots: Int32Array;
  readonly #mask: number;
  #count = 0;

  /** For at most `most` different hashes. */
  constructor(most: number, scratch: ScratchArena) {
    const slots = 2 ** Math.ceil(Math.log2(Math.max(8, most * 2)));
    this.#slots = scratch.ints(slots * 2);
    this.#mask = slots - 1;
  }

  /** A table for a few hashes that are looked up among many others. */
  static sparse(most: number, scratch: ScratchArena): HashIds {
    return new HashIds(most * SPARSE, scratch);
  }

  /** The set of some hashes. */
  static setOf(hashes: Int32Array, scratch: ScratchArena): HashIds {
    const set = HashIds.sparse(hashes.length, scratch);
    for (let at = 0; at < hashes.length; at++) set.idOf(hashes[at]!);
    return set;
  }

  /** The id of a hash, a new one if it had none. */
  idOf(hash: number): number {
    const slots = this.#slots;
    const at = this.#slotOf(hash);
    if (slots[at + 1] === 0) {
      slots[at] = hash;
      slots[at + 1] = ++this.#count;
    }
    return slots[at + 1]! - 1;
  }

  /** The id of a hash, -1 if it has none. */
  find(hash: number): number {
    const slots = this.#slots;
    if (slots[((hash & this.#mask) << 1) + 1] === 0) return NONE;
    const at = this.#slotOf(hash);
    return slots[at] === hash ? slots[at + 1]! - 1 : NONE;
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

  #slotOf(hash: number): number {
    const slots = this.#slots;
    const mask = this.#mask;
    let slot = hash & mask;
    for (let probe = 0; probe < MAX_PROBES; probe++) {
      const at = slot << 1;
      if (slots[at + 1] === 0 || slots[at] === hash) break;
      slot = (slot + 1) & mask;
    }
    return slot << 1;
  }
}

/** Hash functions of a signature, in bands of so many: two texts share a band if they agree on all of it. */
const HASHES = 96;
const BAND_SIZE = 3;
/** Runs of this many words are compared. Of longer runs too few survive a rewrite, single words are shared by all stories. */
const RUN_WORDS = 2;
/** Shorter texts are too few runs to tell copies from other texts on the same matter. */
const MIN_WORDS = 40;
/** The share of equal places from which on two texts are copies of each other; chosen on half of the texts of the experiment. */
export const COPY_SHARE = 0.28;

/** Odd multipliers and offsets of the hash functions, the same on every machine. */
const FACTORS = /* @__PURE__ */ Int32Array.from({ length: HASHES }, (_, at) => hashText(`factor ${at}`) | 1);
const OFFSETS = /* @__PURE__ */ Int32Array.from({ length: HASHES }, (_, at) => hashText(`offset ${at}`));

/** The MinHash signature of a text; undefined if it is too short to be distinguished from others. */
export function minHash(text: string): Int32Array<ArrayBuffer> | undefined {
  const list = words(text);
  if (list.length < MIN_WORDS) return undefined;
  const least = new Int32Array(HASHES).fill(0x7fffffff);
  const hashes = list.map(hashText);
  for (let at = RUN_WORDS - 1; at < hashes.length; at++) {
    const run = joinHashes(hashes[at - 1]!, hashes[at]!);
    for (let number = 0; number < HASHES; number++) {
      const value = (Math.imul(run, FACTORS[number]!) + OFFSETS[number]!) | 0;
      if (value < least[number]!) least[number] = value;
    }
  }
  return least;
}

/** The bands of a signature, by which texts that may be copies are found. */
export function bandsOf(signature: Int32Array): readonly number[] {
  return Array.from({ length: HASHES / BAND_SIZE }, (_, band) =>
    signature.subarray(band * BAND_SIZE, (band + 1) * BAND_SIZE).reduce(joinHashes),
  );
}

/** How much two texts have in common, 0..1, estimated from their signatures. */
export function commonShare(one: Int32Array, other: Int32Array): number {
  let equal = 0;
  for (let at = 0; at < HASHES; at++) if (one[at] === other[at]) equal++;
  return equal / HASHES;
}
