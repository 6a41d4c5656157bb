import { expect, test } from "vitest";
import { foldTitle } from "../../sets/index.ts";
import { authorSet, titleExact } from "./author-set.ts";

test("authors are a set: order, case and spacing do not count, a missing or added one does", () => {
  expect(authorSet(["Ana Ruiz", "Bo Lind"], ["bo  lind", "Ana Ruiz"])).toBe(1);
  expect(authorSet(["Ana Ruiz", "Bo Lind"], ["Ana Ruiz"])).toBe(0);
  expect(authorSet(["Ana Ruiz"], ["Ana Ruiz", "Bo Lind"])).toBe(0);
  expect(authorSet(["Ana Ruiz"], [])).toBe(0);
});

test("a label without authors asks nothing", () => {
  expect(authorSet([], ["Ana Ruiz"])).toBeNull();
  expect(authorSet([" "], [])).toBeNull();
});

test("titles are equal whatever the case, quotes, dashes and spaces", () => {
  expect(foldTitle(" “Quay” –  it’s\u00a0OPEN ")).toBe("'quay' - it's open");
  expect(titleExact("“Quay” – it’s open", '"quay" - it\'s  Open')).toBe(1);
  expect(titleExact("It´s a 5″ pipe", "It's a 5\" pipe")).toBe(1);
  expect(titleExact("ﬁnal soft\u00adly", "final softly")).toBe(1);
});

test("titles differ by a word, a site's name or absence", () => {
  expect(titleExact("Quay opens", "Quay opens - Harbour News")).toBe(0);
  expect(titleExact("Quay opens", null)).toBe(0);
  expect(titleExact("スーパー", "ス-パ-")).toBe(0);
});

test("a label without a title asks nothing", () => {
  expect(titleExact(null, "Quay")).toBeNull();
  expect(titleExact("  ", "Quay")).toBeNull();
});
