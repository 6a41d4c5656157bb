import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sharedLength } from "./shared-length.ts";
import { textOnlyScore } from "./text-only-score.ts";

/** The textbook table, as the oracle. */
function tableLength(a: readonly string[], b: readonly string[]): number {
  let above = new Array<number>(b.length + 1).fill(0);
  for (const word of a) {
    const row = [0];
    b.forEach((other, at) => {
      row.push(word === other ? above[at]! + 1 : Math.max(above[at + 1]!, row[at]!));
    });
    above = row;
  }
  return above[b.length] ?? 0;
}

describe("the longest common subsequence", () => {
  test("is that of the textbook table for any two lists", () => {
    const list = fc.array(fc.constantFrom("a", "b", "c", "d", "e"), { maxLength: 130 });
    fc.assert(
      fc.property(list, list, (a, b) => {
        expect(sharedLength(a, b)).toBe(tableLength(a, b));
      }),
      { seed: 7, numRuns: 300 },
    );
  });

  test("of two lists of 50,000 words is found, and of two without end refused", () => {
    const a = Array.from({ length: 50_000 }, (_, at) => `w${at % 997}`);
    const b = Array.from({ length: 50_000 }, (_, at) => `w${(at * 7) % 1009}`);
    expect(sharedLength(a, b)).toBeGreaterThan(0);
    const long = new Array<string>(200_000).fill("a");
    expect(sharedLength(long, ["b", ...long, "c"])).toBeNull();
  });
});

describe("CleanEval's text-only score", () => {
  test("is the paper's 1 - 1/3 for 'the dog barked' and 'the dog'", () => {
    // two aligned words and one inserted: distance 1, three operations
    expect(textOnlyScore(["the", "dog"], ["the", "dog", "barked"])).toBeCloseTo(2 / 3, 12);
  });

  test("counts a changed word as a removal and an insertion", () => {
    // the red dog / the old dog: 2 aligned, 1 removed, 1 inserted: 1 - 2/4
    expect(textOnlyScore(["the", "red", "dog"], ["the", "old", "dog"])).toBe(0.5);
  });

  test("minds the order", () => {
    // a b c / c a b: "a b" aligned, c removed and inserted: 1 - 2/4
    expect(textOnlyScore(["a", "b", "c"], ["c", "a", "b"])).toBe(0.5);
  });

  test("is whole for two empty texts and nothing for one", () => {
    expect(textOnlyScore([], [])).toBe(1);
    expect(textOnlyScore(["a"], [])).toBe(0);
  });
});
