import { availableParallelism } from "node:os";
import { dirname } from "node:path";
import { chooseExtractor, readRecord } from "../archive/index.ts";
import type { BrowserPool } from "../browser/index.ts";
import { asNewsError } from "../errors/index.ts";
import type { FetchOptions } from "../fetch/index.ts";
import type { BatchPart, PageLine } from "./batch-part.ts";
import { methodOf } from "./known-sites.ts";
import { mapChunks, mapWaiting, type Order } from "./ordered-map.ts";
import {
  addressOf,
  makeAnswerLine,
  makeFailureLine,
  openPage,
  type PageSettings,
  packLines,
  type ReadyPage,
} from "./page-line.ts";
import { PAGES_YOUNG_MB, workerUrl } from "./worker-pool.ts";

/** Lines may hold whole pages; a chunk has to be small enough to copy quickly. */
const CHUNK_BYTES = 4_000_000;
/** Bytes of pages in memory until their lines are written; one larger page is processed alone. */
const MAX_FLIGHT_BYTES = 64_000_000;
/** Few pages in a chunk, so that all workers finish together; a chunk costs the main thread well under a millisecond. */
const CHUNK_PAGES = 4;

/** How a batch runs. */
export interface BatchOptions extends PageSettings {
  /** Threads; one for each core where it is absent. */
  readonly workers?: number | undefined;
  /** Time for one page; it is given up with its worker after that. */
  readonly timeoutMs?: number | undefined;
  /** Whether lines come in the order of the pages, the default, or as they are ready. */
  readonly order?: Order | undefined;
}

/** Extracts pages in worker threads: their lines, some pages at a time. */
export function runBatch(
  pages: AsyncIterable<ReadyPage> | Iterable<ReadyPage>,
  options: BatchOptions,
): AsyncGenerator<BatchPart, void, undefined> {
  const { workers, timeoutMs, order, ...settings } = options;
  return mapChunks<ReadyPage, BatchPart>(pages, {
    worker: workerUrl(import.meta.url, "page-worker"),
    chunk: CHUNK_PAGES,
    weigh: weightOf,
    chunkWeight: CHUNK_BYTES,
    maxWeight: MAX_FLIGHT_BYTES,
    order,
    // Pages with the same id stay in order, as a resumed run skips as many of them as have lines.
    keyOf: idOf,
    youngMb: PAGES_YOUNG_MB,
    shared: settings,
    workers,
    timeoutMs,
    onFailure: (page, error) => packLines([makeFailureLine(idOf(page), error, addressOf(page))], settings),
  });
}

function idOf(page: ReadyPage): string {
  return page.kind === "received" || page.kind === "stored" ? page.id : readRecord(page).id;
}

/** The bytes of a page that are in memory already. */
export function weightOf(page: ReadyPage): number {
  if (page.kind === "received" || page.kind === "stored") return page.bytes.length;
  return page.kind === "line" ? page.line.length : 0;
}

/** How a batch of rendered pages runs; its workers are pages of one browser. */
interface RenderBatchOptions extends BatchOptions {
  /** Whether the pages' scripts run; they do where it is absent. */
  readonly scripts?: boolean | undefined;
  /** How pages that were fetched get their style sheets and pictures; a saved page gets none from the network. */
  readonly network?: FetchOptions | undefined;
}

/** Renders pages and extracts them as a browser shows them: their lines, in the order of the pages. */
export async function* renderBatch(
  pages: AsyncIterable<ReadyPage> | Iterable<ReadyPage>,
  options: RenderBatchOptions,
): AsyncGenerator<BatchPart, void, undefined> {
  const { workers = availableParallelism(), timeoutMs, scripts } = options;
  // Loaded here: pages that are not rendered need none of it.
  const { MAX_PAGES, openBrowser } = await import("../browser/index.ts");
  const shown = Math.min(workers, MAX_PAGES);
  const browser = await openBrowser({ pages: shown, timeoutMs, scripts });
  try {
    // Twice as many, so that the next page is read while the browser is busy.
    for await (const line of mapWaiting(pages, 2 * shown, (page) => renderLine(page, options, browser))) {
      yield packLines([line], options);
    }
  } finally {
    await browser.close();
  }
}

async function renderLine(
  raw: ReadyPage,
  options: RenderBatchOptions,
  browser: BrowserPool,
): Promise<PageLine> {
  const opened = openPage(raw, options);
  if ("error" in opened) return makeFailureLine(opened.id, opened.error, addressOf(raw));
  try {
    const { content: html, url, charset, encoding, collectedTitle, path } = opened;
    const folder = path === undefined ? undefined : dirname(path);
    const network = raw.kind === "received" && (options.network ?? true);
    const rendered = await browser.render({ html, url, charset, encoding, folder }, { network });
    const method = methodOf(url, options, () => chooseExtractor(options.extractor, options));
    const { include } = options;
    return makeAnswerLine(opened.id, rendered, { collectedTitle, ...method, include }, options);
  } catch (error) {
    return makeFailureLine(opened.id, asNewsError(error), addressOf(raw));
  }
}
