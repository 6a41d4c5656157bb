export { chooseExtractor, chooseExtractors } from "./choose-extractors.ts";
export { findInput, type Input, type InputOptions, type ReadMeter, readInputs } from "./inputs.ts";
export { type Line, splitLines } from "./lines.ts";
export { makeFolder } from "./make-folder.ts";
export { openSiteProfile } from "./open-site-profile.ts";
export { findFile, findTarget, Output, partialPath, type Target, writeWhole } from "./output.ts";
export { findIndex, numberOf, PageFolder } from "./page-folder.ts";
export {
  insidePath,
  isCharset,
  type PageRecord,
  type RawPage,
  type ReceivedPage,
  readRecord,
  type UnfetchedPage,
  type UnreadablePage,
} from "./page-record.ts";
export { readBytes, readFileBytes, readStream } from "./read-bytes.ts";
export { readModelJson } from "./read-model.ts";
export { ReadingSpace } from "./reading-space.ts";
export { earlierFile, type IdCounts, recoverLines, withoutDone } from "./resume.ts";
export { checkResumed, type RunOptions, RunRecord } from "./run-record.ts";
export { findList, readSources, type SourceInput } from "./sources.ts";
