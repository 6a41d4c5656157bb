import { describe, expect, test } from "vitest";
import { alignSequences } from "./align-sequences.ts";

/** An alignment as rows of letters; capitals are matches, dots stand for nothing. */
function aligned(a: string, b: string): string {
  const pairs = alignSequences({
    lengthA: a.length,
    lengthB: b.length,
    isAlike: (one, other) => a[one] === b[other],
  });
  const row = (text: string, side: "a" | "b") =>
    pairs
      .map((pair) => (pair.isMatch ? text[pair[side]]?.toUpperCase() : (text[pair[side]] ?? ".")))
      .join("");
  return `${row(a, "a")} ${row(b, "b")}`;
}

describe("an alignment", () => {
  test.each([
    ["abcd", "abcd", "ABCD ABCD"],
    ["abxd", "abyd", "ABxD AByD"],
    ["abd", "abcd", "AB.D ABcD"],
    ["nxyzf", "nwf", "NxyzF N..wF"],
    ["", "ab", ".. ab"],
    ["ab", "", "ab .."],
    ["", "", " "],
  ])("of %s and %s has the least distance", (a, b, expected) => {
    expect(aligned(a, b)).toBe(expected);
  });

  test("of two pages of 2,000 segments is found in bounded time and holds each segment once", () => {
    const length = 2000;
    const pairs = alignSequences({ lengthA: length, lengthB: length, isAlike: (a, b) => a % 7 === b % 5 });
    expect(pairs.filter(({ a }) => a >= 0)).toHaveLength(length);
    expect(pairs.filter(({ b }) => b >= 0)).toHaveLength(length);
  });
});
