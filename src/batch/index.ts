export { type BatchPart, type PageLine, type StageTimes, threadMs } from "./batch-part.ts";
export { DEDUP_KINDS, type DedupKind, KnownTexts, withoutCopies } from "./dedup.ts";
export { ParquetEncoder } from "./encode-parquet.ts";
export { fetchPages } from "./fetch-pages.ts";
export { type KnownSites, methodOf } from "./known-sites.ts";
export { mapOrdered, mapWaiting } from "./ordered-map.ts";
export {
  makeFailureLine,
  packLines,
  readFields,
  readRecordMarkup,
} from "./page-line.ts";
export { type BatchOptions, renderBatch, runBatch } from "./run-batch.ts";
export { type Chunk, WorkerPool, workerUrl } from "./worker-pool.ts";
