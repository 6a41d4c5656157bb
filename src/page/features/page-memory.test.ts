import { describe, expect, test } from "vitest";
import { PageMemory } from "./page-memory.ts";

const LARGE = 2 ** 20;

describe("the memory of a page", () => {
  test("is zero for every page, whatever the one before wrote", () => {
    for (let page = 0; page < 3; page++) {
      const memory = new PageMemory();
      const given = [memory.bytes(3), memory.ints(5), memory.floats(2), memory.doubles(4)];
      for (const numbers of given) expect(numbers.every((number) => number === 0)).toBe(true);
      for (const numbers of given) numbers.fill(7);
      expect(given.map((numbers) => numbers.length)).toEqual([3, 5, 2, 4]);
      expect(given.every((numbers) => numbers.every((number) => number === 7))).toBe(true);
      memory.giveBack();
    }
  });

  test("goes to the next page once it is given back", () => {
    const one = new PageMemory();
    const { buffer } = one.ints(1);
    expect(new PageMemory().ints(1).buffer).not.toBe(buffer);
    one.giveBack();
    expect(new PageMemory().ints(1).buffer).toBe(buffer);
    expect(new PageMemory().ints(1).buffer).not.toBe(buffer);
  });

  test("given back twice goes to one page", () => {
    const one = new PageMemory();
    one.giveBack();
    const two = new PageMemory();
    one.giveBack();
    expect(new PageMemory().ints(1).buffer).not.toBe(two.ints(1).buffer);
  });

  test("is as large as a page needs, and larger for the next", () => {
    const one = new PageMemory();
    const numbers = one.bytes(LARGE).fill(7);
    expect([numbers.length, one.ints(2).length]).toEqual([LARGE, 2]);
    one.giveBack();
    expect(new PageMemory().bytes(1).buffer.byteLength).toBeGreaterThan(LARGE);
  });

  test("is not kept where a page needs very much", () => {
    const one = new PageMemory();
    one.ints(1);
    one.bytes(LARGE * 100);
    one.giveBack();
    expect(new PageMemory().bytes(1).buffer.byteLength).toBeLessThanOrEqual(LARGE * 2);
  });
});
