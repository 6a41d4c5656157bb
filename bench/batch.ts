/** `npm run bench:batch`: pages a second of a batch with one worker and with two, and their ratio. */
import { existsSync } from "node:fs";
import { findInput, type RawPage, readInputs } from "../src/archive/index.ts";
import { type BatchOptions, readFields, runBatch } from "../src/batch/index.ts";
import { DEFAULT_EXTRACTOR, isExtractorId } from "../src/extractors/index.ts";
import { median } from "./race.ts";

const PASSES = 5;
const DEFAULT_PAGES = 600;
const HELP = `Pages a second of a batch with one worker and with two, and their ratio: cold, with the start of the workers and the
warm-up of the code in each of them, and warm, the same pages once more in the same run.

  npm run bench:batch -- FOLDER                       # the first ${DEFAULT_PAGES} pages of a folder or a labelled set
  npm run bench:batch -- FOLDER 100 econ              # this many, by this extractor
  npm run bench:batch -- FOLDER 100 econ text,title   # these fields of the article alone`;

interface Rates {
  readonly cold: number;
  readonly warm: number;
}

async function firstPages(folder: string, count: number): Promise<RawPage[]> {
  const pages: RawPage[] = [];
  for await (const page of readInputs([findInput(folder)])) {
    if (pages.length === count) break;
    pages.push(page);
  }
  return pages;
}

async function measure(pages: readonly RawPage[], options: BatchOptions): Promise<Rates> {
  const start = performance.now();
  let halfway = start;
  let done = 0;
  for await (const part of runBatch([...pages, ...pages], options)) {
    done += part.pages;
    if (halfway === start && done >= pages.length) halfway = performance.now();
  }
  const rate = (ms: number): number => pages.length / (ms / 1000);
  return { cold: rate(halfway - start), warm: rate(performance.now() - halfway) };
}

const [folder, count = DEFAULT_PAGES, extractor = DEFAULT_EXTRACTOR, list] = process.argv.slice(2);
if (folder === "--help") {
  console.log(HELP);
  process.exit();
}
const wanted = Number(count);
const isCount = Number.isInteger(wanted) && wanted > 0;
if (folder === undefined || !existsSync(folder) || !isCount || !isExtractorId(extractor)) {
  console.error(
    "Name a folder of pages or a labelled set: npm run bench:batch -- FOLDER [PAGES [EXTRACTOR [FIELDS]]]",
  );
  process.exit(1);
}
const options = { extractor, fields: list === undefined ? undefined : readFields(list) };
const pages = await firstPages(folder, wanted);
const passes: { readonly one: Rates; readonly two: Rates }[] = [];
// Interleaved, so that other load on the machine affects both.
for (let pass = 0; pass < PASSES; pass++) {
  const one = await measure(pages, { ...options, workers: 1 });
  passes.push({ one, two: await measure(pages, { ...options, workers: 2 }) });
}
console.log(`${extractor}, ${pages.length} pages, medians of ${PASSES} interleaved passes`);
for (const heat of ["cold", "warm"] as const) {
  const one = median(passes.map((pass) => pass.one[heat]));
  const two = median(passes.map((pass) => pass.two[heat]));
  const ratio = median(passes.map((pass) => pass.two[heat] / pass.one[heat]));
  const row = [
    `1 worker ${one.toFixed(1)} pages/s`,
    `2 workers ${two.toFixed(1)} pages/s`,
    `${ratio.toFixed(2)}x`,
  ];
  console.log(`${heat}  ${row.join("   ")}`);
}
