import { foldSpaces } from "../../text/index.ts";

const QUOTES = /["'`´«»‹›\u2018-\u201f\u2032\u2033\u300c-\u300f]/g;
const DASHES = /[\u2010-\u2015\u2212]/g;
const INVISIBLE = /[\u00ad\u200b-\u200f\ufeff]/g;

/** A title with what typists vary made equal: NFKC, case, quotes, dashes, spaces, invisible marks. */
export function foldTitle(title: string): string {
  // NFKC takes some quotes apart (´ to a space and an accent, ″ to two primes) and makes others of wide forms.
  const plain = title.replace(QUOTES, "'").normalize("NFKC").toLowerCase().replace(INVISIBLE, "");
  return foldSpaces(plain.replace(QUOTES, "'").replace(DASHES, "-"));
}

/** 1 where both titles fold to the same, 0 where not, null where the label has none. */
export function titleExact(truth: string | null, found: string | null): 0 | 1 | null {
  if (truth === null || foldTitle(truth) === "") return null;
  return found !== null && foldTitle(found) === foldTitle(truth) ? 1 : 0;
}
