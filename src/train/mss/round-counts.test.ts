import { describe, expect, test } from "vitest";
import { FULL_IMPORTANCE } from "../../extractors/index.ts";
import { borderNearness, importanceOf } from "./learn-site.ts";

const SPAN = { first: 100, last: 199 };

describe("the importance of a feature", () => {
  test.each([99, 100, 199, 200])("is whole for a token beside a border, such as %i", (at) => {
    expect(borderNearness(at, SPAN, 64)).toBe(1);
  });

  test.each([
    [98, 63 / 64],
    [101, 63 / 64],
    [68, 33 / 64],
    [231, 33 / 64],
  ])("shrinks evenly with the distance: token %i has %f", (at, nearness) => {
    expect(borderNearness(at, SPAN, 64)).toBe(nearness);
  });

  test.each([0, 35, 264, 400])("is none at the cutoff or farther, such as at %i", (at) => {
    expect(borderNearness(at, SPAN, 64)).toBe(0);
  });

  test("is the mean over its tokens, not their sum", () => {
    expect(importanceOf(3, 3)).toBe(FULL_IMPORTANCE);
    expect(importanceOf(1, 4)).toBe(Math.round(FULL_IMPORTANCE / 4));
    expect(importanceOf(0, 0)).toBe(0);
  });
});
