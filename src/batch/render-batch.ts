import { availableParallelism } from "node:os";
import { dirname } from "node:path";
import { chooseExtractor, openSiteProfile, type RawPage, readRecord } from "../archive/index.ts";
import type { BrowserPool } from "../browser/index.ts";
import { asNewsError } from "../errors/index.ts";
import { mapWaiting } from "./map-waiting.ts";
import {
  type BatchPart,
  makeAnswerLine,
  makeFailureLine,
  type PageLine,
  packLines,
  readContent,
} from "./page-line.ts";
import type { BatchOptions } from "./run-batch.ts";

/** How a batch of rendered pages runs; its workers are pages of one browser. */
export interface RenderBatchOptions extends BatchOptions {
  /** Whether the pages' scripts run; they do where it is absent. */
  readonly scripts?: boolean | undefined;
}

/** Renders pages and extracts them as a browser shows them: their lines, in the order of the pages. */
export async function* renderBatch(
  pages: AsyncIterable<RawPage> | Iterable<RawPage>,
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
  raw: RawPage,
  options: RenderBatchOptions,
  browser: BrowserPool,
): Promise<PageLine> {
  const record = readRecord(raw);
  if ("error" in record) return makeFailureLine(record.id, record.error);
  try {
    const { url, encoding, collectedTitle, content } = record;
    const folder = "path" in content ? dirname(content.path) : undefined;
    const rendered = await browser.render({ html: readContent(record, options), url, encoding, folder });
    const extractor = chooseExtractor(options.extractor, options.model);
    const siteProfile = openSiteProfile(options.siteProfile);
    return makeAnswerLine(record.id, rendered, { collectedTitle, siteProfile, extractor }, options);
  } catch (error) {
    return makeFailureLine(record.id, asNewsError(error));
  }
}
