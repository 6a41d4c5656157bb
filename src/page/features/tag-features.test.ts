import { describe, expect, test } from "vitest";
import { BLOCK_FEATURES, CONTAINER_GROUPS } from "./block-features.data.ts";
import { featureTable, pick } from "./feature-table.testing.ts";

const flagged = (table: ReturnType<typeof featureTable>, block: string) =>
  CONTAINER_GROUPS.map(([name]) => name).filter((name) => table(block, `tag.${name}`) === 1);

describe("tag features", () => {
  test.each([
    ["<p>one", ["p"]],
    ["<ul><li>one", ["li"]],
    ["<table><tr><th>one", ["td"]],
    ["<h5>one", ["h4"]],
    ["<main>one", ["section"]],
    ["<fieldset>one", []],
    ["one", ["body"]],
  ])("name the container of %s", (html, expected) => {
    expect(flagged(featureTable(html), "one")).toEqual(expected);
  });

  test("count what opens inside the block, not in its neighbours", () => {
    const table = featureTable(
      "<p><b>one</b> <a href=x><i>two</i></a><br><span>x</span> <em>y</em></p><p><b>other</b></p>",
    );
    const names = ["a", "b", "i", "span", "br", "time"].map((name) => `tag.${name}Inside`);
    expect(Object.values(pick(table, "one", ...names))).toEqual([1, 1, 2, 1, 1, 0]);
    expect(Object.values(pick(table, "other", ...names))).toEqual([0, 1, 0, 0, 0, 0]);
  });

  test("tell media, bold and italic text, and the depth", () => {
    const table = featureTable("<div><p>abcd <b>ef<i>gh</i></b> <img src=x></p></div>");
    expect(pick(table, "abcd", "tag.mediaInside", "tag.boldShare", "tag.italicShare", "tag.depth")).toEqual({
      "tag.mediaInside": 1,
      "tag.boldShare": 0.5,
      "tag.italicShare": 0.25,
      "tag.depth": 4,
    });
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
