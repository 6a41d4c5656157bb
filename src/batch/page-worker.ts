import { chooseExtractor, type RawPage, ReadingSpace } from "../archive/index.ts";
import { type BatchPart, makePageLine, type PageSettings, packLines } from "./page-line.ts";
import type { Chunk } from "./worker-pool.ts";

const space = new ReadingSpace();

/** What a worker thread of a batch runs: pages in, their encoded lines out. */
export function run({ inputs, shared }: Chunk<RawPage, PageSettings>): BatchPart {
  const { extractor, model } = shared;
  const tools = { space, chooseExtractor: () => chooseExtractor(extractor, model) };
  return packLines(
    inputs.map((page) => makePageLine(page, shared, tools)),
    shared,
  );
}
