import { describe, expect, test } from "vitest";
import { nodeAt, nodePath } from "../../html/index.ts";
import { DISPLAYS } from "../../page/index.ts";
import { BODY_FEATURES, bodyRow, bodyRule, findBodyCandidates } from "./body.ts";
import { type Box, measure, pageWithBoxes } from "./layout.testing.ts";
import type { MeasuredPage } from "./measured-page.ts";
import type { ScreenChoice } from "./settings.ts";

const HTML =
  "<body><nav><p>one two</p></nav><div><p>abcd ef</p><p>ghij <b>kl</b></p>mn<ul><li><i>op</i></li></ul></div></body>";
const BOXES: Record<string, Box> = {
  "/html": [0, 0, 1280, 3000],
  "/html/body": [0, 0, 1280, 3000],
  "/html/body/nav": [0, 0, 1280, 100],
  "/html/body/nav/p": [0, 0, 1280, 100],
  "/html/body/div": [320, 512, 640, 2000],
  "/html/body/div/p[1]": [320, 512, 640, 200],
  "/html/body/div/p[2]": [320, 1100, 640, 200],
};
const SMALL = { minBodyWords: 1, minBodyArea: 1 };

const rowOf = (measured: MeasuredPage, path: string) => {
  const row = bodyRow(measured, nodeAt(measured.document, path));
  return Object.fromEntries(BODY_FEATURES.map((name, at) => [name, row[at]]));
};
const paths = (measured: MeasuredPage) =>
  findBodyCandidates(measured).nodes.map((node) => nodePath(measured.document, node));

describe("the features of a body", () => {
  const page = pageWithBoxes(HTML, BOXES);

  test("count formatting elements among the children, against all of the page", () => {
    // Formatting elements: nav's p, div's two p, b, i: 5. Children of div: 2. Ink: p 6 + 6 of
    // p one two 6, p 6, p 6, b 2, i 2: 22.
    expect(rowOf(measure(page, "strict"), "/html/body/div")).toMatchObject({
      FormattingElementsNum: 2 / 5,
      FormattedContentLen: 12 / 22,
    });
  });

  test("count boxes that look like paragraphs too, unless only tags count", () => {
    const divs = pageWithBoxes(
      "<body><div><div>ab cd</div><section><div>ef gh</div></section><h2>ij</h2></div></body>",
      {},
    );
    divs.layout!.display.fill(DISPLAYS.indexOf("block"));
    // Text boxes: two divs and the section around one of them, 12 inked characters in all; children of div are 2, with 8.
    expect(rowOf(measure(divs, "strict"), "/html/body/div")).toMatchObject({
      FormattingElementsNum: 2 / 3,
      FormattedContentLen: 8 / 12,
    });
    expect(rowOf(measure(divs, "strict", { paragraphs: "tags" }), "/html/body/div")).toMatchObject({
      FormattingElementsNum: 0,
      FormattedContentLen: 0,
    });
  });

  test("count the lines next to a break as its content", () => {
    const broken = pageWithBoxes("<body><div>One line<br>and one more</div><p>A note</p></body>", {});
    const row = bodyRow(measure(broken, "strict"), nodeAt(broken.document, "/html/body/div"));
    // Of the break and the paragraph one; of 7 and 10 letters next to the break and 5 in the paragraph 17.
    expect([...row.subarray(0, 2)]).toEqual([1 / 2, 17 / 22]);
  });

  test("take other formatting elements where these are set", () => {
    const measured = measure(page, "strict", { formattingTags: ["li"] });
    // One li, a child of ul.
    expect(rowOf(measured, "/html/body/div/ul")).toMatchObject({
      FormattingElementsNum: 1,
      FormattedContentLen: 1,
    });
  });

  test("place a box on the width of the screen and the height of two", () => {
    // 320/1280, 512/2048, 640/1280; the bottom at 2512 is beyond 2048: (2048 - 512)/2048.
    expect(rowOf(measure(page, "strict"), "/html/body/div")).toMatchObject({
      RectLeft: 0.25,
      RectTop: 0.25,
      RectWidth: 0.5,
      RectHeight: 0.75,
    });
    // Ends at 712: the whole height, 200/2048.
    expect(rowOf(measure(page, "strict"), "/html/body/div/p[1]").RectHeight).toBe(200 / 2048);
  });

  test("cut a width at the edge of the screen", () => {
    const wide = pageWithBoxes(HTML, { ...BOXES, "/html/body/div": [320, 0, 2000, 10] });
    expect(rowOf(measure(wide, "strict"), "/html/body/div").RectWidth).toBe(960 / 1280);
  });

  test("use the rank of the top edge where screen positions are not known", () => {
    // Tops of elements with text: 0 (html, body, nav, p), 512 (div, p), 1100 (p): above div are 4 of 7, above the last p 6.
    const measured = measure(page, "soft");
    expect(rowOf(measured, "/html/body/div")).toMatchObject({ RectTop: 4 / 7, RectHeight: 2000 / 2048 });
    expect(rowOf(measured, "/html/body/div/p[2]").RectTop).toBe(6 / 7);
    expect(rowOf(measured, "/html").RectHeight).toBe(1);
  });

  test("include overflow", () => {
    const floats = pageWithBoxes(HTML, { ...BOXES, "/html/body/div": [320, 512, 640, 0] });
    floats.layout!.scrollHeight[nodeAt(floats.document, "/html/body/div")] = 1024;
    expect(rowOf(measure(floats, "strict"), "/html/body/div").RectHeight).toBe(0.5);
  });

  test("are left out family by family", () => {
    const at = nodeAt(page.document, "/html/body/div");
    expect([...bodyRow(measure(page, "strict", { features: "content" }), at)]).toEqual([
      2 / 5,
      12 / 22,
      0,
      0,
      0,
      0,
    ]);
    expect([...bodyRow(measure(page, "strict", { features: "spatial" }), at)]).toEqual([
      0, 0, 0.25, 0.25, 0.5, 0.75,
    ]);
  });
});

