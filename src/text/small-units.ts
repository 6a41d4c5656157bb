import { capitals } from "./unit-runs.data.ts";
import { eachUnit, sameUnits } from "./unit-sets.ts";

/** No letter and no mark: what stands on its two sides is changed by itself. */
const BETWEEN = "\uffff";
let small: Uint16Array | undefined;

/** A table that gives every UTF-16 unit itself, and capitals as small letters; to be changed where another is wanted. */
export function smallUnits(): Uint16Array {
  small ??= lowerCapitals();
  return small.slice();
}

function lowerCapitals(): Uint16Array {
  const units: number[] = [];
  eachUnit(capitals, (unit) => units.push(unit));
  const table = sameUnits();
  changeUnits(table, units, (text) => text.toLowerCase());
  return table;
}

/** Puts into a table what units become. All in one text: changed one by one, they take longer than a page. */
export function changeUnits(
  table: Uint16Array,
  units: readonly number[],
  change: (text: string) => string,
): void {
  const text = change(units.map((unit) => String.fromCharCode(unit)).join(BETWEEN));
  let from = 0;
  for (const unit of units) {
    table[unit] = text.charCodeAt(from);
    from = text.indexOf(BETWEEN, from) + 1;
  }
}
