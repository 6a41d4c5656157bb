import { describe, expect, test } from "vitest";
import { segmentPage } from "../../src/extractors/index.ts";
import { parseHtml } from "../../src/html/index.ts";
import { Page } from "../../src/page/index.ts";
import { bestBlock } from "./best-block.ts";

const page = new Page(
  parseHtml(
    "<p>Home news sport</p><hr><div><p>the ferry left</p><p>at dawn</p></div><hr><p>terms of use</p>",
  ),
);
const TRUTH = ["the", "ferry", "left", "at", "dawn"];
const f1At = (granularity: number, truth = TRUTH) =>
  bestBlock(page, segmentPage(page, { granularity }), truth).f1;

describe("the perfect picker", () => {
  test("takes the block that is the truth, where there is one", () => {
    expect(f1At(10)).toBe(1);
  });

  test("has only the whole page at granularity 1: five of eleven words", () => {
    expect(f1At(1)).toBeCloseTo((2 * (5 / 11) * 1) / (5 / 11 + 1));
  });

  test("counts a word as often as both have it", () => {
    // "the" twice in the truth and once in the block: precision 1, recall 5 of 6.
    expect(f1At(10, [...TRUTH, "the"])).toBeCloseTo((2 * (5 / 6)) / (1 + 5 / 6));
  });

  test("finds nothing of a truth that the page does not show", () => {
    const root = segmentPage(page);
    expect(bestBlock(page, root, ["storm"])).toEqual({
      block: root,
      f1: 0,
      precision: 0,
      recall: 0,
    });
  });
});
