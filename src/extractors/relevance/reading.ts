import { type Document, NODE_KIND, tagTable } from "../../html/index.ts";
import type { Page } from "../../page/index.ts";
import type { ScratchArena } from "../../text/index.ts";
import type { Keywords } from "./keywords.ts";
import type { RelevanceOptions } from "./options.ts";

/** Marks of nodes: a sentence, or a part of one whose wrapper counts in its place. */
const SENTENCE = 1;
const WRAPPED = 2;

interface ReadingParts {
  readonly sums: WordSums;
  readonly titles: readonly number[];
  readonly roles: TagRoles;
  readonly scratch: ScratchArena;
}

/** A page as the method sees it: counted words, possible titles and the ranges between them. */
export class Reading {
  readonly document: Document;
  readonly sums: WordSums;
  readonly titles: readonly number[];
  readonly scratch: ScratchArena;
  readonly #rangeOf: Int32Array;
  readonly #isListed: Uint8Array;
  readonly #sentences: Uint8Array;

  constructor(page: Page, { sums, titles, roles, scratch }: ReadingParts) {
    this.document = page.document;
    this.sums = sums;
    this.titles = titles;
    this.scratch = scratch;
    this.#isListed = roles.listed;
    this.#rangeOf = findRanges(titles, scratch.ints(page.document.size + 1));
    this.#sentences = scratch.bytes(page.document.size);
    this.#markSentences(page.leaves, roles.wrapping);
  }

  /** The range a node begins in: 0 before the first possible title, then one after each. */
  rangeOf(node: number): number {
    return this.#rangeOf[node]!;
  }

  /** Whether a node is a non-link sentence or the wrapper of one: only these can be the most possible paragraph. */
  isSentence(node: number): boolean {
    return this.#sentences[node] === SENTENCE;
  }

  /**
   * Whether a node can be a related node (3.4, condition 2) of one in its place: it or its parent is text or in the tag
   * list. Reading: it is in one range as a whole and is not a possible title.
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
   * Deviation (`inline`): a sentence that is a span or a bold line as a whole counts in the place of its wrapper. On pages
   * that wrap every sentence so, no paragraph would be related to any other. A wrapper around a possible title is
   * in two ranges, and so counts for nothing.
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

/** For every node, and for the end of the page, how many possible titles are before it. */
function findRanges(titles: readonly number[], rangeOf: Int32Array): Int32Array {
  for (const title of titles) rangeOf[title + 1] = 1;
  for (let node = 1; node < rangeOf.length; node++) rangeOf[node]! += rangeOf[node - 1]!;
  return rangeOf;
}

/** Running sums over nodes in document order: a subtree's sum is `sums[end[node]] - sums[node]`. */
export interface WordSums {
  /** WordNumber. */
  readonly words: Int32Array;
  /** KeyNumber. */
  readonly keys: Int32Array;
  /** The part of WordNumber that is link text. */
  readonly linkWords: Int32Array;
}

/** Full text analysis (3.2): steps 3 to 5, which add up the tree, are one pass of running sums. */
export function sumWords({ document, leaves }: Page, keywords: Keywords, scratch: ScratchArena): WordSums {
  const { size, kind, text, textStart, textEnd } = document;
  const words = scratch.ints(size + 1);
  const keys = scratch.ints(size + 1);
  const linkWords = scratch.ints(size + 1);
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    const node = leaves.node[leaf]!;
    if (leaves.visible[leaf] === 0 || kind[node] !== NODE_KIND.text) continue;
    keywords.read(text, textStart[node]!, textEnd[node]!);
    words[node + 1] = keywords.wordNumber;
    keys[node + 1] = keywords.keyNumber;
    if (leaves.anchor[leaf]! >= 0) linkWords[node + 1] = keywords.wordNumber;
  }
  for (let node = 1; node <= size; node++) {
    words[node]! += words[node - 1]!;
    keys[node]! += keys[node - 1]!;
    linkWords[node]! += linkWords[node - 1]!;
  }
  return { words, keys, linkWords };
}

/** Elements of the paper's list that set words in another style without parting them from the sentence around. */
const INLINE_TAGS = tagTable("a", "b", "strong", "span", "em", "font");

