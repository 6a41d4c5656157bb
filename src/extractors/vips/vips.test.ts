import { describe, expect, test } from "vitest";
import { nodePath } from "../../html/index.ts";
import { type Page, REASONS } from "../../page/index.ts";
import { type Look, laidOut } from "./laid-out.testing.ts";
import { makeVips } from "./vips.ts";

/** Text enough that nothing hidden is taken for the page's own. */
const STORY = "The ferry left at dawn and by noon the harbour was empty again. ".repeat(6);
const HTML = `<body id=body><div id=menu><p id=home><a href=/>Home</a></p><p id=news><a href=/n>News</a></p></div>
<div id=main><p id=one>${STORY}</p><img src=x.jpg><p id=two>${STORY}</p></div>
<div id=foot><p>Imprint and terms of use</p><p>About</p></div>`;
const LOOKS: Readonly<Record<string, Look>> = {
  body: { box: [0, 0, 1000, 1000] },
  menu: { box: [0, 0, 1000, 100] },
  home: { box: [0, 0, 1000, 50] },
  news: { box: [0, 50, 1000, 50] },
  main: { box: [0, 140, 1000, 700] },
  one: { box: [0, 140, 1000, 200] },
  two: { box: [0, 640, 1000, 200] },
  foot: { box: [0, 900, 1000, 100] },
};

const judged = (page: Page, granularity = 8) => {
  const { scores, reasons } = makeVips({ granularity }).extract(page, {});
  return [...scores].map((score, leaf) => [score, REASONS[reasons[leaf]!]]);
};

describe("vips", () => {
  const page = laidOut(HTML, LOOKS);
  const dropped = [0, "outside the body"];

  test("keeps the block with the most words for its tags, with its pictures", () => {
    expect(judged(page)).toEqual([
      dropped,
      dropped,
      [1, "inside the body"],
      [1, "media of the body"],
      [1, "inside the body"],
      dropped,
      dropped,
    ]);
    const { bodyRoot, warnings } = makeVips().extract(page, {});
    expect(nodePath(page.document, bodyRoot ?? 0)).toBe("/html[1]/body[1]/div[2]");
    expect(warnings).toEqual([]);
  });

  test("keeps the whole page at granularity 1", () => {
    expect(judged(page, 1).map(([score]) => score)).toEqual([1, 1, 1, 1, 1, 1, 1]);
  });

  test("tells the number and the degree of coherence of every leaf's block", () => {
    const vips = makeVips({ granularity: 8 });
    const contributions = vips.explain?.(page, {}, vips.extract(page, {}));
    const listed = [0, 2, 4].map((leaf) =>
      contributions?.(leaf).map(({ feature, value }) => [feature, value]),
    );
    // The page is 1, menu and story 2, the menu 3, its lines 4 and 5, the story 6: its pieces touch.
    const line = [
      ["base", null],
      ["best block", 0],
      ["block", 4],
      ["degree of coherence", 10],
    ];
    const story = [
      ["base", null],
      ["best block", 1],
      ["block", 6],
      ["degree of coherence", 9],
    ];
    expect(listed).toEqual([line, story, story]);
  });

  test("does not count what a browser hides by styles", () => {
    const rendered = laidOut(HTML, LOOKS, { source: "browser" });
    const holder = rendered.document.parent[rendered.leaves.node[2]!]!;
    rendered.layout!.visible[holder] = 0;
    expect(judged(rendered)[2]).toEqual([0, "hidden"]);
    expect(judged(rendered)[4]).toEqual([1, "inside the body"]);
  });

  test("says that style sheets were missing", () => {
    const { warnings } = makeVips().extract(laidOut(HTML, LOOKS, { complete: false }), {});
    expect(warnings).toEqual(["LAYOUT_INCOMPLETE"]);
  });

  test("keeps nothing where no word is shown", () => {
    expect(judged(laidOut("<p><img src=x.jpg></p>", {}))).toEqual([[0, "outside the body"]]);
    expect(makeVips().extract(laidOut("", {}), {}).bodyRoot).toBeUndefined();
  });
});
