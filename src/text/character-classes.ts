import { capitals } from "./character-classes.data.ts";

/*
 * The one place for classes of characters, by UTF-16 code unit: `UNITS` has the Unicode sets as data, the functions here turn
 * them into tables. A loop over every character of a page derives the table of the classes it asks for, and looks there once.
 */

/** How many UTF-16 code units there are: the length of a table with an entry for each. */
export const UNIT_COUNT = 0x10000;

/** Units that some writers leave in words but no reader sees: soft hyphen, zero-width marks, byte-order mark. */
export const INVISIBLE = [0xad, 0x200b, 0x200c, 0x200d, 0x200e, 0x200f, 0xfeff] as const;

/** Scripts written without spaces: Thai, Lao, Burmese, Khmer, kana, Han. */
const UNSPACED_RANGES = [
  [0x0e00, 0x0eff],
  [0x1000, 0x109f],
  [0x1780, 0x17ff],
  [0x3005, 0x3007],
  [0x3040, 0x30ff],
  [0x3400, 0x4dbf],
  [0x4e00, 0x9fff],
  [0xf900, 0xfaff],
] as const;

/** Whether a unit is a letter of ASCII. */
export function isAsciiLetter(unit: number): boolean {
  // Capitals differ in bit 5 alone.
  const lower = unit | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}

/** Whether a unit is a digit of ASCII. */
export function isAsciiDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}

/** Whether a unit is ASCII white space as the HTML standard has it: space, line feed, tab, carriage return, form feed. */
export function isAsciiSpace(unit: number): boolean {
  if (unit > 0x20) return false;
  return unit === 0x20 || unit === 0x0a || unit === 0x09 || unit === 0x0d || unit === 0x0c;
}

/** A unit in ASCII lower case. */
export function lowerAscii(unit: number): number {
  return unit >= 0x41 && unit <= 0x5a ? unit | 0x20 : unit;
}

/** Sets a value at every unit of a set, one of `UNITS`. */
export function fillUnits(table: Uint8Array, runs: string, value: number): void {
  const bounds = boundsOf(runs);
  for (let at = 0; at < bounds.length; at += 2) table.fill(value, bounds[at]!, bounds[at + 1]!);
}

/** Sets a value at every unit of a script written without spaces. */
export function fillUnspaced(table: Uint8Array, value: number): void {
  for (const [from, to] of UNSPACED_RANGES) table.fill(value, from, to + 1);
}

/** Calls back for every unit of a set, one of `UNITS`. */
export function eachUnit(runs: string, see: (unit: number) => void): void {
  const bounds = boundsOf(runs);
  for (let at = 0; at < bounds.length; at += 2) {
    for (let unit = bounds[at]!; unit < bounds[at + 1]!; unit++) see(unit);
  }
}

/** Unpacked sets, since several tables ask for letters. */
const unpacked = new Map<string, readonly number[]>();

/** Where the runs of a set begin and end in turn. Stored as data: asking the engine about every unit takes longer than extracting a page. */
function boundsOf(runs: string): readonly number[] {
  let bounds = unpacked.get(runs);
  if (bounds === undefined) {
    let last = 0;
    bounds = runs.split(" ").map((step) => {
      last += Number.parseInt(step, 36);
      return last;
    });
    unpacked.set(runs, bounds);
  }
  return bounds;
}

/** A table that is computed on first use, unless a precomputed one is put in place before. */
export class LazyTable<Table> {
  readonly #make: () => Table;
  #table: Table | undefined;

  constructor(make: () => Table) {
    this.#make = make;
  }

  get table(): Table {
    this.#table ??= this.#make();
    return this.#table;
  }

  /** Puts a precomputed table in place. */
  put(made: Table): void {
    this.#table = made;
  }
}

/** Capitals of ASCII and Latin-1: each is a fixed step from its lower case, in every word. */
const LATIN_CAPITALS = [
  [0x41, 0x5a],
  [0xc0, 0xd6],
  [0xd8, 0xde],
] as const;
const CASE_STEP = 0x20;

/** Every unit with ASCII and Latin-1 in lower case; all other units map to themselves. */
export const LOWER_UNITS = /* @__PURE__ */ new LazyTable(lowerLatinCapitals);

function lowerLatinCapitals(): Uint16Array {
  const units = identityTable();
  for (const [first, last] of LATIN_CAPITALS) {
    for (let unit = first; unit <= last; unit++) units[unit] = unit + CASE_STEP;
  }
  return units;
}

let lowerCase: Uint16Array | undefined;

/** A fresh table of every unit in lower case, for callers to adapt. */
export function lowerCaseTable(): Uint16Array {
  lowerCase ??= lowerAllCapitals();
  return lowerCase.slice();
}

function lowerAllCapitals(): Uint16Array {
  const units: number[] = [];
  eachUnit(capitals, (unit) => units.push(unit));
  const table = identityTable();
  mapUnits(table, units, (text) => text.toLowerCase());
  return table;
}

let identity: Uint16Array | undefined;

/** A fresh table that maps every unit to itself, for callers to adapt. */
export function identityTable(): Uint16Array {
  identity ??= Uint16Array.from({ length: UNIT_COUNT }, (_, unit) => unit);
  return identity.slice();
}

/** Not a letter and not a mark: the characters on its two sides do not affect each other. */
const SEPARATOR = "\uffff";

/** Sets in a table what units become. They are changed as one string: one by one takes longer than extracting a page. */
export function mapUnits(
  table: Uint16Array,
  units: readonly number[],
  change: (text: string) => string,
): void {
  const text = change(units.map((unit) => String.fromCharCode(unit)).join(SEPARATOR));
  let from = 0;
  for (const unit of units) {
    table[unit] = text.charCodeAt(from);
    from = text.indexOf(SEPARATOR, from) + 1;
  }
}

const SPACES = /[\s\u200b\ufeff]+/g;
/** Anything other than single spaces between words: most texts have none. */
const UNFOLDED = /[^\S ]| {2}|[\u200b\ufeff]|^ | $/;

/** Runs of white space as one space, none at the ends. */
export function foldSpaces(text: string): string {
  return UNFOLDED.test(text) ? text.replace(SPACES, " ").trim() : text;
}

/** Whether a range of a text holds anything but white space; no substring is made. */
export function hasInk(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    // Most of a page is ASCII: one comparison for white space, one for the rest.
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
 * Invisible code units that never reach the output: control characters other than white space, soft hyphens, zero-width spaces,
 * byte-order marks, noncharacters, and direction overrides, which can make one name read as another. The joiners U+200C and
 * U+200D and the marks U+200E and U+200F stay: Persian words, emoji and mixed lines need them.
 */
const INVISIBLE_UNITS =
  /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u00ad\u200b\u202a-\u202e\u2060\u2066-\u2069\ufeff\ufdd0-\ufdef\ufffe\uffff]/g;
const SURROGATE = /[\ud800-\udfff]/;
/** Either of them: for nearly every text this one test is enough. */
const MAYBE_UNSEEN = new RegExp(`${INVISIBLE_UNITS.source}|${SURROGATE.source}`);
/** Lone surrogates, and pairs that are noncharacters: the last two code points of every plane. */
const BROKEN_PAIRS = /[\p{Cs}\p{Noncharacter_Code_Point}]/gu;

/** Text without the invisible characters that never reach the output; white space stays as it is. */
export function dropUnseen(text: string): string {
  if (!MAYBE_UNSEEN.test(text)) return text;
  const seen = text.replace(INVISIBLE_UNITS, "");
  return SURROGATE.test(seen) ? seen.replace(BROKEN_PAIRS, "") : seen;
}
