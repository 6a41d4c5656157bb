import { describe, expect, test } from "vitest";
import type { Label } from "../../sets/index.ts";
import type { SetSummary } from "../evaluate.ts";
import type { PageScore } from "../page-score.ts";
import { makeRows } from "../rows.ts";
import { makeReport, verdictSection } from "./report-page.ts";
import { WorstPages } from "./worst-pages.ts";

function score(id: string, wordF1: number): PageScore {
  return {
    page: {
      id,
      set: "tides",
      site: "a.example",
      url: "http://a.example/?a=1&b=<x>",
      language: "en",
      pageType: null,
      era: null,
    },
    extractor: "econ",
    metrics: { wordF1, wordPrecision: wordF1, wordRecall: wordF1 },
    splits: [],
    kept: `Menu ${id} </div><script>alert(1)</script>`,
  };
}

function label(body: string | null): Label {
  const truth = {
    title: null,
    authors: [],
    published: null,
    body,
    bodyIsPrefix: false,
    with: [],
    without: [],
  };
  return { ...score("", 0).page, source: { html: "" }, encoding: null, truth };
}

function report(scores: readonly PageScore[], more: Partial<SetSummary> = {}): string {
  const worst = new WorstPages(2);
  for (const one of scores) worst.add(one, label(`The story ${one.page.id}`));
  return makeReport({
    evaluation: {
      sets: [{ name: "tides", folder: "tides", pages: 3, withoutTruth: 0, failed: 0, hash: "ab", ...more }],
      scores,
    },
    rows: makeRows(scores),
    worst,
    command: "galley eval tides --report <out>",
    date: "2026-11-15",
    version: "0.1.0",
  });
}

describe("a report", () => {
  const html = report([score("one", 0.9), score("two", 0.1), score("three", 0.4)]);

  test("shows the worst pages first and no more than asked", () => {
    const order = [...html.matchAll(/<summary><b>(.*?)<\/b>(.*?)<\/summary>/g)].map(
      (match) => `${match[1]} ${match[2]}`,
    );
    expect(order).toEqual([".100 a.example, two", ".400 a.example, three"]);
  });

  test("marks what was dropped and what does not belong", () => {
    expect(html).toContain("<del>The story</del> two");
    expect(html).toContain("<ins>Menu</ins> two");
  });

  test("lets nothing of a page become markup", () => {
    expect(html).not.toContain("<script");
    expect(html).toContain("b=&lt;x&gt;");
    expect(html).toContain("--report &lt;out&gt;");
  });

  test("needs nothing from elsewhere", () => {
    expect(html).not.toMatch(/<(?:link|img|iframe|script)\b|@import|url\(|src=/);
  });

  test("draws every page into its bin", () => {
    expect(html).toContain("<title>.900-.950: 1 pages</title>");
    expect(html).toContain("<title>.100-.150: 1 pages</title>");
    expect(html).toContain("Word F1 of econ on 3 pages: 1 at .9 or more, 2 below .5");
  });
});

test("a report says how many pages were left out because their sites were seen, though no page is left", () => {
  const html = report([], { pages: 0, seen: { pages: 7, by: { mss: 7 }, isIncluded: false } });
  expect(html).toContain("0 pages, 7 of sites that mss was trained on left out; data <code>ab</code>");
  expect(html).not.toContain("<table");
});

test("a page without a body in its label is no worst page", () => {
  const worst = new WorstPages(5);
  worst.add(score("one", 0.1), label(null));
  expect(worst.of("tides", "econ")).toEqual([]);
});

const TONES = new Map([["fused", 0]]);

function judged(pageType: string, isArticle: number, correctly?: number): PageScore {
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
    const html = verdictSection([judged("article", 0.9, 1), judged("article", 0.8, 0)], TONES);
    expect(html).toContain("calibration error .300 on 2 pages");
    expect(html.match(/<circle /g)).toHaveLength(1);
    expect(html).toContain("<title>stated .800, right .500, 2 pages</title>");
    expect(html).toContain('aria-label="Confidence of fused on 2 pages');
  });

  test("says how well articles are recognised where there are other pages", () => {
    const html = verdictSection([judged("article", 0.9), judged("home", 0.1)], TONES);
    expect(html).toContain("area under the curve 1.000 on 2 pages");
    expect(html).not.toContain("<svg");
  });

  test("is not there where no extractor judged pages", () => {
    const { verdict: _, ...silent } = judged("article", 0.9, 1);
    expect(verdictSection([silent], TONES)).toBe("");
  });
});
