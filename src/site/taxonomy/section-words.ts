import { hashText } from "../../text/index.ts";
import type { Address } from "./addresses.ts";
import { labelWords } from "./label-words.ts";
import { SECTION_WORDS } from "./section-words.data.ts";

/** The log-odds that a name or address with a word is a section's; 0 for words that were not learned. */
export type WordOdds = (word: string) => number;

/** The words of a place's names and of its address. */
export interface PlaceWords {
  readonly inNames: readonly string[];
  readonly inAddress: readonly string[];
}

const MARKS = /\p{M}/gu;

/** A text in lower case without diacritics, which addresses often lack. */
export function foldLetters(text: string): string {
  return text.normalize("NFD").replace(MARKS, "").toLowerCase();
}

/** The words of an address: subdomains and path. */
export function addressWords({ host, parts }: Address): string[] {
  return [...host.split(".").slice(0, -2), ...parts].flatMap((part) => foldLetters(part).split(/[^\p{L}]+/u));
}

/** Real addresses have fewer words; a longer one is data. */
const MAX_WORDS = 200;

/** The words that a place is known by, each once. */
export function readPlaceWords(texts: readonly string[], address: Address): PlaceWords {
  const inNames = texts.flatMap(labelWords).map(foldLetters);
  // Single letters are codes of content systems.
  const inAddress = addressWords(address).filter((word) => word.length > 1);
  const first = (words: readonly string[]) => [...new Set(words)].slice(0, MAX_WORDS);
  return { inNames: first(inNames), inAddress: first(inAddress) };
}

/** What words say about a place: the sum of their log-odds, and the least, since one word can rule a section out. */
export function judgeWords(words: readonly string[], oddsOf: WordOdds): [sum: number, least: number] {
  const odds = words.map(oddsOf);
  return [odds.reduce((sum, each) => sum + each, 0), odds.reduce((least, each) => Math.min(least, each), 0)];
}

/** A word as it is stored: learned words are parts of pages, so none is kept as text. */
export function wordKey(word: string): string {
  return (hashText(word) >>> 0).toString(36);
}

/** Reads the learned words, whose keys are listed by their log-odds. */
export function readWordOdds(lists: Readonly<Record<string, string>> = SECTION_WORDS): WordOdds {
  const known = new Map(
    Object.entries(lists).flatMap(([odds, words]) =>
      words.split(" ").map((key) => [key, Number(odds)] as const),
    ),
  );
  return (word) => known.get(wordKey(word)) ?? 0;
}
