import { expect, test } from "vitest";
import * as UNITS from "./unit-runs.data.ts";
import { eachUnit, fillUnits, sameUnits } from "./unit-sets.ts";

/** The units whose one character matches, halves of pairs left out. */
function unitsOf(pattern: RegExp): number[] {
  return Array.from({ length: 65536 }, (_, unit) => unit).filter(
    (unit) => (unit < 0xd800 || unit > 0xdfff) && pattern.test(String.fromCharCode(unit)),
  );
}

const SETS = [
  ["letters", UNITS.letters, /\p{L}/u],
  ["marks", UNITS.marks, /\p{M}/u],
  ["numbers", UNITS.numbers, /\p{N}/u],
  ["spaces", UNITS.spaces, /\s/u],
  ["blanks", UNITS.blanks, /[\s\p{C}]/u],
  ["signs", UNITS.signs, /[^\p{L}\p{M}\p{N}]/u],
  ["capitals", UNITS.capitals, /\p{Changes_When_Lowercased}/u],
  ["smallLetters", UNITS.smallLetters, /\p{Changes_When_Uppercased}/u],
] as const;

test.runIf(process.versions.unicode === UNITS.unicode).each(SETS)(
  "has the %s that the engine has: npm run units (needs the same Unicode)",
  (_, set, pattern) => {
    const found: number[] = [];
    eachUnit(set, (unit) => found.push(unit));
    expect(found).toEqual(unitsOf(pattern));
  },
);

test("fills the units of a set and no others", () => {
  const table = new Uint8Array(65536).fill(1);
  fillUnits(table, UNITS.numbers, 7);
  expect([table[0x30], table[0x39], table[0x3a], table[0x41]]).toEqual([7, 7, 1, 1]);
});

test("gives every unit itself, in a table of the caller's own", () => {
  sameUnits().fill(0);
  expect(sameUnits().every((own, unit) => own === unit)).toBe(true);
});
