import { expect, test } from "vitest";
import { mixTrees, type Weighing } from "./mix-trees.ts";

function fixed(expected: number, ...added: readonly number[]): Weighing {
  return {
    names: added.map((_, at) => `feature ${at}`),
    expected,
    scoreRow: () => added.reduce((sum, one) => sum + one, expected),
    contributions: () => Float64Array.from(added),
  };
}

test.each([
  [0.5, 0.375, [0.25, 0.625]],
  [1, -0.5, [0, 1.5]],
  [0.25, 0.8125, [0.375, 0.1875]],
])("two ensembles with a weight of %d for the other still add up to the score", (weight, score, added) => {
  const mixed = mixTrees(fixed(1, 0.5, -0.25), fixed(-2, 0, 1.5), weight);
  const row = new Float32Array(2);
  expect(mixed.scoreRow(row, 0)).toBe(score);
  expect([...mixed.contributions(row, 0)]).toEqual(added);
  expect(mixed.contributions(row, 0).reduce((sum, one) => sum + one, mixed.expected)).toBe(score);
});
