/** `npm run bench:spark`: CPU time of a page through Spark against that of a plain batch of the same archive. */
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { findSpark } from "../test/spark.ts";
import { benchPages } from "./pages.ts";
import { median } from "./race.ts";
import { type Cost, type CpuMs, measurePlain, PROGRAMS, SparkRuns, writeArchive } from "./spark-runs.ts";

const HELP = `What a page costs through Spark; Linux only, the command must be built, and npm run python:env -- spark must work.
All jobs run in one session of Spark, after one of each kind that is not counted. Each way reads an archive and one of a tenth
of its pages, each in one task: the difference is the cost of pages, the rest is what galley and a task take to start.

  npm run bench:spark                                     # made-up pages
  npm run bench:spark -- --pages 3000 --passes 7
  npm run bench:spark -- --data                           # pages of labelled sets (GALLEY_DATA)`;
const WAYS = ["plain", "files", "pages"] as const;
type Way = (typeof WAYS)[number];
/** The small archive has one page in this many. */
const SMALL_SHARE = 10;

/** Costs of a page and of the start, from a large and a small archive. */
interface Line {
  readonly pageMs: CpuMs;
  readonly startMs: number;
  readonly galleyBytes: number;
  readonly outBytes: number;
}

function lineOf(few: Cost, many: Cost, counts: { readonly few: number; readonly many: number }): Line {
  const pages = counts.many - counts.few;
  const [node = 0, python = 0, java = 0] = PROGRAMS.map(
    (name) => (many.cpuMs[name] - few.cpuMs[name]) / pages,
  );
  const pageMs = { node, python, java };
  const startMs = total(few.cpuMs) - total(pageMs) * counts.few;
  return { pageMs, startMs, galleyBytes: many.galleyBytes, outBytes: many.outBytes / counts.many };
}

function total(cost: CpuMs): number {
  return PROGRAMS.reduce((sum, name) => sum + cost[name], 0);
}

/** Medians of each program: the CPU time of galley alone differs by a tenth and more from process to process. */
function middleOf(lines: readonly Line[]): CpuMs {
  const [node = 0, python = 0, java = 0] = PROGRAMS.map((name) =>
    median(lines.map(({ pageMs }) => pageMs[name])),
  );
  return { node, python, java };
}

function sharesOf(pageMs: CpuMs): string {
  const names = { node: "galley", python: "Python", java: "Spark" };
  return PROGRAMS.map((name) => `${names[name]} ${pageMs[name].toFixed(2)}`).join(", ");
}

function tell(way: Way, lines: readonly Line[], plain: readonly Line[]): void {
  const middle = (of: (line: Line) => number): number => median(lines.map(of));
  const pageMs = middleOf(lines);
  const all = lines.map((line) => total(line.pageMs));
  const text = [
    `${way.padEnd(5)} ${(total(pageMs) / total(middleOf(plain))).toFixed(2)}x plain`,
    `${total(pageMs).toFixed(2)} ms of CPU a page (${sharesOf(pageMs)}; passes ${Math.min(...all).toFixed(2)} to ${Math.max(...all).toFixed(2)})`,
    `start of a task ${(middle(({ startMs }) => startMs) / 1000).toFixed(1)} s of CPU`,
    `galley's memory ${(middle(({ galleyBytes }) => galleyBytes) / 1e6).toFixed(0)} MB`,
    `${(middle(({ outBytes }) => outBytes) / 1e3).toFixed(1)} kB of Parquet a page`,
  ];
  console.log(text.join("; "));
}

const { values } = parseArgs({
  options: {
    help: { type: "boolean" },
    pages: { type: "string", default: "1500" },
    passes: { type: "string", default: "5" },
    data: { type: "boolean", default: false },
  },
});
const found = await findSpark({ mayInstall: true });
if ("missing" in found || values.help) {
  console.log(values.help ? HELP : `bench:spark: ${"missing" in found ? found.missing : ""}`);
  process.exit(values.help ? 0 : 1);
}
const folder = mkdtempSync(join(tmpdir(), "galley-bench-spark-"));
const spark = SparkRuns.start(found.environment, 1);
try {
  const many = Number(values.pages);
  const counts = { few: Math.ceil(many / SMALL_SHARE), many };
  const chosen = await benchPages({ count: many, source: values.data ? "data" : "newsroom" });
  const pages = chosen.map(({ bytes }) => bytes);
  const archives = { few: join(folder, "few.warc.gz"), many: join(folder, "many.warc.gz") };
  writeArchive(archives.few, pages, { count: counts.few });
  writeArchive(archives.many, pages, { count: counts.many });
  const run = (way: Way, size: "few" | "many"): Promise<Cost> =>
    way === "plain"
      ? measurePlain([archives[size]], folder)
      : spark.measure(way, { archives: [archives[size]], perTask: 1 }, folder);
  const bytes = pages.reduce((sum, page) => sum + page.length, 0) / pages.length;
  const packed = statSync(archives.many).size / many;
  console.log(
    `${counts.few} and ${many} pages of ${values.data ? "labelled sets" : "the newsroom"}, ${(bytes / 1e3).toFixed(1)} kB a page, ${(packed / 1e3).toFixed(1)} kB packed; medians of ${values.passes} interleaved passes; load ${loadavg()[0]?.toFixed(1)}`,
  );
  const warmUp = [await run("files", "many"), await run("pages", "many")];
  const lines: Record<Way, Line[]> = { plain: [], files: [], pages: [] };
  const later = { files: [] as number[], pages: [] as number[] };
  for (let pass = 0; pass < Number(values.passes); pass++)
    for (const way of WAYS) {
      const large = await run(way, "many");
      const line = lineOf(await run(way, "few"), large, counts);
      lines[way].push(line);
      if (way !== "plain") later[way].push(total(large.cpuMs));
      // A run takes minutes: known results are printed even if the rest fails.
      console.log(
        `pass ${pass + 1} ${way.padEnd(5)} ${total(line.pageMs).toFixed(2)} ms of CPU a page (${sharesOf(line.pageMs)})`,
      );
    }
  for (const way of WAYS) tell(way, lines[way], lines.plain);
  const first = warmUp.reduce((sum, { cpuMs }) => sum + total(cpuMs), 0);
  const startMs = first - median(later.files) - median(later.pages);
  console.log(`start and warming up of Spark ${(startMs / 1000).toFixed(1)} s of CPU`);
  console.log(`load ${loadavg()[0]?.toFixed(1)}`);
} finally {
  await spark.close();
  rmSync(folder, { recursive: true, force: true });
}
