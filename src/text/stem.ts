import { newStemmer } from "snowball-stemmers";
import { stemmer as porter } from "stemmer";
import { stemFrench } from "./stem-french.ts";
import { languageCode } from "./words.ts";

/** Cuts a lower-case word down to what its inflected forms share. */
export type Stem = (word: string) => string;

/** Longer runs of letters are not words with a stem, and some stemmers are slow on them. */
const MAX_LETTERS = 64;

const SNOWBALL = {
  ar: "arabic",
  ca: "catalan",
  cs: "czech",
  da: "danish",
  es: "spanish",
  eu: "basque",
  fi: "finnish",
  ga: "irish",
  hu: "hungarian",
  hy: "armenian",
  it: "italian",
  nb: "norwegian",
  nl: "dutch",
  nn: "norwegian",
  no: "norwegian",
  pt: "portuguese",
  ro: "romanian",
  ru: "russian",
  sl: "slovene",
  sv: "swedish",
  ta: "tamil",
  tr: "turkish",
} as const;

/** Languages that need no instance of a stemmer. */
const PLAIN: Readonly<Record<"de" | "en" | "fr", Stem>> = { de: stemGerman, en: porter, fr: stemFrench };

/** The languages whose words are cut to stems. */
export type StemLanguage = keyof typeof PLAIN | keyof typeof SNOWBALL;

/** The language of a page's language tag, English if it has none; undefined if there is no stemmer for it. */
export function stemLanguage(name: string | undefined): StemLanguage | undefined {
  const code = languageCode(name) ?? "en";
  return isPlain(code) || isSnowball(code) ? code : undefined;
}

/**
 * The stemmer of a language: Porter's for English and for no language, Snowball's for the languages it has, none for the rest.
 * Stemmers are slow: callers with many words use `rememberWords`.
 */
export function makeStem(language: string | undefined): Stem {
  const code = stemLanguage(language);
  if (code === undefined) return (word) => word;
  const stem = isPlain(code) ? PLAIN[code] : newStemmer(SNOWBALL[code]).stem;
  return (word) => (word.length > MAX_LETTERS ? word : stem(word));
}

function isPlain(code: string): code is keyof typeof PLAIN {
  return Object.hasOwn(PLAIN, code);
}

function isSnowball(code: string): code is keyof typeof SNOWBALL {
  return Object.hasOwn(SNOWBALL, code);
}

/** In step 1 the longest of these goes if it is in R1. */
const STEP_1 = ["ern", "em", "er", "en", "es", "e", "s"] as const;
const LEAVING_NISS = ["e", "en", "es"];
const S_ENDINGS = "bdfghklmnrt";
const STEP_2 = ["est", "en", "er", "st"] as const;
const ST_ENDINGS = "bdfghklmnt";
/** The fewest letters before a valid st-ending. */
const BEFORE_ST_ENDING = 3;
/** In step 3 the longest of these goes if it is in R2. */
const STEP_3 = ["keit", "heit", "lich", "isch", "end", "ung", "ig", "ik"] as const;
/** R1 begins after this many letters at least. */
const BEFORE_R1 = 3;

const SHARP_S = "ß";
const UMLAUT_LETTERS = /[äöü]/g;
const WITHOUT_UMLAUT: Readonly<Record<string, string>> = { ä: "a", ö: "o", ü: "u" };
const SMALL_U = "u".charCodeAt(0);
const SMALL_Y = "y".charCodeAt(0);
/** The kinds of letters of Latin-1; all other letters are consonants. */
const CONSONANT = 0;
const VOWEL = 1;
const UMLAUT = 2;
const LETTERS = letterKinds();

/**
 * Snowball's German stemmer, written from its published description, whose names it keeps. With the package's own, which makes
 * many calls per letter, fused takes a third longer on German pages that it has not seen (60 pages, 2026-11-17).
 */
