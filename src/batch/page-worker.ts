import { chooseExtractor, type RawPage, ReadBuffer, type ReceivedPage } from "../archive/index.ts";
import { type BatchPart, makePageLine, type PageSettings, type PageTools, packLines } from "./page-line.ts";
import type { Chunk } from "./worker-pool.ts";

const buffer = new ReadBuffer();

/** A page that makes a thread load all that pages need. */
const FIRST_PAGE: RawPage = {
  kind: "line",
  id: "",
  line: new TextEncoder().encode(JSON.stringify({ html: "<title>First</title><p>A first page.</p>" })),
  folder: "",
};

/** Loads models and tables; a failure shows again in every page. */
export function prepare(shared: PageSettings): void {
  makePageLine(FIRST_PAGE, shared, toolsFor(shared));
}

/** What a worker thread of a batch runs: pages in, their encoded lines out. */
export function run({ inputs, shared }: Chunk<RawPage | ReceivedPage, PageSettings>): BatchPart {
  const tools = toolsFor(shared);
  return packLines(
    inputs.map((page) => makePageLine(page, shared, tools)),
    shared,
  );
}

function toolsFor(shared: PageSettings): PageTools {
  return { buffer, chooseExtractor: () => chooseExtractor(shared.extractor, shared) };
}
