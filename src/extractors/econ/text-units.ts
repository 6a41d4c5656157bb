import { UNIT_COUNT } from "../../text/index.ts";

/** What a UTF-16 unit adds: one character of text, and perhaps one to the paper's punc-num. */
export const INK = 1;
/** The bit of units that the paper counts as punctuation. */
export const PUNCTUATION = 2;

/** Periods and commas, and their counterparts in Chinese, Japanese and Arabic. In numbers too: the paper does not exclude them. */
const MARKS = [".", ",", "。", "，", "、", "．", "､", "｡", "،", "۔"] as const;

/** White space and control characters, each range up to the one behind its last; a test keeps them equal to `hasInk`. */
const SPACES = [
  [0x00, 0x21],
  [0xa0, 0xa1],
  [0x1680, 0x1681],
  [0x2000, 0x200c],
  [0x2028, 0x202a],
  [0x202f, 0x2030],
  [0x205f, 0x2060],
  [0x3000, 0x3001],
  [0xfeff, 0xff00],
] as const;

let units: Uint8Array | undefined;

/** What every unit adds. A table: a processor that guesses where words end guesses wrong. */
export function textUnits(): Uint8Array {
  units ??= classifyUnits();
  return units;
}

function classifyUnits(): Uint8Array {
  const table = new Uint8Array(UNIT_COUNT).fill(INK);
  for (const [from, to] of SPACES) table.fill(0, from, to);
  for (const mark of MARKS) table[mark.charCodeAt(0)]! |= PUNCTUATION;
  return table;
}
