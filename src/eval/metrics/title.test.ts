import { expect, test } from "vitest";
import { foldTitle, titleExact } from "./title.ts";

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
