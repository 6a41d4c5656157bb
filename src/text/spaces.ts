const SPACES = /[\s\u200b\ufeff]+/g;

/** Runs of white space as one space, none at the ends. */
export function foldSpaces(text: string): string {
  return text.replace(SPACES, " ").trim();
}

/** Whether a range of a text holds anything but white space; no substring is made. */
export function hasInk(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    // ASCII white space and NUL, no-break space, zero-width space, byte-order mark, the wide spaces.
    if (
      code > 0x20 &&
      code !== 0xa0 &&
      code !== 0x200b &&
      code !== 0xfeff &&
      code !== 0x3000 &&
      (code < 0x2000 || code > 0x200a)
    ) {
      return true;
    }
  }
  return false;
}
