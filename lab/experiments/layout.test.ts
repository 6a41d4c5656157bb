import { describe, expect, test } from "vitest";
import { rankCorrelation } from "./layout.ts";

describe("rank correlation", () => {
  test("is 1 for any two lists in the same order", () => {
    expect(rankCorrelation([1, 2, 3, 4], [10, 11, 500, 501])).toBe(1);
  });
  test("is -1 for opposite orders", () => {
    expect(rankCorrelation([1, 2, 3], [9, 5, 1])).toBe(-1);
  });
  test("gives equal values their mean rank", () => {
    expect(rankCorrelation([1, 1, 2], [1, 2, 3])).toBeCloseTo(Math.sqrt(3) / 2);
  });
  test("is 1 where neither list varies, 0 where only one does", () => {
    expect(rankCorrelation([5, 5], [7, 7])).toBe(1);
    expect(rankCorrelation([5, 5], [7, 8])).toBe(0);
  });
});
