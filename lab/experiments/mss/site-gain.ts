import { extract } from "../../../src/default-extract.ts";
import { formatShare } from "../../../src/eval/index.ts";
import { measureArticle, textOnlyScore } from "../../../src/eval/measure.ts";
import { type Extractor, makeMss } from "../../../src/extractors/index.ts";
import { wordOverlap } from "../../../src/sets/index.ts";
import { words } from "../../../src/text/index.ts";
import { LEARN_DEFAULTS, LEARN_PAPER, type LearnOptions, learnMss } from "../../../src/train/index.ts";
import { plainTable } from "../experiment.ts";
import { CLEANEVAL_ARTICLES } from "./cleaneval-articles.data.ts";
import { type BlockScore, type Example, keptSpan, type Method, type ModelFor, scoreBlock } from "./corpus.ts";

/** Sites with fewer pages are left out: a site must have pages to learn from. */
const MIN_PAGES = 10;

/** One site (of one time) and what each method makes of its pages: mean word F1 of the article's text. */
interface SiteGain {
  readonly site: string;
  readonly pages: number;
  readonly supervised: number;
  readonly asPaper: number;
  readonly semiSupervised: number;
  /** The block scores of the two semi-supervised ways, for the paper's tables. */
  readonly blocks: readonly BlockScore[];
}

/** What a site's own unlabelled pages add, site by site. */
export function siteGains(examples: readonly Example[], modelFor: ModelFor): SiteGain[] {
  const sites = Map.groupBy(examples, ({ label }) =>
    [label.set, label.site, label.era ?? ""].join(" ").trim(),
  );
  return [...sites]
    .filter(([, pages]) => pages.length >= MIN_PAGES)
    .map(([site, pages]) => gainOf(site, pages, modelFor))
    .toSorted((a, b) => (a.site < b.site ? -1 : 1));
}

function gainOf(site: string, examples: readonly Example[], modelFor: ModelFor): SiteGain {
  const from = modelFor(examples[0]!.domain);
  const learn = (options: LearnOptions) =>
    learnMss(
      examples.map(({ page }) => page),
      { ...options, from },
    );
  const asPaper = learn(LEARN_PAPER);
  const semiSupervised = learn(LEARN_DEFAULTS);
  return {
    site,
    pages: examples.length,
    supervised: meanF1(
      makeMss("mss", () => from),
      examples,
    ),
    asPaper: meanF1(asPaper, examples),
    semiSupervised: meanF1(semiSupervised, examples),
    blocks: examples.flatMap((example) => [
      scoreBlock("semi-supervised, as the paper", asPaper, example),
      scoreBlock("semi-supervised", semiSupervised, example),
    ]),
  };
}

function meanF1(extractor: Extractor, examples: readonly Example[]): number {
  const sum = examples.reduce((total, { label, html }) => {
    const { url, encoding, truth } = label;
    const article = extract(html, { extractor, url: url ?? undefined, encoding: encoding ?? undefined });
    return total + (measureArticle(truth, article).wordF1 ?? 0);
  }, 0);
  return sum / examples.length;
}

/** The gains as a table, and on how many sites nothing was lost. */
export function gainTable(gains: readonly SiteGain[]): string {
  const rows = gains.map(({ site, pages, supervised, asPaper, semiSupervised }) => [
    site,
    String(pages),
    formatShare(supervised),
    formatShare(asPaper),
    formatShare(semiSupervised),
    (semiSupervised - supervised >= 0 ? "+" : "−") + formatShare(Math.abs(semiSupervised - supervised)),
  ]);
  const table = plainTable(
    ["site", "pages", "supervised", "semi-supervised, as the paper", "semi-supervised", "gain"],
    rows,
    1,
  );
  const kept = gains.filter(({ supervised, semiSupervised }) => semiSupervised >= supervised).length;
  const keptAsPaper = gains.filter(({ supervised, asPaper }) => asPaper >= supervised).length;
  return `${table}\n\nAt least as good as supervised on ${kept} of ${gains.length} sites (as the paper does it: ${keptAsPaper}).`;
}

interface CleanEvalScore {
  /** Null where the texts are too long to be aligned. */
  readonly textOnly: number | null;
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

/** The CleanEval development set (7.7): all pages, and the articles among them. */
export function cleanEvalTable(examples: readonly Example[], methods: readonly Method[]): string {
  const rows = methods.flatMap((method) => {
    const scored = examples.map((example) => ({
      isArticle: CLEANEVAL_ARTICLES.has(example.label.id),
      score: scorePage(method.extractorFor(example.domain), example),
    }));
    const articles = scored.filter(({ isArticle }) => isArticle);
    return [
      cells(
        method.name,
        "all pages",
        scored.map(({ score }) => score),
      ),
      cells(
        method.name,
        "articles",
        articles.map(({ score }) => score),
      ),
    ];
  });
  const paper = [
    ["the paper (evaluation set)", "all pages", "674", "87.8 %", "90.3 %", "96.5 %", "92.0 %"],
    ["the paper (evaluation set)", "articles", "411", "92.6 %", "93.8 %", "98.3 %", "95.7 %"],
  ];
  return plainTable(["method", "pages of", "pages", "text-only", "P", "R", "F1"], [...rows, ...paper], 2);
}

function scorePage(extractor: Extractor, { label, page, tokens }: Example): CleanEvalScore {
  const block = keptSpan(page, tokens, extractor.extract(page, {}));
  const kept: string[] = [];
  for (let at = block?.first ?? 0; at <= (block?.last ?? -1); at++) {
    kept.push(...words(page.document.text.slice(tokens.start[at], tokens.end[at])));
  }
  const truth = words(label.truth.body ?? "");
  return { textOnly: textOnlyScore(truth, kept), ...wordOverlap(truth, kept) };
}

function cells(method: string, group: string, scores: readonly CleanEvalScore[]): string[] {
  const mean = (name: keyof CleanEvalScore) => {
    const known = scores.map((score) => score[name]).filter((value) => value !== null);
    const sum = known.reduce((total, value) => total + value, 0);
    return `${((100 * sum) / known.length).toFixed(1)} %`;
  };
  return [
    method,
    group,
    String(scores.length),
    mean("textOnly"),
    mean("precision"),
    mean("recall"),
    mean("f1"),
  ];
}
