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
