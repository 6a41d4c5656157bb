export {
  type BatchInput,
  type BatchPage,
  findBatchInputs,
  findList,
  readBatchInputs,
  type Shard,
  surveyInputs,
} from "./batch-inputs.ts";
export {
  chooseExtractor,
  chooseExtractors,
  type ExtractorChoice,
  readModelJson,
} from "./choose-extractors.ts";
export { findInput, type Input, openSiteProfile, readInputs } from "./inputs.ts";
export {
  findFile,
  findTarget,
  makeFolder,
  Output,
  PageFolder,
  partialPath,
  refuseFile,
  type Target,
  writeOutput,
  writeWhole,
} from "./output.ts";
export {
  insidePath,
  isCharset,
  type PageRecord,
  type RawPage,
  type ReceivedPage,
  readAddress,
  readRecord,
  type StoredPage,
  type UnfetchedPage,
  type UnreadablePage,
} from "./page-record.ts";
export { PART_FORMATS, type PartFormat } from "./part-folder.ts";
export {
  openBytes,
  ReadBuffer,
  type ReadMeter,
  readBytes,
  readFileBytes,
  readPrivateFile,
  readStream,
  splitLines,
} from "./read-files.ts";
export {
  checkResumed,
  demandFile,
  type IdCounts,
  type LogEntry,
  RunLog,
  type RunOptions,
  RunRecord,
  recoverLines,
  refuseEarlier,
  withoutDone,
} from "./resume.ts";
export {
  type Destination,
  findDestination,
  isBegun,
  type OutputFormat,
  openLines,
  openSink,
  type Recovered,
  recover,
  refuseExisting,
  removeUnlisted,
  type Sink,
  type SinkPart,
  writeParquet,
} from "./sinks.ts";
export { undoCodings } from "./warc/http-message.ts";
