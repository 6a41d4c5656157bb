export { type ArticleField, readFields } from "./article-fields.ts";
export { fetchPages } from "./fetch-pages.ts";
export { mapWaiting } from "./map-waiting.ts";
export { mapOrdered, type OrderedOptions } from "./ordered-pool.ts";
export {
  type BatchPart,
  makeFailureLine,
  type PageLine,
  type PageSettings,
  packLines,
  readContent,
} from "./page-line.ts";
export { type RenderBatchOptions, renderBatch } from "./render-batch.ts";
export { type BatchOptions, runBatch } from "./run-batch.ts";
export type { Chunk } from "./worker-pool.ts";
export { workerUrl } from "./worker-url.ts";
