import { describe, expect, test } from "vitest";
import { featureTable, pick } from "./feature-table.testing.ts";

const LONG = "word ".repeat(30);

describe("position features", () => {
  test("tell where a block stands from both ends, blocks without text apart", () => {
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
