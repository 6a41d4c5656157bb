/** Runs of Spark and of plain batches with what they cost: CPU time of all their processes, memory, bytes. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { globSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { createInterface, type Interface } from "node:readline";
import type { PythonEnvironment } from "../scripts/python-environment.ts";
import { packRecord } from "../src/archive/warc/warc-output.ts";
import { MAIN } from "../test/e2e/galley.ts";
import { GALLEY_HERE, sparkEnvironment, sparkSettings } from "../test/spark.ts";

const SESSION = join(import.meta.dirname, "spark_session.py");
const SAMPLE_MS = 300;
const DATE = new Date("2026-11-01T08:00:00Z");
/** The kernel counts time in hundredths of a second. */
const TICK_MS = 10;

/** Programs whose CPU time is told apart: galley, Python, the JVM of Spark. */
export const PROGRAMS = ["node", "python", "java"] as const;
/** Milliseconds of CPU by program. */
export type CpuMs = Readonly<Record<(typeof PROGRAMS)[number], number>>;

/** CPU time by program, and the largest memory that a galley process had. */
export interface Cost {
  readonly cpuMs: CpuMs;
  readonly galleyBytes: number;
  readonly outBytes: number;
  /** Of Spark, in the order of their start. */
  readonly tasks: readonly TaskTime[];
}

/** When a task ran, by Spark's own clock. */
export interface TaskTime {
  readonly startMs: number;
  readonly tookMs: number;
}

/** Archives to read, and how many in a task. */
export interface Order {
  readonly archives: readonly string[];
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

/** Runs a plain batch with one worker, from WARC to Parquet or to lines. */
export async function measurePlain(
  archives: readonly string[],
  folder: string,
  ending: "parquet" | "jsonl" = "parquet",
): Promise<Cost> {
  const out = join(folder, `plain-${runs++}.${ending}`);
  const args = ["batch", ...archives, "-o", out, "--workers", "1", "--quiet"];
  const before = childrenMs();
  const child = spawn(process.execPath, [MAIN, ...args], { stdio: ["ignore", "ignore", "inherit"] });
  const memory = watchMemory(child.pid ?? -1);
  const [status] = (await once(child, "close")) as [number | null];
  const galleyBytes = memory.stop();
  if (status !== 0) throw new Error(`galley batch ended with ${status}.`);
  const cpuMs = { node: childrenMs() - before, python: 0, java: 0 };
  const outBytes = statSync(out).size;
  rmSync(out);
  rmSync(`${out}.run.json`);
  return { cpuMs, galleyBytes, outBytes, tasks: [] };
}

/** CPU time of the children of this process that have ended. */
function childrenMs(): number {
  return readProcess(process.pid)?.endedMs ?? 0;
}

/** A session of Spark that runs one job after the other: what its start takes is apart from what a job takes. */
export class SparkRuns {
  readonly #child: ChildProcess;
  readonly #answers: AsyncIterator<string>;
  #said = "";

  private constructor(child: ChildProcess, lines: Interface) {
    this.#child = child;
    this.#answers = lines[Symbol.asyncIterator]();
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      this.#said += text;
    });
  }

  /** Starts the driver; Spark itself starts with the first job. */
  static start({ bin, python }: PythonEnvironment, cores: number): SparkRuns {
    const settings = sparkSettings({
      "spark.driver.memory": "1g",
      // With the compilers that tests do without.
      "spark.driver.extraJavaOptions": "-Dgalley.bench=1",
    });
    const submit = ["--master", `local[${cores}]`, ...settings, "pyspark-shell"].join(" ");
    const child = spawn(python, [SESSION], {
      env: { ...sparkEnvironment(bin), PYSPARK_PYTHON: python, PYSPARK_SUBMIT_ARGS: submit },
      stdio: ["pipe", "pipe", "pipe"],
    });
    return new SparkRuns(child, createInterface({ input: child.stdout }));
  }

  /** Runs a job from WARC to Parquet. */
  async measure(via: "files" | "pages", { archives, perTask }: Order, folder: string): Promise<Cost> {
    const out = join(folder, `out-${runs++}`);
    const list = `${out}.paths`;
    writeFileSync(list, archives.map((path) => `${basename(path)}\n`).join(""));
    const args = [list, out, "--via", via, "--archives-per-task", String(perTask), ...GALLEY_HERE];
    const root = this.#child.pid ?? -1;
    const before = cpuOfTree(root);
    const memory = watchMemory(root);
    this.#child.stdin?.write(`${JSON.stringify(args)}\n`);
    const { value: answer, done: hasEnded } = await this.#answers.next();
    const galleyBytes = memory.stop();
    if (hasEnded) throw new Error(`The job failed.\n${this.#said.slice(-4000)}`);
    const after = cpuOfTree(root);
    const [node = 0, python = 0, java = 0] = PROGRAMS.map((name) => after[name] - before[name]);
    const outBytes = globSync(`${out}/*.parquet`).reduce((sum, path) => sum + statSync(path).size, 0);
    rmSync(out, { recursive: true });
    return { cpuMs: { node, python, java }, galleyBytes, outBytes, tasks: JSON.parse(answer) };
  }

  async close(): Promise<void> {
    const closed = once(this.#child, "close");
    this.#child.stdin?.end();
    await closed;
  }
}

/** Watches the memory of the galley processes below one; `stop` gives the largest. */
function watchMemory(root: number): { stop(): number } {
  let most = 0;
  const timer = setInterval(() => {
    for (const { pid, program } of processTree(root))
      if (program === "node") most = Math.max(most, peakOf(pid));
  }, SAMPLE_MS);
  return {
    stop() {
      clearInterval(timer);
      return most;
    },
  };
}

function peakOf(pid: number): number {
  try {
    return 1024 * Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

/**
 * CPU time of a process and of all below it, also of those that have ended: the kernel adds their time to the parent that waited for them.
 * What Python waits for is galley.
 */
function cpuOfTree(root: number): CpuMs {
  const sum = { node: 0, python: 0, java: 0 };
  for (const { program, ownMs, endedMs } of processTree(root)) {
    sum[program === "other" ? "java" : program] += ownMs;
    sum[program === "python" ? "node" : "java"] += endedMs;
  }
  return sum;
}

interface Seen {
  readonly pid: number;
  readonly parent: number;
  readonly program: keyof CpuMs | "other";
  readonly ownMs: number;
  /** Of children that have ended. */
  readonly endedMs: number;
}

/** A process and those below it. */
function processTree(root: number): readonly Seen[] {
  const all = new Map<number, Seen>();
  for (const name of readdirSync("/proc")) {
    const found = /^\d+$/.test(name) ? readProcess(Number(name)) : undefined;
    if (found) all.set(found.pid, found);
  }
  const isBelow = (pid: number): boolean => {
    for (let at: number | undefined = pid; at !== undefined; at = all.get(at)?.parent)
      if (at === root) return true;
    return false;
  };
  return [...all.values()].filter(({ pid }) => isBelow(pid));
}

function readProcess(pid: number): Seen | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat
      .slice(stat.lastIndexOf(")") + 2)
      .split(" ")
      .map(Number);
    const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0")[0] ?? "";
    const name = /(?<name>node|python|java)[\d.]*$/.exec(command)?.groups?.name;
    const program = PROGRAMS.find((known) => known === name) ?? "other";
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15);
    return {
      pid,
      parent: fields[1] ?? 0,
      program,
      ownMs: TICK_MS * (user + system),
      endedMs: TICK_MS * (endedUser + endedSystem),
    };
  } catch {
    return undefined;
  }
}
