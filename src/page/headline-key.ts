import { copyOf, UNIT_COUNT } from "../text/index.ts";

const NOT_INK = /[^\p{L}\p{N}]+/gu;
const ASCII_INK = /[a-z0-9]/i;
/** Latin, Cyrillic, punctuation, kana, Han, Hangul and wide forms: units that fold alike whatever stands beside them. */
const TOLD_ALONE = [
  [0x0000, 0x024f],
  [0x0400, 0x0482],
  [0x2000, 0x206f],
  [0x3000, 0x3029],
  [0x3041, 0x3096],
  [0x309d, 0x30ff],
  [0x3400, 0x9fff],
  [0xac00, 0xd7a3],
  [0xff01, 0xff5e],
] as const;
/** Not asked yet. */
const UNKNOWN = 0xfffe;
/** Stands for several units, or only the whole text tells what for. */
const UNSURE = 0xffff;
/** By unit what stands for it in a key, 0 where nothing does; asked when it is met. */
const UNIT_KEYS = new Uint16Array(UNIT_COUNT).fill(UNKNOWN);

/** A page folds the same titles and names again and again; those of a few pages are remembered. */
const MAX_REMEMBERED = 256;
const MAX_CHARACTERS = 500;
const keys = new Map<string, string>();

/** What two spellings of one headline or name share: letters and digits only, one case, one form of each character. */
export function headlineKey(text: string): string {
  if (text.length > MAX_CHARACTERS) return fold(text);
  const known = keys.get(text);
  if (known !== undefined) return known;
  const own = copyOf(text);
  const key = fold(own);
  if (keys.size >= MAX_REMEMBERED) keys.clear();
  keys.set(own, key);
  return key;
}

/** Whether a text has a key: most differ from it in their first letters, and need no folding. */
export function hasKey(text: string, key: string): boolean {
  const { length } = text;
  let shared = 0;
  for (let at = 0; at < length; at++) {
    const folded = unitKey(text.charCodeAt(at));
    if (folded === 0) continue;
    if (folded === UNSURE) return headlineKey(text) === key;
    if (folded !== key.charCodeAt(shared)) {
      // An accent may follow that makes it another letter.
      const isLast = at + 1 === length;
      return !isLast && unitKey(text.charCodeAt(at + 1)) === UNSURE && headlineKey(text) === key;
    }
    shared++;
  }
  return shared === key.length;
}

/** Whether a text has one of some keys. A long one is folded once: it would not be remembered from key to key. */
export function hasAnyKey(text: string, some: ReadonlySet<string>): boolean {
  if (text.length > MAX_CHARACTERS) return some.has(headlineKey(text));
  for (const key of some) if (hasKey(text, key)) return true;
  return false;
}

/** Whether a text has any letter or digit, as its key would tell. */
export function hasLetters(text: string): boolean {
  return ASCII_INK.test(text) || headlineKey(text) !== "";
}

/** How many units are folded in one go. */
const PIECE_UNITS = 4_096;
const piece = new Uint16Array(PIECE_UNITS);

/** Most headlines of most pages have units that are folded one by one, in a fraction of the time. */
function fold(text: string): string {
  let key = "";
  for (let from = 0; from < text.length; from += PIECE_UNITS) {
    const count = foldPiece(text, from, Math.min(text.length, from + PIECE_UNITS));
    if (count < 0) return foldWhole(text);
    // Any list of numbers will do; spread, they would be copied one by one.
    key += String.fromCharCode.apply(null, piece.subarray(0, count) as unknown as number[]);
  }
  return key;
}

/** Writes what stands for the units of a range and says how many that are; -1 where one of them is unsure. */
function foldPiece(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at++) {
    const folded = unitKey(text.charCodeAt(at));
    if (folded === UNSURE) return -1;
    piece[count] = folded;
    count += folded === 0 ? 0 : 1;
  }
  return count;
}

function unitKey(code: number): number {
  const key = UNIT_KEYS[code]!;
  return key === UNKNOWN ? askUnitKey(code) : key;
}

function askUnitKey(code: number): number {
  const isTold = TOLD_ALONE.some(([first, last]) => code >= first && code <= last);
  const key = isTold ? foldWhole(String.fromCharCode(code)) : undefined;
  const asked = key === undefined || key.length > 1 ? UNSURE : key === "" ? 0 : key.charCodeAt(0);
  UNIT_KEYS[code] = asked;
  return asked;
}

function foldWhole(text: string): string {
  return text.normalize("NFKC").toLowerCase().replace(NOT_INK, "");
}
