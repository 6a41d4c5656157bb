import { describe, expect, test } from "vitest";
import { BLOCK_FEATURES } from "./block-features.data.ts";
import { featureTable, pick } from "./feature-table.testing.ts";

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
