import { foldSpaces, rememberWords, stopWords, words } from "../../text/index.ts";
import { makeStem, type Stem } from "../../text/stem.ts";

/** A text that labels the nodes below it, or links to a page. */
export interface LabelNode {
  readonly text: string;
  /** Absolute; only addresses of the page's own registrable domain. */
  readonly url?: string;
  /** Of an entry of a menu: what the elements around it are called, as bits of `MENU_MARKS`. */
  readonly marks?: number;
  readonly children: readonly LabelNode[];
}

/** Longer texts are sentences: section names of more than four words are rare in all languages of the made-up sites. */
const MAX_LABEL_WORDS = 4;
const MAX_LABEL_CHARACTERS = 40;
/** A shorter text that links to a story is a button or a kicker. */
const MIN_TITLE_WORDS = 4;
const UNSPACED =
  /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]/;
const LETTER = /\p{L}/u;
/** An entry of an index from A to Z; a single character of other scripts may be a word. */
const INDEX_LETTER = /^[\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Greek}\p{sc=Arabic}\p{sc=Hebrew}]$/u;
/** Words that stems would make another one of: "News" is not the plural of "New", nor "US" of "U". */
const UNSTEMMED = new Set(["news", "us", "arts"]);
/** With fewer words left, stop words stay: "About us" is not "US". */
const MIN_CONTENT_WORDS = 2;

/** The lower-case words of a short text; scripts without spaces are segmented. */
export function labelWords(text: string): string[] {
  const folded = text.normalize("NFKC").toLowerCase();
  if (!UNSPACED.test(folded)) return words(folded);
  const segments = new Intl.Segmenter("und", { granularity: "word" }).segment(folded);
  return [...segments].filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment);
}

/** Whether a text is short enough to name a section. */
export function isLabel(text: string): boolean {
  if (text.length > MAX_LABEL_CHARACTERS || !LETTER.test(text) || INDEX_LETTER.test(text)) return false;
  const count = labelWords(text).length;
  return count > 0 && count <= MAX_LABEL_WORDS;
}

/** Whether a text is long enough to be the title of a story. */
export function isTitle(text: string): boolean {
  return labelWords(text).length >= MIN_TITLE_WORDS;
}

/** A key that is equal for spellings that differ in case, white space and surrounding punctuation. */
export function labelKey(text: string): string {
  return labelWords(foldSpaces(text)).join(" ");
}

/** Returns the sorted stems of a label in its language, each once, without stop words if enough words are left. */
export type LabelStems = (text: string, language: string | undefined) => string[];

/** Makes a label stemmer that sets each language up once. */
export function makeLabelStems(): LabelStems {
  const known = new Map<string, { readonly stem: Stem; readonly skipped: ReadonlySet<string> }>();
  return (text, language) => {
    const code = language ?? "";
    const reader = known.get(code) ?? {
      stem: rememberWords(makeStem(language)),
      skipped: new Set(stopWords(language)),
    };
    known.set(code, reader);
    const all = labelWords(text);
    const stem = (word: string) => (UNSTEMMED.has(word) ? word : reader.stem(word));
    const content = all.filter((word) => !reader.skipped.has(word));
    return [...new Set((content.length >= MIN_CONTENT_WORDS ? content : all).map(stem))].sort();
  };
}

/** The Jaccard index of two sets of stems. */
export function jaccard(a: readonly string[], b: readonly string[]): number {
  const shared = a.filter((stem) => b.includes(stem)).length;
  const all = a.length + b.length - shared;
  return all === 0 ? 0 : shared / all;
}
