import { type RawPage, type ReceivedPage, readRecord } from "../archive/index.ts";
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
  pages: AsyncIterable<RawPage | ReceivedPage> | Iterable<RawPage | ReceivedPage>,
  options: BatchOptions,
): AsyncGenerator<BatchPart, void, undefined> {
  const { workers, timeoutMs, ...settings } = options;
  return mapChunks<RawPage | ReceivedPage, BatchPart>(pages, {
    worker: workerUrl(import.meta.url, "page-worker"),
    chunk: CHUNK_PAGES,
    weigh: weightOf,
    chunkWeight: CHUNK_BYTES,
    shared: settings,
    workers,
    timeoutMs,
    onFailure: (page, error) => packLines([makeFailureLine(idOf(page), error)], settings),
  });
}

function idOf(page: RawPage | ReceivedPage): string {
  return page.kind === "received" ? page.id : readRecord(page).id;
}

/** The bytes that a page brings with it. */
export function weightOf(page: RawPage | ReceivedPage): number {
  if (page.kind === "received") return page.bytes.length;
  return page.kind === "line" ? page.line.length : 0;
}
