import { expect, test } from "vitest";
import { endOf, startOf, TextCounts } from "./block-measures.ts";

function countsOf(...texts: readonly string[]) {
  const counts = new TextCounts();
  for (const text of texts) counts.add(text, 0, text.length);
  return { ...counts };
}

test("counts letters, marks and words of any script", () => {
  expect(countsOf("Boats left, 12 of them. “Why?”")).toEqual({
    ink: 25,
    words: 6,
    capitals: 2,
    digits: 2,
    unspaced: 0,
    sentences: 2,
    commas: 1,
    quotes: 2,
    signs: 0,
  });
  expect(countsOf("渡轮，周六恢复。")).toMatchObject({
    ink: 8,
    words: 1,
    unspaced: 6,
    sentences: 1,
    commas: 1,
  });
});

test("sums texts up, and no count overflows in a long one", () => {
  expect(countsOf("a, ".repeat(10_000), "b. ")).toMatchObject({
    ink: 20_002,
    words: 10_001,
    commas: 10_000,
    sentences: 1,
  });
  expect(countsOf("船".repeat(5_000))).toMatchObject({ ink: 5_000, unspaced: 5_000 });
});

test("a word that goes on where a sum is unpacked is counted once", () => {
  expect(countsOf("a".repeat(600))).toMatchObject({ ink: 600, words: 1 });
});

test("tells how a text begins and ends, quotes and brackets apart", () => {
  const edges = (text: string) => [startOf(text, 0, text.length), endOf(text, 0, text.length)];
  expect(edges("“The tide turned.”")).toEqual(edges("Boats sail."));
  expect(edges("(more…)")[1]).not.toBe(edges("more.")[1]);
  expect(edges("")).toEqual(edges(" () "));
});
