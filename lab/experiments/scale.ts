import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { type Cost, measurePlain, SparkRuns, type TaskTime, writeArchive } from "../../bench/spark-runs.ts";
import type { PythonEnvironment } from "../../scripts/python-environment.ts";
import { NewsError } from "../../src/errors/index.ts";
import { findSet, readSet } from "../../src/sets/index.ts";
import { seededRandom } from "../../src/text/index.ts";
import { findSpark } from "../../test/spark.ts";
import { type ClusterFaults, type ClusterRun, NO_FAULTS, normal, simulate } from "../scale/cluster.ts";
import { costOf, fitCosts, type PageCosts, WARMING_PAGES } from "../scale/measured.ts";
import {
  type Experiment,
  type ExperimentContext,
  mean,
  type PagesRead,
  percent,
  plainTable,
  provenanceLines,
  report,
} from "./experiment.ts";

/** Pages of several years and languages, as they came from their servers. */
const SETS = ["wcxb-dev", "fundus-a", "l3s-gn1-a", "daniel-en-zh-pl"] as const;
const QUICK_PAGES = 200;
const PAGES = 1200;
/** Pages of the batches that costs are taken from: while a process is cold, and after. */
const BATCH_SHARES = [0.1, 0.3, 1, 2];
/** Archives of the run of Spark: their pages differ in number and in size. */
const SPARK_ARCHIVES = [150, 600, 300, 450, 150, 300];
const SPARK_CORES = 2;

/** The crawl: as many pages as a month of Common Crawl, in archives of its size. */
const CRAWL = { pages: 3e9, archives: 90_000 } as const;
const CORES = [512, 2048, 8192] as const;
const CORES_OF_MACHINE = 16;
/** Assumptions about a crawl of this kind, each named in docs/scale.md. */
const USUAL_FAULTS: ClusterFaults = {
  speedSpread: 0.1,
  slowShare: 0.01,
  slowFactor: 3,
  lossesAnHour: 0.05,
  replacedAfterMs: 180_000,
  failShare: 0.001,
  maxFailures: 4,
};
/** The network share of a core, while an archive is copied before it is read. */
const COPY_BYTES_PER_MS = 40_000;
/** Dollars: a core for an hour, on demand and as spare capacity; a GB kept for a month; a thousand requests. */
const PRICES = { core: 0.045, spare: 0.018, keptGb: 0.023, requests: 0.0004 } as const;
const HOUR_MS = 3_600_000;

interface SizedPages {
  readonly pages: readonly Uint8Array[];
  readonly sets: readonly PagesRead[];
}

