export { type AddedPage, addPage, type SentPage } from "./add-page.ts";
export {
  applyRetention,
  type CollectEvent,
  type CollectOptions,
  type CollectSummary,
  collect,
  collectEvery,
  knownOf,
  LateBrowser,
  obtainGrouped,
  startName,
  unreadError,
} from "./collect.ts";
export { healthOf, type SourceHealth } from "./health.ts";
export { isStoreFault } from "./judge-page.ts";
export { type ObtainOptions, type Reextracted, reextract } from "./obtain.ts";
export { type Plan, type PlannedSource, plan } from "./plan.ts";
export {
  type ReadOptions,
  type Reasons,
  SourceReader,
  type SourceRun,
  type Start,
  startAgain,
} from "./read-sources.ts";
export { hasEnded, thisProcess } from "./run-process.ts";
export {
  answerTo,
  type DrawnPage,
  drawSample,
  tableToMarkdown,
  tabulate,
} from "./sample.ts";
export { forgetSite, keepMinedSite, readKnownSites, SiteKnowledge } from "./site-knowledge.ts";
export { HeaderFiles, readHeaderFiles, readHeaders } from "./source-headers.ts";
export { reportHits, runWatches } from "./watch.ts";
