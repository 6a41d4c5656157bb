import { describe, expect, test } from "vitest";
import { nodeAt } from "../../html/index.ts";
import { type Box, measure, pageWithBoxes } from "./layout.testing.ts";
import { BodyBlocks, NOISE_FEATURE_NAMES } from "./noise.ts";

const LONG = "The ferry left the harbour at noon with all of its guests on board, as it does every day.";
const HTML = `<body><div><h2>Noon</h2><p>${LONG}</p><p>It came back.</p>
<ul><li><a href="/more">More ferries</a></li></ul></div><p>Outside</p></body>`;
const BOXES: Record<string, Box> = {
  "/html/body/div": [200, 100, 600, 400],
  "/html/body/div/h2": [200, 100, 600, 40, 24],
  "/html/body/div/p[1]": [200, 140, 600, 100],
  "/html/body/div/p[2]": [200, 240, 600, 60],
  "/html/body/div/ul": [240, 300, 300, 200],
  "/html/body/div/ul/li": [240, 300, 300, 200],
  "/html/body/div/ul/li/a": [240, 300, 300, 200, 12],
};

const page = pageWithBoxes(HTML, BOXES);
const inside = new BodyBlocks(measure(page, "strict"), nodeAt(page.document, "/html/body/div"));
const column = (name: (typeof NOISE_FEATURE_NAMES)[number]) =>
  inside.blocks.map((_, at) => inside.row(at)[NOISE_FEATURE_NAMES.indexOf(name)]!);

describe("the blocks of a body", () => {
  test("are those with words", () => {
    expect(inside.words).toEqual([1, 19, 3, 2]);
  });

  test("have features of their text", () => {
    expect(column("isHeading")).toEqual([1, 0, 0, 0]);
    expect(column("isListItem")).toEqual([0, 0, 0, 1]);
    expect(column("linkShare")).toEqual([0, 0, 0, 1]);
    expect(column("endsSentence")).toEqual([0, 1, 1, 0]);
  });

  test("have features of their position among the others", () => {
    expect(column("fromEnd")).toEqual([3, 2, 1, 0]);
    expect(column("sinceParagraph")).toEqual([40, 0, 1, 2]);
    expect(column("untilParagraph")).toEqual([1, 0, 40, 40]);
    expect(column("wordsAfter").at(-1)).toBe(0);
    expect(column("linkShareBelow")).toEqual([0, 0, 1, Number.NaN]);
  });

  test("have visual features relative to most of the body", () => {
    expect(column("fontSize")).toEqual([1.5, 1, 1, 0.75]);
    expect(column("isMainLeft")).toEqual([1, 1, 1, 0]);
    expect(column("width")).toEqual([1, 1, 1, 0.5]);
    expect(column("isMainParent")).toEqual([1, 1, 1, 0]);
  });
});
