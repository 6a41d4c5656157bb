export {
  chooseExtractor,
  chooseExtractors,
  type ExtractorChoice,
  readModelJson,
} from "./choose-extractors.ts";
export {
  type BatchInput,
  findInput,
  findList,
  type Input,
  openSiteProfile,
  readBatchInputs,
  readInputs,
} from "./inputs.ts";
export {
  findFile,
  findIndex,
  findTarget,
  makeFolder,
  numberOf,
  Output,
  PageFolder,
  partialPath,
  type Target,
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
  type UnfetchedPage,
  type UnreadablePage,
} from "./page-record.ts";
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
  earlierFile,
  type IdCounts,
  type RunOptions,
  RunRecord,
  recoverLines,
  withoutDone,
} from "./resume.ts";
