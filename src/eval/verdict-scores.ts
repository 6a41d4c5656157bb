import type { PageScore } from "./page-score.ts";

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

/** A probability that something is so, and whether it was. */
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
    // Those of one chance share their ranks.
    const rank = (from + 1 + to) / 2;
    for (; from < to; from++) if (sorted[from]!.isTrue) ranks += rank;
  }
  return (ranks - (truths * (truths + 1)) / 2) / (truths * others);
}

/** Forecasts of nearly one chance, and what came of them. */
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

/** What became of forecasts, by their chance; bins without any are left out. */
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

/** The expected calibration error: how far chance and share are apart, a forecast in the mean; null without any. */
export function calibrationError(forecasts: readonly Forecast[]): number | null {
  if (forecasts.length === 0) return null;
  const sum = reliability(forecasts).reduce(
    (total, { count, chance, share }) => total + count * Math.abs(chance - share),
    0,
  );
  return sum / forecasts.length;
}
