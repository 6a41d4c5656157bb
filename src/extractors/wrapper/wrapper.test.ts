import { describe, expect, test } from "vitest";
import { nodeAt, nodePath } from "../../html/index.ts";
import { type Extraction, type Page, REASONS } from "../../page/index.ts";
import { bodyRow } from "./candidates.ts";
import { type Box, measure, pageWithBoxes } from "./layout.testing.ts";
import { machineLiking, PLAIN_JUDGES, PLAIN_MODEL } from "./models.testing.ts";
import { SupportVectorMachine } from "./svm.ts";
import { makeWrapper, packWrapperModel, readWrapperModel, type WrapperModel } from "./wrapper.ts";

const HTML = `<body><nav>Menu of things</nav><h1>Ferry leaves</h1><p>By nobody at all</p>
<div><p>one two three</p><img src=x><p>four five</p></div><div><p>comment or two</p></div></body>`;
const BOXES: Record<string, Box> = {
  "/html": [0, 0, 1280, 2000],
  "/html/body": [0, 0, 1280, 2000],
  "/html/body/nav": [0, 0, 1280, 1],
  "/html/body/h1": [200, 100, 600, 40, 32],
  "/html/body/p": [200, 150, 600, 20],
  "/html/body/div[1]": [200, 200, 600, 600],
  "/html/body/div[1]/p[1]": [200, 200, 600, 300],
  "/html/body/div[1]/p[2]": [200, 500, 600, 300],
  "/html/body/div[2]": [200, 2200, 600, 600],
  "/html/body/div[2]/p": [200, 2200, 600, 600],
};

const TWO_SCREENS = { ...PLAIN_MODEL.settings, firstScreens: "two" } as const;
const wrap = (page: Page, change: Partial<WrapperModel> = {}) =>
  makeWrapper(() => ({ ...PLAIN_MODEL, settings: TWO_SCREENS, strict: PLAIN_JUDGES, ...change })).extract(
    page,
    {},
  );
const pathOf = (page: Page, node: number | undefined) =>
  node === undefined ? "" : nodePath(page.document, node);
const judged = (page: Page, { scores, reasons }: Extraction) =>
  [...scores].map((score, leaf) => {
    const node = page.leaves.node[leaf]!;
    const text = page.document.text.slice(page.document.textStart[node], page.document.textEnd[node]);
    return [text || "picture", score >= 0.5 ? "kept" : "dropped", REASONS[reasons[leaf]!]];
  });

describe("the learned wrapper", () => {
  const page = pageWithBoxes(HTML, BOXES);

  test("takes the likeliest body, then the likeliest title", () => {
    const extraction = wrap(page);
    expect(pathOf(page, extraction.bodyRoot)).toBe("/html[1]/body[1]/div[1]");
    expect(pathOf(page, extraction.titleNode)).toBe("/html[1]/body[1]/h1[1]");
    expect(extraction.warnings).toEqual([]);
  });

  test("says of every leaf which rule or probability decided", () => {
    expect(judged(page, wrap(page))).toEqual([
      ["Menu of things", "dropped", "too small for the body"],
      ["Ferry leaves", "dropped", "likeliest title"],
      ["By nobody at all", "dropped", "less likely the body"],
      ["one two three", "kept", "likeliest body"],
      ["picture", "kept", "media of the body"],
      ["four five", "kept", "likeliest body"],
      ["comment or two", "dropped", "below the first screen"],
    ]);
  });

  test("scores the body by its probability, but never so low that it is dropped", () => {
    const score = (model: Partial<WrapperModel>) => wrap(page, model).scores[3]!;
    const row = bodyRow(measure(page, "strict"), nodeAt(page.document, "/html/body/div"));
    expect(score({})).toBeCloseTo(PLAIN_JUDGES.body.probability(row), 6);
    expect(score({})).toBeGreaterThan(0.5);
    const doubtful = new SupportVectorMachine({ ...PLAIN_JUDGES.body.parts, offset: 5 });
    expect(score({ strict: { ...PLAIN_JUDGES, body: doubtful } })).toBe(0.5);
  });

  test("uses the soft classifiers on a page without all of its style sheets, and warns", () => {
    const incomplete = pageWithBoxes(HTML, BOXES, { complete: false });
    // Strictly the second div is below the first two screens; softly the model may like it best.
    const low = { ...PLAIN_JUDGES, body: machineLiking(6, 3) };
    const extraction = wrap(incomplete, { soft: low });
    expect(pathOf(incomplete, extraction.bodyRoot)).toMatch("/html[1]/body[1]/div[2]");
    expect(extraction.warnings).toEqual(["LAYOUT_INCOMPLETE"]);
  });

  test("uses the soft classifiers on complete pages too where the model has no others", () => {
    const { strict: _, ...soft } = { ...PLAIN_MODEL, strict: undefined };
    const extraction = makeWrapper(() => soft).extract(page, {});
    expect(judged(page, extraction).at(-1)).toEqual(["comment or two", "dropped", "less likely the body"]);
    expect(extraction.warnings).toEqual([]);
  });

  test("warns about a page that was laid out for another screen", () => {
    const small = pageWithBoxes(HTML, BOXES, { screen: { width: 400, height: 800 } });
    expect(wrap(small).warnings).toEqual(["OTHER_SCREEN"]);
  });

  test("keeps nothing of a page without a candidate", () => {
    const tiny = pageWithBoxes("<body><p>Fire</p></body>", { "/html/body/p": [0, 0, 10, 10] });
    const extraction = wrap(tiny);
    expect(extraction.bodyRoot).toBeUndefined();
    expect(extraction.titleNode).toBeUndefined();
    expect(judged(tiny, extraction)).toEqual([["Fire", "dropped", "too small for the body"]]);
  });

  test("ignores what a browser hides by styles", () => {
    const boxes = { ...BOXES, "/html/body/nav": [0, 0, 1280, 900] as const };
    const rendered = pageWithBoxes(HTML, boxes, { source: "browser" });
    rendered.layout!.visible[rendered.document.parent[rendered.leaves.node[5]!]!] = 0;
    expect(judged(rendered, wrap(rendered))[5]).toEqual(["four five", "dropped", "hidden"]);
  });
});

