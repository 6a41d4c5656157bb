import { describe, expect, test } from "vitest";
import {
  packBareVerdict,
  packVerdictModel,
  readBareVerdict,
  readVerdictModel,
} from "../../extractors/fused/verdict/verdict.ts";
import { BARE_VERDICT_FEATURES, VERDICT_FEATURE_NAMES } from "../../extractors/index.ts";
import { chanceOf } from "../../model/index.ts";
import { fitLine, shrinkTo } from "../calibration.ts";
import { pageTypeOf, trainBareVerdict, trainVerdict, type VerdictExample } from "./train-verdict.ts";

const DEPTH = VERDICT_FEATURE_NAMES.indexOf("address.depth");

const CERTAINTY = VERDICT_FEATURE_NAMES.indexOf("doubt.certainty");

function rowOf(depth: number, certainty: number): Float32Array {
  const row = new Float32Array(VERDICT_FEATURE_NAMES.length).fill(Number.NaN);
  row[DEPTH] = depth;
  row[CERTAINTY] = certainty;
  return row;
}

/** Front pages have a short address, and what is certain is right four times in five. */
const EXAMPLES: readonly VerdictExample[] = Array.from({ length: 200 }, (_, at) => ({
  row: rowOf(at % 2 === 0 ? 0 : 4, at % 4 < 2 ? 0.9 : 0.2),
  site: `site-${at % 19}`,
  pageType: at % 2 === 0 ? "home" : "article",
  isCorrect: at % 4 < 2 ? at % 5 !== 0 : at % 5 === 0,
  weight: 1,
}));

describe("learning the verdict", () => {
  const model = trainVerdict(EXAMPLES);

  test("tells kinds of pages apart", () => {
    expect(chanceOf(model.types.article, rowOf(4, 0.9))).toBeGreaterThan(0.9);
    expect(chanceOf(model.types.article, rowOf(0, 0.9))).toBeLessThan(0.1);
    expect(chanceOf(model.types.home, rowOf(0, 0.9))).toBeGreaterThan(0.9);
    expect(chanceOf(model.types.forum, rowOf(0, 0.9))).toBeLessThan(0.1);
  });

  test("is nearly as confident as answers are right, on the side of what is usual", () => {
    const [sure, unsure] = [0.9, 0.2].map((share) => chanceOf(model.confidence, rowOf(4, share)));
    expect(sure).toBeGreaterThan(0.7);
    expect(sure).toBeLessThan(0.8);
    expect(unsure).toBeGreaterThan(0.2);
    expect(unsure).toBeLessThan(0.3);
  });

  test("gives the same model for the same pages and seed, through its file too", () => {
    const packed = packVerdictModel(model);
    expect(packVerdictModel(trainVerdict(EXAMPLES))).toEqual(packed);
    expect(packVerdictModel(readVerdictModel(JSON.parse(JSON.stringify(packed))))).toEqual(packed);
  });

  test("refuses a file that is damaged or of other features", () => {
    const packed = packVerdictModel(model);
    const broken = { ...packed, confidence: { ...packed.confidence, trees: "?" } };
    for (const file of [
      undefined,
      {},
      broken,
      { ...packed, features: ["words"] },
      { ...packed, types: {} },
    ]) {
      expect(() => readVerdictModel(file)).toThrow(/The model cannot be used/);
    }
  });
});

describe("learning the bare verdict", () => {
  const bare = (row: Float32Array) =>
    Float32Array.from(BARE_VERDICT_FEATURES, (name) => row[VERDICT_FEATURE_NAMES.indexOf(name)]!);
  const examples = EXAMPLES.map((example) => ({ ...example, row: bare(example.row) }));
  const model = trainBareVerdict(examples);

  test("tells articles from other pages, and answers that are right from others", () => {
    expect(chanceOf(model.article, bare(rowOf(4, 0.9)))).toBeGreaterThan(0.9);
    expect(chanceOf(model.article, bare(rowOf(0, 0.9)))).toBeLessThan(0.1);
    const [sure, unsure] = [0.9, 0.2].map((share) => chanceOf(model.confidence, bare(rowOf(4, share))));
    expect(sure).toBeGreaterThan(0.7);
    expect(unsure).toBeLessThan(0.3);
  });

  test("gives the same model for the same pages and seed, through its file too", () => {
    const packed = packBareVerdict(model);
    expect(packBareVerdict(trainBareVerdict(examples))).toEqual(packed);
    expect(packBareVerdict(readBareVerdict(JSON.parse(JSON.stringify(packed))))).toEqual(packed);
  });
});

describe("the kind of page that a label names", () => {
  test("is its own, an article for live blogs and galleries, a front page for a listing at the root or a section", () => {
    const page = { set: "made-up", id: "0082", url: "https://example.org/" };
    expect(pageTypeOf({ ...page, pageType: "forum" })).toBe("forum");
    expect(pageTypeOf({ ...page, pageType: "live" })).toBe("article");
    expect(pageTypeOf({ ...page, pageType: "listing" })).toBe("home");
    expect(pageTypeOf({ ...page, pageType: "listing", url: `${page.url}search` })).toBe("listing");
    expect(pageTypeOf({ ...page, pageType: "listing", set: "wcxb-dev" })).toBe("section");
    expect(pageTypeOf({ ...page, pageType: "poem" })).toBeNull();
    expect(pageTypeOf({ ...page, pageType: "constructor" })).toBeNull();
    expect(pageTypeOf({ ...page, pageType: null })).toBeNull();
  });
});

describe("calibrate", () => {
  /** Outcomes, true with the probability that the log-odds give. */
  function outcomes(stated: number, meant: number, count: number) {
    const truths = Math.round(count / (1 + Math.exp(-meant)));
    return Array.from({ length: count }, (_, at) => ({
      logOdds: stated,
      label: Number(at < truths),
      weight: 1,
    }));
  }

  describe("the line of calibration", () => {
    test("leaves what fits as it is", () => {
      const { slope, offset } = fitLine([...outcomes(2, 2, 2000), ...outcomes(-1, -1, 2000)]);
      expect(slope).toBeCloseTo(1, 1);
      expect(offset).toBeCloseTo(0, 1);
    });

    test("flattens overconfident log-odds and shifts optimistic ones", () => {
      const { slope, offset } = fitLine([...outcomes(4, 1.5, 4000), ...outcomes(-4, -2.5, 4000)]);
      expect(slope).toBeCloseTo(0.5, 1);
      expect(offset).toBeCloseTo(-0.5, 1);
    });

    test("counts weights as copies", () => {
      const some = outcomes(1, -1, 100);
      const line = fitLine([...some, ...some, ...outcomes(-2, 1, 100)]);
      const weighed = fitLine([...some.map((one) => ({ ...one, weight: 2 })), ...outcomes(-2, 1, 100)]);
      expect(weighed.slope).toBeCloseTo(line.slope, 8);
    });
  });

  test("a line is shrunk towards given log-odds by a share", () => {
    const line = shrinkTo(1, { slope: 2, offset: -1 }, 0.25);
    const at = (logOdds: number) => line.slope * logOdds + line.offset;
    expect(at(1)).toBe(1);
    expect(at(3)).toBe(1 + 0.75 * 4);
  });
});
