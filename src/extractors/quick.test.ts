import { describe, expect, test } from "vitest";
import { makePages } from "../../test/newsroom/index.ts";
import { extract, extractText } from "../default-extract.ts";
import { parseHtml } from "../html/index.ts";
import { Page, type SiteProfile, type Verdict } from "../page/index.ts";
import type { Extractor } from "./extractor.ts";
import { EXTRACTORS } from "./index.ts";
import { makeQuick } from "./quick.ts";

const PAGE = new Page(parseHtml("<p>The ferry sails again from Saturday."));
const PROFILE = { site: "harbour.example" } as SiteProfile;
const scored = (score: number) => ({ scores: Float32Array.of(score), reasons: Uint8Array.of(0) });
const EXPENSIVE: Extractor = {
  id: "trees",
  needs: [],
  trainedOn: () => ["b.example", "c.example"],
  extract: () => ({
    ...scored(0.75),
    notes: { otherPagesWeight: 0, networkWeight: 0, contextWeight: 0, threshold: 0.5 },
  }),
  explain: () => () => [{ feature: "words", value: 12, weight: 1 }],
  trace: () => [{ name: "trees", scores: Float32Array.of(0.75) }],
};

function quickWith(verdict?: Verdict): Extractor {
  const cheap: Extractor = {
    id: "cheap",
    needs: [],
    trainedOn: () => ["b.example", "a.example"],
    extract: () => ({ ...scored(0.25), ...(verdict && { verdict }) }),
  };
  return makeQuick(cheap, EXPENSIVE);
}

describe("which method answers", () => {
  test.each([
    ["the cheap one where it is sure", { isArticle: 0.8, confidence: 0.65 }, 0.25],
    ["the other where the page may be no article", { isArticle: 0.79, confidence: 0.9 }, 0.75],
    ["the other where the answer may be wrong", { isArticle: 0.99, confidence: 0.64 }, 0.75],
    ["the other where nothing is known", undefined, 0.75],
  ])("%s", (_, verdict, score) => {
    const quick = quickWith(verdict);
    const answer = quick.extract(PAGE, {});
    expect(answer.scores[0]).toBe(score);
    expect(quick.trace?.(PAGE, {}).at(-1)?.scores[0]).toBe(score);
    expect(quick.explain?.(PAGE, {}, answer)(0)).toHaveLength(score === 0.75 ? 1 : 0);
  });

  test("is the other where the site is known: the cheap one does not ask what its pages repeat", () => {
    const quick = quickWith({ isArticle: 1, confidence: 1 });
    expect(quick.extract(PAGE, {}).scores[0]).toBe(0.25);
    expect(quick.extract(PAGE, { siteProfile: PROFILE }).scores[0]).toBe(0.75);
    expect(quick.trace?.(PAGE, { siteProfile: PROFILE })).toEqual(EXPENSIVE.trace?.(PAGE, {}));
  });
});

test("has seen the sites of both methods", () => {
  expect(quickWith().trainedOn?.()).toEqual(["a.example", "b.example", "c.example"]);
});

describe("as shipped", () => {
  const pages = makePages({ count: 24, seed: 5 });

  test("both methods answer, and every page is judged", () => {
    const answers = pages.map(({ html, url }) =>
      EXTRACTORS.quick.extract(new Page(parseHtml(html), url), {}),
    );
    const cheap = answers.filter(({ notes }) => notes === undefined).length;
    expect(cheap).toBeGreaterThan(2);
    expect(cheap).toBeLessThan(pages.length);
    expect(answers.every(({ verdict }) => verdict !== undefined)).toBe(true);
  });

  test("gives the text alone as the article has it, with its verdict", () => {
    for (const { html, url } of pages) {
      const { text, isArticle, confidence } = extract(html, { extractor: "quick", url });
      expect(extractText(html, { extractor: "quick", url })).toMatchObject({ text, isArticle, confidence });
    }
  });
});
