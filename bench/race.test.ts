import { expect, test } from "vitest";
import { median, medianRatio, type Runner, race, raceAlone, warmUp } from "./race.ts";

/** A runner that records its questions, and always takes the same time. */
function noted(name: string, ms: number, calls: string[]): Runner {
  return {
    name,
    timeOf: async (first, end) => {
      calls.push(`${name}${first}-${end}`);
      return { cpuMs: ms, wallMs: 3 * ms };
    },
  };
}

test("runs every runner over every page in every pass, some pages in turn", async () => {
  const calls: string[] = [];
  const laps = await race([noted("a", 1, calls), noted("b", 10, calls)], 100, 2);
  const pass = ["a0-80", "b0-80", "a80-100", "b80-100"];
  expect(calls).toEqual([...pass, ...pass]);
  expect(laps).toEqual([
    { name: "a", passes: Array(2).fill({ cpuMs: 2, wallMs: 6 }) },
    { name: "b", passes: Array(2).fill({ cpuMs: 20, wallMs: 60 }) },
  ]);
});

test("warms a runner up by whole passes over many pages, or until it has worked for long", async () => {
  const calls: string[] = [];
  await warmUp(noted("quick", 1500, calls), 600);
  await warmUp(noted("slow", 15_000, calls), 600);
  expect(calls).toEqual(["quick0-600", "quick0-600", "quick0-600", "slow0-600", "slow0-600"]);
});

test("compares times of the same pass", () => {
  const laps = (name: string, ...times: readonly number[]) => ({
    name,
    passes: times.map((cpuMs, pass) => ({ cpuMs, wallMs: cpuMs * (pass + 1) })),
  });
  const yardstick = laps("parse5", 10, 100, 10);
  expect(medianRatio(laps("x", 15, 150, 30), yardstick, "cpuMs")).toBe(1.5);
  expect(medianRatio({ ...yardstick, passes: laps("x", 30, 400, 20).passes }, yardstick, "wallMs")).toBe(3);
});

test("takes the middle, or the mean of the two middles", () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([4, 1, 2, 3])).toBe(2.5);
});

test("tells a runner's time as a multiple of the yardstick's, by page and by size", async () => {
  const steady = (name: string, cpuMs: number, wallMs: number): Runner => ({
    name,
    timeOf: (first, end) => Promise.resolve({ cpuMs: cpuMs * (end - first), wallMs: wallMs * (end - first) }),
  });
  const yardstick = steady("parse5", 10, 20);
  const runner = steady("fused", 5, 14);
  const line = await raceAlone(runner, { yardstick, pageCount: 40, megabytes: 8, passes: 3 });
  expect(line.replaceAll(/\s+/g, " ").trim()).toBe(
    "fused 0.700x parse5 14.00 ms a page 14.3 MB/s, CPU 0.500x",
  );
});
