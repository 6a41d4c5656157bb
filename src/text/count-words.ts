/** What a UTF-16 unit is to a word counter: nothing, part of a word, or a word by itself. */
const GAP = 0;
const PART = 1;
const WHOLE = 2;
/** Kana, Han and Thai: scripts written without spaces. */
const WHOLE_WORD_RANGES = [
  [0x3040, 0x30ff],
  [0x3400, 0x4dbf],
  [0x4e00, 0x9fff],
  [0xf900, 0xfaff],
  [0x0e00, 0x0e7f],
] as const;
let classes: Uint8Array | undefined;

/** How many words a range of a text has, as `words` counts them up to rare signs, without making a string. */
export function countWordsIn(text: string, start: number, end: number): number {
  classes ??= classifyUnits();
  let count = 0;
  let inWord = false;
  for (let at = start; at < end; at++) {
    const unit = classes[text.charCodeAt(at)];
    if (unit === PART) {
      if (!inWord) count++;
      inWord = true;
    } else {
      if (unit === WHOLE) count++;
      inWord = false;
    }
  }
  return count;
}

function classifyUnits(): Uint8Array {
  const table = new Uint8Array(65536);
  const letter = /[\p{L}\p{N}\p{M}_]/u;
  for (let code = 0; code < 65536; code++) table[code] = letter.test(String.fromCharCode(code)) ? PART : GAP;
  // Both halves of a letter beyond the first plane are parts; soft hyphens and zero-width marks do not end a word.
  table.fill(PART, 0xd800, 0xe000);
  for (const code of [0xad, 0x200b, 0x200c, 0x200d, 0x200e, 0x200f, 0xfeff]) table[code] = PART;
  for (const [from, to] of WHOLE_WORD_RANGES) table.fill(WHOLE, from, to + 1);
  return table;
}
