import { parseArgs } from "node:util";
import { parse } from "parse5";
import { EXTRACTORS, type ExtractorId, isExtractorId, ONE_PAGE_EXTRACTORS } from "../src/extractors/index.ts";
import { decodeHtml, parseHtml } from "../src/html/index.ts";
import { extract } from "../src/index.ts";
import { type BenchPage, benchPages } from "./pages.ts";
import { partLines } from "./parts.ts";
import { type Laps, median, medianRatio, type Runner, race } from "./race.ts";

const HELP = `Races every extractor, bytes to whole Article, against parse5's bare parse of the same pages.

  npm run bench                          # 120 labelled pages, or made-up ones where there are none
  npm run bench -- --pages 40 --passes 5
  npm run bench -- --newsroom            # made-up pages in any case
  npm run bench -- --extractor fused     # these alone, with commas between them
  npm run bench -- --parts               # what each part of fused takes, in place of the race

Run it with node --expose-gc to see the heap that a page takes.`;

const { values } = parseArgs({
  options: {
    pages: { type: "string", default: "120" },
    passes: { type: "string", default: "9" },
    newsroom: { type: "boolean", default: false },
    extractor: { type: "string", default: ONE_PAGE_EXTRACTORS.join(",") },
    parts: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});

if (values.help) console.log(HELP);
else await main(count("pages"), count("passes"), values.newsroom ? "newsroom" : "data");

function count(option: "pages" | "passes"): number {
  const number = Number(values[option]);
  if (Number.isInteger(number) && number > 0) return number;
  console.error(`bench: BAD_OPTION: --${option} takes a whole number from 1, not "${values[option]}"`);
  process.exit(1);
}

function extractorIds(): readonly ExtractorId[] {
  const ids = values.extractor.split(",");
  const known = ids.filter(isExtractorId);
  if (known.length === ids.length) return known;
  console.error(`bench: BAD_OPTION: --extractor takes ${Object.keys(EXTRACTORS).join(", ")}`);
  process.exit(1);
}

async function main(pageCount: number, passes: number, source: "data" | "newsroom"): Promise<void> {
  const pages = await benchPages(pageCount, source);
  if (values.parts) {
    for (const line of partLines(pages, passes)) console.log(line);
    return;
  }
  const markup = pages.map(({ bytes, encoding }) => decodeHtml(bytes, { encoding }).text);
  const yardstick: Runner = { name: "parse5", run: (page) => parse(markup[page] ?? "") };
  const parts: Runner[] = [
    { name: "decode", run: (page) => decodeHtml(pages[page]!.bytes, { encoding: pages[page]!.encoding }) },
    { name: "document", run: (page) => parseHtml(markup[page] ?? "") },
  ];
  const ids = extractorIds();
  const extractors = ids.map((id) => ({ name: id, run: (page: number) => article(pages[page]!, id) }));
  const [bare, ...laps] = race([yardstick, ...extractors, ...parts], pages.length, passes);
  if (bare === undefined) return;
  for (const lap of laps.slice(0, ids.length)) console.log(`${lap.name} ${ratio(lap, bare)}x parse5`);
  printDetails(pages, [bare, ...laps]);
  for (const { name, run } of [yardstick, ...extractors]) console.log(heapLine(name, run, pages.length));
}

function article({ bytes, url, encoding }: BenchPage, extractor: ExtractorId): unknown {
  return extract(bytes, { extractor, url, encoding });
}

function ratio(laps: Laps, bare: Laps): string {
  return medianRatio(laps, bare).toFixed(2);
}

function printDetails(pages: readonly BenchPage[], laps: readonly Laps[]): void {
  const megabytes = pages.reduce((sum, { bytes }) => sum + bytes.length, 0) / 1e6;
  console.log(
    `\n${pages.length} pages, ${megabytes.toFixed(1)} MB; medians of ${laps[0]?.passMs.length} interleaved passes`,
  );
  for (const { name, passMs } of laps) {
    const ms = median(passMs);
    const perPage = (ms / pages.length).toFixed(2).padStart(8);
    console.log(
      `${name.padEnd(12)} ${perPage} ms a page ${((megabytes * 1000) / ms).toFixed(1).padStart(8)} MB/s`,
    );
  }
  console.log("");
}

/** Heap that one pass leaves behind before anything is collected, per page. */
function heapLine(name: string, run: Runner["run"], pageCount: number): string {
  if (globalThis.gc === undefined) return `${name.padEnd(12)} heap: run with --expose-gc`;
  const grown: number[] = [];
  for (let page = 0; page < pageCount; page++) {
    globalThis.gc();
    const before = process.memoryUsage();
    run(page);
    const after = process.memoryUsage();
    grown.push(after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers);
  }
  return `${name.padEnd(12)} ${(median(grown) / 1e6).toFixed(2).padStart(8)} MB of heap a page, median`;
}
