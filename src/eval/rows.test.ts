import { describe, expect, test } from "vitest";
import type { PageScore } from "./page-score.ts";
import { areaUnderCurve, calibrationError, estimate, makeRows, reliability, scoreVerdicts } from "./rows.ts";

describe("an estimate", () => {
  test("is the mean over the pages that have the metric", () => {
    // wordF1: (1 + .5) / 2 = .75 over 2 pages; title: 1 over 1 page
    const result = estimate([{ wordF1: 1, title: 1 }, { wordF1: 0.5 }]);
    expect(result.wordF1).toMatchObject({ mean: 0.75, pages: 2 });
    expect(result.title).toEqual({ mean: 1, low: 1, high: 1, pages: 1 });
    expect(result.opening).toBeUndefined();
  });

  test("has the interval that the binomial has", () => {
    // 400 pages, half right: standard error sqrt(.25 / 400) = .025, so 95 % is .5 +- 1.96 * .025 = .451 to .549
    const pages = Array.from({ length: 400 }, (_, at) => ({ title: at % 2 }));
    const { title } = estimate(pages);
    expect(title?.mean).toBe(0.5);
    expect(title?.low).toBeGreaterThan(0.44);
    expect(title?.low).toBeLessThan(0.462);
    expect(title?.high).toBeGreaterThan(0.538);
    expect(title?.high).toBeLessThan(0.56);
  });

  test("is the same every time", () => {
    const pages = Array.from({ length: 30 }, (_, at) => ({ wordF1: (at % 7) / 7 }));
    expect(estimate(pages)).toEqual(estimate(pages));
  });

  test("takes shingle F1 from the two means, as the benchmark does", () => {
    // P: (1 + .5) / 2 = .75; R: (.5 + 1 + 0) / 3 = .5, the last page kept nothing and has no P
    // F1 = 2 * .75 * .5 / 1.25 = .6, though the mean of the pages' own F1 would be (2/3 + 2/3 + 0) / 3
    const result = estimate([
      { shinglePrecision: 1, shingleRecall: 0.5 },
      { shinglePrecision: 0.5, shingleRecall: 1 },
      { shingleRecall: 0 },
    ]);
    expect(result.shingleF1).toMatchObject({ mean: expect.closeTo(0.6, 12), pages: 3 });
  });

  test("of no pages says nothing", () => {
    expect(estimate([])).toEqual({});
  });
});

test("a page that does not hold its truth counts only in the row of its split", () => {
  const page = { id: "1", set: "tides", site: null, url: null, language: "en", pageType: null, era: null };
  const scores: PageScore[] = [
    { page, extractor: "econ", metrics: { wordF1: 1 }, splits: [] },
    { page: { ...page, id: "2" }, extractor: "econ", metrics: { wordF1: 0 }, splits: ["truth elsewhere"] },
  ];
  const rows = makeRows(scores, ["set", "language", "split"]);
  expect(
    rows.map(({ scope, value, pages, estimates }) => [scope, value, pages, estimates.wordF1?.mean]),
  ).toEqual([
    ["set", "all", 1, 1],
    ["language", "en", 1, 1],
    ["split", "truth elsewhere", 1, 0],
  ]);
});

function score(pageType: string | null, isArticle: number, correctly?: number): PageScore {
  return {
    page: { id: "1", set: "made-up", site: null, url: null, language: null, pageType, era: null },
    extractor: "fused",
    metrics: correctly === undefined ? {} : { correctly },
    splits: [],
    verdict: { isArticle, pageType: "article", confidence: 0.75 },
  };
}

describe("the scores of verdicts", () => {
  test("compare isArticle with the type that labels name, live blogs among the articles", () => {
    const [found] = scoreVerdicts([
      score("article", 0.9),
      score("live", 0.4),
      score("home", 0.6),
      score(null, 0),
    ]);
    expect(found?.articles).toEqual({ pages: 3, area: 0.5 });
  });

  test("compare confidence with how often the article was found correctly", () => {
    const [found] = scoreVerdicts([
      score("article", 0.9, 1),
      score("article", 0.9, 0),
      score("article", 0.9),
    ]);
    expect(found?.confidence).toMatchObject({ pages: 2, error: 0.25 });
    expect(found?.confidence.bins).toHaveLength(1);
  });

  test("leave out extractors that judge no pages", () => {
    const { verdict: _, ...silent } = score("article", 0.9);
    expect(scoreVerdicts([silent])).toEqual([]);
  });
});

describe("the area under the curve", () => {
  const forecasts = (...pairs: [number, boolean][]) => pairs.map(([chance, isTrue]) => ({ chance, isTrue }));

  test("is 1 where every true one has the higher chance", () => {
    expect(areaUnderCurve(forecasts([0.9, true], [0.2, false], [0.8, true], [0.7, false]))).toBe(1);
  });

  test("counts a pair in the wrong order as lost", () => {
    expect(areaUnderCurve(forecasts([0.9, true], [0.2, false], [0.6, true], [0.7, false]))).toBe(0.75);
  });

  test("counts a pair of the same chance as half won", () => {
    expect(areaUnderCurve(forecasts([0.5, true], [0.5, false]))).toBe(0.5);
  });

  test("is unknown where one kind is missing", () => {
    expect(areaUnderCurve(forecasts([0.5, true], [0.7, true]))).toBeNull();
  });
});

describe("calibration", () => {
  const many = (count: number, chance: number, truths: number) =>
    Array.from({ length: count }, (_, at) => ({ chance, isTrue: at < truths }));

  test("is perfect where as many come true as was said", () => {
    expect(calibrationError([...many(10, 0.9, 9), ...many(10, 0.2, 2)])).toBeCloseTo(0, 12);
  });

  test("counts every forecast with how far its bin is off", () => {
    expect(calibrationError([...many(10, 0.9, 5), ...many(30, 0.2, 6)])).toBeCloseTo(0.1, 12);
  });

  test("is unknown without forecasts", () => {
    expect(calibrationError([])).toBeNull();
  });

  test("puts certainty into the highest bin and leaves empty bins out", () => {
    const bins = reliability([...many(2, 1, 1), ...many(1, 0.05, 0)]);
    expect(bins.map(({ from, count, share }) => [from, count, share])).toEqual([
      [0, 1, 0],
      [0.9, 2, 0.5],
    ]);
  });
});
