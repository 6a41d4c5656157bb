import { describe, expect, test } from "vitest";
import { parseHtml } from "../html/index.ts";
import { KEEP_SCORE, Page } from "../page/index.ts";
import { chooseThreshold, scoreLeaves, toScore } from "./score-leaves.ts";

function blocks(...weighed: readonly (readonly [words: number, chance: number])[]) {
  return {
    count: weighed.length,
    words: Float32Array.from(weighed, ([words]) => words),
    chances: Float32Array.from(weighed, ([, chance]) => chance),
  };
}

describe("the threshold", () => {
  const plain = blocks([80, 0.97], [60, 0.95], [10, 0.4], [30, 0.02]);
  const unsure = blocks([400, 0.3], [300, 0.25], [40, 0.04]);

  test("is one half on a plain article", () => {
    expect(chooseThreshold(plain, true)).toBe(0.5);
  });

  test("falls on an article whose best answer is expected to reach less than four fifths", () => {
    const threshold = chooseThreshold(blocks([100, 0.85], [100, 0.42]), true);
    expect(threshold).toBeGreaterThan(0.4);
    expect(threshold).toBeLessThanOrEqual(0.42);
    expect(chooseThreshold(blocks([100, 0.95], [40, 0.45]), true)).toBe(0.5);
  });

  test("is the one with the best expected F1 where all chances are low", () => {
    const threshold = chooseThreshold(unsure, true);
    expect(threshold).toBeLessThanOrEqual(0.25);
    expect(threshold).toBeGreaterThan(0.04);
  });

  test("is never above one half, and falls on a plain page that is no article where that pays", () => {
    expect(chooseThreshold(blocks([10, 0.99], [10, 0.6]), false)).toBe(0.5);
    expect(chooseThreshold(blocks([100, 0.99], [40, 0.48]), false)).toBeLessThan(0.5);
  });

  test("keeps nothing of a page without likely text, nor of one without text", () => {
    expect(chooseThreshold(blocks([50, 0.04], [20, 0.01]), true)).toBe(0.5);
    expect(chooseThreshold(blocks(), true)).toBe(0.5);
  });
});

describe("a page of a million unlikely words", () => {
  test("is not kept whole for one block that is a little likelier", () => {
    const threshold = chooseThreshold(blocks([1, 0.06], [1_000_000, 0.004], [1_000_000, 0.02]), false);
    expect(threshold).toBe(0.05);
    expect(toScore(0.02, threshold)).toBeLessThan(0.5);
  });
});

test("a picture goes with the text six blocks below it, not seven", () => {
  const isKept = (between: number) => {
    const html = `<p><img src=quay.jpg></p>${"<p>Share</p>".repeat(between)}<p>The ferry sails again from Saturday.</p>`;
    const page = new Page(parseHtml(html));
    const chances = new Float32Array(page.blocks.count).fill(0.1);
    chances[page.blocks.count - 1] = 0.9;
    return scoreLeaves(page, chances, 0.5).scores[0]! >= KEEP_SCORE;
  };
  expect([0, 5, 6].map(isKept)).toEqual([true, true, false]);
});

describe("a score", () => {
  test("is one half at the threshold, and keeps none, certain and the order", () => {
    expect([0, 0.2, 1].map((chance) => toScore(chance, 0.2))).toEqual([0, 0.5, 1]);
    expect(toScore(0.1, 0.2)).toBeLessThan(toScore(0.19, 0.2));
    expect(toScore(0.3, 0.2)).toBeGreaterThan(0.5);
  });

  test("is the probability itself where the threshold is plain", () => {
    expect(toScore(0.37, 0.5)).toBe(0.37);
  });
});
