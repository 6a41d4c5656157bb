import { words } from "./words.ts";

/** Where a running hash starts; each unit is mixed in with `Math.imul(hash ^ unit, HASH_STEP)`. */
export const HASH_START = 0x811c9dc5 | 0;
/** The factor of a running hash at each unit. */
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

/** Hash functions of a signature, in bands: two texts share a band if they agree on all of it. */
const HASHES = 96;
const BAND_SIZE = 3;
/** Runs of this many words are compared. Too few longer runs survive a rewrite, and all stories share single words. */
const RUN_WORDS = 2;
/** Shorter texts have too few runs to distinguish copies from other texts on the same topic. */
const MIN_WORDS = 40;
/** Two texts are copies from this share of equal places up; chosen on half of the texts of the experiment. */
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

/** The bands of a signature; possible copies share one. */
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
