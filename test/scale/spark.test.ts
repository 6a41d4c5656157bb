import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { DuckDBInstance } from "@duckdb/node-api";
import { afterAll, beforeAll, expect, onTestFinished, type TestContext, test } from "vitest";
import type { PythonEnvironment } from "../../scripts/python-environment.ts";
import { archive, INFO, idOf, request, response } from "../../src/archive/warc/made-up-archives.testing.ts";
import { galley } from "../e2e/galley.ts";
import { makePages } from "../newsroom/index.ts";
import {
  EXTRACT_JOB,
  findSpark,
  folderWithNode,
  GALLEY_HERE,
  type Submitted,
  startService,
  submit,
} from "../spark.ts";

const ARCHIVES = 12;
const PAGES_EACH = 40;
const LIMIT_MS = 600_000;

const spark = await findSpark({ mayInstall: true });
if ("missing" in spark) console.warn(`The tests of Spark are skipped: ${spark.missing}.`);

let folder: string;
let ids: readonly string[];
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "galley-spark-"));
  ids = writeArchives();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Archives with pages, some of them without markup, and a list that also names one that is missing; the ids of all. */
function writeArchives(): readonly string[] {
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
  return [...written, missing].sort();
}

function home(context: TestContext): PythonEnvironment {
  context.skip("missing" in spark, "missing" in spark ? spark.missing : "");
  if ("missing" in spark) throw new Error(spark.missing);
  return spark.environment;
}

async function query(sql: string): Promise<Readonly<Record<string, unknown>>[]> {
  const connection = await (await DuckDBInstance.create()).connect();
  await connection.run("SET TimeZone = 'UTC'");
  return (await connection.runAndReadAll(sql.replaceAll("IN/", `${folder}/`))).getRowObjectsJson();
}

const idsIn = async (out: string): Promise<unknown[]> =>
  (await query(`SELECT id FROM 'IN/${out}/*.parquet' ORDER BY id`)).map(({ id }) => id);

/** Submits the job; ends it with the test. */
function job(
  environment: PythonEnvironment,
  args: readonly string[],
  where: Parameters<typeof submit>[2],
): Submitted {
  const submitted = submit(environment, [EXTRACT_JOB, ...args], where);
  onTestFinished(() => void submitted.process.kill("SIGKILL"));
  return submitted;
}

async function succeed(submitted: Submitted): Promise<void> {
  const status = await submitted.ended;
  expect(status, submitted.said().slice(-6000)).toBe(0);
}

test(
  "local[2] writes the rows that a batch writes, by files and by pages",
  async (context) => {
    const environment = home(context);
    const list = join(folder, "warc.paths");
    const batch = await galley(["batch", "--list", list, "-o", join(folder, "plain.parquet"), "--quiet"]);
    expect(batch.status, batch.stderr).toBe(0);
    for (const via of ["files", "pages"]) {
      const out = join(folder, `by-${via}`);
      const options = ["--via", via, "--archives-per-task", "4", ...GALLEY_HERE];
      const run = job(environment, [list, out, ...options], { master: "local[2]" });
      await succeed(run);
      expect(run.said()).toContain(`extract.py: ${ids.length} pages, `);
      expect(run.said()).toContain("FILE_NOT_FOUND 1");
      expect(existsSync(join(out, "_SUCCESS"))).toBe(true);
      expect(await columnsOf(`by-${via}/*.parquet`)).toEqual(await columnsOf("plain.parquet"));
      const all = (place: string) =>
        `SELECT * EXCLUDE (id, error_message), parse_filename(id) AS id FROM 'IN/${place}'`;
      const [plain, made] = [all("plain.parquet"), all(`by-${via}/*.parquet`)];
      expect(await query(`(${plain}) EXCEPT ALL (${made})`)).toEqual([]);
      expect(await query(`(${made}) EXCEPT ALL (${plain})`)).toEqual([]);
    }
  },
  LIMIT_MS,
);

/** Names and types of columns; Spark counts microseconds where galley counts milliseconds. */
async function columnsOf(place: string): Promise<unknown[]> {
  const found = await query(`DESCRIBE SELECT * FROM 'IN/${place}'`);
  return found.map(({ column_name, column_type }) => [column_name, column_type]);
}

test(
  "a Parquet table goes in by pages and by files, and Spark reads what a batch writes",
  async (context) => {
    const environment = home(context);
    const pages = makePages({ count: 60, seed: 8 });
    const rows = pages.map(({ html }, at) => ({
      key: `k${at}`,
      url: `https://bay.example/${at}`,
      content: html,
    }));
    writeFileSync(join(folder, "pages.jsonl"), rows.map((row) => JSON.stringify(row)).join("\n"));
    await query(
      "COPY (SELECT key AS id, url, content FROM 'IN/pages.jsonl') TO 'IN/pages.parquet' (FORMAT parquet)",
    );
    const input = join(folder, "pages.parquet");
    for (const via of ["files", "pages"]) {
      await succeed(
        job(
          environment,
          [input, join(folder, `table-${via}`), "--via", via, "--only-articles", ...GALLEY_HERE],
          {
            master: "local[2]",
          },
        ),
      );
    }
    await galley(["batch", input, "-o", join(folder, "table.parquet"), "--quiet"]);
    const articles = "SELECT * FROM 'IN/table.parquet' WHERE isArticle >= 0.5";
    for (const via of ["files", "pages"])
      for (const pair of [
        [articles, `SELECT * FROM 'IN/table-${via}/*.parquet'`],
        [`SELECT * FROM 'IN/table-${via}/*.parquet'`, articles],
      ])
        expect(await query(pair.join(" EXCEPT ALL "))).toEqual([]);
    await galley(["batch", input, "-o", join(folder, "table.jsonl"), "--quiet"]);
    const reader = submit(
      environment,
      [
        join(EXTRACT_JOB, "../tests/read_with_spark.py"),
        join(folder, "table.parquet"),
        join(folder, "seen.jsonl"),
      ],
      { master: "local[1]" },
    );
    await succeed(reader);
    expect(readLines("seen.jsonl")).toEqual(readLines("table.jsonl"));
  },
  LIMIT_MS,
);