describe("candidates for the body", () => {
  test("start in the first screen, with at least the minimum area and words", () => {
    const page = pageWithBoxes(HTML, BOXES);
    const strict = measure(page, "strict", { minBodyWords: 2, minBodyArea: 128_000 });
    // The second p starts at 1100, below 1024; the list has one word.
    expect(paths(strict)).toEqual([
      "/html[1]",
      "/html[1]/body[1]",
      "/html[1]/body[1]/nav[1]",
      "/html[1]/body[1]/nav[1]/p[1]",
      "/html[1]/body[1]/div[1]",
      "/html[1]/body[1]/div[1]/p[1]",
    ]);
    const rules = findBodyCandidates(strict).pruned.map(({ node, rule }) => [
      nodePath(page.document, node).replaceAll("[1]", ""),
      rule,
    ]);
    expect(rules).toEqual([
      ["/html/head", "too small for the body"],
      ["/html/body/div/p[2]", "below the first screen"],
      ["/html/body/div/ul", "too small for the body"],
    ]);
  });

  test("start as far down as they may", () => {
    const low = "/html/body/div/p[2]";
    const ruleOf = (top: number, firstScreens: ScreenChoice) => {
      const page = pageWithBoxes(HTML, { ...BOXES, [low]: [320, top, 640, 200] });
      const measured = measure(page, "strict", { ...SMALL, firstScreens });
      return bodyRule(measured, nodeAt(page.document, low));
    };
    expect(ruleOf(1023, "one")).toBeUndefined();
    expect(ruleOf(1024, "one")).toBe("below the first screen");
    expect(ruleOf(2047, "two")).toBeUndefined();
    expect(ruleOf(2048, "two")).toBe("below the first screen");
    expect(ruleOf(20_000, "any")).toBeUndefined();
  });

  test("are pruned with all of their subtrees", () => {
    // The nav is too small: the p in it is not looked at, though its own box is large.
    const boxes = {
      ...BOXES,
      "/html/body/nav": [0, 0, 1280, 1],
      "/html/body/nav/p": [0, 0, 1280, 1000],
    } as const;
    const measured = measure(pageWithBoxes(HTML, boxes), "strict", { minBodyWords: 1, minBodyArea: 2000 });
    expect(paths(measured)).not.toContain("/html[1]/body[1]/nav[1]/p[1]");
  });

  test("start anywhere where screen positions are not known", () => {
    const measured = measure(pageWithBoxes(HTML, BOXES), "soft", SMALL);
    expect(paths(measured)).toContain("/html[1]/body[1]/div[1]/p[2]");
    expect(bodyRule(measured, nodeAt(measured.document, "/html/body/div/p[2]"))).toBeUndefined();
  });

  test("are found below elements without a box", () => {
    const { "/html": _, "/html/body": __, ...boxes } = BOXES;
    expect(paths(measure(pageWithBoxes(HTML, boxes), "strict", SMALL))).toContain("/html[1]/body[1]/div[1]");
  });
});
