import { describe, expect, test } from "vitest";
import { HARD_CASES, LOOKS, makeArticlePage, makePages, makeSite } from "../../../test/newsroom/index.ts";
import { parseHtml } from "../../html/index.ts";
import { toProbability } from "../../model/index.ts";
import { LEAF_KINDS, Page, REASONS, type Reason } from "../../page/index.ts";
import { EXTRACTORS } from "../index.ts";
import { toScore } from "../score-leaves.ts";
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
  expect(features.every(({ feature }) => [...FUSED_FEATURES, "network", "context"].includes(feature))).toBe(
    true,
  );
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

const LINE = "<p>I have seen the night ferry at the quay, and it sails on Saturday.</p>";
const post = (name: string, hour: number) =>
  `<div class=post><a class=username href=/u/${hour}>${name}</a> <time datetime=2024-05-03T1${hour}:00Z>1${hour}:00</time>${LINE}</div>`;
const THREAD = `<h1>Is the ferry back?</h1><main>${["Ada", "Ben", "Ada", "Cy", "Di"].map(post).join("")}</main>`;
const data = (type: string) =>
  `<script type=application/ld+json>{"@type":"${type}","headline":"Ferry leaves"}</script>`;
const listing = `<ul>${"<li><h3><a href=/a>Ferry leaves</a></h3><p>It comes back on Sunday.</p>".repeat(20)}</ul>`;
const FACE = { look: "modern-grid-2025", language: "en" } as const;
const site = makeSite({ ...FACE, seed: 3, articles: 12 });

/** Pages on which a step after the weighing changes the verdict, and pages that every ensemble weighs. */
const KINDS: readonly (readonly [string, readonly string[]])[] = [
  ["articles in all looks", makePages({ count: LOOKS.length, seed: 5 }).map(({ html }) => html)],
  [
    "hard cases",
    HARD_CASES.map((hardCase, seed) => makeArticlePage({ ...FACE, hardCases: [hardCase], seed }).html),
  ],
  [
    "fronts and sections",
    site.pages.filter(({ pageType }) => pageType !== "article").map(({ html }) => html),
  ],
  ["threads", [THREAD, data("QAPage") + THREAD, data("DiscussionForumPosting") + PAGE]],
  ["live blogs", [data("LiveBlogPosting") + PAGE, data("LiveBlogPosting") + listing]],
];

/** Leaves that the trees gave their score; others got it from elsewhere. */
const OF_TREES: ReadonlySet<Reason> = new Set([
  "scored as body",
  "scored as not body",
  "likeliest of the page",
]);

describe.each(KINDS)("%s", (_, pages) => {
  test("are explained by the trees and the threshold that weighed them", () => {
    let explainedLeaves = 0;
    for (const html of pages) {
      const page = new Page(parseHtml(html), "https://harbour-courier.example/story");
      const extraction = fused.extract(page, {});
      const { scores, reasons, notes } = extraction;
      const contributions = fused.explain!(page, {}, extraction);
      for (let leaf = 0; leaf < page.leaves.count; leaf++) {
        if (!OF_TREES.has(REASONS[reasons[leaf]!]!)) continue;
        const all = contributions(leaf);
        explainedLeaves++;
        const logOdds = all.reduce((sum, { weight }) => sum + weight, 0);
        expect(toProbability(logOdds)).toBeCloseTo(scores[leaf]!, 6);
        // Without the row for the threshold it is the trees' own chance: nothing is explained by what is left over.
        const ofTrees = all.reduce(
          (sum, { feature, weight }) => sum + (feature === "threshold" ? 0 : weight),
          0,
        );
        expect(toScore(toProbability(ofTrees), notes!.threshold!)).toBeCloseTo(scores[leaf]!, 6);
      }
    }
    expect(explainedLeaves).toBeGreaterThan(5 * pages.length);
  });

  test("are explained the same after later steps change the verdict", () => {
    for (const html of pages.slice(0, 4)) {
      const page = new Page(parseHtml(html), "https://harbour-courier.example/story");
      const extraction = fused.extract(page, {});
      const contributions = fused.explain!(page, {}, extraction);
      for (const isArticle of [0, 0.2, 1]) {
        const judged = { ...extraction, verdict: { ...extraction.verdict!, isArticle } };
        const again = fused.explain!(page, {}, judged);
        for (let leaf = 0; leaf < page.leaves.count; leaf++) expect(again(leaf)).toEqual(contributions(leaf));
      }
    }
  });
});

test("a page that is judged a thread keeps the ensemble weight that its blocks were weighed with", () => {
  const { verdict, notes } = fused.extract(new Page(parseHtml(data("QAPage") + PAGE)), {});
  expect(verdict?.pageType).toBe("forum");
  expect(verdict?.isArticle).toBeLessThan(0.2);
  expect(notes?.otherPagesWeight).toBe(0);
});

test("a page where all blocks are unlikely is explained by its threshold too", () => {
  const page = new Page(parseHtml(listing));
  const extraction = fused.extract(page, {});
  const threshold = fused.explain!(page, {}, extraction)(0).find(({ feature }) => feature === "threshold");
  expect(threshold?.value).toBe(extraction.notes?.threshold);
  expect(threshold?.value).toBeLessThan(0.5);
});

test("scores that another step has changed are not explained by the trees", () => {
  const page = new Page(parseHtml(PAGE));
  const extraction = fused.extract(page, {});
  const lifted = { ...extraction, scores: extraction.scores.map((score) => 0.5 + score / 2) };
  expect(fused.explain!(page, {}, lifted)(0)).toEqual([]);
});
