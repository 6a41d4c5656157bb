import { fillUnits, fillUnspaced, LazyTable, LOWER_UNITS, UNIT_COUNT, UNITS } from "../../text/index.ts";

/** What a UTF-16 unit is to the tokeniser. */
export const UNIT = { space: 0, letter: 1, unspaced: 2, symbol: 3, silent: 4 } as const;

const UNDERSCORE = 0x5f;
/** First halves of U+1F000 to U+1FBFF: pictures, not letters. */
const FIRST_EMOJI_HALF = 0xd83c;
const LAST_EMOJI_HALF = 0xd83e;
/** Soft hyphen, zero-width marks, byte-order mark, and the signs that choose how the one before them looks. */
const SILENT = [0xad, 0x200b, 0x200c, 0x200d, 0x200e, 0x200f, 0xfeff, 0xfe0e, 0xfe0f];

/** How far the class of a unit is shifted in the table; below it stands the unit in lower case. */
export const CLASS_SHIFT = 16;
/** The bits of the table that hold the unit in lower case. */
export const LOWER_MASK = 0xffff;

/** For every UTF-16 unit its class, a value of `UNIT`, and itself in lower case, in one number. */
export const TOKEN_UNITS = /* @__PURE__ */ new LazyTable(makeTable);

function makeTable(): Uint32Array {
  const classes = classify();
  const lower = LOWER_UNITS.table;
  const table = new Uint32Array(classes.length);
  for (let unit = 0; unit < table.length; unit++)
    table[unit] = (classes[unit]! << CLASS_SHIFT) | lower[unit]!;
  return table;
}

function classify(): Uint8Array {
  const table = new Uint8Array(UNIT_COUNT).fill(UNIT.symbol);
  fillUnits(table, UNITS.blanks, UNIT.space);
  for (const set of [UNITS.letters, UNITS.numbers, UNITS.marks]) fillUnits(table, set, UNIT.letter);
  table[UNDERSCORE] = UNIT.letter;
  fillUnspaced(table, UNIT.unspaced);
  table.fill(UNIT.letter, 0xd800, 0xdc00);
  table.fill(UNIT.symbol, FIRST_EMOJI_HALF, LAST_EMOJI_HALF + 1);
  table.fill(UNIT.silent, 0xdc00, 0xe000);
  for (const unit of SILENT) table[unit] = UNIT.silent;
  return table;
}
