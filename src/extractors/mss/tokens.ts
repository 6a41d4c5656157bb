import { TAGS } from "../../html/index.ts";
import type { Page } from "../../page/index.ts";
import { dropInvisible, hashText, WordNumbers } from "../../text/index.ts";
import { makeStem, type Stem, type StemLanguage, stemLanguage } from "../../text/stem.ts";

/** The paper that the methods of this folder follow. */
export const PAPER =
  "Pasternack & Roth: Extracting Article Text from the Web with Maximum Subsequence Segmentation. WWW 2009";

/** What a token is, by its code in `Tokens.kind`. */
export const TOKEN = { startTag: 0, endTag: 1, word: 2, symbol: 3 } as const;

/** Tokens of a kind up to this are tags. */
export const LAST_TAG_KIND = TOKEN.endTag;

/** A page as one sequence of tags, words and symbols (5.2): parallel arrays in document order. */
export interface Tokens {
  readonly count: number;
  /** A value of `TOKEN`. */
  readonly kind: Uint8Array;
  /** The text node of a word or symbol, the element of a tag. */
  readonly node: Int32Array;
  /** Range of a word or symbol in the document's text; 0 for tags. */
  readonly start: Int32Array;
  readonly end: Int32Array;
  /** Hash of the token's form: a tag, a stem, `1` for any number, a symbol. Undefined content for a tokeniser without forms. */
  readonly form: Int32Array;
  /** The form of the most recent unclosed tag (6.2), 0 if none is open. */
  readonly openTag: Int32Array;
  /** What was not read, in order. */
  readonly leftOut?: readonly LeftOut[];
}

/** The middle of a text node, or the inside of an element that holds only links. */
export type LeftOut =
  | {
      readonly node: number;
      /** How many times as much was left out as was read. */
      readonly times: number;
    }
  | { readonly node: number; readonly links: number };

/** An element of fewer links can be a line of the article. */
const MIN_LINKS = 3;
/** At least this many links must begin within these leaves: nested elements around one link of many leaves would each count them all. */
const MAX_LEAVES = 64;

/** Finds the elements that hold nothing but links. */
export class LinkLists {
  readonly #leaves: Page["leaves"];
  /** For every leaf, and for the end, the node of the next seen leaf that is not a link. */
  readonly #nextPlain: Int32Array;

  constructor(leaves: Page["leaves"], stop: number) {
    const { count, node, anchor, visible } = leaves;
    this.#leaves = leaves;
    this.#nextPlain = new Int32Array(count + 1);
    this.#nextPlain[count] = stop;
    for (let leaf = count - 1; leaf >= 0; leaf--) {
      const isPlain = visible[leaf] === 1 && anchor[leaf]! < 0;
      this.#nextPlain[leaf] = isPlain ? node[leaf]! : this.#nextPlain[leaf + 1]!;
    }
  }

  /** How many links an element holds, from its first leaf up to its end; 0 if there is anything else in it, or few links. */
  linksOf(first: number, end: number): number {
    const { count, node, anchor, visible } = this.#leaves;
    if (this.#nextPlain[first]! < end) return 0;
    let links = 0;
    let last = -1;
    for (let leaf = first; leaf < count && node[leaf]! < end; leaf++) {
      if (links < MIN_LINKS && leaf - first > MAX_LEAVES) return 0;
      if (visible[leaf] === 1 && anchor[leaf] !== last) links++;
      last = anchor[leaf]!;
    }
    return links < MIN_LINKS ? 0 : links;
  }
}

/** Consecutive tokens, both ends included. */
export interface Span {
  readonly first: number;
  readonly last: number;
}

/** A span from its first to its last word or symbol, as the paper's blocks are (4); undefined if it has only tags. */
export function trimTags({ kind }: Tokens, { first, last }: Span): Span | undefined {
  let from = first;
  let to = last;
  while (from <= to && kind[from]! <= LAST_TAG_KIND) from++;
  while (to >= from && kind[to]! <= LAST_TAG_KIND) to--;
  return from <= to ? { first: from, last: to } : undefined;
}

const NUMBER_FORM = hashText("1");
const UNKNOWN_TAG = "UNKNOWN";
type TagMark = "<" | "</";
const ONLY_DIGITS = /^\p{N}+$/u;
const IS_ASCII = /^[\0-\x7f]*$/;

/** What tokens are taken for (5.2): stems, `1` for numbers, tags by name, rare tags as one. */
export interface Forms {
  /** The forms of words in a language. */
  words(language: string | undefined): WordNumbers;
  /** The forms of known tags, by tag id. */
  readonly startTags: Int32Array;
  readonly endTags: Int32Array;
  startTag(name: string): number;
  endTag(name: string): number;
}

/** Forms with the given tags as the common ones; without a list every tag keeps its name. */
export function makeForms(commonTags?: ReadonlySet<string>): Forms {
  // Keyed by stemmer, of which there are few: a page can declare any string as its language.
  const languages = new Map<StemLanguage | undefined, WordNumbers>();
  const form = (mark: TagMark, name: string) =>
    tagForm(mark, (commonTags?.has(name) ?? true) ? name : UNKNOWN_TAG);
  return {
    words(language) {
      const known = stemLanguage(language);
      let forms = languages.get(known);
      if (forms === undefined) {
        const stem = makeStem(language);
        forms = new WordNumbers((word) => wordForm(word, stem));
        languages.set(known, forms);
      }
      return forms;
    },
    startTags: Int32Array.from(TAGS, (name) => form("<", name)),
    endTags: Int32Array.from(TAGS, (name) => form("</", name)),
    startTag: (name) => form("<", name),
    endTag: (name) => form("</", name),
  };
}

function wordForm(word: string, stem: Stem): number {
  const lower = word.toLowerCase();
  // Some capitals only fold after normalization: a word has one form whatever its case.
  const plain = IS_ASCII.test(word) ? lower : dropInvisible(lower.normalize("NFKC").toLowerCase());
  return ONLY_DIGITS.test(plain) ? NUMBER_FORM : hashText(stem(plain));
}

/** The form of a tag: `<` or `</` before its name. */
export function tagForm(mark: TagMark, name: string): number {
  return hashText(`${mark}${name}>`);
}
