import { describe, expect, test } from "vitest";
import { words } from "../../text/index.ts";
import { harmonicMean, wordOverlap } from "./word-overlap.ts";

describe("word overlap", () => {
  test("counts a word as often as both texts have it", () => {
    // truth: the the ferry left the quay = {the: 3, ferry: 1, left: 1, quay: 1}, 6 words
    // kept:  the ferry ferry left       = {the: 1, ferry: 2, left: 1}, 4 words
    // shared: the min(3, 1) = 1, ferry min(1, 2) = 1, left min(1, 1) = 1, quay 0; 3 in all
    // P = 3/4, R = 3/6, F1 = 2 * .75 * .5 / (.75 + .5) = .75 / 1.25 = .6
    const overlap = wordOverlap(words("The the ferry left the quay"), words("the ferry, ferry left"));
    expect(overlap.precision).toBeCloseTo(0.75, 12);
    expect(overlap.recall).toBeCloseTo(0.5, 12);
    expect(overlap.f1).toBeCloseTo(0.6, 12);
  });

  test("reads each Han character as a word and knows no order", () => {
    // truth: 港 口 开 放, 4 words; kept: 放 开 港 口 了, 5 words; shared 4: P = 4/5, R = 1, F1 = 1.6 / 1.8 = 8/9
    const overlap = wordOverlap(words("港口开放"), words("放开港口了"));
    expect(overlap).toEqual({ precision: 0.8, recall: 1, f1: expect.closeTo(8 / 9, 12) });
  });

  test("is whole for two empty texts and nothing for one", () => {
    expect(wordOverlap([], [])).toEqual({ precision: 1, recall: 1, f1: 1 });
    expect(wordOverlap(["a"], [])).toEqual({ precision: 0, recall: 0, f1: 0 });
    expect(wordOverlap([], ["a"])).toEqual({ precision: 0, recall: 0, f1: 0 });
  });

  test("has no harmonic mean above its parts and none for two zeros", () => {
    expect(harmonicMean(0, 0)).toBe(0);
    expect(harmonicMean(1, 0)).toBe(0);
    // 2 * .5 * 1 / 1.5 = 2/3
    expect(harmonicMean(0.5, 1)).toBeCloseTo(2 / 3, 12);
  });
});