const stored = (change: object = {}) =>
  JSON.parse(JSON.stringify({ ...packWrapperModel(PLAIN_MODEL), ...change }));

describe("a model of the wrapper", () => {
  test("comes back from a file as it was, with or without classifiers for complete layouts", () => {
    const { settings, soft, strict } = readWrapperModel(stored());
    expect(settings).toEqual(PLAIN_MODEL.settings);
    expect(soft.body.parts).toEqual(PLAIN_JUDGES.body.parts);
    expect(strict).toBeUndefined();
    const both = readWrapperModel(
      JSON.parse(JSON.stringify(packWrapperModel({ ...PLAIN_MODEL, strict: PLAIN_JUDGES }))),
    );
    expect(both.strict?.title.parts).toEqual(PLAIN_JUDGES.title.parts);
  });

  test("from a file without the number of screens uses one", () => {
    const { firstScreens: _, ...before } = PLAIN_MODEL.settings;
    expect(readWrapperModel(stored({ settings: before })).settings.firstScreens).toBe("one");
  });

  test("from a file that does not say how titles are chosen goes by their looks", () => {
    const { titles: _, ...before } = PLAIN_MODEL.settings;
    expect(readWrapperModel(stored({ settings: before })).settings.titles).toBe("looks");
  });

  const { settings } = PLAIN_MODEL;
  test.each([
    ["of another method", { method: "mss" }, "of the method mss"],
    ["of other features", { features: ["body RectLeft"] }, "its features are body RectLeft"],
    ["without machines", { soft: {} }, "its machines are damaged"],
    ["with half a pair", { strict: { body: stored().soft.body } }, "its machines are damaged"],
    ["without settings", { settings: null }, "how it measures pages"],
    ["of no screen", { settings: { ...settings, screen: { width: 0, height: 9 } } }, "how it measures pages"],
    ["of unknown tags", { settings: { ...settings, formattingTags: ["blob"] } }, "how it measures pages"],
    ["of unknown screens", { settings: { ...settings, firstScreens: "all" } }, "how it measures pages"],
    ["of unknown titles", { settings: { ...settings, titles: "all" } }, "how it measures pages"],
    ["of unknown features", { settings: { ...settings, features: "some" } }, "how it measures pages"],
  ])("is refused %s", (_, change, problem) => {
    expect(() => readWrapperModel(stored(change))).toThrow(
      expect.objectContaining({ code: "BAD_MODEL", message: expect.stringContaining(problem) }),
    );
  });
});
