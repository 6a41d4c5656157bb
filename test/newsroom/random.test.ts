import { describe, expect, test } from "vitest";
import { makeRandom } from "./random.ts";

describe("makeRandom", () => {
  test("draws the same for the same seed", () => {
    const draws = (seed: string): number[] => Array.from({ length: 5 }, makeRandom(seed).next);
    expect(draws("a")).toEqual(draws("a"));
    expect(draws("a")).not.toEqual(draws("b"));
  });

  test("a fork does not depend on draws made before", () => {
    const used = makeRandom("a");
    used.next();
    expect(used.fork("x").next()).toBe(makeRandom("a").fork("x").next());
  });

  test("spreads draws evenly and keeps whole numbers inside their bounds", () => {
    const random = makeRandom("even");
    const counts = [0, 0, 0, 0];
    for (let i = 0; i < 4000; i += 1) counts[random.between(0, 3)]! += 1;
    for (const count of counts) expect(Math.abs(count - 1000)).toBeLessThan(120);
  });

  test("log-normal draws have the asked median and a long tail", () => {
    const random = makeRandom("tail");
    const draws = Array.from({ length: 2001 }, () => random.logNormal(9, 0.65)).sort((a, b) => a - b);
    expect(Math.abs(draws[1000]! - 9)).toBeLessThanOrEqual(1);
    expect(draws[1980]).toBeGreaterThan(25);
  });

  test("a sample has no member twice", () => {
    const sample = makeRandom("s").sample([1, 2, 3, 4, 5], 5);
    expect([...sample].sort()).toEqual([1, 2, 3, 4, 5]);
  });
});
