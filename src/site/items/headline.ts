import { countWords } from "../../text/index.ts";

/** Where a page announces an article, and what it calls it there. */
export interface Headline {
  /** The element that holds the title and nothing of the teaser: a heading, a link, or a block of one. */
  readonly node: number;
  readonly title: string;
  readonly target: number;
  /** The level of the heading that it is or stands in, 1 to 6; `NO_LEVEL` where it is in none. */
  readonly level: number;
}

/** One more than the level of the lowest heading. */
export const NO_LEVEL = 7;

/** Longer ones are the text of whole cards. */
const MAX_TITLE = 300;
/** Scripts without spaces, of which the word counter takes every sign for a word. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu;
/** About as many signs of those scripts make a word. */
const SIGNS_PER_WORD = 2;

const LETTER = /\p{L}/u;
/** What a script was to fill in. */
const PLACEHOLDER = /\{\{[^}]*\}\}/;

/** Whether a text has words enough for a headline, is short enough for one and no time, number or form of a text. */
export function isTitle(text: string, minWords: number): boolean {
  return (
    text.length <= MAX_TITLE && wordsOf(text) >= minWords && LETTER.test(text) && !PLACEHOLDER.test(text)
  );
}

/** The words of a text, in scripts without spaces about as many as a reader would count. */
export function wordsOf(text: string): number {
  const signs = text.match(UNSPACED)?.length ?? 0;
  return countWords(text) - signs + signs / SIGNS_PER_WORD;
}
