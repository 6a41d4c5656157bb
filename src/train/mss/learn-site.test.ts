import { describe, expect, test } from "vitest";
import { keptTexts } from "../../../test/kept-text.ts";
import { FULL_IMPORTANCE } from "../../extractors/index.ts";
import {
  NOTICE,
  sentence,
  siteMarkup,
  sitePage,
  supervisedModel,
} from "../../extractors/mss/made-up-models.testing.ts";
import { packSiteModel } from "../../extractors/mss/site-model.ts";
import { makeMss } from "../../extractors/mss/supervised.ts";
import { tokenise } from "../../extractors/mss/tokenise.ts";
import { parseHtml } from "../../html/index.ts";
import { Page } from "../../page/index.ts";
import { LEARN_PAPER, type RoundReport } from "./learn-options.ts";
import {
  borderNearness,
  importanceOf,
  type LearnRequest,
  learnMss,
  learnSiteModel,
  SiteLearner,
  spanConfidence,
} from "./learn-site.ts";

const FROM = supervisedModel();

const NUMBERS = Array.from({ length: 10 }, (_, at) => at + 1);

/** On the last two, the notice follows the article directly. */
const PAGES = NUMBERS.map((number) => sitePage(number, { isApart: number <= 8 }));

describe("learning from a site's own pages", () => {
  test("leaves out on all pages what it leaves out on most", () => {
    const supervised = makeMss("mss", () => FROM);
    const learnt = learnMss(PAGES, { from: FROM });
    const unseen = siteMarkup(12, { isApart: false });
    for (const html of [siteMarkup(10, { isApart: false }), unseen]) {
      expect(keptTexts(supervised, html)).toContain(NOTICE);
      expect(keptTexts(learnt, html)).not.toContain(NOTICE);
    }
    expect(keptTexts(learnt, unseen)).toEqual([sentence(12, 14), sentence(17, 14)]);
    expect(learnt.id).toBe("mss-site");
    expect(learnt.trainedOn?.()).toEqual(["harbour.example"]);
  });

  test("reports its rounds and stops once their spans repeat", () => {
    const reports: RoundReport[] = [];
    learnSiteModel(PAGES, { from: FROM, onRound: (report) => reports.push(report) });
    expect(reports.map(({ round }) => round)).toEqual([...reports.keys()]);
    expect(reports[0]).toMatchObject({ round: 0, changed: 0 });
    expect(reports[1]?.changed).toBeGreaterThan(0);
    expect(reports.at(-1)?.changed).toBe(0);
    expect(reports.length).toBeLessThan(11);
    for (const { confidence } of reports) {
      expect(confidence).toBeGreaterThan(0);
      expect(confidence).toBeLessThanOrEqual(1);
    }
  });

  test("tells on how many pages it finds another article than supervision", () => {
    const reports: RoundReport[] = [];
    learnSiteModel(PAGES, { from: FROM, onRound: (report) => reports.push(report) });
    expect(reports[0]?.revised).toBe(0);
    // The two pages on which the notice follows the article directly.
    expect(reports.at(-1)?.revised).toBe(2);
  });

  test("takes the share of every source that is named with its pages", () => {
    const learner = new SiteLearner({ from: FROM, share: 0.5, rounds: 1 });
    const sourceOf = (_: Page, at: number) => (at < 7 ? "apart" : "one by one");
    for (const [at, page] of PAGES.entries()) learner.add(page, sourceOf(page, at));
    const { totals } = learnSiteModel(PAGES, { from: FROM, share: 0.5, rounds: 1, sourceOf });
    expect(learner.learn().totals).toEqual(totals);
    expect(totals).not.toEqual(learnSiteModel(PAGES, { from: FROM, share: 0.5, rounds: 1 }).totals);
  });

  test("gives more weight to features near a border", () => {
    const doubtful = siteMarkup(12, { isApart: false });
    const kept = (constant: number) =>
      keptTexts(learnMss(PAGES, { from: FROM, constant, margin: 30 }), doubtful);
    expect(kept(0)).toContain(NOTICE);
    expect(kept(24)).not.toContain(NOTICE);
  });

  test("does no more rounds than asked for", () => {
    const rounds: number[] = [];
    learnSiteModel(PAGES, { from: FROM, rounds: 1, onRound: ({ round }) => rounds.push(round) });
    expect(rounds).toEqual([0, 1]);
  });

  test("is the same whenever it is done", () => {
    const learn = () => JSON.stringify(packSiteModel(learnSiteModel(PAGES, { from: FROM })));
    expect(learn()).toBe(learn());
  });

  test("learns from a share of each source, rounded up", () => {
    const tokens = PAGES.map((page) => tokenise(page).count);
    const { totals } = learnSiteModel(PAGES, {
      from: FROM,
      share: 0.5,
      rounds: 1,
      sourceOf: (_, index) => (index < 7 ? "apart" : "one by one"),
    });
    // The pages of a shape are of one length: four of the seven, and two of the three, which are of both shapes.
    const others = totals.inside + totals.outside - 4 * tokens[0]!;
    expect([2 * tokens[9]!, tokens[7]! + tokens[9]!]).toContain(others);
  });

  test("keeps only features of as many pages as asked for", () => {
    const sizes = [1, 2, 11].map((minPages) => {
      const { tables } = learnSiteModel(PAGES, { from: FROM, minPages, rounds: 1 });
      return tables.trigram.counts.size;
    });
    expect(sizes[0]).toBeGreaterThan(sizes[1]!);
    expect(sizes[1]).toBeGreaterThan(0);
    expect(sizes[2]).toBe(0);
  });

  test("with the paper's settings, learns exact trigrams only and forgets the supervised model", () => {
    const model = learnSiteModel(PAGES, { from: FROM, ...LEARN_PAPER });
    expect(model.tables["coarse trigram"].counts.size).toBe(0);
    expect(model.tables.trigram.counts.size).toBeGreaterThan(0);
    expect(model.supervised).toBeUndefined();
    expect(learnSiteModel(PAGES, { from: FROM }).supervised?.model).toBe(FROM);
  });

  test("says how many pages it needs", () => {
    expect(() => learnMss(PAGES.slice(0, 2), { from: FROM })).toThrow(
      expect.objectContaining({
        code: "TOO_FEW_PAGES",
        message: "A site is learnt from 3 pages or more, and there are 2.",
      }),
    );
    const blank = ["", " ", "<p>"].map((html) => new Page(parseHtml(html)));
    expect(() => learnMss([PAGES[0]!, ...blank], { from: FROM })).toThrow(
      "A site is learnt from 3 pages or more, and an article was seen on 1 of 4.",
    );
  });

  test("refuses a model that finds no article on any page", () => {
    expect(() => learnMss(PAGES, { from: FROM, ...LEARN_PAPER, minPages: 11 })).toThrow(
      expect.objectContaining({ code: "TOO_FEW_PAGES", message: expect.stringContaining("lower minPages") }),
    );
  });

  test.each<[string, Omit<LearnRequest, "from">]>([
    ["window", { window: 0 }],
    ["cutoff", { cutoff: 1.5 }],
    ["rounds", { rounds: Number.NaN }],
    ["minPages", { minPages: -1 }],
    ["share", { share: 1.1 }],
    ["constant", { constant: Number.POSITIVE_INFINITY }],
    ["supervised", JSON.parse('{ "supervised": "best" }')],
  ])("refuses a senseless %s", (name, options) => {
    expect(() => learnMss(PAGES, { from: FROM, ...options })).toThrow(
      expect.objectContaining({ code: "BAD_OPTION", message: expect.stringContaining(`option ${name} `) }),
    );
  });
});

