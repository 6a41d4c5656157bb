import { describe, expect, test } from "vitest";
import { featureTable, pick } from "./feature-table.testing.ts";

const LONG = "word ".repeat(29);

describe("page features", () => {
  test("are the same in every row", () => {
    const table = featureTable(
      `<h1>Head</h1><article><p>one ${LONG}, <a href=x>link</a>.<img src=x></article><ul><li>two</ul><table><td>cell</table>`,
    );
    const expected = {
      "page.blocks": 4,
      "page.words": 34,
      "page.paragraphs": 1,
      "page.medianWords": 1,
      "page.meanWords": 8.5,
      "page.mostWords": 31,
      "page.longBlocks": 1,
      "page.headings": 1,
      "page.media": 1,
      "page.articles": 1,
      "page.linkShare": 0.0294,
      "page.paragraphShare": 0.9191,
      "page.listShare": 0.0221,
      "page.tableShare": 0.0294,
      "page.punctuation": 1.4706,
      "page.hiddenShare": 0,
      "page.unspacedShare": 0,
      "page.hasArticleData": 0,
    };
    for (const block of ["Head", "two"])
      expect(pick(table, block, ...Object.keys(expected))).toEqual(expected);
  });
});

describe("ancestor features", () => {
  const TABLE = featureTable(
    "<div><section><div><p>aa, bb.</p></div><p><a href=x>cc</a></p></section><h2>dddd</h2></div>",
  );
  const level = (block: string, number: number, ...names: readonly string[]) =>
    Object.values(pick(TABLE, block, ...names.map((name) => `ancestor${number}.${name}`)));

  test("leave out elements that hold no more blocks than the one below", () => {
    expect(level("aa,", 1, "blocks", "textShare", "linkShare", "meanWords")).toEqual([2, 0.6667, 0.25, 1.5]);
    expect(level("aa,", 2, "blocks", "paragraphShare", "headingShare", "punctuation")).toEqual([
      3, 0.6667, 0.3333, 16.6667,
    ]);
    expect(level("aa,", 3, "blocks", "textShare")).toEqual([Number.NaN, Number.NaN]);
  });

  test("tell the place of the block in each", () => {
    expect(level("cc", 1, "place")).toEqual([1]);
    expect(level("cc", 2, "place")).toEqual([0.5]);
  });

  test("begin with the container where it holds other blocks too", () => {
    const table = featureTable("<div>one<p>two</div><p>three");
    expect([table("one", "ancestor1.blocks"), table("one", "ancestor2.blocks")]).toEqual([2, 3]);
  });
});

describe("path features", () => {
  test("add up the blocks with the same tags, and with the same tags and classes", () => {
    const table = featureTable(
      "<div class=a><p>one</p></div><div class=a><p>two two two</p></div><div class=b><p>six</p></div>",
    );
    const names = ["blocks", "textShare", "meanWords", "wordsSpread"];
    const of = (path: string) => Object.values(pick(table, "one", ...names.map((name) => `${path}.${name}`)));
    expect(of("tagPath")).toEqual([3, 1, 1.6667, 0.9428]);
    expect(of("classPath")).toEqual([2, 0.8, 2, 1]);
  });

  test("take numbered classes for the same", () => {
    expect(featureTable("<p class=item-1>one<p class=item-22>two")("one", "classPath.blocks")).toBe(2);
    expect(featureTable("<p class=item>one<p class=other>two")("one", "classPath.blocks")).toBe(1);
  });
});

describe("window features", () => {
  const TABLE = featureTable("<div>aa</div><p>bb, bb<p><img src=x><p>cc<h2><a href=x>dd</a></h2>");

  test("describe the blocks with text on both sides", () => {
    const names = ["words", "linkShare", "punctuation", "isParagraph", "samePath"];
    const of = (side: string) => Object.values(pick(TABLE, "cc", ...names.map((name) => `${side}.${name}`)));
    expect(of("before1")).toEqual([2, 0, 20, 1, 1]);
    expect(of("before2")).toEqual([1, 0, 0, 0, 0]);
    expect(of("after1")).toEqual([1, 1, 0, 0, 0]);
    expect(of("after2")).toEqual([Number.NaN, Number.NaN, Number.NaN, Number.NaN, Number.NaN]);
    expect(TABLE("cc", "before3.words")).toBeNaN();
  });

  test("add up what lies around", () => {
    const names = ["wordsBefore", "wordsAfter", "linkShareAround", "punctuationAround"];
    expect(Object.values(pick(TABLE, "cc", ...names.map((name) => `window.${name}`)))).toEqual([
      3, 1, 0.1818, 9.0909,
    ]);
  });

  test("reach ten blocks far", () => {
    const table = featureTable(`${"<p>x".repeat(15)}<p>mid${"<p>x".repeat(15)}`);
    expect([table("mid", "window.wordsBefore"), table("mid", "window.wordsAfter")]).toEqual([10, 10]);
  });
});

describe("repeat features", () => {
  const TABLE = featureTable(
    "<p>First the quay was shut for good<p>Second<p>Quoted: the quay was shut<p>second<p>Other words in a row",
  );

  test("find a text that stands twice, whatever its case", () => {
    expect(pick(TABLE, "Second", "repeats.sameText", "repeats.isLater")).toEqual({
      "repeats.sameText": 2,
      "repeats.isLater": 0,
    });
    expect(pick(TABLE, "second", "repeats.sameText", "repeats.isLater")).toEqual({
      "repeats.sameText": 2,
      "repeats.isLater": 1,
    });
  });

  test("find runs of words that stand in another block", () => {
    const names = ["repeats.foursElsewhere", "repeats.foursEarlier"];
    expect(Object.values(pick(TABLE, "First", ...names))).toEqual([0.25, 0]);
    expect(Object.values(pick(TABLE, "Quoted:", ...names))).toEqual([0.5, 0.5]);
    expect(Object.values(pick(TABLE, "Other", ...names))).toEqual([0, 0]);
    expect(Object.values(pick(TABLE, "Second", ...names))).toEqual([Number.NaN, Number.NaN]);
  });
});
