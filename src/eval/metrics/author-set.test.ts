import { expect, test } from "vitest";
import { authorSet } from "./author-set.ts";

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
