import { parseArgs } from "node:util";
import { buildIfStale } from "../scripts/fresh-build.ts";
import { EXTRACTORS, type ExtractorId, isExtractorId, ONE_PAGE_EXTRACTORS } from "../src/extractors/index.ts";
import { decodeHtml } from "../src/html/index.ts";
import { ContenderProcess } from "./contender-process.ts";
import { contendersOf, YARDSTICK } from "./contenders.ts";
import { type BenchPage, benchPages, type PageChoice } from "./pages.ts";
import { partLines } from "./parts.ts";
import { startPeers } from "./peer-runners.ts";
import { type Laps, median, medianRatio, race } from "./race.ts";

const HELP = `Races every extractor, bytes to whole Article, against parse5's bare parse of the same pages.

  npm run bench                          # 120 labelled pages, or made-up ones where there are none
  npm run bench -- --pages 40 --passes 5
  npm run bench -- --newsroom            # made-up pages in any case
  npm run bench -- --extractor fused     # these alone, with commas between them
  npm run bench -- --parts               # what each part of fused takes, in place of the race
  npm run bench -- --peers --passes 3    # with the tools of npm run peers

A page is bytes in and an Article out, or the text alone for \`econ text\` and \`mss-simple text\`; \`document\` is text in
and the flat Document out. What is raced is the built package. Other tools get decoded text and give text and title.
Each runs in a process of its own and takes a few pages in turn; the way between the processes does not count. What a
page allocates on the heap counts what is collected meanwhile, by V8's own figures before and after each collection.`;

const options = readOptions();
if (options.help) console.log(HELP);
else await main({ count: count("pages"), source: options.newsroom ? "newsroom" : "data" }, count("passes"));

function readOptions() {
  try {
    return parseArgs({
      options: {
        pages: { type: "string", default: "120" },
        passes: { type: "string", default: "9" },
        newsroom: { type: "boolean", default: false },
        extractor: { type: "string", default: ONE_PAGE_EXTRACTORS.join(",") },
        parts: { type: "boolean", default: false },
        peers: { type: "boolean", default: false },
        help: { type: "boolean", default: false },
      },
    }).values;
  } catch (error) {
    return refuse(error instanceof TypeError ? error.message : String(error));
  }
}

function refuse(why: string): never {
  console.error(`bench: BAD_OPTION: ${why}`);
  process.exit(1);
}

function count(option: "pages" | "passes"): number {
  const number = Number(options[option]);
  if (Number.isInteger(number) && number > 0) return number;
  return refuse(`--${option} takes a whole number from 1, not "${options[option]}"`);
}

function extractorIds(): readonly ExtractorId[] {
  const ids = options.extractor.split(",");
  const known = ids.filter(isExtractorId);
  return known.length === ids.length
    ? known
    : refuse(`--extractor takes ${Object.keys(EXTRACTORS).join(", ")}`);
}

async function main(choice: PageChoice, passes: number): Promise<void> {
  const pages = await benchPages(choice);
  if (options.parts) {
    for (const line of partLines(pages, passes)) console.log(line);
    return;
  }
  buildIfStale();
  const contenders = await startContenders(choice);
  const peers = options.peers ? await startPeers(pages, pages.map(markupOf)) : [];
  try {
    const laps = await race([...contenders, ...peers], pages.length, passes);
    const [bare, ...others] = laps;
    for (const lap of others) console.log(`${lap.name} ${medianRatio(lap, bare!).toFixed(2)}x parse5`);
    printDetails(pages, laps);
    for (const contender of contenders) console.log(await allocationLine(contender, pages.length));
  } finally {
    for (const { close } of [...contenders, ...peers]) close();
  }
}

/** The yardstick first. */
async function startContenders(choice: PageChoice): Promise<ContenderProcess[]> {
  const contenders = [
    { way: YARDSTICK } as const,
    ...extractorIds().flatMap(contendersOf),
    { way: "document" } as const,
  ];
  const started: ContenderProcess[] = [];
  for (const contender of contenders) started.push(await ContenderProcess.start(contender, choice));
  return started;
}

function markupOf({ bytes, encoding }: BenchPage): string {
  return decodeHtml(bytes, { encoding }).text;
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
async function allocationLine(contender: ContenderProcess, pageCount: number): Promise<string> {
  const found = await contender.allocationsOf(pageCount);
  const heap = megabytes(found.map((one) => one.heap));
  const buffers = megabytes(found.map((one) => one.buffers));
  return `${contender.name.padEnd(15)} ${heap} MB of heap ${buffers} MB of buffers allocated a page`;
}

function megabytes(bytes: readonly number[]): string {
  return (median(bytes) / 1e6).toFixed(2).padStart(8);
}
