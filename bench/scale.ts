/** `npm run bench:scale`: workers against processes, memory at many pages, and the stages of an archive to Parquet. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { packRecord } from "../src/archive/warc/warc-output.ts";
import { type BenchPage, benchPages } from "./pages.ts";
import { median } from "./race.ts";

const MAIN = join(import.meta.dirname, "../dist/cli/main.js");
const HELP = `What a batch of archives takes; Linux only, the command must be built. Pages are made up unless --data says otherwise.

  npm run bench:scale                                      # all three, in sizes that take minutes
  npm run bench:scale -- workers --pages 4000 --workers 2 --passes 3
  npm run bench:scale -- memory --few 10000 --many 200000
  npm run bench:scale -- stages --megabytes 1000 --data    # bytes of the packed archive; pages of labelled sets (GALLEY_DATA)

Workers: n workers of one process against n processes of one worker, on the same archives, in turns. Cold is a whole run with its start,
warm the second half of its pages; both by the clock and in CPU time. Stages: shares of the CPU
time of threads, by the run's own report.`;
/** Different pages; larger archives repeat them under other ids and addresses. */
const DISTINCT_PAGES = 3000;
/** The kernel counts time in hundredths of a second. */
const TICK_MS = 10;
const DATE = new Date("2026-11-01T08:00:00Z");

/** A run of the command: wall time, and what its report and its process tell. */
interface Run {
  readonly wallMs: number;
  readonly peakBytes: number;
  readonly report: {
    readonly in: number;
    readonly out: number;
    readonly seconds: Readonly<Record<string, number>>;
  };
}

const folder = mkdtempSync(join(tmpdir(), "galley-scale-"));
let made: readonly BenchPage[] = [];

