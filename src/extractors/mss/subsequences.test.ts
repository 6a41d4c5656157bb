import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  maximalSubsequences,
  maximumSubsequence,
  positiveSubsequence,
  rankSubsequences,
  type Subsequence,
} from "./subsequences.ts";

/** Whole numbers, so that sums are exact. */
const SCORES = fc.array(fc.integer({ min: -4, max: 4 }), { maxLength: 40 });

function sumOf(scores: readonly number[], first: number, last: number): number {
  return scores.slice(first, last + 1).reduce((sum, score) => sum + score, 0);
}

/** The definition: the best subsequence of the range, of equals the shortest, then the same left and right of it. */
function divide(scores: readonly number[], from: number, to: number): Subsequence[] {
  let best: Subsequence | undefined;
  for (let first = from; first < to; first++) {
    for (let last = first; last < to; last++) {
      const value = sumOf(scores, first, last);
      const isShorter = best !== undefined && value === best.value && last - first < best.last - best.first;
      if (value > 0 && (best === undefined || value > best.value || isShorter)) best = { first, last, value };
    }
  }
  if (best === undefined) return [];
  return [...divide(scores, from, best.first), best, ...divide(scores, best.last + 1, to)];
}

describe("the maximum subsequence", () => {
  test("is the range with the highest sum", () => {
    expect(maximumSubsequence([-1, 2, 3, -1, 4, -9, 5])).toEqual({ first: 1, last: 4, value: 8 });
  });

  test("is one element where all are negative, and nothing where there are none", () => {
    expect(maximumSubsequence([-3, -1, -2])).toEqual({ first: 1, last: 1, value: -1 });
    expect(maximumSubsequence([])).toBeUndefined();
  });

  test("has the value that trying all ranges finds", () => {
    fc.assert(
      fc.property(SCORES, (scores) => {
        const values = scores.flatMap((_, first) =>
          scores.slice(first).map((_, length) => sumOf(scores, first, first + length)),
        );
        expect(maximumSubsequence(scores)?.value).toBe(values.length === 0 ? undefined : Math.max(...values));
      }),
    );
  });
});

describe("all maximal subsequences", () => {
  test("are those of Ruzzo and Tompa's own example", () => {
    const scores = [4, -5, 3, -3, 1, 2, -2, 2, -2, 1, 5];
    expect(maximalSubsequences(scores)).toEqual([
      { first: 0, last: 0, value: 4 },
      { first: 2, last: 2, value: 3 },
      { first: 4, last: 10, value: 7 },
    ]);
  });

  test("have the values that dividing at the best one again and again finds", () => {
    fc.assert(
      fc.property(SCORES, (scores) => {
        const values = (list: readonly Subsequence[]) =>
          list.map(({ value }) => value).toSorted((a, b) => a - b);
        expect(values(maximalSubsequences(scores))).toEqual(values(divide(scores, 0, scores.length)));
      }),
    );
  });

  test("do not touch one another, and the best of them is the maximum", () => {
    fc.assert(
      fc.property(SCORES, (scores) => {
        const all = maximalSubsequences(scores);
        all.forEach((one, index) => {
          expect(one.value).toBe(sumOf(scores, one.first, one.last));
          expect(one.first).toBeGreaterThan(all[index - 1]?.last ?? -1);
        });
        const [best] = rankSubsequences(scores, undefined, 1);
        expect(best?.value).toBe(positiveSubsequence(scores)?.value);
      }),
    );
  });
});

describe("the k best subsequences", () => {
  const scores = [1, -2, 5, -6, 3];
  const valuesOf = (chosen: Subsequence | undefined, k: number) =>
    rankSubsequences(scores, chosen, k).map(({ value }) => value);

  test("come highest first", () => {
    expect(valuesOf(undefined, 2)).toEqual([5, 3]);
    expect(valuesOf(undefined, Number.POSITIVE_INFINITY)).toEqual([5, 3, 1]);
    expect(valuesOf(undefined, 0)).toEqual([]);
  });

  test("begin with the chosen one and leave out what overlaps it, as many as there are", () => {
    expect(valuesOf({ first: 0, last: 2, value: 4 }, 2)).toEqual([4, 3]);
    expect(valuesOf({ first: 1, last: 4, value: 0 }, 2)).toEqual([0, 1]);
  });

  test.each([-1, Number.NaN])("are not counted by %d", (k) => {
    expect(() => valuesOf(undefined, k)).toThrow(expect.objectContaining({ code: "BAD_OPTION" }));
  });
});
