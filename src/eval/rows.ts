import { harmonicMean } from "../sets/index.ts";
import { seededRandom } from "../text/index.ts";
import { METRIC_IDS, type MetricId, type PageMetrics, type PageScore } from "./page-score.ts";

/** What the pages of a row have in common. */
const SCOPES = ["set", "language", "pageType", "era", "split", "site"] as const;
/** What the pages of a row have in common. */
export type Scope = (typeof SCOPES)[number];

/** Parts of a set with fewer pages are left out of tables: their figures are too uncertain. */
export const MIN_PART_PAGES = 5;

/** One extractor's estimates over a group of a set's pages. */
export interface Row {
  readonly set: string;
  readonly scope: Scope;
  /** The language, type, site… that the pages share; "none" where the label lacks it. */
  readonly value: string;
  readonly extractor: string;
  readonly pages: number;
  readonly failed: number;
  readonly estimates: Estimates;
}

const GROUPS: Readonly<Record<Scope, (score: PageScore) => readonly string[]>> = {
  set: () => ["all"],
  language: ({ page }) => [page.language ?? "none"],
  pageType: ({ page }) => [page.pageType ?? "none"],
  era: ({ page }) => (page.era === null ? [] : [page.era]),
  split: ({ splits }) => splits,
  site: ({ page }) => [page.site ?? "none"],
};

/** Pages that do not hold their truth tell nothing about an extractor: only their own split counts them. */
function isCounted({ splits }: PageScore, scope: Scope): boolean {
  return scope === "split" || !splits.includes("truth elsewhere");
}

/** Groups scores into rows: sets in order of appearance; in each, scopes, then values by pages, then extractors. */
export function makeRows(scores: readonly PageScore[], scopes: readonly Scope[] = SCOPES): Row[] {
  const rows: Row[] = [];
  for (const [set, ofSet] of Map.groupBy(scores, (score) => score.page.set)) {
    for (const scope of scopes) {
      const groups = [...groupByValue(ofSet, scope)].sort(
        ([a, inA], [b, inB]) => inB.length - inA.length || compare(a, b),
      );
      for (const [value, group] of groups) {
        for (const [extractor, own] of Map.groupBy(group, (score) => score.extractor)) {
          rows.push({
            set,
            scope,
            value,
            extractor,
            pages: own.length,
            failed: own.filter((score) => score.error !== undefined).length,
            estimates: estimate(own.map((score) => score.metrics)),
          });
        }
      }
    }
  }
  return rows;
}

function groupByValue(scores: readonly PageScore[], scope: Scope): Map<string, PageScore[]> {
  const groups = new Map<string, PageScore[]>();
  for (const score of scores) {
    if (!isCounted(score, scope)) continue;
    for (const value of GROUPS[scope](score)) {
      const group = groups.get(value);
      if (group === undefined) groups.set(value, [score]);
      else group.push(score);
    }
  }
  return groups;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** A mean over pages with its bootstrap 95 % interval. */
export interface Estimate {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
  /** Pages that the mean is over. */
  readonly pages: number;
}

/** Estimates of the metrics that at least one page has. */
type Estimates = Readonly<Partial<Record<MetricId, Estimate>>>;

const RESAMPLES = 1000;
const SEED = 20_261_115;
const LOW = 0.025;
const HIGH = 0.975;

/** Means of every metric over pages, with percentile intervals from 1000 seeded resamples of the pages. */
export function estimate(pages: readonly PageMetrics[]): Estimates {
  const ids = METRIC_IDS.filter((id) => pages.some((page) => page[id] !== undefined));
  const columns = ids.map((id) => Float64Array.from(pages, (page) => page[id] ?? Number.NaN));
  const all = means(columns, identity(pages.length));
  // One page can only be drawn again.
  const resamples = pages.length === 1 ? 1 : RESAMPLES;
  const samples = columns.map(() => new Float64Array(resamples));
  const random = seededRandom(SEED);
  const drawn = new Int32Array(pages.length);
  for (let round = 0; round < resamples; round++) {
    for (let at = 0; at < drawn.length; at++) drawn[at] = random() * drawn.length;
    means(columns, drawn).forEach((mean, column) => {
      samples[column]![round] = mean;
    });
  }
  const measured = new Map<MetricId, readonly [mean: number, sample: Float64Array, pages: number]>();
  ids.forEach((id, column) => {
    const count = columns[column]!.reduce((sum, value) => sum + Number(!Number.isNaN(value)), 0);
    measured.set(id, [all[column]!, samples[column]!, count]);
  });
  addShingleF1(measured);
  const ordered = METRIC_IDS.filter((id) => measured.has(id));
  return Object.fromEntries(ordered.map((id) => [id, interval(...measured.get(id)!)]));
}

/** The benchmark's F1 is that of the two means, not a mean of F1s; so is each resample's. */
function addShingleF1(measured: Map<MetricId, readonly [number, Float64Array, number]>): void {
  const precision = measured.get("shinglePrecision");
  const recall = measured.get("shingleRecall");
  if (precision === undefined || recall === undefined) return;
  const sample = precision[1].map((value, round) => harmonicMean(value, recall[1][round]!));
  measured.set("shingleF1", [
    harmonicMean(precision[0], recall[0]),
    sample,
    Math.max(precision[2], recall[2]),
  ]);
}

function interval(mean: number, sample: Float64Array, pages: number): Estimate {
  const sorted = sample.filter((value) => !Number.isNaN(value)).sort();
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))] ?? mean;
  return { mean, low: at(LOW), high: at(HIGH), pages };
}

