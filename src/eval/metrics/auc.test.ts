import { describe, expect, test } from "vitest";
import { areaUnderCurve } from "./auc.ts";

const forecasts = (...pairs: [number, boolean][]) => pairs.map(([chance, isTrue]) => ({ chance, isTrue }));

describe("the area under the curve", () => {
  test("is 1 where every true one has the higher chance", () => {
    expect(areaUnderCurve(forecasts([0.9, true], [0.2, false], [0.8, true], [0.7, false]))).toBe(1);
  });

  test("counts a pair in the wrong order as lost", () => {
    expect(areaUnderCurve(forecasts([0.9, true], [0.2, false], [0.6, true], [0.7, false]))).toBe(0.75);
  });

  test("counts a pair of the same chance as half won", () => {
    expect(areaUnderCurve(forecasts([0.5, true], [0.5, false]))).toBe(0.5);
  });

  test("is unknown where one kind is missing", () => {
    expect(areaUnderCurve(forecasts([0.5, true], [0.7, true]))).toBeNull();
  });
});
