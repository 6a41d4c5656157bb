import { expect, test } from "vitest";
import { MOST_GROWTH, timeGrowth } from "./growth.ts";

/** A number of steps of work that no compiler removes. */
function work(steps: number): () => void {
  const cells = new Float64Array(64);
  return () => {
    for (let step = 0; step < steps; step++) cells[step & 63]! += Math.sqrt(step);
  };
}

test("tells time that grows with a task from time that grows with its square", () => {
  expect(timeGrowth(2_000_000, work)).toBeLessThan(MOST_GROWTH);
  expect(timeGrowth(1_000, (size) => work(size ** 2))).toBeGreaterThan(MOST_GROWTH);
});
