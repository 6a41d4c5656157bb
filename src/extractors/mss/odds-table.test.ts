import { expect, test } from "vitest";
import { CountTable } from "../../model/index.ts";
import { OddsTable, UNSEEN } from "./odds-table.ts";

const TOTALS = { inside: 100, outside: 200 };

/** Features with counts of 1 outside, and 1, 2, 3... inside; what is asked of them, one by one and all at once. */
function oddsOf(hashes: readonly number[]): (asked: readonly number[]) => readonly number[] {
  const counts = hashes.map((hash, at) => ({ hash, inside: at + 1, outside: 1 }));
  const table = new OddsTable(new CountTable(counts), TOTALS, 1e-6);
  return (asked) => {
    const all = new Float64Array(asked.length);
    table.weighAll(Int32Array.from(asked), asked.length, all);
    expect([...all]).toEqual(asked.map((hash) => table.weigh(hash)));
    return [...all];
  };
}

test("gives how much likelier a feature is outside than inside, and knows what it does not hold", () => {
  const odds = oddsOf([7, -7, 0]);
  expect(odds([7, -7, 0, 7])).toEqual([0.5, 0.25, 1 / 200 / (3 / 100), 0.5]);
  expect(odds([1, 8, -8])).toEqual([UNSEEN, UNSEEN, UNSEEN]);
  expect(oddsOf([7, -7])([0])).toEqual([UNSEEN]);
});

test("takes what was never seen on one side for as rare as the clamp says", () => {
  const table = new CountTable([{ hash: 5, inside: 0, outside: 20 }]);
  expect(new OddsTable(table, TOTALS, 0.01).weigh(5)).toBeCloseTo(10);
});

test("gives what odds are worth where it is told", () => {
  const table = new CountTable([{ hash: 5, inside: 10, outside: 10 }]);
  const chances = new OddsTable(table, TOTALS, 0.01, (odds) => 1 / (1 + odds));
  expect([chances.weigh(5), chances.even]).toEqual([expect.closeTo(2 / 3), 0.5]);
});

test("finds all that it holds where hashes crowd on one place", () => {
  const crowd = Array.from({ length: 100 }, (_, at) => at << 16);
  const odds = oddsOf(crowd);
  expect(odds(crowd)).toEqual(crowd.map((_, at) => 1 / 200 / ((at + 1) / 100)));
  expect(odds([100 << 16])).toEqual([UNSEEN]);
});

test("holds nothing where the table is empty", () => {
  expect(oddsOf([])([0, 1])).toEqual([UNSEEN, UNSEEN]);
});
