/** Arguments of one call, at most. */
const PIECE_UNITS = 8192;
/** Halves of pairs; a pattern must not take two of them for one letter. */
const FIRST_HALF = 0xd800;
const LAST_HALF = 0xdfff;
const NO_CHARACTER = 0xffff;

let allUnits: string | undefined;

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

/** One search through all units is ten times as fast as a test of each. */
function eachRun(runs: RegExp, see: (from: number, to: number) => void): void {
  allUnits ??= makeAllUnits();
  for (const match of allUnits.matchAll(runs)) see(match.index, match.index + match[0].length);
}

function makeAllUnits(): string {
  const units = Uint16Array.from({ length: 65536 }, (_, unit) => unit);
  units.fill(NO_CHARACTER, FIRST_HALF, LAST_HALF + 1);
  let text = "";
  for (let at = 0; at < units.length; at += PIECE_UNITS) {
    text += String.fromCharCode(...units.subarray(at, at + PIECE_UNITS));
  }
  return text;
}
