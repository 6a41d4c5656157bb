import { availableParallelism } from "node:os";
import { dirname } from "node:path";
import { chooseExtractor, openSiteProfile, type RawPage, type ReceivedPage } from "../archive/index.ts";
import type { BrowserPool } from "../browser/index.ts";
import { asNewsError } from "../errors/index.ts";
import type { FetchOptions } from "../fetch/index.ts";
import { mapWaiting } from "./map-waiting.ts";
import {
  type BatchPart,
  makeAnswerLine,
  makeFailureLine,
  openPage,
  type PageLine,
  packLines,
} from "./page-line.ts";
import type { BatchOptions } from "./run-batch.ts";

/** How a batch of rendered pages runs; its workers are pages of one browser. */
export interface RenderBatchOptions extends BatchOptions {
  /** Whether the pages' scripts run; they do where it is absent. */
  readonly scripts?: boolean | undefined;
  /** How pages that were fetched get their style sheets and pictures; a saved page gets none from the network. */
  readonly network?: FetchOptions | undefined;
}

/** Renders pages and extracts them as a browser shows them: their lines, in the order of the pages. */
export async function* renderBatch(
  pages: AsyncIterable<RawPage | ReceivedPage> | Iterable<RawPage | ReceivedPage>,
  options: RenderBatchOptions,
): AsyncGenerator<BatchPart, void, undefined> {
  const { workers = availableParallelism(), timeoutMs, scripts } = options;
  // Loaded here: pages that are not rendered need none of it.
  const { MAX_PAGES, openBrowser } = await import("../browser/index.ts");
  const shown = Math.min(workers, MAX_PAGES);
  const browser = await openBrowser({ pages: shown, timeoutMs, scripts });
  try {
    // Twice as many, so that the next one is read while the browser is busy.
    for await (const line of mapWaiting(pages, 2 * shown, (page) => renderLine(page, options, browser))) {
      yield packLines([line], options);
    }
  } finally {
    await browser.close();
  }
}

async function renderLine(
  raw: RawPage | ReceivedPage,
  options: RenderBatchOptions,
  browser: BrowserPool,
): Promise<PageLine> {
  const opened = openPage(raw, options);
  if ("error" in opened) return makeFailureLine(opened.id, opened.error);
  try {
    const { content: html, url, charset, encoding, collectedTitle, path } = opened;
    const folder = path === undefined ? undefined : dirname(path);
    const network = raw.kind === "received" && (options.network ?? true);
    const rendered = await browser.render({ html, url, charset, encoding, folder }, { network });
    const extractor = chooseExtractor(options.extractor, options.model);
    const siteProfile = openSiteProfile(options.siteProfile);
    const { include } = options;
    return makeAnswerLine(opened.id, rendered, { collectedTitle, siteProfile, extractor, include }, options);
  } catch (error) {
    return makeFailureLine(opened.id, asNewsError(error));
  }
}
