import { type Document, NODE_KIND } from "../../html/index.ts";
import type { Page } from "../../page/index.ts";
import type { NodeRooms } from "./rooms.ts";
import type { SetUp } from "./set-up.ts";
import type { WordSums } from "./word-sums.ts";

/** What a node is to the sentences: one, or a part of one whose wrapper stands for it. */
const SENTENCE = 1;
const WRAPPED = 2;

/** A page as the method sees it: counted words, possible titles and the ranges between them. */
export class Reading {
  readonly document: Document;
  readonly sums: WordSums;
  readonly titles: readonly number[];
  readonly rooms: NodeRooms;
  readonly #rangeOf: Int32Array;
  readonly #isListed: Uint8Array;
  readonly #sentences: Uint8Array;

  constructor(
    page: Page,
    sums: WordSums,
    titles: readonly number[],
    { roles, rooms }: Pick<SetUp, "roles" | "rooms">,
  ) {
    this.document = page.document;
    this.sums = sums;
    this.titles = titles;
    this.rooms = rooms;
    this.#isListed = roles.listed;
    this.#rangeOf = findRanges(titles, rooms.zeros("ranges", page.document.size + 1));
    this.#sentences = new Uint8Array(page.document.size);
    this.#markSentences(page.leaves, roles.wrapping);
  }

  /** The range a node begins in: 0 before the first possible title, then one after each. */
  rangeOf(node: number): number {
    return this.#rangeOf[node]!;
  }

  /** Whether a node is a non-link sentence or stands for one: only these can be the most possible paragraph. */
  isSentence(node: number): boolean {
    return this.#sentences[node] === SENTENCE;
  }

  /**
   * Whether a node can be a related node (3.4, condition 2) of one in its place: it or its parent is text or in the tag
   * list. Reading: it stands in one range as a whole and is no possible title.
   */
  isRelated(node: number): boolean {
    const { kind, tag, parent } = this.document;
    if (!this.#isInOneRange(node)) return false;
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

  #isInOneRange(node: number): boolean {
    return this.#rangeOf[node] === this.#rangeOf[this.document.end[node]!];
  }

  /**
   * Deviation (`inline`): a sentence that is a span or a bold line as a whole stands where its wrapper does. On pages
   * that wrap every sentence so, no paragraph would be related to any other. A wrapper around a possible title stands
   * in two ranges, and so for nothing.
   */
  #markSentences({ count, node: leafNode, anchor }: Page["leaves"], wrappers: Uint8Array): void {
    const { tag, parent } = this.document;
    const marks = this.#sentences;
    for (let leaf = 0; leaf < count; leaf++) {
      let node = leafNode[leaf]!;
      if (this.wordsIn(node) === 0 || anchor[leaf]! >= 0) continue;
      // A wrapper that is marked already was climbed to before: deep nests of them are climbed once.
      while (marks[node] === 0 && wrappers[tag[parent[node]!]!] === 1 && this.#isInOneRange(parent[node]!)) {
        marks[node] = WRAPPED;
        node = parent[node]!;
      }
      if (marks[node] === 0) marks[node] = SENTENCE;
    }
  }
}

/** For every node, and for the end of the page, how many possible titles stand before it. */
function findRanges(titles: readonly number[], rangeOf: Int32Array): Int32Array {
  for (const title of titles) rangeOf[title + 1] = 1;
  for (let node = 1; node < rangeOf.length; node++) rangeOf[node]! += rangeOf[node - 1]!;
  return rangeOf;
}
