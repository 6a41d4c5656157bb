import { expect, test } from "vitest";
import { FUSED_FEATURES } from "../../extractors/index.ts";
import { dropColumns, dropFamilies } from "./grow-forest.ts";

const WIDTH = FUSED_FEATURES.length;
const ROWS = new Float32Array(WIDTH * 3).fill(1);

function missing(rows: Float32Array, row: number): string[] {
  return FUSED_FEATURES.filter((_, column) => Number.isNaN(rows[row * WIDTH + column]));
}

test("a family is missing from all rows of a page, whole, and the given rows stay", () => {
  const drops = [1, 2, 3, 4, 5].map((seed) => dropFamilies(ROWS, seed, 0.3));
  for (const rows of drops) {
    expect(missing(rows, 2)).toEqual(missing(rows, 0));
    const names = missing(rows, 0).filter((name) => name.endsWith("names"));
    expect([0, 6]).toContain(names.length);
  }
  expect(new Set(drops.map((rows) => missing(rows, 0).length)).size).toBeGreaterThan(1);
  expect(missing(ROWS, 0)).toEqual([]);
});

test("nothing is missing without a chance, everything with certainty", () => {
  expect(missing(dropFamilies(ROWS, 1, 0), 0)).toEqual([]);
  expect(missing(dropFamilies(ROWS, 1, 1), 1)).toEqual([...FUSED_FEATURES]);
});

test("named features are made missing", () => {
  const rows = ROWS.slice();
  dropColumns(rows, (feature) => feature.startsWith("mss "));
  expect(missing(rows, 1)).toEqual(["mss kept", "mss distance"]);
});
