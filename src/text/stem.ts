import { newStemmer } from "snowball-stemmers";
import { stemmer as porter } from "stemmer";
import { stemFrench } from "./stem-french.ts";
import { stemGerman } from "./stem-german.ts";
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
