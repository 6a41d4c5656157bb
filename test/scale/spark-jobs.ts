import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { DuckDBInstance } from "@duckdb/node-api";
import { expect, onTestFinished, type TestContext } from "vitest";
import type { PythonEnvironment } from "../../scripts/python-environment.ts";
import { archive, INFO, idOf, request, response } from "../../src/archive/warc/made-up-archives.testing.ts";
import { makePages } from "../newsroom/index.ts";
import { EXTRACT_JOB, findSpark, type Submitted, startService, submit } from "../spark.ts";

const ARCHIVES = 12;
const PAGES_EACH = 40;

const spark = await findSpark({ mayInstall: true });
if ("missing" in spark) console.warn(`The tests of Spark are skipped: ${spark.missing}.`);

/** A folder with archives and the list that names them, `warc.paths`. */
export interface Crawl {
  readonly folder: string;
  /** Of all pages, and of an archive that is missing. */
  readonly ids: readonly string[];
}

/** Writes archives with pages, some of them without markup, and a list that also names one that is missing. */
export function writeCrawl(): Crawl {
  const folder = mkdtempSync(join(tmpdir(), "galley-spark-"));
  const pages = makePages({ count: PAGES_EACH, seed: 5 });
  const names: string[] = [];
  const written: string[] = [];
  for (let file = 0; file < ARCHIVES; file++) {
    const entries = pages.flatMap(({ html }, at) => {
      const name = `${file}p${at}`;
      written.push(idOf(name));
      return [request(name), response(name, at % 19 === 7 ? "" : html)];
    });
    writeFileSync(join(folder, `a${file}.warc.gz`), archive([INFO, ...entries], "gzip"));
    names.push(`a${file}.warc.gz`);
  }
  const missing = join(folder, "missing.warc.gz");
  writeFileSync(join(folder, "warc.paths"), ["# a crawl", ...names, "missing.warc.gz", ""].join("\n"));
  return { folder, ids: [...written, missing].sort() };
}

/** Where Spark is; skips the test where it is not. */
export function home(context: TestContext): PythonEnvironment {
  context.skip("missing" in spark, "missing" in spark ? spark.missing : "");
  if ("missing" in spark) throw new Error(spark.missing);
  return spark.environment;
}

/** Asks DuckDB; `IN/` is the folder of a crawl. */
export async function query({ folder }: Crawl, sql: string): Promise<Readonly<Record<string, unknown>>[]> {
  const connection = await (await DuckDBInstance.create()).connect();
  await connection.run("SET TimeZone = 'UTC'");
  return (await connection.runAndReadAll(sql.replaceAll("IN/", `${folder}/`))).getRowObjectsJson();
}

/** The ids in an output, sorted. */
export const idsIn = async (crawl: Crawl, out: string): Promise<unknown[]> =>
  (await query(crawl, `SELECT id FROM 'IN/${out}/*.parquet' ORDER BY id`)).map(({ id }) => id);

/** Submits the job; ends it with the test. */
export function job(
  environment: PythonEnvironment,
  args: readonly string[],
  where: Parameters<typeof submit>[2],
): Submitted {
  const submitted = submit(environment, [EXTRACT_JOB, ...args], where);
  onTestFinished(() => void submitted.process.kill("SIGKILL"));
  return submitted;
}

/** Waits for a job that must succeed. */
export async function succeed(submitted: Submitted): Promise<void> {
  const status = await submitted.ended;
  expect(status, submitted.said().slice(-6000)).toBe(0);
}

/** A standalone master and workers of one core, each under an address of its own. */
export async function startCluster(
  environment: PythonEnvironment,
  { folder }: Crawl,
  workers: readonly Readonly<Record<string, string>>[],
) {
  const services: Submitted[] = [];
  onTestFinished(() => {
    for (const { process } of services) killGroup(process.pid);
  });
  const start = (args: readonly string[], env: Readonly<Record<string, string>>): Submitted => {
    const service = startService(environment, args, env);
    services.push(service);
    return service;
  };
  const ports = ["--port", "0", "--webui-port", "0"];
  const master = start(["org.apache.spark.deploy.master.Master", "--host", "127.0.0.1", ...ports], {});
  const address = await seen(master, /spark:\/\/127\.0\.0\.1:\d+/);
  const started: Submitted[] = [];
  for (const [at, env] of workers.entries()) {
    const host = `127.0.0.${at + 2}`;
    const work = join(folder, `work-${host}-${Math.random()}`);
    mkdirSync(work);
    const worker = start(
      [
        "org.apache.spark.deploy.worker.Worker",
        address,
        "--host",
        host,
        ...ports,
        "-c",
        "1",
        "-m",
        "1g",
        "-d",
        work,
      ],
      { SPARK_LOCAL_IP: host, ...env },
    );
    await seen(worker, /Successfully registered with master/);
    started.push(worker);
  }
  return { address, workers: started };
}

/** Ends a service with all that it has started. */
export function killGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL");
  } catch {
    // It has ended.
  }
}

/** Waits until a process has said something. */
export async function seen({ said, process }: Submitted, what: RegExp, times = 1): Promise<string> {
  while (true) {
    const found = [...said().matchAll(new RegExp(what, "g"))];
    if (found.length >= times) return found[0]![0];
    if (process.exitCode !== null)
      throw new Error(`It ended before it said ${what}:\n${said().slice(-4000)}`);
    await sleep(50);
  }
}
