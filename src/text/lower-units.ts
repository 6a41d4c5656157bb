import { LateTable } from "./late-table.ts";
import { sameUnits } from "./unit-sets.ts";

/** Capitals of ASCII and Latin-1: each is a fixed step from its small letter, in every word. */
const CAPITALS = [
  [0x41, 0x5a],
  [0xc0, 0xd6],
  [0xd8, 0xde],
] as const;
const CASE_STEP = 0x20;

/** Every UTF-16 unit, with the capitals of ASCII and Latin-1 as small letters. */
export const LOWER_UNITS = /* @__PURE__ */ new LateTable(lowerCapitals);

function lowerCapitals(): Uint16Array {
  const units = sameUnits();
  for (const [first, last] of CAPITALS) {
    for (let unit = first; unit <= last; unit++) units[unit] = unit + CASE_STEP;
  }
  return units;
}
