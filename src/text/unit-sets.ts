import { UNIT_RUNS } from "./unit-runs.data.ts";

/** How many UTF-16 units there are. */
export const UNIT_COUNT = 0x10000;

/** A set of UTF-16 units; halves of pairs are of none. `blanks` are spaces and controls, `signs` all but letters, marks and numbers. */
export type UnitSet = keyof typeof UNIT_RUNS;

/** Bounds by set: several tables ask for letters. */
const unpacked = new Map<UnitSet, readonly number[]>();
let ownUnits: Uint16Array | undefined;

/** Puts a value at every UTF-16 unit of a set. */
export function fillUnits(table: Uint8Array, set: UnitSet, value: number): void {
  const bounds = boundsOf(set);
  for (let at = 0; at < bounds.length; at += 2) table.fill(value, bounds[at]!, bounds[at + 1]!);
}

/** Calls back for every UTF-16 unit of a set. */
export function eachUnit(set: UnitSet, see: (unit: number) => void): void {
  const bounds = boundsOf(set);
  for (let at = 0; at < bounds.length; at += 2) {
    for (let unit = bounds[at]!; unit < bounds[at + 1]!; unit++) see(unit);
  }
}

/** A table that gives every UTF-16 unit itself, to be changed where another is wanted. */
export function sameUnits(): Uint16Array {
  ownUnits ??= countUp();
  return ownUnits.slice();
}

function countUp(): Uint16Array {
  const table = new Uint16Array(UNIT_COUNT);
  for (let unit = 0; unit < UNIT_COUNT; unit++) table[unit] = unit;
  return table;
}

/** Where the runs of a set begin and end in turn. Kept as data, since asking the engine for all units takes longer than a page. */
function boundsOf(set: UnitSet): readonly number[] {
  let bounds = unpacked.get(set);
  if (bounds === undefined) {
    let last = 0;
    bounds = UNIT_RUNS[set].split(" ").map((step) => {
      last += Number.parseInt(step, 36);
      return last;
    });
    unpacked.set(set, bounds);
  }
  return bounds;
}
