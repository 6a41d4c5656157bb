export type {
  AddedFindings,
  Candidate,
  Failure,
  Finding,
  Finished,
  FinishOptions,
  LeaseOptions,
  NotObtained,
  ObtainedResult,
  OutcomeName,
  RawPage,
  Result,
  Signature,
  SimilarArticle,
  TitleFacts,
  Validators,
} from "./candidate.ts";
export type { OpenOptions } from "./database.ts";
export { toEpub } from "./epub.ts";
export {
  csvHead,
  csvRecord,
  type ExportLine,
  exportLine,
  type FeedHead,
  type FeedItem,
  toRss,
  writeRss,
} from "./export-formats.ts";
export { VERSIONED_FIELDS } from "./finish.ts";
export { openStore } from "./open-store.ts";
export type {
  OutcomeCount,
  Source,
  SourceHeaders,
  SourceKind,
  SourceRead,
  SourceReport,
  TitleQuality,
} from "./source.ts";
export type {
  CollectedTitle,
  ListOptions,
  NamedCount,
  OpenRun,
  PageOptions,
  Retention,
  RetentionPolicy,
  Run,
  SampleAnswer,
  SampleBy,
  SampledPage,
  SavedSearch,
  SearchHit,
  SearchOptions,
  SearchPage,
  SiteRecord,
  SiteRecordKind,
  Store,
  StoredArticle,
  StoredRawPage,
  StoreReport,
  Version,
  VersionReason,
  Watch,
  WatchState,
} from "./store.ts";
export { SITE_RECORDS } from "./store.ts";
