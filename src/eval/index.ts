export { domainOf } from "./domain.ts";
export type { Estimate } from "./estimate.ts";
export { type EvaluateOptions, type Evaluation, evaluate, type SetSummary } from "./evaluate.ts";
export { type DataPlaces, dataPlaces, findData, findSet } from "./find-data.ts";
export type { Label } from "./label.ts";
export { groupBySite, type LabelledSite, readUnseenSites } from "./labelled-sites.ts";
export { measureArticle } from "./measure-article.ts";
export {
  areaUnderCurve,
  bestBlock,
  calibrationError,
  econClass,
  type Forecast,
  foldTitle,
  reliability,
  subtreeLimits,
  wordOverlap,
} from "./metrics/index.ts";
export { type MetricId, type PageScore, TITLE_HINTS, type TitleHint } from "./page-score.ts";
export { seededRandom } from "./random.ts";
export { type LabelledPage, loadPage, readLabels, readSet } from "./read-set.ts";
export { makeReport, WorstPages } from "./report/index.ts";
export { formatResults, type Provenance, packageVersion } from "./result-file.ts";
export { MIN_PART_PAGES, makeRows, type Row, type Scope } from "./rows.ts";
export { hashPage } from "./score-worker.ts";
export { adviseOnSeen } from "./seen.ts";
export { type GreyPicture, structuralSimilarity } from "./structural-similarity.ts";
export { formatEvaluation, formatShare, type Screen } from "./terminal-table.ts";
