import { describe, expect, test } from "vitest";
import { nodeAt, nodePath } from "../../html/index.ts";
import { type Box, measure, pageWithBoxes } from "./layout.testing.ts";
import type { MeasuredPage } from "./measured-page.ts";
import { findCategoryNames, findTitleCandidates, TITLE_FEATURES, titleRow, titleRule } from "./title.ts";

const HTML = `<body><a href=/sport>Sport</a><h2>Sport!</h2><h1>Ferry leaves at last</h1><h3>More <a href=/x>here</a></h3>
<div><h4>Ends with a stop.”</h4><p>${"word ".repeat(61)}</p></div><a href=/ferry>Ferry leaves at last</a></body>`;
const BOXES: Record<string, Box> = {
  "/html/body/a[1]": [0, 0, 100, 20],
  "/html/body/h2": [0, 20, 1280, 40, 40],
  "/html/body/h1": [128, 100, 512, 64, 32],
  "/html/body/h3": [128, 200, 512, 32],
  "/html/body/div": [256, 420, 640, 900],
  "/html/body/div/h4": [256, 1000, 640, 32],
  "/html/body/div/p": [256, 450, 640, 500],
  "/html/body/a[2]": [256, 1400, 640, 32, 80],
};
const page = pageWithBoxes(HTML, BOXES);
const at = (path: string) => nodeAt(page.document, path);
const body = at("/html/body/div");

const rowOf = (measured: MeasuredPage, path: string) => {
  const row = titleRow(measured, at(path), body);
  return Object.fromEntries(TITLE_FEATURES.map((name, column) => [name, row[column]]));
};

describe("the features of a title", () => {
  test("place it on the screen and against the body", () => {
    expect(rowOf(measure(page, "strict"), "/html/body/h1")).toEqual({
      RectLeft: 128 / 1280,
      RectTop: 100 / 1024,
      RectWidth: 512 / 1280,
      RectHeight: 64 / 1024,
      // From 256 to 640 both are there: 384 of the body's 640.
      Overlap: 384 / 640,
      // From its lower edge at 164 to the body's upper one at 420.
      Distance: 256 / 1024,
      Flat: 64 / 512,
      // Fonts of the first screen: 16, 40, 32; the 80 starts at 1400.
      FontSize: 32 / 40,
      EndWithFullStop: 0,
      WordNum: 4 / 60,
    });
  });

  test("are negative in distance inside the body, and see a full stop before closing quotes", () => {
    const row = rowOf(measure(page, "strict"), "/html/body/div/h4");
    expect(row).toMatchObject({ Distance: (420 - 1032) / 1024, EndWithFullStop: 1, Overlap: 1 });
  });

  test("use ranks and the largest font of the page where screen positions are not known", () => {
    // Elements with text and a box: a, h2, h1, h3, div, h4, p, a; two start above h1.
    expect(rowOf(measure(page, "soft"), "/html/body/h1")).toMatchObject({
      RectTop: 2 / 8,
      FontSize: 32 / 80,
    });
  });

  test("take little time on very long words in deeply nested boxes", () => {
    const endless = `word ${'"'.repeat(300_000)} ${"x".repeat(300_000)}`;
    const nested = pageWithBoxes(`<body>${"<div>".repeat(300)}${endless}${"</div>".repeat(300)}</body>`, {});
    nested.layout!.width.fill(100);
    nested.layout!.height.fill(20);
    const measured = measure(nested, "strict");
    const begun = performance.now();
    const titles = findTitleCandidates(measured, 1);
    expect(titles.length).toBeGreaterThan(300);
    for (const node of titles) expect(titleRow(measured, node, 1)[8]).toBe(0);
    expect(performance.now() - begun).toBeLessThan(5000);
  });

  test("have no overlap with a body next to them", () => {
    const apart = pageWithBoxes(HTML, { ...BOXES, "/html/body/h1": [0, 100, 200, 64] });
    expect(titleRow(measure(apart, "strict"), at("/html/body/h1"), body)[4]).toBe(0);
  });

  test("are left out family by family", () => {
    const node = at("/html/body/h1");
    const content = titleRow(measure(page, "strict", { features: "content" }), node, body);
    expect([...content]).toEqual([0, 0, 0, 0, 0, 0, 0, 32 / 40, 0, 4 / 60]);
    expect([...titleRow(measure(page, "strict", { features: "spatial" }), node, body)].slice(7)).toEqual([
      0, 0, 0,
    ]);
  });
});

