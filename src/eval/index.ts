export { type Estimate, type Estimates, estimate } from "./estimate.ts";
export { type EvaluateOptions, type Evaluation, evaluate, type SetSummary } from "./evaluate.ts";
export { type DataPlaces, dataPlaces, findData, findSet } from "./find-data.ts";
export { hasTruth, type Label, type Truth } from "./label.ts";
export { METRICS } from "./metric-ids.data.ts";
export {
  METRIC_IDS,
  type MetricId,
  type PageScore,
  type ScoreOptions,
  SPLITS,
  type Split,
  TITLE_HINTS,
  type TitleHint,
} from "./page-score.ts";
export { type LabelledPage, loadPage, readLabels, readSet } from "./read-set.ts";
export { makeReport, type ReportInput, WorstPages } from "./report/index.ts";
export { formatResults, type Provenance, packageVersion } from "./result-file.ts";
export { MIN_PART_PAGES, makeRows, type Row, SCOPES, type Scope } from "./rows.ts";
export { scorePage } from "./score-page.ts";
export { formatEvaluation, formatInterval, formatShare, type Screen } from "./terminal-table.ts";
