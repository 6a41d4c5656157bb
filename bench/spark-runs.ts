/** Runs of Spark and of plain batches with what they cost: CPU time of all their processes, memory, bytes. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { globSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { PythonEnvironment } from "../scripts/python-environment.ts";
import { packRecord } from "../src/archive/warc/warc-output.ts";
import { MAIN } from "../test/e2e/galley.ts";
import { EXTRACT_JOB, GALLEY_HERE, submit } from "../test/spark.ts";

const SAMPLE_MS = 50;
const DATE = new Date("2026-11-01T08:00:00Z");
/** The kernel counts time in hundredths of a second. */
const TICK_MS = 10;

/** CPU time by program, and the largest memory that a galley process had. */
export interface Cost {
  readonly cpuMs: Readonly<Record<string, number>>;
  readonly galleyBytes: number;
  readonly outBytes: number;
  /** What the run said. */
  readonly said: string;
}

/** How an archive is read: by `galley batch` alone, or by Spark in one of its two ways. */
export type Way = "plain" | "files" | "pages";

/** Archives to read, on how many cores and how many in a task. */
export interface Order {
  readonly way: Way;
  readonly archives: readonly string[];
  readonly cores: number;
  readonly perTask: number;
}

/** Writes an archive of a number of pages, the given ones again and again from one of them on. */
export function writeArchive(
  path: string,
  pages: readonly Uint8Array[],
  { count, from = 0 }: { readonly count: number; readonly from?: number },
): void {
  const head = Buffer.from("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n");
  const records = Array.from({ length: count }, (_, index) => {
    const at = from + index;
    const url = `https://news.example/${at}`;
    const body = Buffer.concat([head, pages[at % pages.length] ?? head]);
    const contentType = "application/http; msgtype=response";
    return packRecord({ type: "response", url, date: DATE, contentType, body }, "gzip");
  });
  writeFileSync(path, Buffer.concat(records));
}

let runs = 0;

/** Runs an order in a folder and measures it. */
export async function measure(order: Order, folder: string, environment: PythonEnvironment): Promise<Cost> {
  const out = join(folder, `out-${runs++}`);
  const { child, said } = start(order, out, environment);
  const cost = await watch(child, said);
  const files = order.way === "plain" ? [`${out}.parquet`] : globSync(`${out}/*.parquet`);
  const outBytes = files.reduce((sum, path) => sum + statSync(path).size, 0);
  for (const path of [out, `${out}.parquet`]) rmSync(path, { recursive: true, force: true });
  return { ...cost, outBytes, said: said() };
}

function start(
  { way, archives, cores, perTask }: Order,
  out: string,
  environment: PythonEnvironment,
): { readonly child: ChildProcess; readonly said: () => string } {
  if (way === "plain") {
    const args = ["batch", ...archives, "-o", `${out}.parquet`, "--workers", String(cores), "--quiet"];
    return { child: spawn(process.execPath, [MAIN, ...args], { stdio: "ignore" }), said: () => "" };
  }
  const list = `${out}.paths`;
  writeFileSync(list, archives.map((path) => `${basename(path)}\n`).join(""));
  const size = ["--archives-per-task", String(perTask)];
  const { process: child, said } = submit(
    environment,
    [EXTRACT_JOB, list, out, "--via", way, ...size, ...GALLEY_HERE],
    {
      master: `local[${cores}]`,
      // With the compilers that tests do without.
      conf: {
        "spark.driver.memory": "1g",
        "spark.driver.extraJavaOptions": "-Dgalley.bench=1",
        "spark.log.level": "INFO",
      },
    },
  );
  return { child, said };
}

/** Adds up the CPU time of a process and of all that it starts, until it ends. */
async function watch(child: ChildProcess, said: () => string): Promise<Pick<Cost, "cpuMs" | "galleyBytes">> {
  const known = new Map<number, { readonly program: string; readonly ms: number }>();
  let galleyBytes = 0;
  const look = (): void => {
    for (const { pid, program, ms, peakBytes } of readTree(child.pid ?? -1)) {
      // A process that ends has no name any more.
      const name = program === "other" ? (known.get(pid)?.program ?? program) : program;
      known.set(pid, { program: name, ms });
      if (program === "node") galleyBytes = Math.max(galleyBytes, peakBytes);
    }
  };
  const timer = setInterval(look, SAMPLE_MS);
  const [status] = (await once(child, "close")) as [number | null];
  clearInterval(timer);
  if (status !== 0) throw new Error(`A run ended with ${status}.\n${said().slice(-4000)}`);
  const cpuMs: Record<string, number> = {};
  for (const { program, ms } of known.values()) cpuMs[program] = (cpuMs[program] ?? 0) + ms;
  return { cpuMs, galleyBytes };
}

interface Seen {
  readonly pid: number;
  readonly program: string;
  readonly ms: number;
  readonly peakBytes: number;
}

/** The processes below one, as the kernel tells. */
function readTree(root: number): readonly Seen[] {
  const all = new Map<number, { readonly parent: number; readonly seen: Seen }>();
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const found = readProcess(Number(name));
    if (found) all.set(Number(name), found);
  }
  const isBelow = (pid: number): boolean => {
    for (let at: number | undefined = pid; at !== undefined; at = all.get(at)?.parent)
      if (at === root) return true;
    return false;
  };
  return [...all].filter(([pid]) => isBelow(pid)).map(([, { seen }]) => seen);
}

function readProcess(pid: number): { readonly parent: number; readonly seen: Seen } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0")[0] ?? "";
    const program = /(?<name>node|python|java)[\d.]*$/.exec(command)?.groups?.name ?? "other";
    const peak = program === "node" ? readFileSync(`/proc/${pid}/status`, "utf8") : "";
    const peakBytes = 1024 * Number(/VmHWM:\s+(\d+)/.exec(peak)?.[1] ?? 0);
    const ms = TICK_MS * (Number(fields[11]) + Number(fields[12]));
    return { parent: Number(fields[1]), seen: { pid, program, ms, peakBytes } };
  } catch {
    return undefined;
  }
}
