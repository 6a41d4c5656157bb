export {
  type CollectEvent,
  type CollectOptions,
  type CollectSummary,
  collect,
  collectEvery,
  type PlannedSource,
  plan,
  type SourceRun,
  type Start,
} from "./collect.ts";
export { healthOf, type SourceHealth } from "./health.ts";
export { type Reextracted, reextract } from "./reextract.ts";