export function stemGerman(word: string): string {
  const letters = word.includes(SHARP_S) ? word.replaceAll(SHARP_S, "ss") : word;
  const { r1, r2, hasUmlaut } = findRegions(letters);
  const stem = letters.slice(0, cutStep3(letters, cutStep2(letters, cutStep1(letters, r1), r1), r1, r2));
  return hasUmlaut ? stem.replace(UMLAUT_LETTERS, (letter) => WITHOUT_UMLAUT[letter]!) : stem;
}

interface Regions {
  /** R1 begins after the first consonant that follows a vowel; R2 is the same again from there. */
  readonly r1: number;
  readonly r2: number;
  readonly hasUmlaut: boolean;
}

function findRegions(word: string): Regions {
  const { length } = word;
  let [r1, r2, hasUmlaut, followsVowel] = [length, length, false, false];
  let found = 0;
  for (let at = 0; at < length; at++) {
    const unit = word.charCodeAt(at);
    const kind = kindOf(unit);
    if (kind === UMLAUT) hasUmlaut = true;
    // Between vowels these two are consonants.
    const mayBeConsonant = (unit === SMALL_U || unit === SMALL_Y) && followsVowel && at + 1 < length;
    const isVowel = kind !== CONSONANT && !(mayBeConsonant && kindOf(word.charCodeAt(at + 1)) !== CONSONANT);
    if (followsVowel && !isVowel && found < 2) {
      if (found++ === 0) r1 = at + 1;
      else r2 = at + 1;
    }
    followsVowel = isVowel;
  }
  return length < BEFORE_R1
    ? { r1: length, r2: length, hasUmlaut }
    : { r1: Math.max(r1, BEFORE_R1), r2, hasUmlaut };
}

/** Each step gives where the word ends after it. */
function cutStep1(word: string, r1: number): number {
  const end = word.length;
  const suffix = longest(word, end, STEP_1);
  const start = end - suffix.length;
  if (suffix === "" || start < r1) return end;
  if (suffix === "s") return S_ENDINGS.includes(word.charAt(start - 1)) ? start : end;
  return LEAVING_NISS.includes(suffix) && word.endsWith("niss", start) ? start - 1 : start;
}

function cutStep2(word: string, end: number, r1: number): number {
  const suffix = longest(word, end, STEP_2);
  const start = end - suffix.length;
  if (suffix === "" || start < r1) return end;
  if (suffix !== "st") return start;
  return start > BEFORE_ST_ENDING && ST_ENDINGS.includes(word.charAt(start - 1)) ? start : end;
}

function cutStep3(word: string, end: number, r1: number, r2: number): number {
  const suffix = longest(word, end, STEP_3);
  const start = end - suffix.length;
  if (suffix === "" || start < r2) return end;
  switch (suffix) {
    case "end":
    case "ung":
      return word.endsWith("ig", start) && start - 2 >= r2 && !word.endsWith("eig", start)
        ? start - 2
        : start;
    case "lich":
    case "heit":
      return (word.endsWith("er", start) || word.endsWith("en", start)) && start - 2 >= r1
        ? start - 2
        : start;
    case "keit":
      if (word.endsWith("lich", start)) return start - 4 >= r2 ? start - 4 : start;
      return word.endsWith("ig", start) && start - 2 >= r2 ? start - 2 : start;
    default:
      return word.endsWith("e", start) ? end : start;
  }
}

/** The first of some suffixes, longest first, that a word ends in; the empty one if none. */
function longest(word: string, end: number, suffixes: readonly string[]): string {
  const last = word.charCodeAt(end - 1);
  for (const suffix of suffixes) {
    if (suffix.charCodeAt(suffix.length - 1) === last && word.endsWith(suffix, end)) return suffix;
  }
  return "";
}

function kindOf(unit: number): number {
  return unit < LETTERS.length ? LETTERS[unit]! : CONSONANT;
}

function letterKinds(): Uint8Array {
  const kinds = new Uint8Array(0x100);
  for (const vowel of "aeiouy") kinds[vowel.charCodeAt(0)] = VOWEL;
  for (const vowel of "äöü") kinds[vowel.charCodeAt(0)] = UMLAUT;
  return kinds;
}
