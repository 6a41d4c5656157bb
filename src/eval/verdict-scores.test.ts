import { describe, expect, test } from "vitest";
import type { PageScore } from "./page-score.ts";
import { scoreVerdicts } from "./verdict-scores.ts";

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
