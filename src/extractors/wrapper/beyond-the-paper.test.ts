import { describe, expect, test } from "vitest";
import { nodePath } from "../../html/index.ts";
import { REASONS } from "../../page/index.ts";
import {
  answeredBlocks,
  BLOCK_EVIDENCE,
  blockChances,
  CONFIDENCE_FEATURES,
  confidenceRow,
  eachEvidenceBatch,
} from "./evidence.ts";
import { type Box, pageWithBoxes } from "./layout.testing.ts";
import { PLAIN_MODEL, treeBelow } from "./models.testing.ts";
import { NOISE_FEATURE_NAMES } from "./noise.ts";
import { PAGE_FEATURES, pageRow, type VerdictTrees } from "./verdict.ts";
import {
  judgeBody,
  makeWrapper,
  packWrapperModel,
  readWrapperModel,
  type WrapperModel,
  wrapPage,
} from "./wrapper.ts";

const HTML = `<body><h1>Ferry leaves</h1><div><p>one two three</p><p><a href="/more">four five</a></p></div></body>`;
const BOXES: Record<string, Box> = {
  "/html/body": [0, 0, 1280, 2000],
  "/html/body/h1": [200, 100, 600, 40, 32],
  "/html/body/div": [200, 200, 600, 600],
  "/html/body/div/p[1]": [200, 200, 600, 300],
  "/html/body/div/p[2]": [200, 500, 600, 300],
};
const page = pageWithBoxes(HTML, BOXES);
const answer = (change: Partial<WrapperModel>) =>
  makeWrapper(() => ({ ...PLAIN_MODEL, ...change })).extract(page, {});
const reasonsOf = (change: Partial<WrapperModel>) => [...answer(change).reasons].map((code) => REASONS[code]);
const verdictOf = (bound: number) => {
  const trees = treeBelow(PAGE_FEATURES, "words", bound);
  const isArticle = { trees, slope: 1, offset: 0 };
  return answer({ noise: linksAreNoise, verdict: { isArticle, ...sureOf("textChance") } }).verdict;
};
/** Trees that take blocks for text by one column, and a confidence that rises with what is kept of it. */
const sureOf = (column: string): Omit<VerdictTrees, "isArticle"> => {
  const blocks = treeBelow(BLOCK_EVIDENCE, column, 0.5);
  const trees = treeBelow(CONFIDENCE_FEATURES, "kept right", 0.5);
  return { blocks, confidence: { trees, slope: -1, offset: 0 } };
};
const linksAreNoise = treeBelow(NOISE_FEATURE_NAMES, "linkShare", 0.5);

describe("noise in the body", () => {
  test("is dropped with a reason of its own, and the body stays the same subtree", () => {
    const { scores, bodyRoot } = answer({ noise: linksAreNoise });
    expect([...scores].map((score) => score >= 0.5)).toEqual([false, true, false]);
    expect(reasonsOf({ noise: linksAreNoise })).toEqual([
      "likeliest title",
      "likeliest body",
      "noise in the body",
    ]);
    expect(nodePath(page.document, bodyRoot!)).toBe("/html[1]/body[1]/div[1]");
  });

  test("is kept where nothing would be left", () => {
    const allIsNoise = treeBelow(NOISE_FEATURE_NAMES, "words", 0);
    expect(reasonsOf({ noise: allIsNoise }).slice(1)).toEqual(["likeliest body", "likeliest body"]);
  });
});

describe("the verdict of the wrapper", () => {
  test("says how likely a page is an article, and its type only if it is one", () => {
    expect(verdictOf(100)).toEqual({ isArticle: 0.982, pageType: "article", confidence: 0.018 });
    expect(verdictOf(3)).toEqual({ isArticle: 0.018, confidence: 0.018 });
  });

  test("is confident where trees over all blocks agree with the answer", () => {
    const wrapped = wrapPage(page, PLAIN_MODEL);
    const judged = judgeBody(wrapped, linksAreNoise);
    const answered = answeredBlocks(wrapped, judged);
    const { blocks, words, isKept } = answered;
    expect([[...words], [...isKept]]).toEqual([
      [2, 3, 2],
      [0, 1, 0],
    ]);
    let chances: Float64Array = new Float64Array();
    eachEvidenceBatch({ wrapped, judged, blocks }, (values, count) => {
      chances = blockChances(sureOf("isInBody").blocks, values, count);
    });
    const row = confidenceRow(answered, chances);
    const featureOf = (name: string) => row[CONFIDENCE_FEATURES.indexOf(name)];
    // The tree takes what lies outside of the body for text: the headline, of 2 words beside the 3 that are kept.
    expect(featureOf("before likeliest")).toBe(0);
    expect(featureOf("kept right")).toBe(0);
    expect(featureOf("before largest")).toBeCloseTo(2 / 3);
    expect(featureOf("words")).toBe(3);
  });

  test("knows how sure the trees of noise are of each block", () => {
    const wrapped = wrapPage(page, PLAIN_MODEL);
    const row = pageRow(wrapped, judgeBody(wrapped, linksAreNoise));
    const value = (name: string) => row[PAGE_FEATURES.indexOf(name)]!;
    // Of 5 words in the body 3 are kept; the tree is as sure of both blocks, by .982.
    expect(value("kept words")).toBe(3);
    expect(value("kept wordShare")).toBeCloseTo(3 / 5);
    expect(value("doubtful wordShare")).toBeCloseTo((5 * 0.018) / 3);
    expect(value("largest doubt")).toBeCloseTo(0.018);
    expect(value("edge doubt")).toBeCloseTo(0.018);
    expect(value("isTitleStated")).toBe(0);
  });

  test("is absent where the model has none", () => {
    expect(answer({}).verdict).toBeUndefined();
  });
});

describe("a model with noise and verdict", () => {
  const judge = { trees: treeBelow(PAGE_FEATURES, "words", 9), slope: 2, offset: 1 };
  const stored = (change: object = {}) =>
    JSON.parse(
      JSON.stringify({
        ...packWrapperModel({
          ...PLAIN_MODEL,
          noise: linksAreNoise,
          verdict: { isArticle: judge, ...sureOf("isInBody") },
        }),
        ...change,
      }),
    );

  test("comes back from a file as it was", () => {
    const { noise, verdict } = readWrapperModel(stored());
    expect(noise?.encode()).toBe(linksAreNoise.encode());
    expect(verdict?.isArticle).toMatchObject({ slope: 2, offset: 1 });
    expect(verdict?.confidence).toMatchObject({ slope: -1, offset: 0 });
    expect(verdict?.blocks.encode()).toBe(sureOf("isInBody").blocks.encode());
  });

  test.each([
    [{ noise: { features: ["words"], trees: "" } }, "other features of blocks"],
    [{ noise: { features: NOISE_FEATURE_NAMES, trees: "!" } }, "trees of noise are damaged"],
    [{ verdict: { features: [] } }, "other features of pages"],
    [
      { verdict: { features: [...PAGE_FEATURES, ...CONFIDENCE_FEATURES], isArticle: {} } },
      "trees of its verdict are damaged",
    ],
  ])("is refused with %j", (change, problem) => {
    expect(() => readWrapperModel(stored(change))).toThrow(
      expect.objectContaining({ code: "BAD_MODEL", message: expect.stringContaining(problem) }),
    );
  });
});
