import { describe, expect, test } from "vitest";
import { processorMs } from "../../../test/growth.ts";
import { nodeAt, nodePath } from "../../html/index.ts";
import { DISPLAYS } from "../../page/index.ts";
import {
  BODY_FEATURES,
  bodyRow,
  bodyRule,
  findBodyCandidates,
  findCategoryNames,
  findTitleCandidates,
  preferStated,
  TITLE_FEATURES,
  titleRow,
  titleRule,
} from "./candidates.ts";
import { type Box, measure, pageWithBoxes } from "./layout.testing.ts";
import type { MeasuredPage, ScreenChoice, WrapperSettings } from "./measured-page.ts";

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

const TITLE_HTML = `<body><a href=/sport>Sport</a><h2>Sport!</h2><h1>Ferry leaves at last</h1><h3>More <a href=/x>here</a></h3>
<div><h4>Ends with a stop.”</h4><p>${"word ".repeat(61)}</p></div><a href=/ferry>Ferry leaves at last</a></body>`;
const TITLE_BOXES: Record<string, Box> = {
  "/html/body/a[1]": [0, 0, 100, 20],
  "/html/body/h2": [0, 20, 1280, 40, 40],
  "/html/body/h1": [128, 100, 512, 64, 32],
  "/html/body/h3": [128, 200, 512, 32],
  "/html/body/div": [256, 420, 640, 900],
  "/html/body/div/h4": [256, 1000, 640, 32],
  "/html/body/div/p": [256, 450, 640, 500],
  "/html/body/a[2]": [256, 1400, 640, 32, 80],
};
const page = pageWithBoxes(TITLE_HTML, TITLE_BOXES);
const at = (path: string) => nodeAt(page.document, path);
const body = at("/html/body/div");

const titleRowOf = (measured: MeasuredPage, path: string) => {
  const row = titleRow(measured, at(path), body);
  return Object.fromEntries(TITLE_FEATURES.map((name, column) => [name, row[column]]));
};

describe("the features of a title", () => {
  test("place it on the screen and against the body", () => {
    expect(titleRowOf(measure(page, "strict"), "/html/body/h1")).toEqual({
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
    const row = titleRowOf(measure(page, "strict"), "/html/body/div/h4");
    expect(row).toMatchObject({ Distance: (420 - 1032) / 1024, EndWithFullStop: 1, Overlap: 1 });
  });

  test("use ranks and the largest font of the page where screen positions are not known", () => {
    // Elements with text and a box: a, h2, h1, h3, div, h4, p, a; two start above h1.
    expect(titleRowOf(measure(page, "soft"), "/html/body/h1")).toMatchObject({
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
    const tookMs = processorMs(() => {
      const titles = findTitleCandidates(measured, 1);
      expect(titles.length).toBeGreaterThan(300);
      for (const node of titles) expect(titleRow(measured, node, 1)[8]).toBe(0);
    });
    expect(tookMs).toBeLessThan(5000);
  });

  test("have no overlap with a body next to them", () => {
    const apart = pageWithBoxes(TITLE_HTML, { ...TITLE_BOXES, "/html/body/h1": [0, 100, 200, 64] });
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

describe("titles that the page states", () => {
  const preferred = (head: string, settings: Partial<WrapperSettings> = {}) => {
    const html = `${head}<body><h1>Latest News</h1><h2>Ferry stays in harbour</h2><h3>Ferry</h3><h4>The Harbour Courier</h4></body>`;
    const measured = measure(pageWithBoxes(html, {}), "soft", settings);
    const nodes = ["h1", "h2", "h3", "h4"].map((name) => nodeAt(measured.document, `/html/body/${name}`));
    return preferStated(measured, nodes).map((node) => nodePath(measured.document, node).split("/").at(-1));
  };

  test("come first, with other words around them or in data alone", () => {
    expect(preferred("<title>Ferry stays in harbour | Sport | Courier</title>")).toEqual(["h2[1]"]);
    expect(preferred(`<meta property="og:title" content="Ferry stays in harbour!">`)).toEqual(["h2[1]"]);
  });

  test("are not a small part of what is stated, nor the name of the site", () => {
    expect(preferred("<title>Ferry company and its owners</title>")).toHaveLength(4);
    expect(preferred("<title>The Harbour Courier</title>")).toHaveLength(4);
  });

  test("are not date lines where nothing is stated, unless there is nothing else", () => {
    const preferredOf = (texts: readonly string[]) => {
      const html = `<body>${texts.map((text) => `<p>${text}</p>`).join("")}</body>`;
      const measured = measure(pageWithBoxes(html, {}), "soft");
      const nodes = texts.map((_, at) => nodeAt(measured.document, `/html/body/p[${at + 1}]`));
      return preferStated(measured, nodes).map((node) => nodes.indexOf(node));
    };
    expect(
      preferredOf(["Last Updated: Tuesday, 4 December 2007, 10:51 GMT", "Ferry leaves in 2007", "Ends 5:4"]),
    ).toEqual([1, 2]);
    expect(preferredOf(["4 December 2007, 10:51"])).toEqual([0]);
  });

  test("are no better than others where looks alone decide, or nothing is stated", () => {
    expect(preferred("<title>Ferry stays in harbour</title>", { titles: "looks" })).toHaveLength(4);
    expect(preferred("")).toHaveLength(4);
  });
});
