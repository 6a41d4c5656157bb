import { expect, test } from "vitest";
import { SuffixTable } from "./suffix-table.ts";

const TABLE = new SuffixTable([
  ["e es", 1],
  ["tables", 2],
]);

test("finds the longest suffix of a word, whatever the order of the rows", () => {
  expect(TABLE.longest("timetables", 0)).toEqual({ suffix: "tables", rule: 2 });
  expect(TABLE.longest("tide", 0)).toEqual({ suffix: "e", rule: 1 });
  expect(TABLE.longest("ferry", 0)).toBeUndefined();
  expect(TABLE.longest("", 0)).toBeUndefined();
});

test("takes a shorter one where the longest begins too early", () => {
  expect(TABLE.longest("timetables", 5)).toEqual({ suffix: "es", rule: 1 });
  expect(TABLE.longest("timetables", 9)).toBeUndefined();
});