describe("candidates for the title", () => {
  const paths = (measured: MeasuredPage) =>
    findTitleCandidates(measured, body).map((node) => nodePath(page.document, node).replaceAll("[1]", ""));

  test("are whole in the first screen, without anchors and no category", () => {
    // h4 starts at 1000 and ends at 1032, below the screen.
    expect(paths(measure(page, "strict"))).toEqual(["/html/body/h1"]);
  });

  test("are whole in two screens where the setting says two", () => {
    expect(paths(measure(page, "strict", { firstScreens: "two" }))).toEqual([
      "/html/body/h1",
      "/html/body/div/h4",
    ]);
  });

  test("may be anywhere where screen positions are not known", () => {
    expect(paths(measure(page, "soft"))).toEqual(["/html/body/h1", "/html/body/div/h4"]);
  });

  test("fail by one rule each", () => {
    const measured = measure(page, "strict");
    const categories = findCategoryNames(measured, body);
    const ruleOf = (path: string) => titleRule(measured, at(path), categories);
    expect(categories.has("sport")).toBe(true);
    expect(categories.has("ferryleavesatlast")).toBe(false);
    expect(ruleOf("/html/body/h2")).toBe("category name");
    expect(ruleOf("/html/body/h3")).toBe("anchor text");
    expect(ruleOf("/html/body/div/h4")).toBe("not whole in the first screen");
    expect(ruleOf("/html/body/div/p")).toBe("no words or too many");
    expect(ruleOf("/html/body")).toBe("no words or too many");
  });

  test("may be links to their own page", () => {
    const linked = pageWithBoxes(
      "<body><h1><a href=/story>Ferry leaves at last</a></h1><p>The ferry has left.</p></body>",
      { "/html/body/h1": [0, 0, 640, 40], "/html/body/p": [0, 50, 640, 900] },
    );
    const node = (path: string) => nodeAt(linked.document, path);
    expect(findTitleCandidates(measure(linked, "strict"), node("/html/body/p"))).toContain(
      node("/html/body/h1"),
    );
  });

  test("may be as long in scripts without spaces", () => {
    const title = "渡船终于离开港口".repeat(10);
    const chinese = pageWithBoxes(`<body><h1>${title}</h1></body>`, { "/html/body/h1": [0, 0, 640, 40] });
    const measured = measure(chinese, "strict");
    expect(measured.wordsIn(nodeAt(chinese.document, "/html/body/h1"))).toBe(80);
    expect(titleRule(measured, nodeAt(chinese.document, "/html/body/h1"), new Set())).toBeUndefined();
  });

  test("are not categories where a list above the body repeats a long headline", () => {
    const listed = pageWithBoxes(
      "<body><a href=/a>Ferry leaves at last, crew says</a><a href=/b>World news</a><p>Words.</p></body>",
      {
        "/html/body/a[1]": [0, 0, 640, 20],
        "/html/body/a[2]": [0, 20, 640, 20],
        "/html/body/p": [0, 50, 640, 900],
      },
    );
    const names = findCategoryNames(measure(listed, "strict"), nodeAt(listed.document, "/html/body/p"));
    expect([...names]).toEqual(["worldnews"]);
  });

  test("take no link to the page itself for a category", () => {
    const self = pageWithBoxes(
      "<body><a href=https://harbour-courier.example/story>Ferry leaves</a><h1>Ferry leaves</h1><div>x</div></body>",
      { "/html/body/a": [0, 0, 9, 9], "/html/body/h1": [0, 9, 9, 9], "/html/body/div": [0, 99, 9, 9] },
    );
    const measured = measure(self, "strict");
    expect(findCategoryNames(measured, nodeAt(self.document, "/html/body/div")).size).toBe(0);
  });
});
