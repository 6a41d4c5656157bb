import * as UNITS from "./character-classes.data.ts";
import { fillUnits, INVISIBLE, UNIT_COUNT } from "./character-classes.ts";
import { STOP_WORDS } from "./stop-words.data.ts";

const INVISIBLES = new RegExp(`[${String.fromCharCode(...INVISIBLE)}]`, "g");
/** A word; in scripts written without spaces each character is one. */
export const WORD =
  /[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u0e00-\u0e7f]|(?:(?![\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u0e00-\u0e7f])[\p{L}\p{N}_])+/gu;

/** Any unit that NFKC may change into other letters; most Western texts have none. */
const MAYBE_FOLDED = /[^\0-\x7f\xa0\xa3\xa7\xa9\xab\xae\xb0\xb7\xbb\xbf-\xff\u2010-\u2016\u2018-\u2026]/;
/** A word of such a text in lower case. */
const WESTERN_WORD = /[a-z0-9_\xdf-\xf6\xf8-\xff]+/g;

/** The words of a text as every metric counts them: NFKC, lower case, a Han, kana or Thai character each a word. */
export function words(text: string): string[] {
  if (!MAYBE_FOLDED.test(text)) return text.toLowerCase().match(WESTERN_WORD) ?? [];
  return dropInvisible(text.normalize("NFKC").toLowerCase()).match(WORD) ?? [];
}

/** Text without soft hyphens, zero-width marks and byte-order marks. */
export function dropInvisible(text: string): string {
  return text.replace(INVISIBLES, "");
}

/** How many words a text has. */
export function countWords(text: string): number {
  return words(text).length;
}

/** The class of a code unit for counting words: a gap, part of a word, a word by itself, or silent (it continues what it follows). */
const GAP = 0;
const PART = 1;
const WHOLE = 2;
const WHOLE_SHIFT = 1;
const SILENT = 3;
/** Kana, Han and Thai: scripts written without spaces. */
const WHOLE_WORD_RANGES = [
  [0x3040, 0x30ff],
  [0x3400, 0x4dbf],
  [0x4e00, 0x9fff],
  [0xf900, 0xfaff],
  [0x0e00, 0x0e7f],
] as const;
const UNDERSCORE = 0x5f;
/** High surrogates of U+1F000 to U+1FBFF. */
const FIRST_EMOJI_SURROGATE = 0xd83c;
const LAST_EMOJI_SURROGATE = 0xd83e;
let classes: Uint8Array | undefined;

/** How many words a range of a text has without making a string; differs from `words` only in rare signs and combining marks. */
export function countWordsIn(text: string, start: number, end: number): number {
  classes ??= classifyUnits();
  const table = classes;
  let count = 0;
  let before = GAP;
  for (let at = start; at < end; at++) {
    const unit = table[text.charCodeAt(at)]!;
    if (unit === SILENT) continue;
    // Sums instead of branches, which would be mispredicted at the end of every word.
    count += (unit & ~before & PART) + (unit >> WHOLE_SHIFT);
    before = unit;
  }
  return count;
}

function classifyUnits(): Uint8Array {
  const table = new Uint8Array(UNIT_COUNT);
  table.fill(GAP);
  fillUnits(table, UNITS.marks, SILENT);
  fillUnits(table, UNITS.letters, PART);
  fillUnits(table, UNITS.numbers, PART);
  table[UNDERSCORE] = PART;
  // Surrogate pairs: the first half distinguishes letters from emoji, the second follows it.
  table.fill(PART, 0xd800, 0xdc00);
  table.fill(GAP, FIRST_EMOJI_SURROGATE, LAST_EMOJI_SURROGATE + 1);
  table.fill(SILENT, 0xdc00, 0xe000);
  for (const code of INVISIBLE) table[code] = SILENT;
  for (const [from, to] of WHOLE_WORD_RANGES) table.fill(WHOLE, from, to + 1);
  return table;
}

/** The two written forms of Norwegian share one list. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ["nb", "no"],
  ["nn", "no"],
]);

/** The articles, prepositions, conjunctions and possessives of a language; English ones if it is unknown. */
export function stopWords(language: string | undefined): readonly string[] {
  const code = languageCode(language) ?? "en";
  const name = ALIASES.get(code) ?? code;
  return hasList(name) ? STOP_WORDS[name].split(" ") : [];
}

// Looked up here instead of in a Map at import, so that bundles which only need `languageCode` leave the lists out.
function hasList(name: string): name is keyof typeof STOP_WORDS {
  return Object.hasOwn(STOP_WORDS, name);
}

/** The language of a tag such as `pt-BR` or `pt_br`: its first part in lower case. */
export function languageCode(tag: string | undefined): string | undefined {
  return tag?.split(/[-_]/, 1)[0]?.toLowerCase();
}

/** Which items of two lists are in their longest common subsequence: of `a` and of `b`, 1 for those that are. */
interface CommonItems {
  readonly inA: Uint8Array;
  readonly inB: Uint8Array;
}

/** Aligns two lists by their longest common subsequence, in a table of two bytes a pair: callers bound the lengths. */
export function commonItems(a: readonly string[], b: readonly string[]): CommonItems {
  const width = b.length + 1;
  // At i * width + j: the longest common subsequence of a from i on and b from j on.
  const lengths = new Uint16Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const at = i * width + j;
      lengths[at] =
        a[i] === b[j] ? lengths[at + width + 1]! + 1 : Math.max(lengths[at + width]!, lengths[at + 1]!);
    }
  }
  const inA = new Uint8Array(a.length);
  const inB = new Uint8Array(b.length);
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const at = i * width + j;
    if (a[i] === b[j]) {
      inA[i++] = 1;
      inB[j++] = 1;
    } else if (lengths[at + width]! >= lengths[at + 1]!) i++;
    else j++;
  }
  return { inA, inB };
}
