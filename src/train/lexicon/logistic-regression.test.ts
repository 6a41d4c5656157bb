import { describe, expect, test } from "vitest";
import { fitLogistic, type SparseRows } from "./logistic-regression.ts";

/** Rows of one column each, and how often they were seen with 0 and with 1. */
function countedRows(
  counts: readonly (readonly [column: number, zeros: number, ones: number])[],
): SparseRows {
  const column = counts.flatMap(([at]) => [at, at]);
  return {
    columns: Math.max(...column) + 1,
    firstEntry: Int32Array.from({ length: column.length + 1 }, (_, row) => row),
    column: Int32Array.from(column),
    value: new Float32Array(column.length).fill(1),
    target: Float32Array.from(column, (_, row) => row % 2),
    weight: Float32Array.from(counts.flatMap(([, zeros, ones]) => [zeros, ones])),
  };
}

const FREE = { l2: 0, maxIterations: 200 };

describe("logistic regression", () => {
  test("finds the log odds of what it counts", () => {
    // Without a cost each column's own odds come out: 1 to 3 and 4 to 1.
    const [first, second, bias] = fitLogistic(
      countedRows([
        [0, 3, 1],
        [1, 2, 8],
      ]),
      FREE,
    );
    expect(first! + bias!).toBeCloseTo(Math.log(1 / 3), 2);
    expect(second! + bias!).toBeCloseTo(Math.log(4), 2);
  });

  test("keeps weights small where they cost, and the bias free", () => {
    const rows = countedRows([
      [0, 30, 10],
      [1, 5, 15],
    ]);
    const dear = fitLogistic(rows, { l2: 1000, maxIterations: 200 });
    expect(Math.abs(dear[0]!)).toBeLessThan(0.001);
    // 25 ones to 35 zeros in all.
    expect(dear[2]).toBeCloseTo(Math.log(25 / 35), 2);
  });

  test("stays finite where a column tells everything", () => {
    const fitted = fitLogistic(
      countedRows([
        [0, 0, 10],
        [1, 10, 0],
      ]),
      { l2: 1e-3, maxIterations: 200 },
    );
    expect(fitted.every(Number.isFinite)).toBe(true);
    expect(fitted[0]).toBeGreaterThan(1);
    expect(fitted[1]).toBeLessThan(-1);
  });

  test("has nothing to say of no rows", () => {
    const none = countedRows([[0, 0, 0]]);
    expect(Array.from(fitLogistic(none, { l2: 1e-3, maxIterations: 5 }))).toEqual([0, 0]);
  });
});
