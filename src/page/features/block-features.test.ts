import { describe, expect, test } from "vitest";
import { MOST_GROWTH, timeGrowth } from "../../../test/growth.ts";
import { parseHtml } from "../../html/index.ts";
import { Page } from "../page.ts";
import { BLOCK_FEATURES, FEATURE_FAMILIES } from "./block-features.data.ts";
import { computeBlockFeatures } from "./block-features.ts";

const page = (html: string) => new Page(parseHtml(html));
const compute = (html: string) => computeBlockFeatures(page(html));

const WORDS = "The ferry left the old quay at noon, and nobody in the town had seen it so full before. ";
const STORY = `<title>Ferry leaves | Paper</title><meta name=description content="The ferry left">
  <nav><a href=/>Home</a> <a href=/b>Sport</a></nav><h1>Ferry leaves</h1><p>${WORDS.repeat(2)}<p>${WORDS}<ul><li>One<li>Two</ul>`;

describe("block features", () => {
  test("have names of their own, grouped by family in one order", () => {
    expect(new Set(BLOCK_FEATURES.map(({ name }) => name)).size).toBe(BLOCK_FEATURES.length);
    const order = BLOCK_FEATURES.map(({ family }) => FEATURE_FAMILIES.indexOf(family));
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(new Set(order).size).toBe(FEATURE_FAMILIES.length);
  });

  test("are a row for every block", () => {
    const one = page(`${STORY}<img src=a><p hidden>secret`);
    const { count, width, values } = computeBlockFeatures(one);
    expect([count, width, values.length]).toEqual([
      one.blocks.count,
      BLOCK_FEATURES.length,
      one.blocks.count * BLOCK_FEATURES.length,
    ]);
  });

  test("can be had a few rows at a time, each as wide as one wants", () => {
    const { count, width, values, writeRows } = compute(STORY);
    const into = new Float32Array(2 * (width + 2)).fill(7);
    writeRows({ count: 2, blocks: Int32Array.of(count - 1, 0, 1), values: into, width: width + 2 });
    expect(into.subarray(0, width)).toEqual(values.subarray((count - 1) * width));
    expect(into.subarray(width + 2, 2 * width + 2)).toEqual(values.subarray(0, width));
    expect([...into.subarray(width, width + 2), ...into.subarray(-2)]).toEqual([7, 7, 7, 7]);
  });

  test("of no blocks are none", () => {
    expect(compute("").values).toHaveLength(0);
  });

  test("are the same for the same page", () => {
    expect(compute(STORY).values).toEqual(compute(STORY).values);
  });

  test("are absent only where there is nothing to say", () => {
    const mayBeAbsent =
      /^(?:up|ancestor\d|before\d|after\d|stated)\.|(?:Before|After)$|^repeats\.fours|^text\.(?:capital|short|mean)/;
    const { count, width, values } = compute(STORY);
    for (let row = 0; row < count; row++) {
      for (const [column, { name }] of BLOCK_FEATURES.entries()) {
        if (!mayBeAbsent.test(name))
          expect([name, values[row * width + column]]).not.toEqual([name, Number.NaN]);
      }
    }
  });

  test("are never infinite", () => {
    for (const html of [STORY, "<p>a", "<p>…", "<img src=a>", "<p hidden>a", "<p>。", "<hr>a<hr>"]) {
      expect(compute(html).values.findIndex((value) => Math.abs(value) === Infinity)).toBe(-1);
    }
  });

  test("of an empty page are no rows", () => {
    expect(compute("").count).toBe(0);
    expect(compute("").values).toHaveLength(0);
  });

  test("take time in proportion to the page", () => {
    const part = `<div class="a b"><p>${WORDS}</p><a href=x>${WORDS}</a></div>`;
    expect(growthOf(1_000, (count) => part.repeat(count))).toBeLessThan(MOST_GROWTH);
  });

  test("of a page nested without end take time in proportion to it", () => {
    const deep = (depth: number) => "<div>word ".repeat(depth);
    expect(page(deep(50_000)).blocks.count).toBe(50_000);
    expect(growthOf(6_000, deep)).toBeLessThan(MOST_GROWTH);
  });

  test("of inline elements nested without end take time in proportion to them", () => {
    expect(growthOf(5_000, (depth) => `<p>${"<i>word ".repeat(depth)}`)).toBeLessThan(MOST_GROWTH);
  });
});

/** How time grows with pages. */
function growthOf(size: number, make: (size: number) => string): number {
  return timeGrowth(size, (each) => {
    const one = page(make(each));
    // Read beforehand: only features are timed.
    expect(computeBlockFeatures(one).count).toBe(one.blocks.count);
    return () => expect(computeBlockFeatures(one).values.length).toBeGreaterThan(0);
  });
}
