import { describe, expect, test } from "vitest";
import { isSure } from "./weigh-blocks.ts";

function blocks(...weighed: readonly (readonly [words: number, chance: number])[]) {
  return {
    count: weighed.length,
    words: Float32Array.from(weighed, ([words]) => words),
    chances: Float32Array.from(weighed, ([, chance]) => chance),
  };
}

describe("trees", () => {
  test("are sure of a page where they expect nearly all of their answer to be right, and miss little", () => {
    expect(isSure(blocks([80, 0.99], [60, 0.98], [10, 0.02]))).toBe(true);
    expect(isSure(blocks([80, 0.93], [60, 0.85], [10, 0.02]))).toBe(true);
    expect(isSure(blocks([80, 0.85], [60, 0.7], [10, 0.02]))).toBe(false);
    expect(isSure(blocks([80, 0.99], [60, 0.98], [100, 0.45]))).toBe(false);
  });

  test("are not sure of a page that they keep nothing of", () => {
    expect(isSure(blocks([80, 0.1]))).toBe(false);
    expect(isSure(blocks())).toBe(false);
  });
});
