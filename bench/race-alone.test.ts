import { expect, test } from "vitest";
import { raceAlone } from "./race-alone.ts";

test("tells a runner's time as a multiple of the yardstick's, by page and by size", async () => {
  const yardstick = {
    name: "parse5",
    msOf: (first: number, end: number) => Promise.resolve(10 * (end - first)),
  };
  const runner = { name: "fused", msOf: (first: number, end: number) => Promise.resolve(5 * (end - first)) };
  const line = await raceAlone(runner, { yardstick, pageCount: 40, megabytes: 8, passes: 3 });
  expect(line.replaceAll(/\s+/g, " ").trim()).toBe("fused 0.500x parse5 5.00 ms a page 40.0 MB/s");
});
