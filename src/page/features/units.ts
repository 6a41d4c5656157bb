import { eachUnit, fillUnits, fillUnspaced, LazyTable, lowerCaseTable, UNITS } from "../../text/index.ts";

/** What a UTF-16 unit is to the features; letters and digits come first, so that one comparison finds them. */
export const UNIT = {
  lower: 0,
  upper: 1,
  letter: 2,
  digit: 3,
  unspaced: 4,
  sentence: 5,
  comma: 6,
  quote: 7,
  bracket: 8,
  bar: 9,
  colon: 10,
  rights: 11,
  ellipsis: 12,
  sign: 13,
  space: 14,
  silent: 15,
} as const;
/** How many kinds of units there are. */
export const UNIT_KINDS = 16;

/** Marks by kind, of Latin, Greek, Armenian, Arabic, Indic, Ethiopic, Khmer, Burmese and East Asian writing. */
const MARKS = [
  [
    "sentence",
    ".!?\u037e\u0589\u061f\u06d4\u0964\u0965\u104a\u104b\u1362\u1367\u1368\u17d4\u3002\uff01\uff0e\uff1f\uff61",
  ],
  ["comma", ",\u055d\u060c\u1363\u3001\ufe50\uff0c\uff64"],
  ["quote", '"\u00ab\u00bb\u2018\u201a\u201c\u201d\u201e\u201f\u300c\u300d\u300e\u300f\uff02'],
  ["bracket", "()[]{}\u3008\u3009\u300a\u300b\u3010\u3011\u3014\u3015\uff08\uff09\uff3b\uff3d"],
  [
    "bar",
    "|/\\<>+*\u00a6\u00b7\u2022\u2023\u2039\u203a\u25a0\u25aa\u25b6\u25ba\u25c0\u25cf\u2605\u2606\u30fb\uff5c",
  ],
  ["colon", ":\uff1a"],
  ["rights", "@\u00a9\u00ae\u2122"],
  ["ellipsis", "\u2026\u22ef"],
  // An apostrophe stands inside words.
  ["silent", "'\u2019\u00ad\u200b\u200c\u200d\u200e\u200f\ufeff"],
] as const;
const ARROWS = { from: 0x2190, to: 0x21ff } as const;

/** How far the kind of a unit is shifted in the table; below it stands the unit in lower case. */
export const KIND_SHIFT = 16;

/** For every UTF-16 unit its kind, a value of `UNIT`, and itself in lower case, in one number. */
export const FEATURE_UNITS = /* @__PURE__ */ new LazyTable(makeTable);

function makeTable(): Uint32Array {
  const kind = new Uint8Array(65536).fill(UNIT.sign);
  const lower = lowerCaseTable();
  fillUnits(kind, UNITS.marks, UNIT.silent);
  fillUnits(kind, UNITS.numbers, UNIT.digit);
  fillUnits(kind, UNITS.letters, UNIT.letter);
  eachUnit(UNITS.smallLetters, (unit) => {
    if (kind[unit] === UNIT.letter) kind[unit] = UNIT.lower;
  });
  eachUnit(UNITS.capitals, (unit) => {
    if (kind[unit] === UNIT.letter || kind[unit] === UNIT.lower) kind[unit] = UNIT.upper;
  });
  fillUnits(kind, UNITS.spaces, UNIT.space);
  fillUnspaced(kind, UNIT.unspaced);
  // Halves of a pair: the first stands for a letter beyond the first plane, the second goes with it.
  kind.fill(UNIT.letter, 0xd800, 0xdc00);
  kind.fill(UNIT.silent, 0xdc00, 0xe000);
  kind.fill(UNIT.bar, ARROWS.from, ARROWS.to + 1);
  for (const [name, marks] of MARKS) for (const mark of marks) kind[mark.charCodeAt(0)] = UNIT[name];
  const table = new Uint32Array(kind.length);
  // No call for each: on the first page that takes longer than all the rest here.
  for (let unit = 0; unit < table.length; unit++) table[unit] = (kind[unit]! << KIND_SHIFT) | lower[unit]!;
  return table;
}
