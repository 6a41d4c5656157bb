import { type RawPage, readRecord } from "../archive/index.ts";
import { mapChunks } from "./ordered-pool.ts";
import { type BatchPart, makeFailureLine, type PageSettings, packLines } from "./page-line.ts";
import { workerUrl } from "./worker-url.ts";

/** Lines may hold whole pages; a chunk of them stays small enough to copy quickly. */
const CHUNK_BYTES = 4_000_000;
/** Few, so that the workers end together; a chunk costs the main thread well under a millisecond. */
const CHUNK_PAGES = 4;

/** How a batch runs. */
export interface BatchOptions extends PageSettings {
  /** Threads; one for each core where it is absent. */
  readonly workers?: number | undefined;
  /** Time for one page; it is given up with its worker after that. */
  readonly timeoutMs?: number | undefined;
}

/** Extracts pages in worker threads: their lines, in the order of the pages, some pages at a time. */
export function runBatch(
  pages: AsyncIterable<RawPage> | Iterable<RawPage>,
  options: BatchOptions,
): AsyncGenerator<BatchPart, void, undefined> {
  const { workers, timeoutMs, ...settings } = options;
  return mapChunks<RawPage, BatchPart>(pages, {
    worker: workerUrl(import.meta.url, "page-worker"),
    chunk: CHUNK_PAGES,
    weigh: (page) => (page.kind === "line" ? page.line.length : 0),
    chunkWeight: CHUNK_BYTES,
    shared: settings,
    workers,
    timeoutMs,
    onFailure: (page, error) => packLines([makeFailureLine(readRecord(page).id, error)], settings),
  });
}