const readLines = (name: string): unknown[] =>
  readFileSync(join(folder, name), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

test(
  "what is missing is told in one line with the option that names it",
  async (context) => {
    const environment = home(context);
    const list = join(folder, "warc.paths");
    const out = join(folder, "never");
    const wrong: readonly (readonly [readonly string[], RegExp])[] = [
      [
        [list, out, ...GALLEY_HERE, "--node", "/nowhere/node"],
        /^extract\.py: NO_NODE: There is no Node at \/nowhere\/node on .*--node/m,
      ],
      [
        [list, out, ...GALLEY_HERE, "--python", "/nowhere/python"],
        /^extract\.py: NO_PYTHON: .*\/nowhere\/python.*--python/m,
      ],
      [[join(folder, "no.paths"), out, ...GALLEY_HERE], /^extract\.py: FILE_NOT_FOUND: /m],
      [[list, folder, ...GALLEY_HERE], /^extract\.py: OUTPUT_EXISTS: .*--overwrite/m],
    ];
    for (const [args, message] of wrong) {
      const run = job(environment, args, { master: "local[1]" });
      expect(await run.ended).toBe(1);
      expect(run.said()).toMatch(message);
    }
    expect(existsSync(join(out, "_SUCCESS"))).toBe(false);
  },
  LIMIT_MS,
);

/** A standalone master and workers of one core, each under an address of its own. */
async function startCluster(
  environment: PythonEnvironment,
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

function killGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL");
  } catch {
    // It has ended.
  }
}

/** Waits until a process has said something. */
async function seen({ said, process }: Submitted, what: RegExp, times = 1): Promise<string> {
  while (true) {
    const found = [...said().matchAll(new RegExp(what, "g"))];
    if (found.length >= times) return found[0]![0];
    if (process.exitCode !== null)
      throw new Error(`It ended before it said ${what}:\n${said().slice(-4000)}`);
    await sleep(50);
  }
}

test(
  "a job survives a worker and its executor that are killed, and every id is there once",
  async (context) => {
    const environment = home(context);
    const { address, workers } = await startCluster(environment, [{}, {}]);
    const run = job(environment, [join(folder, "warc.paths"), join(folder, "killed"), ...GALLEY_HERE], {
      master: address,
      conf: { "spark.log.level": "INFO" },
    });
    // Both executors have worked when three of thirteen tasks are done.
    await seen(run, /Starting task \d+\.0 in stage 0\.0 .*127\.0\.0\.2/);
    await seen(run, /Finished task \d+\.0 in stage 0\.0/, 3);
    killGroup(workers[0]!.process.pid);
    await succeed(run);
    expect(run.said()).toMatch(/Lost (?:executor|task)/);
    expect(await idsIn("killed")).toEqual(ids);
  },
  LIMIT_MS,
);

test(
  "an executor without Node fails its tasks, and the others do them",
  async (context) => {
    const environment = home(context);
    const own = folderWithNode(join(folder, "bin"), "galley-node");
    const { address } = await startCluster(environment, [
      {},
      { PATH: [own, environment.bin, process.env.PATH].join(delimiter) },
    ]);
    const run = job(
      environment,
      [join(folder, "warc.paths"), join(folder, "without"), ...GALLEY_HERE, "--node", "galley-node"],
      { master: address, conf: { "spark.log.level": "INFO" } },
    );
    await succeed(run);
    expect(run.said()).toContain("NO_NODE: There is no Node at galley-node");
    expect(await idsIn("without")).toEqual(ids);
  },
  LIMIT_MS,
);

test(
  "with speculation a frozen galley is overtaken, and its task is committed once",
  async (context) => {
    const environment = home(context);
    const { address } = await startCluster(environment, [{}, {}]);
    const run = job(environment, [join(folder, "warc.paths"), join(folder, "frozen"), ...GALLEY_HERE], {
      master: address,
      conf: {
        "spark.log.level": "INFO",
        "spark.speculation": "true",
        "spark.speculation.quantile": "0.5",
        "spark.speculation.minTaskRuntime": "1s",
      },
    });
    await seen(run, /Finished task \d+\.0 in stage 0\.0/, 2);
    const frozen = await findGalley(run);
    process.kill(frozen, "SIGSTOP");
    onTestFinished(() => resume(frozen));
    await succeed(run);
    expect(run.said()).toMatch(/speculat/i);
    expect(await idsIn("frozen")).toEqual(ids);
    expect(readdirSync(join(folder, "frozen")).filter((name) => name.startsWith("_"))).toEqual(["_SUCCESS"]);
  },
  LIMIT_MS,
);

/** The id of a galley process that works for an executor of this test. */
async function findGalley({ process }: Submitted): Promise<number> {
  while (process.exitCode === null) {
    const found = readdirSync("/proc").find((name) => /^\d+$/.test(name) && isOurGalley(name));
    if (found !== undefined) return Number(found);
    await sleep(10);
  }
  throw new Error("The job ended before a galley process was seen.");
}

function isOurGalley(pid: string): boolean {
  try {
    const command = readFileSync(`/proc/${pid}/cmdline`, "utf8");
    return command.includes("--report") && readlinkSync(`/proc/${pid}/cwd`).startsWith(folder);
  } catch {
    return false;
  }
}

function resume(pid: number): void {
  try {
    process.kill(pid, "SIGCONT");
  } catch {
    // Spark has ended it.
  }
}
