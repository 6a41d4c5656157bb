import { expect, test } from "vitest";
import { parseHtml } from "../../html/index.ts";
import { toProbability } from "../../model/index.ts";
import { LEAF_KINDS, Page, REASONS } from "../../page/index.ts";
import { EXTRACTORS } from "../index.ts";
import { FUSED_FEATURES } from "./rows.ts";

const { fused } = EXTRACTORS;
const PAGE = `<title>Ferry leaves</title><nav><a href=/>Home</a> <a href=/news>News</a></nav>
<main><h1>Ferry leaves</h1><p>The last ferry <a href=/left>left</a> the quay at dawn, and nobody saw it go, he said.</p>
<img src=a.jpg><p>It came back late that night, with all its lamps lit and the band still playing on deck.</p></main>
<p hidden>Not shown, and so not weighed, whatever it says of the ferry.</p>`;

function explained() {
  const page = new Page(parseHtml(PAGE));
  const extraction = fused.extract(page, {});
  const contributions = fused.explain!(page, {}, extraction);
  return [...extraction.scores].map((score, leaf) => ({
    score,
    reason: REASONS[extraction.reasons[leaf]!]!,
    isText: LEAF_KINDS[page.leaves.kind[leaf]!] === "text",
    contributions: contributions(leaf),
  }));
}

test("contributions add up to the log-odds of the score, to the last bit", () => {
  const weighed = explained().filter(({ contributions }) => contributions.length > 0);
  expect(weighed.length).toBeGreaterThan(5);
  for (const { score, contributions } of weighed) {
    const logOdds = contributions.reduce((sum, { weight }) => sum + weight, 0);
    expect(Math.fround(toProbability(logOdds))).toBe(score);
    const backwards = contributions.reduceRight((sum, { weight }) => sum + weight, 0);
    expect(backwards).toBe(logOdds);
  }
});

test("the base comes first, then features by strength, none that did nothing", () => {
  const [base, ...features] = explained().at(0)!.contributions;
  expect(base).toEqual({ feature: "base", value: null, weight: expect.any(Number) });
  const strengths = features.map(({ weight }) => Math.abs(weight));
  expect(strengths).toEqual(strengths.toSorted((a, b) => b - a));
  expect(strengths.at(-1)).toBeGreaterThan(0);
  expect(features.every(({ feature }) => FUSED_FEATURES.includes(feature))).toBe(true);
});

test("every shown text is explained; pictures and hidden text, which were not weighed, are not", () => {
  for (const { reason, isText, contributions } of explained()) {
    expect(contributions.length > 0).toBe(isText && reason !== "hidden");
  }
});

test("a value that is missing is null", () => {
  const values = explained().flatMap(({ contributions }) => contributions.map(({ value }) => value));
  expect(values.some((value) => Number.isNaN(value))).toBe(false);
});

test("what the page's own threshold adds is told too, so that the weights still add up", () => {
  const page = new Page(parseHtml(PAGE));
  const extraction = fused.extract(page, {});
  const lifted = { ...extraction, scores: extraction.scores.map((score) => 0.5 + score / 2) };
  const contributions = fused.explain!(page, {}, lifted);
  for (let leaf = 0; leaf < page.leaves.count; leaf++) {
    const all = contributions(leaf);
    if (all.length === 0) continue;
    expect(all.map(({ feature }) => feature)).toContain("threshold");
    const logOdds = all.reduce((sum, { weight }) => sum + weight, 0);
    expect(toProbability(logOdds)).toBeCloseTo(lifted.scores[leaf]!, 6);
  }
});
