import { words } from "../../text/index.ts";
import { shingles } from "./shingles.ts";

/** A first line shorter than this is a place, a date or a heading: the next line joins it. */
const MIN_OPENING_WORDS = 8;
/** A truth without line breaks would be one paragraph: no more than this of it is the opening. */
const MAX_OPENING_WORDS = 50;
/** The share of the opening's shingles that must be there; some room for a dateline that labels keep and pages set apart. */
const KEPT_SHARE = 0.9;

/** The words of the truth's first paragraph. */
export function openingWords(truth: string): string[] {
  const opening: string[] = [];
  for (const line of truth.split("\n")) {
    opening.push(...words(line));
    if (opening.length >= MIN_OPENING_WORDS) break;
  }
  return opening.slice(0, MAX_OPENING_WORDS);
}

/** 1 where the kept text holds the truth's first paragraph, 0 where not, null where the truth has no words. */
export function openingKept(truth: string, kept: readonly string[]): 0 | 1 | null {
  const asked = shingles(openingWords(truth));
  if (asked.length === 0) return null;
  const size = Math.min(4, asked[0]?.split(" ").length ?? 4);
  const present = new Set(shingles(kept, size));
  const found = asked.filter((shingle) => present.has(shingle)).length;
  return found / asked.length >= KEPT_SHARE ? 1 : 0;
}
