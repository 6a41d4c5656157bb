const SPACES = /[\s\u200b\ufeff]+/g;
const SPACE = 0x20;

/** Runs of white space as one space, none at the ends. */
export function foldSpaces(text: string): string {
  if (isFolded(text)) return text;
  // Of most others only the ends need it.
  const inner = text.trim();
  return isFolded(inner) ? inner : inner.replace(SPACES, " ").trim();
}

/** Whether a text has single spaces between words and no other white space: most have, and to look is faster than to fold. */
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
    // Most of a page's white space is ASCII: one comparison for it, one for Latin ink.
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

/** What `SPACES` has beyond ASCII; a test keeps the two equal. */
function isWideSpace(code: number): boolean {
  if (code < 0x2000) return code === 0xa0 || code === 0x1680;
  if (code <= 0x205f)
    return code <= 0x200b || code === 0x2028 || code === 0x2029 || code === 0x202f || code === 0x205f;
  return code === 0x3000 || code === 0xfeff;
}
