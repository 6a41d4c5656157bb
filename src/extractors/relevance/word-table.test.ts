import { expect, test } from "vitest";
import { WORD_KIND, WordTable } from "./word-table.ts";

test("remembers the kinds of words, and the last one that was said of each", () => {
  const table = new WordTable(3);
  table.set(7, WORD_KIND.plain);
  table.set(0, WORD_KIND.stop);
  table.set(7, WORD_KIND.keyword);
  expect([7, 0, 8].map((hash) => table.get(hash))).toEqual([
    ...[WORD_KIND.keyword, WORD_KIND.stop, WORD_KIND.unknown],
  ]);
});

test("does not keep more words than it was made for", () => {
  const table = new WordTable(2);
  for (const hash of [1, 2, 3]) table.set(hash, WORD_KIND.plain);
  expect([1, 2, 3].map((hash) => table.get(hash))).toEqual([
    ...[WORD_KIND.plain, WORD_KIND.plain, WORD_KIND.unknown],
  ]);
});

test("keeps only some of the words that crowd on one slot, and all others", () => {
  const table = new WordTable(4096);
  const crowd = Array.from({ length: 1000 }, (_, at) => (at << 15) | at);
  for (const hash of crowd) table.set(hash, WORD_KIND.plain);
  table.set(12_345, WORD_KIND.keyword);
  const kept = crowd.filter((hash) => table.get(hash) === WORD_KIND.plain);
  expect(kept.length).toBeGreaterThan(10);
  expect(kept.length).toBeLessThan(100);
  expect(table.get(12_345)).toBe(WORD_KIND.keyword);
});

test.each([3, 300])("knows nothing of the words before it was cleared for %i others", (words) => {
  const table = new WordTable(3);
  for (const hash of [1, 2, 3]) table.set(hash, WORD_KIND.stop);
  table.clear(words);
  expect([1, 2, 3].map((hash) => table.get(hash))).toEqual(Array(3).fill(WORD_KIND.unknown));
  table.set(2, WORD_KIND.plain);
  expect([1, 2].map((hash) => table.get(hash))).toEqual([WORD_KIND.unknown, WORD_KIND.plain]);
});