/** The mean of each column over the drawn rows; NaN rows are left out. */
function means(columns: readonly Float64Array[], rows: Int32Array): number[] {
  return columns.map((column) => {
    let sum = 0;
    let count = 0;
    for (let at = 0; at < rows.length; at++) {
      const value = column[rows[at]!]!;
      if (Number.isNaN(value)) continue;
      sum += value;
      count++;
    }
    return sum / count;
  });
}

function identity(length: number): Int32Array {
  return Int32Array.from({ length }, (_, at) => at);
}

/** How good an extractor's verdicts on the pages of a set were. */
export interface VerdictScore {
  readonly extractor: string;
  /** Area under the ROC curve of `isArticle`; null where all pages are of one kind. */
  readonly articles: { readonly pages: number; readonly area: number | null };
  /** How far `confidence` is from how often the article was found correctly; null where no body is known. */
  readonly confidence: {
    readonly pages: number;
    readonly error: number | null;
    readonly bins: readonly ReliabilityBin[];
  };
}

/** The pages that count as articles in labelled sets: live blogs and galleries are stories too. */
const ARTICLES: readonly string[] = ["article", "live", "gallery"];

/** Measures the verdicts of extractors that give any, in the order of their appearance. */
export function scoreVerdicts(scores: readonly PageScore[]): VerdictScore[] {
  const judged = scores.filter(({ verdict }) => verdict !== undefined);
  return [...Map.groupBy(judged, ({ extractor }) => extractor)].map(([extractor, own]) => {
    const typed = own.flatMap(({ page, verdict }): Forecast[] =>
      verdict === undefined || page.pageType === null
        ? []
        : [{ chance: verdict.isArticle, isTrue: ARTICLES.includes(page.pageType) }],
    );
    const measured = own.flatMap(({ metrics, verdict }): Forecast[] =>
      verdict === undefined || metrics.correctly === undefined
        ? []
        : [{ chance: verdict.confidence, isTrue: metrics.correctly === 1 }],
    );
    return {
      extractor,
      articles: { pages: typed.length, area: areaUnderCurve(typed) },
      confidence: { pages: measured.length, error: calibrationError(measured), bins: reliability(measured) },
    };
  });
}

/** A forecast probability and the outcome. */
export interface Forecast {
  readonly chance: number;
  readonly isTrue: boolean;
}

/** The area under the ROC curve: how often a true one has the higher chance of two; null where one kind is missing. */
export function areaUnderCurve(forecasts: readonly Forecast[]): number | null {
  const sorted = [...forecasts].sort((a, b) => a.chance - b.chance);
  const truths = sorted.filter(({ isTrue }) => isTrue).length;
  const others = sorted.length - truths;
  if (truths === 0 || others === 0) return null;
  let ranks = 0;
  for (let from = 0; from < sorted.length; ) {
    let to = from;
    while (to < sorted.length && sorted[to]!.chance === sorted[from]!.chance) to++;
    // Equal chances share their mean rank.
    const rank = (from + 1 + to) / 2;
    for (; from < to; from++) if (sorted[from]!.isTrue) ranks += rank;
  }
  return (ranks - (truths * (truths + 1)) / 2) / (truths * others);
}

/** Forecasts of similar probability, with their outcomes. */
interface ReliabilityBin {
  readonly from: number;
  readonly to: number;
  readonly count: number;
  /** The mean chance; the share of the true ones. */
  readonly chance: number;
  readonly share: number;
}

/** Bins of one tenth, as reliability diagrams have them. */
const BINS = 10;

/** The outcomes of forecasts by probability; empty bins are left out. */
export function reliability(forecasts: readonly Forecast[]): readonly ReliabilityBin[] {
  return Array.from({ length: BINS }, (_, bin) => {
    const own = forecasts.filter(({ chance }) => Math.min(BINS - 1, Math.floor(chance * BINS)) === bin);
    return {
      from: bin / BINS,
      to: (bin + 1) / BINS,
      count: own.length,
      chance: own.reduce((sum, { chance }) => sum + chance, 0) / own.length,
      share: own.filter(({ isTrue }) => isTrue).length / own.length,
    };
  }).filter(({ count }) => count > 0);
}

/** The expected calibration error: the mean distance of probability and share, weighted by forecasts; null without any. */
export function calibrationError(forecasts: readonly Forecast[]): number | null {
  if (forecasts.length === 0) return null;
  const sum = reliability(forecasts).reduce(
    (total, { count, chance, share }) => total + count * Math.abs(chance - share),
    0,
  );
  return sum / forecasts.length;
}
