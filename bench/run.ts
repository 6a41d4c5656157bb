import { parseArgs } from "node:util";
import { parse } from "parse5";
import { EXTRACTORS, type ExtractorId, isExtractorId, ONE_PAGE_EXTRACTORS } from "../src/extractors/index.ts";
import { decodeHtml, parseHtml } from "../src/html/index.ts";
import { extract, extractText } from "../src/index.ts";
import { allocationOf } from "./allocation.ts";
import { type BenchPage, benchPages } from "./pages.ts";
import { partLines } from "./parts.ts";
import { startPeers } from "./peer-runners.ts";
import { type Laps, median, medianRatio, race, timed, type Work } from "./race.ts";

const HELP = `Races every extractor, bytes to whole Article, against parse5's bare parse of the same pages.

  npm run bench                          # 120 labelled pages, or made-up ones where there are none
  npm run bench -- --pages 40 --passes 5
  npm run bench -- --newsroom            # made-up pages in any case
  npm run bench -- --extractor fused     # these alone, with commas between them
  npm run bench -- --parts               # what each part of fused takes, in place of the race
  npm run bench -- --peers --passes 3    # with the tools of npm run peers, each in a process of its own

A page is bytes in and an Article out, or the text alone for \`econ text\` and \`mss-simple text\`; \`document\` is text in
and the flat Document out. Other tools get decoded text and give text and title; the way between the processes does
not count. What a page allocates on the heap counts what is collected meanwhile, by V8's own figures before and after
each collection.`;

/** What archives that want nothing but text would choose. */
const TEXT_LANE: ReadonlySet<string> = new Set(["econ", "mss-simple"]);

const { values } = parseArgs({
  options: {
    pages: { type: "string", default: "120" },
    passes: { type: "string", default: "9" },
    newsroom: { type: "boolean", default: false },
    extractor: { type: "string", default: ONE_PAGE_EXTRACTORS.join(",") },
    parts: { type: "boolean", default: false },
    peers: { type: "boolean", default: false },
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
  const yardstick: Work = { name: "parse5", run: (page) => parse(markup[page] ?? "") };
  const parts: Work[] = [
    { name: "decode", run: (page) => decodeHtml(pages[page]!.bytes, { encoding: pages[page]!.encoding }) },
    {
      name: "document",
      // As `readHtml` does: NUL is searched in the bytes.
      run: (page) => parseHtml(markup[page] ?? "", { hasNul: pages[page]!.bytes.includes(0) }),
    },
  ];
  const extractors = extractorIds().flatMap((id) => contenders(id, pages));
  const work = [yardstick, ...extractors, ...parts];
  const peers = values.peers ? await startPeers(pages, markup) : [];
  const [bare, ...laps] = await race([...work.map(timed), ...peers], pages.length, passes).finally(() => {
    for (const { close } of peers) close();
  });
  if (bare === undefined) return;
  for (const lap of laps) console.log(`${lap.name} ${ratio(lap, bare)}x parse5`);
  printDetails(pages, [bare, ...laps]);
  for (const one of [yardstick, ...parts, ...extractors]) console.log(allocationLine(one, pages.length));
}

/** An extractor on the way to whole Articles, and, for the cheapest, to the text alone. */
function contenders(extractor: ExtractorId, pages: readonly BenchPage[]): Work[] {
  const optionsOf = ({ url, encoding }: BenchPage) => ({ extractor, url, encoding });
  const article: Work = {
    name: extractor,
    run: (page) => extract(pages[page]!.bytes, optionsOf(pages[page]!)),
  };
  const text: Work = {
    name: `${extractor} text`,
    run: (page) => extractText(pages[page]!.bytes, optionsOf(pages[page]!)),
  };
  return TEXT_LANE.has(extractor) ? [article, text] : [article];
}

function ratio(laps: Laps, bare: Laps): string {
  return medianRatio(laps, bare).toFixed(2);
}

function printDetails(pages: readonly BenchPage[], laps: readonly Laps[]): void {
  const size = pages.reduce((sum, { bytes }) => sum + bytes.length, 0) / 1e6;
  console.log(
    `\n${pages.length} pages, ${size.toFixed(1)} MB; medians of ${laps[0]?.passMs.length} interleaved passes`,
  );
  for (const { name, passMs } of laps) {
    const ms = median(passMs);
    const perPage = (ms / pages.length).toFixed(2).padStart(8);
    console.log(
      `${name.padEnd(15)} ${perPage} ms a page ${((size * 1000) / ms).toFixed(1).padStart(8)} MB/s`,
    );
  }
  console.log("");
}

/** What one call allocates, the middle of all pages. */
function allocationLine({ name, run }: Work, pageCount: number): string {
  const { gc } = globalThis;
  if (gc === undefined) return `${name.padEnd(15)} allocation: run with --expose-gc`;
  // A whole collection throws compiled code away, which the next page would have to make anew.
  const collect = () => void gc({ type: "minor" });
  const found = Array.from({ length: pageCount }, (_, page) => allocationOf(() => run(page), collect));
  const heap = megabytes(found.map((one) => one.heap));
  const buffers = megabytes(found.map((one) => one.buffers));
  return `${name.padEnd(15)} ${heap} MB of heap ${buffers} MB of buffers allocated a page`;
}

function megabytes(bytes: readonly number[]): string {
  return (median(bytes) / 1e6).toFixed(2).padStart(8);
}
