import { INVISIBLE } from "./invisible.ts";

const INVISIBLES = new RegExp(`[${String.fromCharCode(...INVISIBLE)}]`, "g");
/** A word; in scripts written without spaces each character is one. */
export const WORD =
  /[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u0e00-\u0e7f]|(?:(?![\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u0e00-\u0e7f])[\p{L}\p{N}_])+/gu;

/** The words of a text as every metric counts them: NFKC, lower case, a Han, kana or Thai character each a word. */
export function words(text: string): string[] {
  return text.normalize("NFKC").toLowerCase().replace(INVISIBLES, "").match(WORD) ?? [];
}

/** How many words a text has. */
export function countWords(text: string): number {
  return words(text).length;
}
