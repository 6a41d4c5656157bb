/** `npm run bench:scale`: workers against processes, memory at many pages, and the stages of an archive to Parquet. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { packRecord } from "../src/archive/warc/warc-output.ts";
import { makePages } from "../test/newsroom/index.ts";
import { median } from "./race.ts";

const MAIN = join(import.meta.dirname, "../dist/cli/main.js");
const HELP = `What a batch of archives takes; the command must be built. Pages are made up, CPU time is that of the run's own report.

  npm run bench:scale                                      # all three, in sizes that take minutes
  npm run bench:scale -- workers --pages 4000 --workers 2 --passes 5
  npm run bench:scale -- memory --few 10000 --many 200000
  npm run bench:scale -- stages --megabytes 1000           # bytes of the packed archive`;
/** Different pages; larger archives repeat them under other ids and addresses. */
const DISTINCT_PAGES = 3000;
const DATE = new Date("2026-11-01T08:00:00Z");

/** A run of the command: wall time, and what its report and its process tell. */
interface Run {
  readonly wallMs: number;
  readonly cpuMs: number;
  readonly peakBytes: number;
  readonly report: {
    readonly in: number;
    readonly out: number;
    readonly seconds: Readonly<Record<string, number>>;
  };
}

const folder = mkdtempSync(join(tmpdir(), "galley-scale-"));
let made: readonly string[] = [];

/** Writes an archive of a number of pages or bytes. */
async function writeArchive(
  name: string,
  from: number,
  isEnough: (pages: number, bytes: number) => boolean,
): Promise<string> {
  if (made.length === 0) made = makePages({ count: DISTINCT_PAGES, seed: 1 }).map(({ html }) => html);
  const path = join(folder, name);
  const file = createWriteStream(path);
  let bytes = 0;
  for (let at = from; !isEnough(at - from, bytes); at++) {
    const html = made[at % made.length] ?? "";
    const body = Buffer.from(`HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${html}`);
    const url = `https://news.example/${at}`;
    const record = packRecord(
      { type: "response", url, date: DATE, contentType: "application/http; msgtype=response", body },
      "gzip",
    );
    bytes += record.length;
    if (!file.write(record)) await once(file, "drain");
  }
  file.end();
  await once(file, "close");
  return path;
}

let runs = 0;

async function runBatch(inputs: readonly string[], ending: string, workers: number): Promise<Run> {
  const base = join(folder, `run-${runs++}`);
  const args = [
    "batch",
    ...inputs,
    "-o",
    `${base}.${ending}`,
    "--workers",
    String(workers),
    "--report",
    `${base}.json`,
    "--quiet",
  ];
  const begun = performance.now();
  const child = spawn(process.execPath, [MAIN, ...args], { stdio: ["ignore", "ignore", "inherit"] });
  let peakBytes = 0;
  // The highest mark that the kernel keeps; the last one read is within a tick of the end.
  const timer = setInterval(() => {
    peakBytes = Math.max(peakBytes, peakOf(child.pid));
  }, 100);
  const [status] = (await once(child, "close")) as [number | null];
  clearInterval(timer);
  const wallMs = performance.now() - begun;
  if (status !== 0) throw new Error(`galley batch ended with ${status}`);
  const report: Run["report"] = JSON.parse(readFileSync(`${base}.json`, "utf8"));
  rmSync(`${base}.${ending}`);
  return { wallMs, cpuMs: 1000 * (report.seconds.cpu ?? 0), peakBytes, report };
}

