import { describe, expect, test } from "vitest";
import { calibrationError, reliability } from "./calibration.ts";

const many = (count: number, chance: number, truths: number) =>
  Array.from({ length: count }, (_, at) => ({ chance, isTrue: at < truths }));

describe("calibration", () => {
  test("is perfect where as many come true as was said", () => {
    expect(calibrationError([...many(10, 0.9, 9), ...many(10, 0.2, 2)])).toBeCloseTo(0, 12);
  });

  test("counts every forecast with how far its bin is off", () => {
    expect(calibrationError([...many(10, 0.9, 5), ...many(30, 0.2, 6)])).toBeCloseTo(0.1, 12);
  });

  test("is unknown without forecasts", () => {
    expect(calibrationError([])).toBeNull();
  });

  test("puts certainty into the highest bin and leaves empty bins out", () => {
    const bins = reliability([...many(2, 1, 1), ...many(1, 0.05, 0)]);
    expect(bins.map(({ from, count, share }) => [from, count, share])).toEqual([
      [0, 1, 0],
      [0.9, 2, 0.5],
    ]);
  });
});
