import { languageCode, rememberWords } from "../../text/index.ts";
import { makeStem, type Stem, stemLanguage } from "../../text/stem.ts";

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

/** Gives the stemmer of a language; Porter's where it is not said. */
export type StemOf = (language: string | undefined) => KeywordStem;

/** Stemmers that remember words from page to page, one for each language. */
export function makeStems(): StemOf {
  // By languages that are known: a page can declare any nonsense as its own, of any length.
  const stems = new Map<string | undefined, KeywordStem>();
  return (language) => {
    const code = languageCode(language) ?? "en";
    const known = Object.hasOwn(FIRST_LETTERS, code) ? code : stemLanguage(code);
    let stem = stems.get(known);
    if (stem === undefined) {
      stem = { cut: cutOf(known), keepsBeginnings: known !== CUT_AT_FRONT };
      stems.set(known, stem);
    }
    return stem;
  };
}

function cutOf(code: string | undefined): Stem {
  if (code === undefined) return (word) => word;
  const letters = FIRST_LETTERS[code];
  return letters === undefined ? rememberWords(makeStem(code)) : (word) => word.slice(0, letters);
}
