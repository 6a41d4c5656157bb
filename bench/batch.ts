/**
 * Pages a second of a batch with one worker and with two, and their ratio.
 * npm run bench:batch -- FOLDER [PAGES]
 */
import { findInput, type RawPage, readInputs } from "../src/archive/index.ts";
import { runBatch } from "../src/batch/index.ts";

const PASSES = 5;
const DEFAULT_PAGES = 600;

async function firstPages(folder: string, count: number): Promise<RawPage[]> {
  const pages: RawPage[] = [];
  for await (const page of readInputs([findInput(folder)])) {
    if (pages.length === count) break;
    pages.push(page);
  }
  return pages;
}

async function pagesPerSecond(pages: readonly RawPage[], workers: number): Promise<number> {
  const start = performance.now();
  let done = 0;
  for await (const part of runBatch(pages, { workers })) done += part.pages;
  return done / ((performance.now() - start) / 1000);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

const [folder, count] = process.argv.slice(2);
if (folder === undefined) {
  console.error("Name a folder of pages or a labelled set: npm run bench:batch -- FOLDER [PAGES]");
  process.exit(1);
}
const pages = await firstPages(folder, Number(count ?? DEFAULT_PAGES));
const one: number[] = [];
const two: number[] = [];
// Interleaved, so that whatever else the machine does falls on both.
for (let pass = 0; pass < PASSES; pass++) {
  one.push(await pagesPerSecond(pages, 1));
  two.push(await pagesPerSecond(pages, 2));
}
const ratio = median(two.map((rate, pass) => rate / (one[pass] ?? Number.NaN)));
console.log(`${pages.length} pages, medians of ${PASSES} interleaved passes`);
console.log(`1 worker   ${median(one).toFixed(1)} pages/s`);
console.log(`2 workers  ${median(two).toFixed(1)} pages/s`);
console.log(`ratio      ${ratio.toFixed(2)}x`);
