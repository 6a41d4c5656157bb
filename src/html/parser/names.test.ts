import { expect, test } from "vitest";
import { KNOWN_NAMES, NAME, NameTable } from "./names.ts";

test("names have one number whatever their case, known ones their tag id", () => {
  const names = new NameTable();
  expect(names.idOfText("DIV")).toBe(NAME.div);
  expect(names.idOfText("foreignObject")).toBe(NAME.foreignobject);
  const own = names.idOfText("x-Part");
  expect(own).toBeGreaterThanOrEqual(KNOWN_NAMES);
  expect(names.idOfText("X-PART")).toBe(own);
  expect(names.nameOf(own)).toBe("x-part");
});

test("only letters of ASCII are folded", () => {
  const names = new NameTable();
  expect(names.idOfText("ÉLAN")).not.toBe(names.idOfText("élan"));
  expect(names.idOfText("[")).not.toBe(names.idOfText("{"));
});

test("many made-up names are forgotten between pages, known ones never", () => {
  const names = new NameTable();
  for (let at = 0; at < 30_000; at++) names.idOfText(`x${at}`);
  names.forgetMany();
  expect(names.size).toBe(KNOWN_NAMES);
  expect(names.idOfText("table")).toBe(NAME.table);
  expect(names.nameOf(names.idOfText("x1"))).toBe("x1");
});
