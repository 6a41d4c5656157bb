import { copyOf } from "../text/index.ts";

const NOT_INK = /[^\p{L}\p{N}]+/gu;
const NOT_ASCII_INK = /[^a-z0-9]+/g;
const ASCII = /^[\0-\x7f]*$/;
const ASCII_INK = /[a-z0-9]/i;
const LAST_ASCII = 0x7f;
/** By ASCII unit what stands for it in a key, 0 where nothing does. */
const ASCII_KEYS = Uint8Array.from({ length: LAST_ASCII + 1 }, (_, code) => {
  return fold(String.fromCharCode(code)).charCodeAt(0);
});

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
  let shared = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code > LAST_ASCII) return headlineKey(text) === key;
    const folded = ASCII_KEYS[code]!;
    if (folded === 0) continue;
    if (folded !== key.charCodeAt(shared)) {
      // An accent may follow that makes it another letter.
      return text.charCodeAt(at + 1) > LAST_ASCII && headlineKey(text) === key;
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

function fold(text: string): string {
  // Most headlines of most pages; the way for all characters takes six times as long.
  if (ASCII.test(text)) return text.toLowerCase().replace(NOT_ASCII_INK, "");
  return text.normalize("NFKC").toLowerCase().replace(NOT_INK, "");
}
