import { expect, test } from "vitest";
import { eachUnit, fillUnits } from "./unit-sets.ts";

/** The units whose one character matches, halves of pairs left out. */
function unitsOf(pattern: RegExp): number[] {
  return Array.from({ length: 65536 }, (_, unit) => unit).filter(
    (unit) => (unit < 0xd800 || unit > 0xdfff) && pattern.test(String.fromCharCode(unit)),
  );
}

test.each([
  ["letters", /\p{L}/u, /\p{L}+/gu],
  ["marks", /\p{M}/u, /\p{M}+/gu],
  ["numbers", /\p{N}/u, /\p{N}+/gu],
  ["spaces", /\s/u, /\s+/gu],
  ["private signs", /\p{Co}/u, /\p{Co}+/gu],
  ["capitals", /\p{Changes_When_Lowercased}/u, /\p{Changes_When_Lowercased}+/gu],
])("finds the %s that a test of each unit finds", (_, one, runs) => {
  const found: number[] = [];
  eachUnit(runs, (unit) => found.push(unit));
  expect(found).toEqual(unitsOf(one));
});

test("fills the units of a set and no others", () => {
  const table = new Uint8Array(65536).fill(1);
  fillUnits(table, /\p{N}+/gu, 7);
  expect([table[0x30], table[0x39], table[0x3a], table[0x41]]).toEqual([7, 7, 1, 1]);
});
