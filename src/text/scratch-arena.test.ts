import { describe, expect, test } from "vitest";
import { ScratchArena } from "./scratch-arena.ts";

const LARGE = 2 ** 20;

describe("a scratch arena", () => {
  test("is zero for every page, whatever the one before wrote", () => {
    for (let page = 0; page < 3; page++) {
      const scratch = new ScratchArena();
      const given = [scratch.bytes(3), scratch.ints(5), scratch.floats(2), scratch.doubles(4)];
      for (const numbers of given) expect(numbers.every((number) => number === 0)).toBe(true);
      for (const numbers of given) numbers.fill(7);
      expect(given.map((numbers) => numbers.length)).toEqual([3, 5, 2, 4]);
      expect(given.every((numbers) => numbers.every((number) => number === 7))).toBe(true);
      scratch.release();
    }
  });

  test("reuses the buffer of one that was released", () => {
    const one = new ScratchArena();
    const { buffer } = one.ints(1);
    expect(new ScratchArena().ints(1).buffer).not.toBe(buffer);
    one.release();
    expect(new ScratchArena().ints(1).buffer).toBe(buffer);
    expect(new ScratchArena().ints(1).buffer).not.toBe(buffer);
  });

  test("released twice goes to one page", () => {
    const one = new ScratchArena();
    one.release();
    const two = new ScratchArena();
    one.release();
    expect(new ScratchArena().ints(1).buffer).not.toBe(two.ints(1).buffer);
  });

  test("is as large as a page needs, and larger for the next", () => {
    const one = new ScratchArena();
    const numbers = one.bytes(LARGE).fill(7);
    expect([numbers.length, one.ints(2).length]).toEqual([LARGE, 2]);
    one.release();
    expect(new ScratchArena().bytes(1).buffer.byteLength).toBeGreaterThan(LARGE);
  });

  test("is not kept where a page needs very much", () => {
    const one = new ScratchArena();
    one.ints(1);
    one.bytes(LARGE * 100);
    one.release();
    expect(new ScratchArena().bytes(1).buffer.byteLength).toBeLessThanOrEqual(LARGE * 2);
  });
});
