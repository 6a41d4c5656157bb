import { describe, expect, test } from "vitest";
import { HashIds, hashText, joinHashes } from "./hash.ts";
import { ScratchArena } from "./scratch-arena.ts";

test("gives the numbers that stored models know, once and for all", () => {
  expect(["", "ferry", "渡轮"].map(hashText)).toEqual([1947474976, 205788084, 1954224341]);
  expect(joinHashes(1, 2)).toBe(1055813154);
});

test("gives 32-bit whole numbers that differ for 100,000 texts but for a few", () => {
  const seen = new Set<number>();
  for (let number = 0; number < 100_000; number++) seen.add(hashText(`word ${number}`));
  // By chance about one pair of 100,000 texts shares one of 2^32 values.
  expect(seen.size).toBeGreaterThan(99_990);
  for (const hash of [...seen].slice(0, 100)) expect(hash).toBe(hash | 0);
});

test("tells the order of what it joins", () => {
  const [a, b] = [hashText("a"), hashText("b")];
  expect(joinHashes(a, b)).not.toBe(joinHashes(b, a));
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
    const ids = HashIds.sparse(3, new ScratchArena());
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
