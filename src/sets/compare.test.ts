import { describe, expect, test } from "vitest";
import { nodeAt, nodePath, parseHtml } from "../html/index.ts";
import { Page } from "../page/index.ts";
import { words } from "../text/index.ts";
import { econClass, harmonicMean, holdSameText, subtreeLimits, wordOverlap } from "./compare.ts";

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

  test("is 1 for two empty texts and 0 for one", () => {
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

describe("econ class", () => {
  test("a page is correct when whole and alone, wrong when whole with noise, missed when not whole", () => {
    expect(econClass(0.95, 0.95)).toBe("correctly");
    expect(econClass(0.949, 0.95)).toBe("wrongly");
    expect(econClass(0.1, 1)).toBe("wrongly");
    expect(econClass(1, 0.949)).toBe("missed");
    expect(econClass(0, 0)).toBe("missed");
  });
});

describe("subtrees", () => {
  const pageOf = (body: string) =>
    new Page(parseHtml(`<!doctype html><html><head></head><body>${body}</body></html>`));

  const page = pageOf(
    "<p>menu</p><div><section><p>one two</p><p>three four</p></section><p>advert here</p></div>",
  );
  const path = (node: number) => nodePath(page.document, node);

  test("the smallest whole one is the innermost that holds the truth", () => {
    // body 7 words, div 6, section 4: all hold the truth's 4; section is smallest. Each p holds 2 of 4.
    const limits = subtreeLimits(page, words("one two three four"));
    expect(path(limits.smallestWhole)).toBe("/html[1]/body[1]/div[1]/section[1]");
    expect(limits.oracle).toBe(1);
  });

  test("the oracle is the best F1 of any subtree", () => {
    // truth: menu one two three four (5 words).
    // section: shared 4 of 4 kept, R 4/5, F1 = 2 * 1 * .8 / 1.8 = 8/9
    // body: shared 5 of 7, P 5/7, R 1, F1 = 2 * 5/7 / (12/7) = 10/12. div: 4/6, 4/5, F1 = 8/11. Best 8/9.
    const limits = subtreeLimits(page, words("menu one two three four"));
    expect(limits.oracle).toBeCloseTo(8 / 9, 12);
    expect(path(limits.smallestWhole)).toBe("/html[1]/body[1]");
  });

  test("a repeated word counts as often as the truth has it", () => {
    // p: a a a, truth: a b. shared 1 of 3 kept, R 1/2: F1 = 2 * 1/3 * 1/2 / (5/6) = 2/5
    expect(subtreeLimits(pageOf("<p>a a a</p>"), ["a", "b"])).toEqual({
      oracle: expect.closeTo(0.4, 12),
      smallestWhole: -1,
    });
  });

  test("text without a word is no subtree to score", () => {
    expect(subtreeLimits(pageOf("<p>one two</p><b>•</b>"), words("one two")).oracle).toBe(1);
  });

  test("hidden text and scripts count for nothing", () => {
    // Long enough that the page is not a shell that scripts fill, where hidden text is read too.
    const long = `<p>${"word ".repeat(200)}</p>`;
    const hidden = pageOf(`${long}<div><p>one</p><p hidden>three</p><script>"four"</script><p>two</p></div>`);
    expect(subtreeLimits(hidden, words("one two")).oracle).toBe(1);
  });

  test("wrappers around one body are the same answer, a part of it is not", () => {
    const at = (xpath: string) => nodeAt(page.document, xpath);
    const wrapped = pageOf("<div><div><p>one</p></div></div>");
    expect(
      holdSameText(
        wrapped,
        nodeAt(wrapped.document, "/html/body/div"),
        nodeAt(wrapped.document, "/html/body/div/div/p"),
      ),
    ).toBe(true);
    expect(holdSameText(page, at("/html/body/div"), at("/html/body/div/section"))).toBe(false);
  });

  test("a page nested 50,000 deep is scored too", () => {
    const deep = pageOf(`${"<div>".repeat(50_000)}one two`);
    expect(subtreeLimits(deep, words("one two")).oracle).toBe(1);
  });
});
