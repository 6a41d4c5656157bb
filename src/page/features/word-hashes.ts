import { joinHashes } from "../../text/index.ts";
import { HashIds } from "./hash-ids.ts";
import type { PageMemory } from "./page-memory.ts";
import { TextScan } from "./text-scan.ts";

/** Longer texts are cut: no article is longer, and a hostile page may state megabytes. */
const MAX_CHARACTERS = 500_000;
const MIN_WORDS = 8;

/** The word hashes of a text. */
export function hashWords(text: string): Int32Array {
  const end = Math.min(text.length, MAX_CHARACTERS);
  const scan = new TextScan(Math.max(MIN_WORDS, end >> 2));
  scan.read(text, 0, end);
  return scan.hashes.subarray(0, scan.hashCount);
}

/** The hash of every pair of neighbouring words, by its first word. */
export function hashPairs(hashes: Int32Array, memory: PageMemory): Int32Array {
  const pairs = memory.ints(Math.max(0, hashes.length - 1));
  for (let at = 0; at < pairs.length; at++) pairs[at] = joinHashes(hashes[at]!, hashes[at + 1]!);
  return pairs;
}

/** The hash of every run of four words, by its first word. */
export function hashFours(pairs: Int32Array, memory: PageMemory): Int32Array {
  const fours = memory.ints(Math.max(0, pairs.length - 2));
  for (let at = 0; at < fours.length; at++) fours[at] = joinHashes(pairs[at]!, pairs[at + 2]!);
  return fours;
}

/** The set of some hashes. */
export function hashSet(hashes: Int32Array, memory: PageMemory): HashIds {
  const set = HashIds.sparse(hashes.length, memory);
  for (let at = 0; at < hashes.length; at++) set.idOf(hashes[at]!);
  return set;
}
