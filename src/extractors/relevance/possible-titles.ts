import { type Document, TAG } from "../../html/index.ts";
import type { Page } from "../../page/index.ts";
import type { RelevanceOptions } from "./options.ts";
import type { WordSums } from "./word-sums.ts";

/** Similarity = KeyNumber² / (WordNumber x TitleKeywordNumber) (3.3). */
export function titleSimilarity(keyNumber: number, wordNumber: number, keywordCount: number): number {
  return keyNumber ** 2 / (wordNumber * keywordCount);
}

/** News title detection (3.3): the text nodes that are similar to the collected title, in document order. */
export function possibleTitles(
  { document, leaves }: Page,
  { words, keys }: WordSums,
  keywordCount: number,
  { similarity, headline }: RelevanceOptions,
): readonly number[] {
  const found: number[] = [];
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    const node = leaves.node[leaf]!;
    const keyNumber = keys[node + 1]! - keys[node]!;
    if (keyNumber === 0) continue;
    const wordNumber = words[node + 1]! - words[node]!;
    if (titleSimilarity(keyNumber, wordNumber, keywordCount) > similarity) found.push(node);
  }
  return headline ? preferHeadlines(document, found) : found;
}

/**
 * Deviation: short titles are similar to many links and bold names, each of which would end the range of the body.
 * What stands in an h1 is the title where anything does.
 */
function preferHeadlines(document: Document, titles: readonly number[]): readonly number[] {
  const headlines = titles.length < 2 ? [] : titles.filter((node) => isInHeading(document, node));
  return headlines.length > 0 ? headlines : titles;
}

/** Headings are shallow: a search to the root from each link of a deep page would not be linear. */
const MAX_STEPS = 8;

function isInHeading(document: Document, node: number): boolean {
  let at = document.parent[node]!;
  for (let step = 0; at >= 0 && step < MAX_STEPS; step++) {
    if (document.tag[at] === TAG.h1) return true;
    at = document.parent[at]!;
  }
  return false;
}
