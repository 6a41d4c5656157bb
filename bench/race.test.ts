import { expect, test } from "vitest";
import { median, medianRatio, race } from "./race.ts";

test("runs every runner over every page in every pass, a few pages in turn, once it is warm", async () => {
  const calls: string[] = [];
  const runner = (name: string) => ({
    name,
    msOf: async (page: number) => calls.push(`${name}${page}`),
  });
  const laps = await race([runner("a"), runner("b")], 12, 2);
  const pass = calls.slice(-48, -24).join(" ");
  expect(pass).toBe("a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 b0 b1 b2 b3 b4 b5 b6 b7 b8 b9 a10 a11 b10 b11");
  expect(calls.slice(-24).join(" ")).toBe(pass);
  expect(calls.slice(0, 160).every((call) => call.startsWith("a"))).toBe(true);
  expect(laps.map(({ passMs }) => passMs.length)).toEqual([2, 2]);
});

test("adds up what runners in other processes say they took", async () => {
  const elsewhere = { name: "tool", msOf: (page: number) => Promise.resolve(page + 1) };
  expect(await race([elsewhere], 12, 2)).toEqual([{ name: "tool", passMs: [78, 78] }]);
});

test("compares times of the same pass", () => {
  const yardstick = { name: "parse5", passMs: [10, 100, 10] };
  expect(medianRatio({ name: "x", passMs: [15, 150, 30] }, yardstick)).toBe(1.5);
});

test("takes the middle, or the mean of the two middles", () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([4, 1, 2, 3])).toBe(2.5);
});
