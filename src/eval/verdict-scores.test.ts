import { describe, expect, test } from "vitest";
import type { PageScore } from "./page-score.ts";
import { areaUnderCurve, calibrationError, reliability, scoreVerdicts } from "./verdict-scores.ts";

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

describe("auc", () => {
  const forecasts = (...pairs: [number, boolean][]) => pairs.map(([chance, isTrue]) => ({ chance, isTrue }));

  describe("the area under the curve", () => {
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
});

describe("calibration", () => {
  const many = (count: number, chance: number, truths: number) =>
    Array.from({ length: count }, (_, at) => ({ chance, isTrue: at < truths }));

  describe("calibration", () => {
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
});
