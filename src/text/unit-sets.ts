/** How many UTF-16 units there are. */
export const UNIT_COUNT = 0x10000;

/** Bounds by the runs they are written as: several tables ask for letters. */
const unpacked = new Map<string, readonly number[]>();
let ownUnits: Uint16Array | undefined;

/** Puts a value at every UTF-16 unit of a set, one of `UNITS`. */
export function fillUnits(table: Uint8Array, runs: string, value: number): void {
  const bounds = boundsOf(runs);
  for (let at = 0; at < bounds.length; at += 2) table.fill(value, bounds[at]!, bounds[at + 1]!);
}

/** Calls back for every UTF-16 unit of a set, one of `UNITS`. */
export function eachUnit(runs: string, see: (unit: number) => void): void {
  const bounds = boundsOf(runs);
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
