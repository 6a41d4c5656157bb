const SPACES = /[\s\u200b\ufeff]+/g;
const SPACE = 0x20;

/** Runs of white space as one space, none at the ends. */
export function foldSpaces(text: string): string {
  if (isFolded(text)) return text;
  // Most of the others need it only at the ends.
  const inner = text.trim();
  return isFolded(inner) ? inner : inner.replace(SPACES, " ").trim();
}

/** Whether a text has only single spaces between words: most have, and the check is faster than folding. */
function isFolded(text: string): boolean {
  let before = SPACE;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code <= SPACE) {
      if (code !== SPACE || before === SPACE) return false;
    } else if (code >= 0xa0 && isWideSpace(code)) return false;
    before = code;
  }
  return before !== SPACE || text === "";
}

/** Whether a range of a text holds anything but white space; no substring is made. */
export function hasInk(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    // Most of a page is ASCII: one comparison for its white space, one for its ink.
    if (code <= 0x20) continue;
    if (code < 0xa0 || !isWideSpace(code)) return true;
  }
  return false;
}

/** How many UTF-16 units of a range of a text are not white space; no substring is made. */
export function countInk(text: string, start: number, end: number): number {
  let count = 0;
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code > 0x20 && (code < 0xa0 || !isWideSpace(code))) count++;
  }
  return count;
}

/** The part of `SPACES` beyond ASCII; a test keeps the two equal. */
function isWideSpace(code: number): boolean {
  if (code < 0x2000) return code === 0xa0 || code === 0x1680;
  if (code <= 0x205f)
    return code <= 0x200b || code === 0x2028 || code === 0x2029 || code === 0x202f || code === 0x205f;
  return code === 0x3000 || code === 0xfeff;
}

/**
 * Invisible code units that no output may hold: control characters other than white space, soft hyphens, zero-width spaces,
 * byte-order marks, noncharacters, and direction overrides, which can make one name read as another. The joiners U+200C and
 * U+200D and the marks U+200E and U+200F stay: Persian words, emoji and mixed lines need them.
 */
const INVISIBLE_UNITS =
  /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u00ad\u200b\u202a-\u202e\u2060\u2066-\u2069\ufeff\ufdd0-\ufdef\ufffe\uffff]/g;
const SURROGATE = /[\ud800-\udfff]/;
/** Lone surrogates, and pairs that are noncharacters: the last two code points of every plane. */
const BROKEN_PAIRS = /[\p{Cs}\p{Noncharacter_Code_Point}]/gu;

/** Text without invisible characters that no output may hold; white space stays as it is. */
export function dropUnseen(text: string): string {
  const seen = text.replace(INVISIBLE_UNITS, "");
  return SURROGATE.test(seen) ? seen.replace(BROKEN_PAIRS, "") : seen;
}
