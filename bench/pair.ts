/** Two builds of the package, or two extractors, in one process: see the help below. */
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { NewsError } from "../src/errors/index.ts";
import { type BenchPage, benchPages } from "./pages.ts";
import { median } from "./race.ts";

const HELP = `Compares two builds of the package in one process, page by page in turn: for judging one change.

  npm run bench:pair -- ../before/dist dist
  npm run bench:pair -- ../before/dist dist --pages 40 --passes 5
  npm run bench:pair -- ../before/dist dist --extractor fused --other quick   # the second build runs another extractor
  npm run bench:pair -- dist dist --extractor quick --other fused             # two extractors of one build

What the main thread spends counts, so that other work on the machine matters little: the mean of all passes, and the
median of the changes from pass to pass, which one slow pass does not move. Four passes before do not count.`;

type Run = (page: BenchPage) => unknown;

/** Passes in which both builds are compiled; they do not count. */
const WARM_UP = 4;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    extractor: { type: "string", default: "fused" },
    other: { type: "string" },
    pages: { type: "string", default: "120" },
    passes: { type: "string", default: "10" },
    help: { type: "boolean", default: false },
  },
});
if (values.help) console.log(HELP);
else await main(positionals);

async function main(folders: readonly string[]): Promise<void> {
  const [before, after] = folders;
  if (before === undefined || after === undefined || folders.length > 2)
    throw new NewsError("BAD_OPTION", "Name two folders of builds, such as ../before/dist dist; see --help.");
  const extractors = [values.extractor, values.other ?? values.extractor] as const;
  const runs = [await loadRun(before, extractors[0]), await loadRun(after, extractors[1])] as const;
  const pages = await benchPages({ count: Number(values.pages), source: "data" });
  const [first, second] = timePasses(runs, pages);
  const labels = [`${before} ${extractors[0]}`, `${after} ${extractors[1]}`];
  const width = Math.max(...labels.map(({ length }) => length));
  for (const [at, passes] of [first, second].entries()) {
    console.log(`${labels[at]!.padEnd(width)} ${(mean(passes) / pages.length).toFixed(3)} ms a page`);
  }
  const changes = second.map((spent, pass) => spent / first[pass]!);
  console.log(`change ${percent(mean(second) / mean(first))}, median of passes ${percent(median(changes))}`);
}

/** The milliseconds that each run spends in every pass. */
function timePasses(runs: readonly [Run, Run], pages: readonly BenchPage[]): [number[], number[]] {
  const spent: [number[], number[]] = [[], []];
  for (let pass = -WARM_UP; pass < Number(values.passes); pass++) {
    const sums = [0, 0];
    for (const [at, page] of pages.entries()) {
      // The second contender finds the page in the processor's cache.
      for (const which of (pass + at) % 2 === 0 ? [0, 1] : [1, 0]) {
        sums[which]! += timePage(runs[which]!, page);
      }
    }
    if (pass >= 0) for (const [which, own] of spent.entries()) own.push(sums[which]!);
  }
  return spent;
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

function percent(ratio: number): string {
  const change = (ratio - 1) * 100;
  return `${change < 0 ? "" : "+"}${change.toFixed(1)} %`;
}

async function loadRun(folder: string, extractor: string): Promise<Run> {
  const { extract }: { readonly extract: (bytes: Uint8Array, options: object) => unknown } = await import(
    pathToFileURL(join(resolve(folder), "index.js")).href
  );
  return ({ bytes, url, encoding }) => extract(bytes, { url, encoding, extractor });
}

function timePage(run: Run, page: BenchPage): number {
  const start = process.threadCpuUsage();
  run(page);
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1000;
}
