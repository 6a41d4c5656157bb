import { expect, test } from "vitest";
import { median, medianRatio, race } from "./race.ts";

test("runs every runner over every page in every pass, some pages in turn, once it is warm", async () => {
  const calls: string[] = [];
  const runner = (name: string, ms: number) => ({
    name,
    msOf: async (first: number, end: number) => {
      calls.push(`${name}${first}-${end}`);
      return ms;
    },
  });
  const laps = await race([runner("a", 1500), runner("b", 9000)], 32, 2);
  const warm = ["a0-32", "a0-32", "a0-32", "b0-32"];
  const pass = ["a0-20", "b0-20", "a20-32", "b20-32"];
  expect(calls).toEqual([...warm, ...pass, ...pass]);
  expect(laps).toEqual([
    { name: "a", passMs: [3000, 3000] },
    { name: "b", passMs: [18_000, 18_000] },
  ]);
});

test("compares times of the same pass", () => {
  const yardstick = { name: "parse5", passMs: [10, 100, 10] };
  expect(medianRatio({ name: "x", passMs: [15, 150, 30] }, yardstick)).toBe(1.5);
});

test("takes the middle, or the mean of the two middles", () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([4, 1, 2, 3])).toBe(2.5);
});
