import { expect, test } from "vitest";
import { KNOWN_NAMES, NAME } from "../tags.ts";
import { NameTable } from "./names.ts";

test("names have one number whatever their case, known ones their tag id", () => {
  const names = new NameTable();
  expect(names.idOfText("DIV")).toBe(NAME.div);
  expect(names.idOfText("foreignObject")).toBe(NAME.foreignobject);
  const own = names.idOfText("x-Part");
  expect(own).toBeGreaterThanOrEqual(KNOWN_NAMES.length);
  expect(names.idOfText("X-PART")).toBe(own);
  expect(names.nameOf(own)).toBe("x-part");
});

test("only letters of ASCII are folded", () => {
  const names = new NameTable();
  expect(names.idOfText("ÉLAN")).not.toBe(names.idOfText("élan"));
  expect(names.idOfText("[")).not.toBe(names.idOfText("{"));
});

test("names that collide in one slot stay distinct, and are found again", () => {
  // A row of signs and its opposite: every odd factor gives both the same hash (Thue and Morse).
  const opposite = (signs: string): string => signs.replace(/./g, (sign) => (sign === "a" ? "b" : "a"));
  let signs = "a";
  while (signs.length < 128) signs += opposite(signs);
  const nameAt = (at: number): string =>
    at.toString(2).padStart(9, "0").replaceAll("0", opposite(signs)).replaceAll("1", signs);
  const names = new NameTable();
  const ids = Array.from({ length: 500 }, (_, at) => names.idOfText(nameAt(at)));
  expect(new Set(ids).size).toBe(ids.length);
  for (let at = 0; at < 5000; at++) names.idOfText(`x${at}`);
  expect(ids.map((_, at) => names.idOfText(nameAt(at)))).toEqual(ids);
  expect(names.nameOf(ids[7]!)).toBe(nameAt(7));
});

test("long made-up names are dropped between pages, a few short ones are not", () => {
  const names = new NameTable();
  names.idOfText("x-own");
  names.forgetMany();
  expect(names.size).toBe(KNOWN_NAMES.length + 1);
  names.idOfText("x".repeat(2_000_000));
  names.forgetMany();
  expect(names.size).toBe(KNOWN_NAMES.length);
});

test("many made-up names are dropped between pages, known ones never", () => {
  const names = new NameTable();
  for (let at = 0; at < 30_000; at++) names.idOfText(`x${at}`);
  const before = names.names;
  names.forgetMany();
  expect(before.at(-1)).toBe("x29999");
  expect(names.size).toBe(KNOWN_NAMES.length);
  expect(names.idOfText("table")).toBe(NAME.table);
  expect(names.nameOf(names.idOfText("x1"))).toBe("x1");
});
