import { expect, test } from "vitest";
import { median, medianRatio, type Runner, race, raceAlone, warmUp } from "./race.ts";

/** A runner that writes down what it is asked, and takes the same time whatever that is. */
function noted(name: string, ms: number, calls: string[]): Runner {
  return {
    name,
    msOf: async (first, end) => {
      calls.push(`${name}${first}-${end}`);
      return ms;
    },
  };
}

test("runs every runner over every page in every pass, some pages in turn", async () => {
  const calls: string[] = [];
  const laps = await race([noted("a", 1, calls), noted("b", 10, calls)], 100, 2);
  const pass = ["a0-80", "b0-80", "a80-100", "b80-100"];
  expect(calls).toEqual([...pass, ...pass]);
  expect(laps).toEqual([
    { name: "a", passMs: [2, 2] },
    { name: "b", passMs: [20, 20] },
  ]);
});

test("warms a runner up by whole passes until it has worked for some seconds", async () => {
  const calls: string[] = [];
  await warmUp(noted("quick", 1500, calls), 32);
  await warmUp(noted("slow", 9000, calls), 32);
  expect(calls).toEqual(["quick0-32", "quick0-32", "quick0-32", "slow0-32"]);
});

test("compares times of the same pass", () => {
  const yardstick = { name: "parse5", passMs: [10, 100, 10] };
  expect(medianRatio({ name: "x", passMs: [15, 150, 30] }, yardstick)).toBe(1.5);
});

test("takes the middle, or the mean of the two middles", () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([4, 1, 2, 3])).toBe(2.5);
});

test("tells a runner's time as a multiple of the yardstick's, by page and by size", async () => {
  const yardstick = {
    name: "parse5",
    msOf: (first: number, end: number) => Promise.resolve(10 * (end - first)),
  };
  const runner = { name: "fused", msOf: (first: number, end: number) => Promise.resolve(5 * (end - first)) };
  const line = await raceAlone(runner, { yardstick, pageCount: 40, megabytes: 8, passes: 3 });
  expect(line.replaceAll(/\s+/g, " ").trim()).toBe("fused 0.500x parse5 5.00 ms a page 40.0 MB/s");
});
