import { type Document, NODE_KIND, tagTable } from "../../html/index.ts";
import type { Page } from "../../page/index.ts";
import type { RelevanceOptions } from "./options.ts";
import type { WordSums } from "./word-sums.ts";

/** Elements that set words in another style without parting them from the sentence around. */
const INLINE_TAGS = tagTable(
  ...(["a", "b", "strong", "span", "em", "font", "i", "u", "big", "small", "tt", "abbr", "cite"] as const),
);

/** A page as the method sees it: counted words, possible titles and the ranges between them. */
export class Reading {
  readonly document: Document;
  readonly sums: WordSums;
  readonly titles: readonly number[];
  /** 1 for nodes that are a non-link sentence or its outermost wrapper: only these can be the most possible paragraph. */
  readonly isSentence: Uint8Array;
  readonly #rangeOf: Int32Array;
  readonly #isListed: Uint8Array;

  constructor(page: Page, sums: WordSums, titles: readonly number[], options: RelevanceOptions) {
    this.document = page.document;
    this.sums = sums;
    this.titles = titles;
    this.#isListed = tagTable(...options.tags);
    this.#rangeOf = findRanges(page.document.size, titles);
    this.isSentence = findSentences(page, sums, options.inline);
  }

  /** The range a node begins in: 0 before the first possible title, then one after each. */
  rangeOf(node: number): number {
    return this.#rangeOf[node]!;
  }

  /**
   * Whether a node can be a related node (3.4, condition 2) of one in its place: it or its parent is text or in the tag
   * list. Reading: it stands in one range as a whole and is no possible title.
   */
  isRelated(node: number): boolean {
    const { kind, tag, parent, end } = this.document;
    if (this.#rangeOf[node] !== this.#rangeOf[end[node]!]) return false;
    if (kind[node] === NODE_KIND.text) return true;
    return this.#isListed[tag[node]!] === 1 || this.#isListed[tag[parent[node]!]!] === 1;
  }

  wordsIn(node: number): number {
    return this.sums.words[this.document.end[node]!]! - this.sums.words[node]!;
  }

  keysIn(node: number): number {
    return this.sums.keys[this.document.end[node]!]! - this.sums.keys[node]!;
  }

  linkWordsIn(node: number): number {
    return this.sums.linkWords[this.document.end[node]!]! - this.sums.linkWords[node]!;
  }
}

/** For every node, and for the end of the page, how many possible titles stand before it. */
function findRanges(size: number, titles: readonly number[]): Int32Array {
  const rangeOf = new Int32Array(size + 1);
  for (const title of titles) rangeOf[title + 1] = 1;
  for (let node = 1; node <= size; node++) rangeOf[node]! += rangeOf[node - 1]!;
  return rangeOf;
}

/**
 * Deviation (`inline`): a sentence that is a span or a bold line as a whole stands where its wrapper does. On pages
 * that wrap every sentence so, no paragraph would be related to any other.
 */
function findSentences({ document, leaves }: Page, { words }: WordSums, inline: boolean): Uint8Array {
  const { tag, parent } = document;
  const isSentence = new Uint8Array(document.size);
  const inside = 2;
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    let node = leaves.node[leaf]!;
    if (words[node + 1] === words[node] || leaves.anchor[leaf]! >= 0) continue;
    // A wrapper that is marked already was climbed to before: deep nests of them are climbed once.
    while (inline && isSentence[node] === 0 && INLINE_TAGS[tag[parent[node]!]!] === 1) {
      isSentence[node] = inside;
      node = parent[node]!;
    }
    if (isSentence[node] === 0) isSentence[node] = 1;
  }
  return isSentence;
}