/** `npm run experiments -- scale`: what pages cost, the simulated cluster against a real one, and a crawl of three billion pages. */
export const scale: Experiment = async function* (context) {
  const spark = await findSpark({ mayInstall: true });
  if ("missing" in spark) throw new NewsError("BAD_OPTION", `The experiment needs Spark: ${spark.missing}.`);
  const folder = mkdtempSync(join(tmpdir(), "galley-scale-"));
  try {
    const { pages, sets } = await readPages(context);
    yield `${provenanceLines(context.provenance, sets)}\n\nLoad ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} cores.`;
    const plain = await measureCosts(folder, pages);
    const job = await runSpark(folder, pages, spark.environment);
    const costs = { ...plain, outBytesOfPage: job.outBytesOfPage };
    yield costTable(costs, pages);
    yield checkAgainstSpark(job, costs);
    yield* crawl(costs, pages, context.isQuick);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

async function readPages({ places, isQuick }: ExperimentContext): Promise<SizedPages> {
  const wanted = (isQuick ? QUICK_PAGES : PAGES) / SETS.length;
  const [pages, sets]: [Uint8Array[], PagesRead[]] = [[], []];
  for (const name of SETS) {
    const all: Uint8Array[] = [];
    for await (const { html } of readSet(await findSet(name, places)))
      all.push(typeof html === "string" ? new TextEncoder().encode(html) : html);
    const step = Math.max(1, Math.floor(all.length / wanted));
    const some = all.filter((_, at) => at % step === 0).slice(0, wanted);
    const hash = createHash("sha256");
    for (const page of some) hash.update(page);
    sets.push({ name, pages: some.length, hash: hash.digest("hex") });
    pages.push(...some);
  }
  return { pages, sets };
}

/** The costs of a page: what galley takes for it, and what goes in and out. */
interface Measured extends PageCosts {
  readonly packedShare: number;
  readonly outBytesOfPage: number;
  readonly memoryBytes: number;
}

/** Costs from batches of small and of large pages, few and many: a start, a page and a byte each have a share. */
async function measureCosts(
  folder: string,
  pages: readonly Uint8Array[],
): Promise<PageCosts & Pick<Measured, "packedShare" | "memoryBytes">> {
  const sorted = pages.toSorted((a, b) => a.length - b.length);
  const halves = [sorted.slice(0, pages.length / 2), sorted.slice(pages.length / 2)];
  const runs: { pages: number; bytes: number; cpuMs: number; packed: number; cost: Cost }[] = [];
  for (const share of BATCH_SHARES)
    for (const [at, half] of halves.entries()) {
      const count = Math.round(share * half.length);
      report(`plain batch of ${count} ${at === 0 ? "small" : "large"} pages`);
      const archive = join(folder, `plain-${at}-${share}.warc.gz`);
      // A few pages are of all sizes too.
      const step = Math.max(1, Math.floor(1 / share));
      const own = Array.from({ length: count }, (_, each) => half[(each * step) % half.length]!);
      writeArchive(archive, own, { count });
      const cost = await measurePlain([archive], folder, "jsonl");
      const bytes = own.reduce((sum, { length }) => sum + length, 0);
      runs.push({ pages: count, bytes, cpuMs: cost.cpuMs.node, packed: statSync(archive).size, cost });
    }
  const sum = (of: (run: (typeof runs)[number]) => number) => runs.reduce((all, run) => all + of(run), 0);
  return {
    ...fitCosts(runs),
    packedShare: sum(({ packed }) => packed) / sum(({ bytes }) => bytes),
    memoryBytes: Math.max(...runs.map(({ cost }) => cost.galleyBytes)),
  };
}

function costTable(costs: Measured, pages: readonly Uint8Array[]): string {
  const bytes = mean(pages.map(({ length }) => length));
  const pageMs = costs.pageMs + costs.byteMs * bytes;
  const rows = [
    ["start of a process", `${(costs.startMs / 1000).toFixed(2)} s of CPU`],
    [
      `each of its first ${WARMING_PAGES} pages, besides what later ones take`,
      `${costs.coldPageMs.toFixed(2)} ms of CPU`,
    ],
    ["a page", `${costs.pageMs.toFixed(2)} ms of CPU`],
    ["100 kB of page", `${(costs.byteMs * 1e5).toFixed(2)} ms of CPU`],
    [
      "the mean page",
      `${(bytes / 1e3).toFixed(1)} kB, ${((bytes * costs.packedShare) / 1e3).toFixed(1)} kB packed, ${pageMs.toFixed(2)} ms of CPU`,
    ],
    ["out, Parquet", `${(costs.outBytesOfPage / 1e3).toFixed(1)} kB a page`],
    ["memory of a process", `${(costs.memoryBytes / 1e6).toFixed(0)} MB`],
    ["pages per core-hour", `${Math.round(HOUR_MS / pageMs / 1000)},000`],
  ];
  return `### What was measured\n\n${plainTable(["", ""], rows, 2)}`;
}

/** A job of Spark: its archives, and what galley took in its tasks. */
interface SparkJob {
  readonly archives: readonly { readonly pages: number; readonly bytes: number }[];
  readonly galleyMs: number;
  readonly outBytesOfPage: number;
  readonly tasks: readonly TaskTime[];
}

/** The job is run twice in one session: the first warms the JVM, which in a crawl is warm for most of its tasks. */
async function runSpark(
  folder: string,
  pages: readonly Uint8Array[],
  environment: PythonEnvironment,
): Promise<SparkJob> {
  let from = 0;
  const archives = SPARK_ARCHIVES.map((count, at) => {
    const path = join(folder, `spark-${at}.warc.gz`);
    writeArchive(path, pages, { count, from });
    const own = Array.from({ length: count }, (_, each) => pages[(from + each) % pages.length]!.length);
    from += count;
    return { path, pages: count, bytes: own.reduce((sum, length) => sum + length, 0) };
  });
  report(`Spark with ${archives.length} archives on ${SPARK_CORES} cores`);
  const order = { archives: archives.map(({ path }) => path), perTask: 1 };
  const spark = SparkRuns.start(environment, SPARK_CORES);
  try {
    await spark.measure("files", order, folder);
    const { cpuMs, tasks, outBytes } = await spark.measure("files", order, folder);
    return {
      archives,
      galleyMs: cpuMs.node,
      outBytesOfPage: outBytes / from,
      tasks,
    };
  } finally {
    await spark.close();
  }
}

/** The same two parts as the simulation: what tasks cost, by their pages, and how long a job lasts, by its tasks. */
function checkAgainstSpark({ archives, galleyMs, tasks }: SparkJob, costs: PageCosts): string {
  const expectedMs = archives.reduce((sum, archive) => sum + costOf(costs, archive), 0);
  const shared = { slots: SPARK_CORES, slotsOfMachine: SPARK_CORES, random: seededRandom(1) };
  const taskMs = tasks.map(({ tookMs }) => tookMs);
  const { wallMs } = simulate({ ...shared, taskMs, faults: NO_FAULTS, isSpeculative: false });
  const rows = [
    checkRow("CPU time of galley in all tasks, from their pages", expectedMs, galleyMs),
    checkRow("time from the first task to the last, from the times of tasks", wallMs, spanOf(tasks)),
  ];
  const count = archives.reduce((sum, { pages }) => sum + pages, 0);
  return `### The simulation against a run of Spark\n\n${plainTable(["", "simulated", "measured", "off by"], rows, 1)}\n\n${archives.length} tasks, ${count} pages, local[${SPARK_CORES}].`;
}

/** The time from the first start to the last end. */
function spanOf(tasks: readonly TaskTime[]): number {
  const ends = tasks.map(({ startMs, tookMs }) => startMs + tookMs);
  return Math.max(...ends) - Math.min(...tasks.map(({ startMs }) => startMs));
}

function checkRow(what: string, expectedMs: number, measuredMs: number): readonly string[] {
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
  return [what, seconds(expectedMs), seconds(measuredMs), percent(expectedMs / measuredMs - 1)];
}

async function* crawl(
  costs: Measured,
  pages: readonly Uint8Array[],
  isQuick: boolean,
): AsyncGenerator<string> {
  const sizes = pages.map(({ length }) => length);
  const tasks = drawTasks(costs, sizes, isQuick ? CRAWL.archives / 10 : CRAWL.archives);
  const cores = isQuick ? CORES.map((count) => count / 8) : CORES;
  const rows: (readonly string[])[] = [];
  let rough: ClusterRun | undefined;
  for (const slots of cores)
    for (const [name, faults, isSpeculative] of [
      ["nothing goes wrong", NO_FAULTS, false],
      ["rough", USUAL_FAULTS, false],
      ["rough, speculation", USUAL_FAULTS, true],
    ] as const) {
      report(`${slots} cores, ${name}`);
      const random = seededRandom(11);
      const run = simulate({
        taskMs: tasks,
        slots,
        slotsOfMachine: CORES_OF_MACHINE,
        random,
        faults,
        isSpeculative,
      });
      if (name === "rough, speculation") rough = run;
      rows.push(crawlRow(slots, name, run, costs, sizes));
    }
  yield `### ${(CRAWL.pages / 1e9).toFixed(0)} billion pages\n\n${plainTable(["cores", "", "hours", "core-hours", "repeated", "idle end", "tasks started", "read at once"], rows, 2)}`;
  if (rough) yield moneyTable(rough, costs, sizes);
}

/** Times of the crawl's tasks: copying the archive, the start, and pages of sizes drawn from those of the sets. */
function drawTasks(costs: Measured, sizes: readonly number[], count: number): Float64Array {
  const random = seededRandom(5);
  const each = CRAWL.pages / CRAWL.archives;
  const middle = mean(sizes);
  const spread = Math.sqrt(mean(sizes.map((size) => (size - middle) ** 2)));
  return Float64Array.from({ length: count }, () => {
    // The sum of that many draws is nearly normal; Common Crawl closes archives by size, so that these differ little.
    const bytes = each * middle + Math.sqrt(each) * spread * normal(random);
    const copyMs = (bytes * costs.packedShare) / COPY_BYTES_PER_MS;
    return costOf(costs, { pages: each, bytes }) + copyMs;
  });
}

function crawlRow(
  slots: number,
  name: string,
  run: ClusterRun,
  costs: Measured,
  sizes: readonly number[],
): readonly string[] {
  const bytesAMs = (CRAWL.pages * mean(sizes) * costs.packedShare) / run.wallMs;
  return [
    String(slots),
    name + (run.isFailed ? " (given up)" : ""),
    (run.wallMs / HOUR_MS).toFixed(1),
    Math.round(run.busyMs / HOUR_MS).toLocaleString("en"),
    percent(run.busyMs / run.usefulMs - 1),
    `${(run.tailMs / 60_000).toFixed(0)} min`,
    run.attempts.toLocaleString("en"),
    `${(bytesAMs / 1e6).toFixed(1)} GB/s`,
  ];
}

function moneyTable(run: ClusterRun, costs: Measured, sizes: readonly number[]): string {
  const millions = (CRAWL.pages / 1e6) * (run.done / CRAWL.archives);
  const hours = run.busyMs / HOUR_MS / millions;
  const gigabytes = (1e6 * costs.outBytesOfPage) / 1e9;
  const requests = (run.attempts / 1000 / millions) * PRICES.requests;
  const dollars = (value: number) => `$${value.toFixed(4)}`;
  const rows = [
    [`CPU, ${hours.toFixed(2)} core-hours, on demand ($${PRICES.core})`, dollars(hours * PRICES.core)],
    [`the same as spare capacity ($${PRICES.spare})`, dollars(hours * PRICES.spare)],
    [
      `reading ${((1e6 * mean(sizes) * costs.packedShare) / 1e9).toFixed(1)} GB in the same region, requests alone`,
      dollars(requests),
    ],
    [`keeping ${gigabytes.toFixed(1)} GB of Parquet for a month`, dollars(gigabytes * PRICES.keptGb)],
  ];
  return `### Money for a million pages\n\n${plainTable(["", "dollars"], rows, 1)}`;
}