/** What tags are to the method, by their ids. */
export interface TagRoles {
  /** 1 for the tags of the list. */
  readonly listed: Uint8Array;
  /** 1 for those that count for a sentence they wrap. */
  readonly wrapping: Uint8Array;
}

/** The roles that options give to tags. */
export function tagRoles({ tags, inline }: Pick<RelevanceOptions, "tags" | "inline">): TagRoles {
  const listed = tagTable(...tags);
  // Only tags that the list still has: a wrapper that can be related to nothing would take its sentence with it.
  const wrapping = listed.map((isListed, id) => (inline ? isListed & INLINE_TAGS[id]! : 0));
  return { listed, wrapping };
}

/** Cells per head: the sums of the family in progress. */
const WORD_SUM = 0;
const KEY_SUM = 1;
const FIRST = 2;
const RANGE = 3;
const CELLS = 4;

/**
 * The related nodes of one range below one grandparent. Siblings and children of sibling parents are all the same nodes
 * for every sentence among them: these sentences share one possibility, which is added up once.
 */
export interface Family {
  /** The grandparent. */
  readonly head: number;
  readonly range: number;
  readonly wordSum: number;
  readonly keySum: number;
  /** The first non-link sentence. */
  readonly first: number;
}

/** Possibility = WordSum x (KeySum + 1) (3.4). */
function possibility({ wordSum, keySum }: Family): number {
  return wordSum * (keySum + 1);
}

/** Calls `visit` for every family that has a non-link sentence, in one pass over the nodes. */
export function visitFamilies(reading: Reading, visit: (family: Family) => void): void {
  const { size, parent } = reading.document;
  const sums = new FamilySums(reading.scratch.ints(size * CELLS), visit);
  for (let node = 1; node < size; node++) {
    const words = reading.wordsIn(node);
    if (words === 0) continue;
    const head = parent[parent[node]!] ?? -1;
    if (head < 0 || !reading.isRelated(node)) continue;
    sums.enter(head, reading.rangeOf(node));
    sums.add(head, words, reading.keysIn(node));
    if (reading.isSentence(node)) sums.addSentence(head, node);
  }
  for (let head = 0; head < size; head++) sums.settle(head);
}

/** The running sums of each head's family; ranges follow each other, so one at a time is enough. */
class FamilySums {
  readonly #cells: Int32Array;
  readonly #visit: (family: Family) => void;

  constructor(cells: Int32Array, visit: (family: Family) => void) {
    this.#cells = cells;
    this.#visit = visit;
  }

  enter(head: number, range: number): void {
    const at = head * CELLS;
    if (this.#cells[at + RANGE] === range) return;
    this.settle(head);
    this.#cells.fill(0, at, at + CELLS);
    this.#cells[at + RANGE] = range;
  }

  add(head: number, words: number, keys: number): void {
    this.#cells[head * CELLS + WORD_SUM]! += words;
    this.#cells[head * CELLS + KEY_SUM]! += keys;
  }

  addSentence(head: number, node: number): void {
    if (this.#cells[head * CELLS + FIRST] === 0) this.#cells[head * CELLS + FIRST] = node;
  }

  settle(head: number): void {
    const cells = this.#cells;
    const at = head * CELLS;
    const first = cells[at + FIRST]!;
    if (first === 0) return;
    this.#visit({
      head,
      range: cells[at + RANGE]!,
      wordSum: cells[at + WORD_SUM]!,
      keySum: cells[at + KEY_SUM]!,
      first,
    });
  }
}

/** News paragraph recognition (3.4): the family of the most possible paragraph; undefined on a page without sentences. */
export function mostPossible(reading: Reading, threshold: number): Family | undefined {
  let best: Family | undefined;
  let reserve: Family | undefined;
  // Situation 1: without a possible title all of the page is one range, and none is in reserve.
  const reserveRange = reading.titles.length > 0 ? 0 : -1;
  visitFamilies(reading, (family) => {
    if (family.range === reserveRange) reserve = better(reserve, family);
    else best = better(best, family);
  });
  const isEnough = best !== undefined && possibility(best) >= threshold;
  return isEnough ? best : better(best, reserve);
}

/** The more possible one; the earlier on ties. */
function better(one: Family | undefined, other: Family | undefined): Family | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  const gain = possibility(other) - possibility(one);
  return gain > 0 || (gain === 0 && other.first < one.first) ? other : one;
}
