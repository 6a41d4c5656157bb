import { copyOf } from "../text/index.ts";

const NOT_INK = /[^\p{L}\p{N}]+/gu;
const NOT_ASCII_INK = /[^a-z0-9]+/g;
const ASCII = /^[\0-\x7f]*$/;

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

/** Whether two texts may have one key, by their first letters: most differ there, and need no folding. */
export function mayShareKey(one: string, other: string): boolean {
  const [first, second] = [firstInk(one), firstInk(other)];
  return first === second || !isAsciiLetter(first) || !isAsciiLetter(second);
}

/** The first unit that is no ASCII space, letters in lower case. */
function firstInk(text: string): number {
  let at = 0;
  while (text.charCodeAt(at) <= 0x20) at++;
  return text.charCodeAt(at) | 0x20;
}

function isAsciiLetter(code: number): boolean {
  return code >= 0x61 && code <= 0x7a;
}

function fold(text: string): string {
  // Most headlines of most pages; the way for all characters takes six times as long.
  if (ASCII.test(text)) return text.toLowerCase().replace(NOT_ASCII_INK, "");
  return text.normalize("NFKC").toLowerCase().replace(NOT_INK, "");
}
