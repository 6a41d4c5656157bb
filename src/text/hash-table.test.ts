import { describe, expect, test } from "vitest";
import { fillCells, HashIds, HashTable } from "./hash-table.ts";
import { ScratchArena } from "./scratch-arena.ts";

describe("a hash table", () => {
  /** Keys of which many share a slot of a small table. */
  const KEYS = Int32Array.from({ length: 300 }, (_, at) => (at % 3 === 0 ? at << 10 : at - 150));

  test("filled with keys and values gives each key its value, and no other key one", () => {
    const cells = new Int32Array(HashTable.lengthFor(KEYS.length));
    const values = KEYS.map((_, at) => at + 1);
    expect(fillCells(cells, KEYS, values)).toBe(KEYS.length);
    const table = new HashTable(cells);
    expect([...KEYS].map((key) => table.get(key))).toEqual([...KEYS].map((_, at) => at + 1));
    expect([1 << 20, 0x7fffffff, -0x80000000].map((key) => table.get(key))).toEqual([0, 0, 0]);
  });

  test("holds what is added one by one and grows", () => {
    const table = new HashTable(new Int32Array(HashTable.lengthFor(4)));
    KEYS.forEach((key, at) => {
      if (at * 2 >= table.slots) table.grow();
      expect(table.add(key, at + 1)).toBe(true);
    });
    expect([...KEYS].map((key) => table.get(key))).toEqual([...KEYS].map((_, at) => at + 1));
    expect(new HashTable(table.cells).get(KEYS[7]!)).toBe(8);
  });

  test("walks all values of a key, and ends at the cell where the next one belongs", () => {
    const table = new HashTable(new Int32Array(HashTable.lengthFor(8)));
    for (const [key, value] of [
      [3, 1],
      [19, 2],
      [3, 3],
      [4, 4],
      [3, 5],
    ] as const)
      table.add(key, value);
    const values: number[] = [];
    let cell = table.place(3);
    for (; table.valueAt(cell) !== 0; cell = table.next(cell, 3)) values.push(table.valueAt(cell));
    expect(values).toEqual([1, 3, 5]);
    table.put(cell, 3, 9);
    expect(table.next(cell, 3)).not.toBe(cell);
    expect([table.get(19), table.get(4)]).toEqual([2, 4]);
  });

  test("with a bound refuses a key whose probe sequence is full, also when asked for the next cell", () => {
    const table = new HashTable(new Int32Array(HashTable.lengthFor(64)), 4);
    const crowd = [0, 1 << 20, 2 << 20, 3 << 20];
    expect(crowd.map((key) => table.add(key, 7))).toEqual([true, true, true, true]);
    expect([table.add(4 << 20, 7), table.place(4 << 20), table.get(4 << 20)]).toEqual([false, -1, 0]);
    expect(table.next(table.place(3 << 20), 3 << 20)).toBe(-1);
    const cells = new Int32Array(HashTable.lengthFor(64));
    expect(fillCells(cells, Int32Array.of(...crowd, 4 << 20), Int32Array.of(1, 2, 3, 4, 5), 4)).toBe(4);
  });

  test("is probed from its first slot again after its last one", () => {
    const table = new HashTable(new Int32Array(HashTable.lengthFor(4)));
    for (const key of [-1, -1 - table.slots, -1 - 2 * table.slots]) table.add(key, -key);
    expect([table.get(-1), table.get(-9), table.get(-17)]).toEqual([1, 9, 17]);
  });
});

describe("hash ids", () => {
  test("count up in the order in which hashes come, and stay", () => {
    const ids = new HashIds(4, new ScratchArena());
    expect([7, -1, 7, 0, -1].map((hash) => ids.idOf(hash))).toEqual([0, 1, 0, 2, 1]);
    expect(ids.count).toBe(3);
  });

  test("find what is there and nothing else", () => {
    const ids = new HashIds(2, new ScratchArena());
    expect(ids.find(5)).toBe(-1);
    ids.idOf(5);
    expect([ids.find(5), ids.find(5 + 1024)]).toEqual([0, -1]);
  });

  test("count the known ones of a range", () => {
    const ids = new HashIds(3, new ScratchArena());
    for (const hash of [5, -9, 5 + 2 ** 20]) ids.idOf(hash);
    expect(ids.countKnown(Int32Array.of(5, 5, 6, -9, 5 + 2 ** 21, 5), 1, 5)).toBe(2);
  });

  test("tell apart hashes of one slot", () => {
    const ids = new HashIds(8, new ScratchArena());
    const hashes = [0, 16, 32, 48];
    expect(hashes.map((hash) => ids.idOf(hash))).toEqual([0, 1, 2, 3]);
    expect(hashes.map((hash) => ids.find(hash))).toEqual([0, 1, 2, 3]);
  });

  test("probe a bounded number of slots on a page whose hashes all collide", () => {
    const ids = new HashIds(100_000, new ScratchArena());
    for (let hash = 0; hash < 50_000; hash++) ids.idOf(hash << 18);
    expect(ids.count).toBeLessThan(100);
  });

  test("find only some of the hashes that crowd on one slot, and all others", () => {
    const ids = new HashIds(4096, new ScratchArena());
    const crowd = Array.from({ length: 1000 }, (_, at) => at << 15);
    const given = crowd.map((hash) => ids.idOf(hash));
    const other = ids.idOf(12_345);
    const kept = crowd.filter((hash, at) => ids.find(hash) === given[at]);
    expect(kept.length).toBeGreaterThan(10);
    expect(kept.length).toBeLessThan(100);
    expect(crowd.filter((hash) => ids.find(hash) >= 0)).toEqual(kept);
    expect(ids.find(12_345)).toBe(other);
  });
});
