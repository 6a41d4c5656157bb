import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { binMatrix, findEdges, type TrainingMatrix } from "./matrix.ts";

function columnOf(values: readonly number[]): TrainingMatrix {
  const rows = new Float32Array(values.length).fill(1);
  return { names: ["column"], values: Float32Array.from(values), labels: rows, weights: rows };
}

function codesOf(values: readonly number[]): readonly number[] {
  const matrix = columnOf(values);
  return Array.from(binMatrix(matrix, findEdges(matrix)).codes);
}

describe("bins", () => {
  test("hold one value each where there are few, and one more is for missing ones", () => {
    expect(codesOf([3, -1, Number.NaN, 3, 7.5, -1])).toEqual([1, 0, 3, 1, 2, 0]);
  });

  test("keep neighbouring floats apart", () => {
    const next = 1 + 2 ** -23;
    expect(codesOf([1, next, 1 + 2 ** -22, -0, 0, 1e38, -1e38])).toEqual([2, 3, 4, 1, 1, 5, 0]);
  });

  test("hold about as many rows each, and a frequent value does not starve the rest", () => {
    const rare = Array.from({ length: 2540 }, (_, at) => at + 1);
    const codes = codesOf([...new Array<number>(50_000).fill(0), ...rare]);
    expect(Math.max(...codes)).toBe(254);
    const sizes = new Map<number, number>();
    for (const code of codes) sizes.set(code, (sizes.get(code) ?? 0) + 1);
    expect(sizes.get(0)).toBe(50_000);
    sizes.delete(0);
    expect(Math.max(...sizes.values())).toBeLessThanOrEqual(11);
  });

  test("agree with the edges: a value is below the edge of its own bin and of none before", () => {
    const value = fc.oneof(fc.float({ noDefaultInfinity: true, max: 2 ** 100, min: -(2 ** 100) }), fc.nat(9));
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 600 }), (values) => {
        const matrix = columnOf(values);
        const edges = findEdges(matrix);
        const { codes } = binMatrix(matrix, edges);
        matrix.values.forEach((found, row) => {
          const below = edges[0]!.findIndex((edge) => found < edge);
          expect(codes[row]).toBe(Number.isNaN(found) ? edges[0]!.length : below);
        });
      }),
      { numRuns: 50 },
    );
  });
});
