export {
  type CollectEvent,
  type CollectOptions,
  type CollectSummary,
  collect,
  collectEvery,
} from "./collect.ts";
export { healthOf, type SourceHealth } from "./health.ts";
export { type PlannedSource, plan } from "./plan.ts";
export type { Reasons, SourceRun, Start } from "./read-sources.ts";
export { type Reextracted, reextract } from "./reextract.ts";
export {
  answerTo,
  type DrawnPage,
  drawSample,
  tableToMarkdown,
  tabulate,
} from "./sample.ts";
export { forgetSite, keepMinedSite, readKnownSites, SiteKnowledge } from "./site-knowledge.ts";
export { runWatches } from "./watch.ts";