function peakOf(pid: number | undefined): number {
  try {
    return 1024 * Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

/** The same files by one process with n workers, and by n processes with one worker each. */
async function raceWorkers(pages: number, workers: number, passes: number): Promise<void> {
  const half = Math.ceil(pages / workers);
  const files = async (factor: number): Promise<readonly string[]> => {
    const paths: string[] = [];
    for (let part = 0; part < workers; part++)
      paths.push(
        await writeArchive(
          `x${factor}-${part}.warc.gz`,
          part * half * factor,
          (count) => count >= half * factor,
        ),
      );
    return paths;
  };
  const sizes = { once: await files(1), twice: await files(2) };
  const laps: Record<"workers" | "processes", Lap[]> = { workers: [], processes: [] };
  for (let pass = 0; pass < passes; pass++) {
    const one = await runBatch(sizes.once, "jsonl", workers);
    const many = await together(sizes.once);
    const oneMore = await runBatch(sizes.twice, "jsonl", workers);
    const manyMore = await together(sizes.twice);
    laps.workers.push({ once: one, twice: oneMore });
    laps.processes.push({ once: many, twice: manyMore });
    // What is known is told, whatever becomes of the rest.
    const told = [one, many, oneMore, manyMore].map(
      ({ wallMs, cpuMs }) => `${(wallMs / 1000).toFixed(1)} s (CPU ${(cpuMs / 1000).toFixed(1)} s)`,
    );
    console.log(`pass ${pass + 1}: ${told[0]} and ${told[1]}, twice as many pages ${told[2]} and ${told[3]}`);
  }
  const ratio = (of: (lap: Lap) => number): string =>
    median(laps.workers.map((lap, at) => of(laps.processes[at]!) / of(lap))).toFixed(2);
  console.log(
    `workers: ${pages} pages, ${workers} workers against ${workers} processes, medians of ${passes} interleaved passes`,
  );
  for (const [name, of] of [
    ["by the clock", ({ wallMs }: Spent) => wallMs],
    ["CPU time", ({ cpuMs }: Spent) => cpuMs],
  ] as const) {
    const cold = ratio(({ once }) => of(once));
    const warm = ratio(({ once, twice }) => of(twice) - of(once));
    console.log(`  ${name}: cold (with the start) ${cold}x, warm (the second half of twice) ${warm}x`);
  }
}

/** What the pages of a pass took, and twice as many. */
interface Lap {
  readonly once: Spent;
  readonly twice: Spent;
}

interface Spent {
  readonly wallMs: number;
  readonly cpuMs: number;
}

async function together(files: readonly string[]): Promise<Spent> {
  const begun = performance.now();
  const all = await Promise.all(files.map((file) => runBatch([file], "jsonl", 1)));
  return { wallMs: performance.now() - begun, cpuMs: all.reduce((sum, { cpuMs }) => sum + cpuMs, 0) };
}

async function measureMemory(few: number, many: number, workers: number): Promise<void> {
  const peaks: number[] = [];
  for (const count of [few, many]) {
    const path = await writeArchive(`memory-${count}.warc.gz`, 0, (pages) => pages >= count);
    const run = await runBatch([path], "parquet", workers);
    peaks.push(run.peakBytes);
    tellRun(`memory: ${count} pages`, path, run);
    rmSync(path);
  }
  console.log(`  ratio ${((peaks[1] ?? 0) / (peaks[0] ?? 1)).toFixed(2)}`);
}

async function measureStages(megabytes: number, workers: number): Promise<void> {
  const path = await writeArchive("stages.warc.gz", 0, (_, bytes) => bytes >= megabytes * 1e6);
  const run = await runBatch([path], "parquet", workers);
  tellRun(`stages: ${run.report.in} pages`, path, run);
}

function tellRun(what: string, archive: string, { report, wallMs, peakBytes }: Run): void {
  const { read = 0, extract = 0, write = 0, cpu = 0 } = report.seconds;
  const share = (seconds: number): string => `${((100 * seconds) / (read + extract + write)).toFixed(1)} %`;
  const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`;
  console.log(
    `${what}, ${megabytes(statSync(archive).size)} of WARC to Parquet, ${report.out} articles; peak ${megabytes(peakBytes)}`,
  );
  console.log(
    `  read ${share(read)}, extract ${share(extract)}, write ${share(write)}; read and write ${share(read + write)}`,
  );
  console.log(
    `  wall ${(wallMs / 1000).toFixed(1)} s, CPU ${cpu.toFixed(1)} s, ${(report.in / (wallMs / 1000)).toFixed(0)} pages/s`,
  );
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    help: { type: "boolean" },
    pages: { type: "string", default: "2000" },
    passes: { type: "string", default: "3" },
    workers: { type: "string", default: "2" },
    few: { type: "string", default: "2000" },
    many: { type: "string", default: "20000" },
    megabytes: { type: "string", default: "50" },
  },
});
if (values.help) console.log(HELP);
else {
  const wants = (part: string): boolean => positionals.length === 0 || positionals.includes(part);
  const workers = Number(values.workers);
  console.log(
    `load ${loadavg()
      .map((load) => load.toFixed(1))
      .join(" ")}`,
  );
  try {
    if (wants("workers")) await raceWorkers(Number(values.pages), workers, Number(values.passes));
    if (wants("memory")) await measureMemory(Number(values.few), Number(values.many), workers);
    if (wants("stages")) await measureStages(Number(values.megabytes), workers);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  console.log(
    `load ${loadavg()
      .map((load) => load.toFixed(1))
      .join(" ")}`,
  );
}
