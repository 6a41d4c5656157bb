import { expect, test } from "vitest";
import { eachUnit, fillUnits, sameUnits } from "./unit-sets.ts";

/** The units whose one character matches, halves of pairs left out. */
function unitsOf(pattern: RegExp): number[] {
  return Array.from({ length: 65536 }, (_, unit) => unit).filter(
    (unit) => (unit < 0xd800 || unit > 0xdfff) && pattern.test(String.fromCharCode(unit)),
  );
}

test.each([
  ["letters", /\p{L}/u],
  ["marks", /\p{M}/u],
  ["numbers", /\p{N}/u],
  ["spaces", /\s/u],
  ["blanks", /[\s\p{C}]/u],
  ["signs", /[^\p{L}\p{M}\p{N}]/u],
  ["capitals", /\p{Changes_When_Lowercased}/u],
  ["smallLetters", /\p{Changes_When_Uppercased}/u],
] as const)("has the %s that the engine has: npm run units", (set, pattern) => {
  const found: number[] = [];
  eachUnit(set, (unit) => found.push(unit));
  expect(found).toEqual(unitsOf(pattern));
});

test("fills the units of a set and no others", () => {
  const table = new Uint8Array(65536).fill(1);
  fillUnits(table, "numbers", 7);
  expect([table[0x30], table[0x39], table[0x3a], table[0x41]]).toEqual([7, 7, 1, 1]);
});

test("gives every unit itself, in a table of the caller's own", () => {
  sameUnits().fill(0);
  expect(sameUnits().every((own, unit) => own === unit)).toBe(true);
});
