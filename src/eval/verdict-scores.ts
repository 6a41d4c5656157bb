import {
  areaUnderCurve,
  calibrationError,
  type Forecast,
  type ReliabilityBin,
  reliability,
} from "./metrics/forecasts.ts";
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
    const told = own.flatMap(({ metrics, verdict }): Forecast[] =>
      verdict === undefined || metrics.correctly === undefined
        ? []
        : [{ chance: verdict.confidence, isTrue: metrics.correctly === 1 }],
    );
    return {
      extractor,
      articles: { pages: typed.length, area: areaUnderCurve(typed) },
      confidence: { pages: told.length, error: calibrationError(told), bins: reliability(told) },
    };
  });
}
