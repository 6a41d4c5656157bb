const QUOTE = 0x22;
const APOSTROPHE = 0x27;
const OPEN = 0x28;
const CLOSE = 0x29;
const BACKSLASH = 0x5c;

/** Cuts a value where `isCut` says so, outside brackets and quotes; empty pieces are left out. */
export function splitOutside(text: string, isCut: (code: number) => boolean): string[] {
  const pieces: string[] = [];
  let depth = 0;
  let quote = 0;
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) at++;
    else if (quote !== 0) quote = code === quote ? 0 : quote;
    else if (code === QUOTE || code === APOSTROPHE) quote = code;
    else if (code === OPEN) depth++;
    else if (code === CLOSE) depth = Math.max(0, depth - 1);
    else if (depth === 0 && isCut(code)) {
      if (at > start) pieces.push(text.slice(start, at));
      start = at + 1;
    }
  }
  if (start < text.length) pieces.push(text.slice(start));
  return pieces;
}

/** Whether a character is white space in CSS. */
export function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d);
}

/** The words of a value. */
export function wordsOf(text: string): string[] {
  return splitOutside(text, isSpace);
}

/** The parts of a value between commas. */
export function commaParts(text: string): string[] {
  return splitOutside(text, (code) => code === 0x2c).map((part) => part.trim());
}
