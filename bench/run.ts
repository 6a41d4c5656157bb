import { availableParallelism, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { buildIfStale } from "../scripts/fresh-build.ts";
import { EXTRACTORS, type ExtractorId, isExtractorId, ONE_PAGE_EXTRACTORS } from "../src/extractors/index.ts";
import { ContenderProcess } from "./contender-process.ts";
import { type Contender, contendersOf, YARDSTICK } from "./contenders.ts";
import { type BenchPage, benchPages, type PageChoice } from "./pages.ts";
import { partLines } from "./parts.ts";
import { median, race, raceAlone, resultLine, type Track, warmUp } from "./race.ts";

const HELP = `Races every extractor, bytes to whole Article, against parse5's bare parse of the same pages.

  npm run bench                          # 120 labelled pages, or made-up ones where there are none
  npm run bench -- --pages 40 --passes 5
  npm run bench -- --newsroom            # made-up pages in any case
  npm run bench -- --extractor fused     # these alone, with commas between them
  npm run bench -- --parts               # what each part of fused takes, in place of the race

A page is bytes in and an Article out, or the text alone for \`fused text\`, \`quick text\`, \`lean text\`, \`econ text\` and \`mss-simple text\`; \`document\` is
text in and the flat Document out. What is raced is the built package; \`npm run peers -- --speed\` races other tools too. Each runs in a process of its own, after 1,500 pages or 20 s of warming up, some pages in turn with parse5; the way between
the processes does not count. Times are by the clock, as multiples of what parse5 took meanwhile; CPU is the same of
the processor time of all threads, which the machine's load moves less. What a page allocates on the heap counts what is collected meanwhile, by V8's own figures before and after each collection.`;

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
        help: { type: "boolean", default: false },
      },
    }).values;
  } catch (error) {
    return refuse(error instanceof TypeError ? error.message : String(error));
  }
}

function refuse(why: string): never {
  console.error(`bench: BAD_OPTION: ${why}. See --help.`);
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
  const contenders = [...extractorIds().flatMap(contendersOf), { way: "document" } as const];
  buildIfStale();
  const yardstick = await ContenderProcess.start({ way: YARDSTICK }, choice);
  const track = { yardstick, pageCount: pages.length, megabytes: megabytesOf(pages), passes };
  console.log(
    `${pages.length} pages, ${track.megabytes.toFixed(1)} MB; medians of ${passes} passes; load ${loadNow()}\n`,
  );
  try {
    await warmUp(yardstick, pages.length);
    const [bare] = await race([yardstick], pages.length, passes);
    console.log(`${resultLine(bare!, bare!, track)}${await allocationCells(yardstick, pages.length)}`);
    await raceContenders(contenders, track, choice);
  } finally {
    yardstick.close();
  }
  console.log(`\nload ${loadNow()}`);
}

/** The load average over a minute, and the number of cores. */
function loadNow(): string {
  return `${loadavg()[0]!.toFixed(1)} on ${availableParallelism()} cores`;
}

async function raceContenders(
  contenders: readonly Contender[],
  track: Track,
  choice: PageChoice,
): Promise<void> {
  for (const contender of contenders) {
    const runner = await ContenderProcess.start(contender, choice);
    try {
      const line = await raceAlone(runner, track);
      console.log(`${line}${await allocationCells(runner, track.pageCount)}`);
    } finally {
      runner.close();
    }
  }
}

function megabytesOf(pages: readonly BenchPage[]): number {
  return pages.reduce((sum, { bytes }) => sum + bytes.length, 0) / 1e6;
}

/** What one call allocates, the middle of all pages. */
async function allocationCells(contender: ContenderProcess, pageCount: number): Promise<string> {
  const found = await contender.allocationsOf(pageCount);
  const cell = (bytes: readonly number[]) => (median(bytes) / 1e6).toFixed(2).padStart(7);
  return `${cell(found.map(({ heap }) => heap))} MB of heap ${cell(found.map(({ buffers }) => buffers))} MB of buffers a page`;
}
