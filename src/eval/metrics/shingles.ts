import { countItems, sharedCount } from "../../sets/index.ts";

/** Words a shingle has, as in the scrapinghub article-extraction benchmark. */
const SHINGLE_WORDS = 4;
/** Joins the words of a shingle; never part of a word. */
const JOINT = " ";
const TOKEN = /[\p{L}\p{N}_]+/gu;

/** One page's agreement in shingles; null where the benchmark leaves the page out of that mean. */
export interface ShingleScore {
  readonly precision: number | null;
  readonly recall: number | null;
}

/** The tokens of the benchmark: runs of letters, digits and underscores, as written, with no folding at all. */
export function shingleTokens(text: string): string[] {
  return text.match(TOKEN) ?? [];
}

/** Every run of `size` tokens; a shorter list is one shingle, an empty one none. */
export function shingles(tokens: readonly string[], size = SHINGLE_WORDS): string[] {
  if (tokens.length === 0) return [];
  const count = Math.max(1, tokens.length - size + 1);
  return Array.from({ length: count }, (_, start) => tokens.slice(start, start + size).join(JOINT));
}

/** Precision and recall over the multisets of 4-word shingles of one page. */
export function shingleScore(truth: readonly string[], kept: readonly string[]): ShingleScore {
  const truthShingles = shingles(truth);
  const keptShingles = shingles(kept);
  const shared = sharedCount(countItems(truthShingles), countItems(keptShingles));
  // The benchmark first scales a page's tp, fp and fn to a sum of 1; both ratios stay what they were.
  return {
    precision: keptShingles.length === 0 ? null : shared / keptShingles.length,
    recall: truthShingles.length === 0 ? null : shared / truthShingles.length,
  };
}

/** Whole-article accuracy: 1 where both texts have the same tokens in the same order, else 0. */
export function isWholeArticle(truth: readonly string[], kept: readonly string[]): 0 | 1 {
  return truth.length === kept.length && truth.every((token, at) => token === kept[at]) ? 1 : 0;
}
