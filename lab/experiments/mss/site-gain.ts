import { extract } from "../../../src/default-extract.ts";
import { formatShare } from "../../../src/eval/index.ts";
import { measureArticle } from "../../../src/eval/measure.ts";
import { type Extractor, makeMss } from "../../../src/extractors/index.ts";
import { LEARN_DEFAULTS, LEARN_PAPER, type LearnOptions, learnMss } from "../../../src/train/index.ts";
import { plainTable } from "../plain-table.ts";
import { type BlockScore, scoreBlock } from "./block-scores.ts";
import type { Example } from "./corpus.ts";
import type { ModelFor } from "./fold-models.ts";

/** Sites with fewer pages are left out: a site must have pages to learn from. */
const MIN_PAGES = 10;

/** One site (of one time) and what each method makes of its pages: mean word F1 of the article's text. */
export interface SiteGain {
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
    ...[site, String(pages), formatShare(supervised), formatShare(asPaper), formatShare(semiSupervised)],
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
