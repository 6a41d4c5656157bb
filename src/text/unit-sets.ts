/** How many UTF-16 units there are. */
export const UNIT_COUNT = 0x10000;
/** Halves of pairs; a pattern must not take two of them for one letter. */
const FIRST_HALF = 0xd800;
const LAST_HALF = 0xdfff;
const NO_CHARACTER = 0xffff;
/** Han, Hangul syllables, halves and private use: in any set are all of a range or none, so that its first stands for it. */
const ALIKE = [
  [0x3400, 0x4db5],
  [0x4e00, 0x9fa5],
  [0xac00, 0xd7a3],
  [FIRST_HALF, LAST_HALF],
  [0xe000, 0xf8ff],
] as const;

/** A text to search for sets: all units but those that another one stands for. */
interface Samples {
  readonly text: string;
  /** The first unit that each sample stands for, and one more for the end. */
  readonly firsts: Uint32Array;
}
let samples: Samples | undefined;
/** What was found, by pattern: a search takes longer than a page, and several tables ask for letters. */
const searched = new Map<string, readonly number[]>();

/** Puts a value at every UTF-16 unit of a set, given as a pattern for runs of it; halves of pairs are of no set. */
export function fillUnits(table: Uint8Array, runs: RegExp, value: number): void {
  eachRun(runs, (from, to) => table.fill(value, from, to));
}

/** Calls back for every UTF-16 unit of a set, given as a pattern for runs of it. */
export function eachUnit(runs: RegExp, see: (unit: number) => void): void {
  eachRun(runs, (from, to) => {
    for (let unit = from; unit < to; unit++) see(unit);
  });
}

/** A table that gives every UTF-16 unit itself, to be changed where another is wanted. */
export function sameUnits(): Uint16Array {
  const table = new Uint16Array(UNIT_COUNT);
  for (let unit = 0; unit < UNIT_COUNT; unit++) table[unit] = unit;
  return table;
}

function eachRun(runs: RegExp, see: (from: number, to: number) => void): void {
  let bounds = searched.get(runs.source);
  if (bounds === undefined) {
    bounds = searchRuns(runs);
    searched.set(runs.source, bounds);
  }
  for (let at = 0; at < bounds.length; at += 2) see(bounds[at]!, bounds[at + 1]!);
}

/** Where the runs begin and end. One search through all units is much faster than a test of each. */
function searchRuns(runs: RegExp): readonly number[] {
  samples ??= makeSamples();
  const { text, firsts } = samples;
  const bounds: number[] = [];
  for (const match of text.matchAll(runs)) {
    bounds.push(firsts[match.index]!, firsts[match.index + match[0].length]!);
  }
  return bounds;
}

function makeSamples(): Samples {
  const firsts = new Uint32Array(UNIT_COUNT + 1);
  let count = 0;
  let next = 0;
  for (const [from, to] of [...ALIKE, [UNIT_COUNT, UNIT_COUNT] as const]) {
    while (next <= from) firsts[count++] = next++;
    next = to + 1;
  }
  const units = Uint16Array.from(firsts.subarray(0, count - 1));
  units[units.indexOf(FIRST_HALF)] = NO_CHARACTER;
  return { text: new TextDecoder("utf-16le").decode(units), firsts: firsts.subarray(0, count) };
}