describe("the supervised span", () => {
  const supervised = makeMss("mss", () => FROM);
  const doubtful = siteMarkup(12, { isApart: false });

  test("stays where the site's pages do not beat it by the margin", () => {
    const steadfast = learnMss(PAGES, { from: FROM, margin: 1000 });
    expect(keptTexts(steadfast, doubtful)).toEqual(keptTexts(supervised, doubtful));
  });

  test("stays where the prior outweighs the site's own counts", () => {
    const doubting = learnMss(PAGES, { from: FROM, doubt: 1e9 });
    expect(keptTexts(doubting, doubtful)).toEqual(keptTexts(supervised, doubtful));
  });
});

describe("the confidence of a span", () => {
  test("is the root of the product over the windows at both borders", () => {
    const inside = Float64Array.of(0.9, 0.2, 0.1, 0.8, 0.5, 0.6, 0.7, 0.3, 0.4, 0.9);
    // Tokens 1 and 2, 3 and 4, 5 and 6, 7 and 8; the first and the last lie outside all windows.
    const product = 0.8 * 0.9 * (0.8 * 0.5) * (0.6 * 0.7) * (0.7 * 0.6);
    expect(spanConfidence(inside, { first: 3, last: 6 }, 2)).toBeCloseTo(product ** (1 / 8), 12);
  });

  test("counts a token of a short span once for each border", () => {
    const product = 0.9 * 0.8 * 0.8 * 0.6;
    expect(spanConfidence(Float64Array.of(0.1, 0.8, 0.4), { first: 1, last: 1 }, 1)).toBeCloseTo(
      product ** (1 / 4),
      12,
    );
  });

  test("takes the root of the factors that are there where the document cuts a window", () => {
    expect(spanConfidence(Float64Array.of(0.8, 0.8, 0.8), { first: 0, last: 2 }, 10)).toBeCloseTo(0.8, 12);
  });

  test("is low and above 0 where a token is certain of the contrary", () => {
    const confidence = spanConfidence(Float64Array.of(1, 1, 1, 0), { first: 1, last: 2 }, 1);
    expect(confidence).toBeGreaterThan(0);
    expect(confidence).toBeLessThan(0.05);
  });
});

const SPAN = { first: 100, last: 199 };

describe("the importance of a feature", () => {
  test.each([99, 100, 199, 200])("is whole for a token beside a border, such as %i", (at) => {
    expect(borderNearness(at, SPAN, 64)).toBe(1);
  });

  test.each([
    [98, 63 / 64],
    [101, 63 / 64],
    [68, 33 / 64],
    [231, 33 / 64],
  ])("shrinks evenly with the distance: token %i has %f", (at, nearness) => {
    expect(borderNearness(at, SPAN, 64)).toBe(nearness);
  });

  test.each([0, 35, 264, 400])("is none at the cutoff or farther, such as at %i", (at) => {
    expect(borderNearness(at, SPAN, 64)).toBe(0);
  });

  test("is the mean over its tokens, not their sum", () => {
    expect(importanceOf(3, 3)).toBe(FULL_IMPORTANCE);
    expect(importanceOf(1, 4)).toBe(Math.round(FULL_IMPORTANCE / 4));
    expect(importanceOf(0, 0)).toBe(0);
  });
});
