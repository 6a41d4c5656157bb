import { describe, expect, test } from "vitest";
import { verdictWarnings } from "./verdict-warnings.ts";

describe("warnings from a verdict", () => {
  test("say nothing of an article that was found well, nor without a verdict", () => {
    expect(verdictWarnings({ isArticle: 0.97, pageType: "article", confidence: 0.8 })).toEqual([]);
    expect(verdictWarnings(undefined)).toEqual([]);
  });

  test("say that a page is no article and that its answer is doubtful, each by itself", () => {
    expect(verdictWarnings({ isArticle: 0.1, pageType: "forum", confidence: 0.8 })).toEqual([
      "NOT_AN_ARTICLE",
    ]);
    expect(verdictWarnings({ isArticle: 0.9, pageType: "article", confidence: 0.1 })).toEqual([
      "LOW_CONFIDENCE",
    ]);
  });
});
