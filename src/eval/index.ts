export {
  type EvaluateOptions,
  type Evaluation,
  evaluate,
  formatResults,
  type Provenance,
  type SetSummary,
} from "./evaluate.ts";
export { measureArticle } from "./measure.ts";
export { type MetricId, type PageScore, TITLE_HINTS, type TitleHint } from "./page-score.ts";
export { makeReport } from "./report/report-page.ts";
export { WorstPages } from "./report/worst-pages.ts";
export {
  areaUnderCurve,
  calibrationError,
  type Estimate,
  estimate,
  type Forecast,
  MIN_PART_PAGES,
  makeRows,
  type Row,
  reliability,
  type Scope,
} from "./rows.ts";
export { formatEvaluation, formatShare, type Screen } from "./terminal-table.ts";
