import { expect, test } from "vitest";
import { errorByChance } from "./verdict.ts";

test("forecasts that are right show a smaller calibration error the more of them there are", () => {
  const few = Array.from({ length: 20 }, (_, at) => ({ chance: (at % 10) / 10 + 0.05, isTrue: true }));
  const many = Array.from({ length: 100 }, () => few).flat();
  expect(errorByChance(few)).toBeGreaterThan(0.15);
  expect(errorByChance(many)).toBeLessThan(0.04);
  expect(errorByChance(many)).toBeGreaterThan(0.01);
});

test("certain forecasts have no error by chance", () => {
  expect(errorByChance([{ chance: 1, isTrue: false }])).toBe(0);
});
