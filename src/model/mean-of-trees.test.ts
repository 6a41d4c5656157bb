import { expect, test } from "vitest";
import { meanOfTrees, type Weighing } from "./mean-of-trees.ts";

function fixed(expected: number, ...added: readonly number[]): Weighing {
  return {
    names: added.map((_, at) => `feature ${at}`),
    expected,
    scoreRow: () => added.reduce((sum, one) => sum + one, expected),
    contributions: () => Float64Array.from(added),
  };
}

test("two ensembles have an equal say, and their contributions still add up to the score", () => {
  const mean = meanOfTrees(fixed(1, 0.5, -0.25), fixed(-2, 0, 1.5));
  const row = new Float32Array(2);
  expect(mean.scoreRow(row, 0)).toBe(0.375);
  expect([...mean.contributions(row, 0)]).toEqual([0.25, 0.625]);
  expect(mean.contributions(row, 0).reduce((sum, one) => sum + one, mean.expected)).toBe(
    mean.scoreRow(row, 0),
  );
});
