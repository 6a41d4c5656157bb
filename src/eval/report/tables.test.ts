import { describe, expect, test } from "vitest";
import type { PageScore } from "../page-score.ts";
import { verdictSection } from "./tables.ts";

const TONES = new Map([["fused", 0]]);

function score(pageType: string, isArticle: number, correctly?: number): PageScore {
  return {
    page: { id: "1", set: "made-up", site: null, url: null, language: null, pageType, era: null },
    extractor: "fused",
    metrics: correctly === undefined ? {} : { correctly },
    splits: [],
    verdict: { isArticle, pageType: "article", confidence: 0.8 },
  };
}

describe("the verdict's part of a report", () => {
  test("draws stated confidence against what was right, and says it in words too", () => {
    const html = verdictSection([score("article", 0.9, 1), score("article", 0.8, 0)], TONES);
    expect(html).toContain("calibration error .300 on 2 pages");
    expect(html.match(/<circle /g)).toHaveLength(1);
    expect(html).toContain("<title>stated .800, right .500, 2 pages</title>");
    expect(html).toContain('aria-label="Confidence of fused on 2 pages');
  });

  test("says how well articles are recognised where there are other pages", () => {
    const html = verdictSection([score("article", 0.9), score("home", 0.1)], TONES);
    expect(html).toContain("area under the curve 1.000 on 2 pages");
    expect(html).not.toContain("<svg");
  });

  test("is not there where no extractor judged pages", () => {
    const { verdict: _, ...silent } = score("article", 0.9, 1);
    expect(verdictSection([silent], TONES)).toBe("");
  });
});
