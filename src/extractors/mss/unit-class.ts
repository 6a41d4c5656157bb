import { fillUnits, fillUnspaced } from "../../text/index.ts";

/** What a UTF-16 unit is to the tokeniser. */
export const UNIT = { space: 0, letter: 1, unspaced: 2, symbol: 3, silent: 4 } as const;

const UNDERSCORE = 0x5f;
/** First halves of U+1F000 to U+1FBFF: pictures, not letters. */
const FIRST_EMOJI_HALF = 0xd83c;
const LAST_EMOJI_HALF = 0xd83e;
/** Soft hyphen, zero-width marks, byte-order mark, and the signs that choose how the one before them looks. */
const SILENT = [0xad, 0x200b, 0x200c, 0x200d, 0x200e, 0x200f, 0xfeff, 0xfe0e, 0xfe0f];

let classes: Uint8Array | undefined;

/** The class of every UTF-16 unit; built on first use. */
export function unitClasses(): Uint8Array {
  classes ??= classify();
  return classes;
}

function classify(): Uint8Array {
  const table = new Uint8Array(65536).fill(UNIT.symbol);
  fillUnits(table, "blanks", UNIT.space);
  for (const set of ["letters", "numbers", "marks"] as const) fillUnits(table, set, UNIT.letter);
  table[UNDERSCORE] = UNIT.letter;
  fillUnspaced(table, UNIT.unspaced);
  table.fill(UNIT.letter, 0xd800, 0xdc00);
  table.fill(UNIT.symbol, FIRST_EMOJI_HALF, LAST_EMOJI_HALF + 1);
  table.fill(UNIT.silent, 0xdc00, 0xe000);
  for (const unit of SILENT) table[unit] = UNIT.silent;
  return table;
}
