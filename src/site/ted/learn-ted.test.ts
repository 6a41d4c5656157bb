import { describe, expect, test } from "vitest";
import { type LookId, makeSite } from "../../../test/newsroom/index.ts";
import { parseHtml, tagName } from "../../html/index.ts";
import { Page } from "../../page/index.ts";
import { words } from "../../text/index.ts";
import { readTree } from "./label-tree.ts";
import { clusterByAverageLinkage, learnPatterns, learnTed } from "./learn-ted.ts";

const HARBOUR = storyPages("flex-mobile-2019", "en");

const GAZETTE = storyPages("bem-2016", "de");

describe("ted", () => {
  test("finds the articles of a template that it was learned from, without what the template repeats", () => {
    const ted = learnTed(HARBOUR.slice(0, 6).map(({ page }) => page));
    for (const { page, body } of HARBOUR.slice(6)) {
      const text = textOf(page, ted.extract(page, {}).scores);
      const kept = new Set(words(text));
      const truth = words(body);
      expect(truth.filter((word) => kept.has(word)).length / truth.length).toBeGreaterThan(0.95);
      expect(text).not.toMatch(/Most read|Related stories|All rights reserved/);
    }
  });

  test("points at the headline", () => {
    const ted = learnTed(HARBOUR.slice(0, 6).map(({ page }) => page));
    const { page, title } = HARBOUR[7]!;
    const { document } = page;
    const node = ted.extract(page, {}).titleNode!;
    expect(document.text.slice(document.textStart[node], document.textEnd[node])).toContain(title);
  });

  test("reads a page whose title and text are of any length", () => {
    const story = (text: string) =>
      new Page(parseHtml(`<title>${text}</title><nav>Home</nav><p>${text}</p><footer>Harbour Post</footer>`));
    const ted = learnTed([story("The wall fell"), story("The wall stands")]);
    const long = story("wall ".repeat(200_000));
    expect(tagName(long.document, ted.extract(long, {}).titleNode!)).toBe("p");
  });

  test("tells two templates apart and reads pages of both", () => {
    const learned = [...HARBOUR.slice(0, 4), ...GAZETTE.slice(0, 4)].map(({ page }) => page);
    expect(learnPatterns(learned.map(readTree), 0.2)).toHaveLength(2);
    const ted = learnTed(learned);
    for (const { page } of [HARBOUR[5]!, GAZETTE[5]!]) {
      const { scores, warnings } = ted.extract(page, {});
      expect(scores.some((score) => score === 1)).toBe(true);
      expect(warnings).toBeUndefined();
    }
  });

  test("keeps nothing of a page of another template, with a warning", () => {
    const ted = learnTed(HARBOUR.slice(0, 4).map(({ page }) => page));
    const { scores, warnings } = ted.extract(GAZETTE[0]!.page, {});
    expect(scores.every((score) => score === 0)).toBe(true);
    expect(warnings).toEqual(["UNKNOWN_TEMPLATE"]);
  });

  test("knows no template where no two pages share one", () => {
    const ted = learnTed([HARBOUR[0]!.page, GAZETTE[0]!.page]);
    expect(ted.extract(HARBOUR[1]!.page, {}).warnings).toEqual(["UNKNOWN_TEMPLATE"]);
  });

  test("needs two pages that differ", () => {
    const [first, second] = HARBOUR.map(({ page }) => page);
    const tooFew = expect.objectContaining({ code: "TOO_FEW_PAGES" });
    expect(() => learnTed([first!])).toThrow(tooFew);
    expect(() => learnTed([first!, first!])).toThrow(tooFew);
    expect(() => learnTed([first!, second!, first!])).not.toThrow();
  });
});

function storyPages(look: LookId, language: "en" | "de") {
  const { pages } = makeSite({ look, language, seed: 3, articles: 10, hardCases: [] });
  return pages
    .filter(({ pageType }) => pageType === "article")
    .map(({ html, truth: { body, title } }) => ({ page: new Page(parseHtml(html)), body, title }));
}

function textOf({ document, leaves }: Page, scores: Float32Array): string {
  const kept = [...leaves.node].filter((_, leaf) => scores[leaf]! >= 0.5);
  return kept.map((node) => document.text.slice(document.textStart[node], document.textEnd[node])).join(" ");
}

describe("clusterByAverageLinkage", () => {
  test("joins items by their mean similarity and leaves the rest apart", () => {
    const places = [0, 10, 1, 11, 30, 2];
    const similarity = (one: number, other: number) => 1 - Math.abs(places[one]! - places[other]!) / 10;
    expect(clusterByAverageLinkage(places.length, similarity, 0.5)).toEqual([[0, 2, 5], [1, 3], [4]]);
  });

  test("does not chain groups whose ends are unlike", () => {
    const similarity = (one: number, other: number) => 1 - Math.abs(one - other) / 10;
    const sizes = clusterByAverageLinkage(9, similarity, 0.75).map(({ length }) => length);
    expect(Math.max(...sizes)).toBeLessThan(9);
  });
});
