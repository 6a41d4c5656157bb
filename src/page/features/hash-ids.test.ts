import { describe, expect, test } from "vitest";
import { HashIds } from "./hash-ids.ts";
import { PageMemory } from "./page-memory.ts";

describe("hash ids", () => {
  test("count up in the order in which hashes come, and stay", () => {
    const ids = new HashIds(4, new PageMemory());
    expect([7, -1, 7, 0, -1].map((hash) => ids.idOf(hash))).toEqual([0, 1, 0, 2, 1]);
    expect(ids.count).toBe(3);
  });

  test("find what is there and nothing else", () => {
    const ids = new HashIds(2, new PageMemory());
    expect(ids.find(5)).toBe(-1);
    ids.idOf(5);
    expect([ids.find(5), ids.find(5 + 1024)]).toEqual([0, -1]);
  });

  test("count the known ones of a range", () => {
    const ids = HashIds.sparse(3, new PageMemory());
    for (const hash of [5, -9, 5 + 2 ** 20]) ids.idOf(hash);
    expect(ids.countKnown(Int32Array.of(5, 5, 6, -9, 5 + 2 ** 21, 5), 1, 5)).toBe(2);
  });

  test("tell apart hashes that fall on one place", () => {
    const ids = new HashIds(8, new PageMemory());
    const hashes = [0, 16, 32, 48];
    expect(hashes.map((hash) => ids.idOf(hash))).toEqual([0, 1, 2, 3]);
    expect(hashes.map((hash) => ids.find(hash))).toEqual([0, 1, 2, 3]);
  });

  test("search a bounded way where a page makes all hashes fall on one place", () => {
    const ids = new HashIds(100_000, new PageMemory());
    for (let hash = 0; hash < 50_000; hash++) ids.idOf(hash << 18);
    expect(ids.count).toBeLessThan(100);
  });
});
