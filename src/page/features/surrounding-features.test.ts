import { describe, expect, test } from "vitest";
import { BLOCK_FEATURES } from "./block-features.data.ts";
import { featureTable, pick } from "./feature-table.testing.ts";

const LONG = "word ".repeat(30);

describe("position features", () => {
  test("give the place of a block from both ends, not counting blocks without text", () => {
    const table = featureTable("<p>aa<img src=x><p><img src=y><p>bb<p>cccc");
    const names = ["index", "fromEnd", "indexShare", "charactersBefore", "charactersAfter"];
    expect(Object.values(pick(table, "bb", ...names.map((name) => `position.${name}`)))).toEqual([
      1, 1, 0.5, 0.25, 0.5,
    ]);
  });

  test("measure the way to the nearest heading, long block and media", () => {
    const table = featureTable(`<h2>head</h2><p>one<p>two<p>long ${LONG}<p><img src=x><p>three<h3>next</h3>`);
    const names = [
      "headingBefore",
      "headingAfter",
      "longBefore",
      "longAfter",
      "mediaBefore",
      "mediaAfter",
    ].map((name) => `position.${name}`);
    expect(Object.values(pick(table, "two", ...names))).toEqual([2, 3, Number.NaN, 1, Number.NaN, 2]);
    expect(Object.values(pick(table, "three", ...names))).toEqual([4, 1, 1, Number.NaN, 0, Number.NaN]);
  });

  test("end at 1 for a block without text after the last one with text", () => {
    const table = featureTable("<div><p>one<p>two<p><img src=x></div>");
    expect([table("", "position.indexShare"), table("", "ancestor1.place")]).toEqual([1, 1]);
  });

  test("do not take a block for its own neighbour", () => {
    expect(featureTable("<h2>head</h2><p>one")("head", "position.headingBefore")).toBeNaN();
  });

  test("add up a run of long blocks over short gaps", () => {
    const table = featureTable(
      `<p>start<p>first ${LONG}<p>gap<p>second ${LONG}${"<p>far".repeat(5)}<p>third ${LONG}<p>end`,
    );
    expect(
      ["start", "first", "gap", "second", "far", "third", "end"].map((one) =>
        table(one, "position.runWords"),
      ),
    ).toEqual([0, 62, 62, 62, 0, 31, 0]);
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

  test("find a text that the page has twice, whatever its case", () => {
    expect(pick(TABLE, "Second", "repeats.sameText", "repeats.isLater")).toEqual({
      "repeats.sameText": 2,
      "repeats.isLater": 0,
    });
    expect(pick(TABLE, "second", "repeats.sameText", "repeats.isLater")).toEqual({
      "repeats.sameText": 2,
      "repeats.isLater": 1,
    });
  });

  test("find runs of words that are in another block", () => {
    const names = ["repeats.foursElsewhere", "repeats.foursEarlier"];
    expect(Object.values(pick(TABLE, "First", ...names))).toEqual([0.25, 0]);
    expect(Object.values(pick(TABLE, "Quoted:", ...names))).toEqual([0.5, 0.5]);
    expect(Object.values(pick(TABLE, "Other", ...names))).toEqual([0, 0]);
    expect(Object.values(pick(TABLE, "Second", ...names))).toEqual([Number.NaN, Number.NaN]);
  });
});

describe("semantic features", () => {
  test("count the elements up to the nearest ancestor of a kind", () => {
    const table = featureTable("<article><div><article><section><p>one <a href=x>two");
    expect(pick(table, "one", "up.p", "up.section", "up.article", "up.nav", "up.a")).toEqual({
      "up.p": 0,
      "up.section": 1,
      "up.article": 2,
      "up.nav": Number.NaN,
      "up.a": Number.NaN,
    });
  });

  test("see the button and the link around a block's text", () => {
    const table = featureTable("<li><button>one</button></li><a href=x><div>two</div></a>");
    expect(table("one", "up.button")).toBe(0);
    expect(table("one", "up.li")).toBe(1);
    expect(table("two", "up.a")).toBe(1);
  });

  test("give up far from the block", () => {
    const table = featureTable(`<article>${"<div>".repeat(45)}one`);
    expect(table("one", "up.article")).toBeNaN();
  });

  test("have a column for every group in the table", () => {
    expect(BLOCK_FEATURES.filter(({ family }) => family === "semantics")).toHaveLength(18);
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
