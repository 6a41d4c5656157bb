import { INVISIBLE } from "./invisible.ts";
import * as UNITS from "./unit-runs.data.ts";
import { fillUnits, UNIT_COUNT } from "./unit-sets.ts";

/** What a UTF-16 unit is to a word counter: nothing, part of a word, a word by itself, or no more than what it follows. */
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
/** First halves of U+1F000 to U+1FBFF. */
const FIRST_EMOJI_HALF = 0xd83c;
const LAST_EMOJI_HALF = 0xd83e;
let classes: Uint8Array | undefined;

/** How many words a range of a text has, as `words` counts them up to rare signs and combining marks, without making a string. */
export function countWordsIn(text: string, start: number, end: number): number {
  classes ??= classifyUnits();
  const table = classes;
  let count = 0;
  let before = GAP;
  for (let at = start; at < end; at++) {
    const unit = table[text.charCodeAt(at)]!;
    if (unit === SILENT) continue;
    // Sums, not branches, which a processor guesses wrong at the end of every word.
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
  // Beyond the first plane the first half tells letters from pictures; the second goes with it.
  table.fill(PART, 0xd800, 0xdc00);
  table.fill(GAP, FIRST_EMOJI_HALF, LAST_EMOJI_HALF + 1);
  table.fill(SILENT, 0xdc00, 0xe000);
  for (const code of INVISIBLE) table[code] = SILENT;
  for (const [from, to] of WHOLE_WORD_RANGES) table.fill(WHOLE, from, to + 1);
  return table;
}
