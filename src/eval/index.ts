export type { Estimate } from "./estimate.ts";
export { type EvaluateOptions, type Evaluation, evaluate, type SetSummary } from "./evaluate.ts";
export { measureArticle } from "./measure-article.ts";
export {
  areaUnderCurve,
  bestBlock,
  calibrationError,
  type Forecast,
  reliability,
} from "./metrics/index.ts";
export { type MetricId, type PageScore, TITLE_HINTS, type TitleHint } from "./page-score.ts";
export { makeReport, WorstPages } from "./report/index.ts";
export { formatResults, type Provenance, packageVersion } from "./result-file.ts";
export { MIN_PART_PAGES, makeRows, type Row, type Scope } from "./rows.ts";
export { type GreyPicture, structuralSimilarity } from "./structural-similarity.ts";
export { formatEvaluation, formatShare, type Screen } from "./terminal-table.ts";
