import { languageCode, rememberWords } from "../../text/index.ts";
import { makeStem, type Stem } from "../../text/stem.ts";

/** How the inflected forms of a keyword are known. */
export interface KeywordStem {
  readonly cut: Stem;
  /** Whether a stem begins as its word does, so that other words need no look. */
  readonly keepsBeginnings: boolean;
}

/** Inflected languages that no stemmer at hand knows: their words are compared by so many first letters. */
const FIRST_LETTERS: Readonly<Record<string, number>> = {
  bg: 5,
  el: 5,
  et: 5,
  hr: 5,
  ko: 2,
  lt: 5,
  lv: 5,
  pl: 5,
  sk: 5,
  sr: 5,
  uk: 5,
};

/** Arabic stems lose the article and prepositions that are written onto the word. */
const CUT_AT_FRONT = "ar";

/** Pages may claim any language; only so many stemmers are held. */
const MAX_LANGUAGES = 64;

/** Gives the stemmer of a language; Porter's where it is not said. */
export type StemOf = (language: string | undefined) => KeywordStem;

/** Stemmers that remember words from page to page, one for each language. */
export function makeStems(): StemOf {
  const stems = new Map<string, KeywordStem>();
  return (language) => {
    const code = languageCode(language) ?? "en";
    let stem = stems.get(code);
    if (stem === undefined) {
      stem = { cut: cutOf(code), keepsBeginnings: code !== CUT_AT_FRONT };
      if (stems.size >= MAX_LANGUAGES) stems.clear();
      stems.set(code, stem);
    }
    return stem;
  };
}

function cutOf(code: string): Stem {
  const letters = Object.hasOwn(FIRST_LETTERS, code) ? FIRST_LETTERS[code] : undefined;
  return letters === undefined ? rememberWords(makeStem(code)) : (word) => word.slice(0, letters);
}
