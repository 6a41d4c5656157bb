import { expect, test } from "vitest";
import { CountTable, TableReader, TableWriter } from "../../model/index.ts";
import { ScratchArena } from "../../text/index.ts";
import { OddsTable } from "./odds-table.ts";

const TOTALS = { inside: 100, outside: 200 };

/** Features with counts of 1 outside, and 1, 2, 3... inside; what is asked of them, alone and among others. */
function oddsOf(hashes: readonly number[]): (hash: number) => number | undefined {
  const counts = hashes.map((hash, at) => ({ hash, inside: at + 1, outside: 1 }));
  const table = OddsTable.of(new CountTable(counts), { totals: TOTALS, clamp: 1e-6 });
  return (hash) => {
    const index = table.find(hash);
    const all = Int32Array.of(...hashes, hash);
    table.findAll(all, all.length, new ScratchArena());
    expect([...all]).toEqual([...hashes, hash].map((each) => table.find(each)));
    return index === 0 ? undefined : table.values[index];
  };
}

test("gives how much likelier a feature is outside than inside, and knows what it does not hold", () => {
  const odds = oddsOf([7, -7, 0]);
  expect([7, -7, 0].map(odds)).toEqual([0.5, 0.25, 1 / 200 / (3 / 100)]);
  expect([1, 8, -8].map(odds)).toEqual([undefined, undefined, undefined]);
});

test("gives chances to be inside where odds to begin with are given", () => {
  const table = new CountTable([{ hash: 5, inside: 10, outside: 60 }]);
  const { values } = OddsTable.of(table, { totals: TOTALS, clamp: 1e-6, prior: 2 });
  expect([...values]).toEqual([1 / 3, expect.closeTo(1 / 7)]);
});

test("takes what was never seen on one side for as rare as the clamp says", () => {
  const table = new CountTable([{ hash: 5, inside: 0, outside: 20 }]);
  const { values } = OddsTable.of(table, { totals: TOTALS, clamp: 0.01 });
  expect([...values]).toEqual([1, expect.closeTo(10)]);
});

test("finds all that it holds where hashes crowd on one place", () => {
  const crowd = Array.from({ length: 100 }, (_, at) => at << 16);
  const odds = oddsOf(crowd);
  expect(crowd.map(odds)).toEqual(crowd.map((_, at) => 1 / 200 / ((at + 1) / 100)));
  expect(odds(100 << 16)).toBeUndefined();
});

test("is as it was after it was written down, unless it has crowds", () => {
  const table = new CountTable([1, 2, 3].map((hash) => ({ hash, inside: hash, outside: 1 })));
  const file = new TableWriter();
  const written = OddsTable.of(table, { totals: TOTALS, clamp: 1e-6, prior: 1 });
  written.store(file);
  const { bytes, stamp } = file.finish();
  const read = OddsTable.restore(TableReader.of(bytes, stamp)!);
  expect(read).toEqual(written);
  expect([1, 2, 3, 4].map((hash) => read.find(hash))).toEqual([1, 2, 3, 0]);
  const crowd = Array.from({ length: 100 }, (_, at) => ({ hash: at << 16, inside: 1, outside: 1 }));
  const crowded = OddsTable.of(new CountTable(crowd), { totals: TOTALS, clamp: 1e-6 });
  expect(() => crowded.store(file)).toThrow("crowds");
});

test("holds nothing where the table is empty", () => {
  expect(oddsOf([])(0)).toBeUndefined();
});
