import { chooseExtractor, type RawPage, ReadBuffer } from "../archive/index.ts";
import { type BatchPart, threadMs } from "./batch-part.ts";
import { makePageLine, type PageSettings, type PageTools, packLines, type ReadyPage } from "./page-line.ts";
import type { Chunk } from "./worker-pool.ts";

const buffer = new ReadBuffer();

/** A page that makes a thread load all models and tables. */
const FIRST_PAGE: RawPage = {
  kind: "line",
  id: "",
  line: new TextEncoder().encode(JSON.stringify({ html: "<title>First</title><p>A first page.</p>" })),
  folder: "",
};

/** Loads models and tables; a failure here comes again with every page. */
export function prepare(shared: PageSettings): void {
  makePageLine(FIRST_PAGE, shared, toolsFor(shared));
}

/** What a worker thread of a batch runs: pages in, their encoded lines out. */
export function run({ inputs, shared }: Chunk<ReadyPage, PageSettings>): BatchPart {
  let open = 0;
  let extract = 0;
  let begun = 0;
  let opened = 0;
  let fileBytes = 0;
  const onOpen: PageTools["onOpen"] = (page) => {
    opened = threadMs();
    if ("path" in page && page.path !== undefined) fileBytes += page.content.length;
  };
  const tools = { ...toolsFor(shared), onOpen };
  const lines = inputs.map((page) => {
    begun = opened = threadMs();
    const line = makePageLine(page, shared, tools);
    open += opened - begun;
    extract += threadMs() - opened;
    return line;
  });
  const packing = threadMs();
  const part = packLines(lines, shared);
  return { ...part, fileBytes, ms: { open, extract, write: threadMs() - packing } };
}

function toolsFor(shared: PageSettings): PageTools {
  return { buffer, chooseExtractor: () => chooseExtractor(shared.extractor, shared) };
}
