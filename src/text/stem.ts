import { newStemmer } from "snowball-stemmers";
import { stemmer as porter } from "stemmer";

/** Cuts a lower-case word down to what its inflected forms share. */
export type Stem = (word: string) => string;

/** Words whose stems are remembered: Snowball takes 12 µs for a long word, and a page repeats most of its own. */
const MAX_REMEMBERED = 50_000;
/** No longer run of letters is a word that has a stem; some stemmers are slow on such. */
const MAX_LETTERS = 64;

const SNOWBALL = {
  ar: "arabic",
  ca: "catalan",
  cs: "czech",
  da: "danish",
  de: "german",
  es: "spanish",
  eu: "basque",
  fi: "finnish",
  fr: "french",
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

/**
 * The stemmer of a language: Porter's for English and where the language is not said, Snowball's for the languages it
 * knows, and words as they are for the rest.
 */
export function makeStem(language: string | undefined): Stem {
  const code = language?.split(/[-_]/)[0]?.toLowerCase() ?? "en";
  if (code === "en") return remembering(porter);
  if (!isSnowball(code)) return (word) => word;
  const snowball = newStemmer(SNOWBALL[code]);
  return remembering((word) => snowball.stem(word));
}

function isSnowball(code: string): code is keyof typeof SNOWBALL {
  return Object.hasOwn(SNOWBALL, code);
}

function remembering(stem: Stem): Stem {
  const known = new Map<string, string>();
  return (word) => {
    if (word.length > MAX_LETTERS) return word;
    let found = known.get(word);
    if (found === undefined) {
      found = stem(word);
      if (known.size >= MAX_REMEMBERED) known.clear();
      known.set(word, found);
    }
    return found;
  };
}
