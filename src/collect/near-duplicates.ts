import type { Signature, SimilarArticle } from "../store/index.ts";
import { hashText, joinHashes, words } from "../text/index.ts";

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
const FACTORS = Int32Array.from({ length: HASHES }, (_, at) => hashText(`factor ${at}`) | 1);
const OFFSETS = Int32Array.from({ length: HASHES }, (_, at) => hashText(`offset ${at}`));

/** The MinHash signature of a text; undefined if it is too short to be told from others. */
export function signatureOf(text: string): Signature | undefined {
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
  const bands = Array.from({ length: HASHES / BAND_SIZE }, (_, band) =>
    least.subarray(band * BAND_SIZE, (band + 1) * BAND_SIZE).reduce(joinHashes),
  );
  return { bands, value: Buffer.from(least.buffer).toString("base64") };
}

/** The group of the article that a text copies most of; undefined if it copies none. */
export function groupOf(signature: Signature, similar: readonly SimilarArticle[]): number | undefined {
  const shares = similar.map(({ group, value }) => ({ group, share: commonShare(signature.value, value) }));
  const best = shares
    .filter(({ share }) => share >= COPY_SHARE)
    .toSorted((a, b) => b.share - a.share || a.group - b.group);
  return best[0]?.group;
}

/** How much two texts have in common, 0..1, estimated from the values of their signatures. */
export function commonShare(value: string, other: string): number {
  const [own, others] = [readValue(value), readValue(other)];
  let equal = 0;
  for (let at = 0; at < HASHES; at++) if (own[at] === others[at]) equal++;
  return equal / HASHES;
}

function readValue(value: string): Int32Array {
  const bytes = Buffer.from(value, "base64");
  return new Int32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
}
