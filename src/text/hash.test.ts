import { expect, test } from "vitest";
import { hashText, joinHashes } from "./hash.ts";

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