/** Writes an archive of a number of pages or bytes. */
async function writeArchive(
  name: string,
  from: number,
  isEnough: (pages: number, bytes: number) => boolean,
): Promise<string> {
  if (made.length === 0)
    made = await benchPages({ count: DISTINCT_PAGES, source: values.data ? "data" : "newsroom" });
  const path = join(folder, name);
  const file = createWriteStream(path);
  let bytes = 0;
  for (let at = from; !isEnough(at - from, bytes); at++) {
    const { bytes: html, encoding } = made[at % made.length]!;
    const charset = values.data ? encoding && `; charset=${encoding}` : "; charset=utf-8";
    const body = Buffer.concat([
      Buffer.from(`HTTP/1.1 200 OK\r\nContent-Type: text/html${charset ?? ""}\r\n\r\n`),
      html,
    ]);
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

/** Reads an archive to Parquet. */
async function runBatch(archive: string, workers: number): Promise<Run> {
  const base = join(folder, `run-${runs++}`);
  const args = [
    "batch",
    archive,
    "-o",
    `${base}.parquet`,
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
  rmSync(`${base}.parquet`);
  return { wallMs, peakBytes, report };
}

function peakOf(pid: number | undefined): number {
  try {
    return 1024 * Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

/** What a run took in all, and for the second half of its pages. */
interface Lap {
  readonly cold: Spent;
  readonly warm: Spent;
}

interface Spent {
  readonly wallMs: number;
  readonly cpuMs: number;
}

/** The same files by one process with n workers, and by n processes with one worker each. */
async function raceWorkers(pages: number, workers: number, passes: number): Promise<void> {
  const each = Math.ceil(pages / workers);
  const files: string[] = [];
  for (let part = 0; part < workers; part++)
    files.push(await writeArchive(`x${part}.warc.gz`, part * each, (count) => count >= each));
  const laps: Record<"workers" | "processes", Lap[]> = { workers: [], processes: [] };
  for (let pass = 0; pass < passes; pass++) {
    laps.workers.push(await runTogether([files], workers, each * workers));
    laps.processes.push(
      await runTogether(
        files.map((file) => [file]),
        1,
        each * workers,
      ),
    );
    // Known results are printed even if the rest fails.
    const told = [laps.workers, laps.processes].map((of) => tellLap(of.at(-1)!));
    console.log(`pass ${pass + 1}: workers ${told[0]}; processes ${told[1]}`);
  }
  console.log(
    `workers: ${each * workers} pages, ${workers} workers against ${workers} processes (theirs over ours), medians of ${passes} interleaved passes`,
  );
  for (const [name, of] of [
    ["by the clock", ({ wallMs }: Spent) => wallMs],
    ["CPU time", ({ cpuMs }: Spent) => cpuMs],
  ] as const) {
    const [cold, warm] = (["cold", "warm"] as const).map((which) =>
      median(laps.workers.map((lap, at) => of(laps.processes[at]![which]) / of(lap[which]))).toFixed(2),
    );
    console.log(`  ${name}: cold ${cold}x, warm ${warm}x`);
  }
}

function tellLap({ cold, warm }: Lap): string {
  const seconds = (ms: number): string => (ms / 1000).toFixed(1);
  const [all, half] = [cold, warm].map(
    ({ wallMs, cpuMs }) => `${seconds(wallMs)} s (CPU ${seconds(cpuMs)} s)`,
  );
  return `${all}, second half ${half}`;
}

/** Runs processes side by side, each over its inputs; the second half begins when half of all lines are out. */
async function runTogether(
  inputs: readonly (readonly string[])[],
  workers: number,
  pages: number,
): Promise<Lap> {
  const begunMs = performance.now();
  let lines = 0;
  let half: Spent | undefined;
  const children = inputs.map((files) => {
    const args = ["batch", ...files, "--fields", "title,text", "--workers", String(workers), "--quiet"];
    return spawn(process.execPath, [MAIN, ...args], { stdio: ["ignore", "pipe", "inherit"] });
  });
  const before = endedMs();
  const running = (): number => children.reduce((sum, { pid }) => sum + ownMs(pid), 0);
  for (const { stdout } of children)
    stdout.on("data", (bytes: Buffer) => {
      for (const byte of bytes) if (byte === 0x0a) lines++;
      if (half === undefined && lines >= pages / 2)
        half = { wallMs: performance.now() - begunMs, cpuMs: running() + endedMs() - before };
    });
  const states = await Promise.all(children.map((child) => once(child, "close")));
  if (states.some(([status]) => status !== 0) || lines !== pages)
    throw new Error(`galley batch ended with ${states.join(", ")}; ${lines} lines of ${pages} pages.`);
  const cold = { wallMs: performance.now() - begunMs, cpuMs: endedMs() - before };
  return {
    cold,
    warm: { wallMs: cold.wallMs - half!.wallMs, cpuMs: cold.cpuMs - half!.cpuMs },
  };
}

/** CPU time of a child that runs; of one that has ended `endedMs` has it. */
function ownMs(pid: number | undefined): number {
  const fields = statOf(pid);
  return TICK_MS * ((fields[11] ?? 0) + (fields[12] ?? 0));
}

/** CPU time of the children of this process that have ended. */
function endedMs(): number {
  const fields = statOf(process.pid);
  return TICK_MS * ((fields[13] ?? 0) + (fields[14] ?? 0));
}

/** The fields of a process after its name. */
function statOf(pid: number | undefined): readonly number[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat
      .slice(stat.lastIndexOf(")") + 2)
      .split(" ")
      .map(Number);
  } catch {
    return [];
  }
}

async function measureMemory(few: number, many: number, workers: number): Promise<void> {
  const peaks: number[] = [];
  for (const count of [few, many]) {
    const path = await writeArchive(`memory-${count}.warc.gz`, 0, (pages) => pages >= count);
    const run = await runBatch(path, workers);
    peaks.push(run.peakBytes);
    tellRun(`memory: ${count} pages`, path, run);
    rmSync(path);
  }
  console.log(`  ratio ${((peaks[1] ?? 0) / (peaks[0] ?? 1)).toFixed(2)}`);
}

async function measureStages(megabytes: number, workers: number): Promise<void> {
  const path = await writeArchive("stages.warc.gz", 0, (_, bytes) => bytes >= megabytes * 1e6);
  const run = await runBatch(path, workers);
  tellRun(`stages: ${run.report.in} pages`, path, run);
}

function tellRun(what: string, archive: string, { report, wallMs, peakBytes }: Run): void {
  const { read = 0, extract = 0, write = 0, cpu = 0 } = report.seconds;
  const share = (seconds: number): string => `${((100 * seconds) / (read + extract + write)).toFixed(1)} %`;
  const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`;
  console.log(
    `${what}${values.data ? ` (${made.length} different ones)` : ""}, ${megabytes(statSync(archive).size)} of WARC to Parquet, ${report.out} articles; peak ${megabytes(peakBytes)}`,
  );
  console.log(
    `  read ${share(read)}, extract ${share(extract)}, write ${share(write)}; read and write ${share(read + write)}`,
  );
  console.log(
    `  wall ${(wallMs / 1000).toFixed(1)} s, CPU ${cpu.toFixed(1)} s, ${(report.in / (wallMs / 1000)).toFixed(0)} pages/s`,
  );
}

function tellLoad(): void {
  const loads = loadavg().map((load) => load.toFixed(1));
  console.log(`load ${loads.join(" ")}`);
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
    data: { type: "boolean", default: false },
  },
});
if (values.help) console.log(HELP);
else {
  const wants = (part: string): boolean => positionals.length === 0 || positionals.includes(part);
  const workers = Number(values.workers);
  tellLoad();
  try {
    if (wants("workers")) await raceWorkers(Number(values.pages), workers, Number(values.passes));
    if (wants("memory")) await measureMemory(Number(values.few), Number(values.many), workers);
    if (wants("stages")) await measureStages(Number(values.megabytes), workers);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  tellLoad();
}
