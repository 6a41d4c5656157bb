export { fetchPages } from "./fetch-pages.ts";
export { type KnownSites, methodOf } from "./known-sites.ts";
export { mapOrdered, mapWaiting } from "./ordered-map.ts";
export {
  type BatchPart,
  makeFailureLine,
  type PageLine,
  packLines,
  readFields,
  readRecordMarkup,
} from "./page-line.ts";
export { type BatchOptions, renderBatch, runBatch } from "./run-batch.ts";
export { type Chunk, WorkerPool, workerUrl } from "./worker-pool.ts";
