import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { galley } from "../e2e/galley.ts";
import { makePages } from "../newsroom/index.ts";
import { EXTRACT_JOB, GALLEY_HERE, submit } from "../spark.ts";
import {
  type Crawl,
  home,
  idsIn,
  job,
  killGroup,
  query,
  seen,
  startCluster,
  succeed,
  writeCrawl,
} from "./spark-jobs.ts";

const LIMIT_MS = 600_000;

let crawl: Crawl;
let folder: string;
beforeAll(() => {
  crawl = writeCrawl();
  folder = crawl.folder;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

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
      expect(run.said()).toContain(`extract.py: ${crawl.ids.length} pages, `);
      expect(run.said()).toContain("FILE_NOT_FOUND 1");
      expect(existsSync(join(out, "_SUCCESS"))).toBe(true);
      expect(await columnsOf(`by-${via}/*.parquet`)).toEqual(await columnsOf("plain.parquet"));
      const all = (place: string) =>
        `SELECT * EXCLUDE (id, error_message), parse_filename(id) AS id FROM 'IN/${place}'`;
      const [plain, made] = [all("plain.parquet"), all(`by-${via}/*.parquet`)];
      expect(await query(crawl, `(${plain}) EXCEPT ALL (${made})`)).toEqual([]);
      expect(await query(crawl, `(${made}) EXCEPT ALL (${plain})`)).toEqual([]);
    }
  },
  LIMIT_MS,
);

/** Names and types of columns; Spark counts microseconds where galley counts milliseconds. */
async function columnsOf(place: string): Promise<unknown[]> {
  const found = await query(crawl, `DESCRIBE SELECT * FROM 'IN/${place}'`);
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
      crawl,
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
        expect(await query(crawl, pair.join(" EXCEPT ALL "))).toEqual([]);
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

test(
  "a job survives a worker and its executor that are killed, and every id is there once",
  async (context) => {
    const environment = home(context);
    const { address, workers } = await startCluster(environment, crawl, [{}, {}]);
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
    expect(await idsIn(crawl, "killed")).toEqual(crawl.ids);
  },
  LIMIT_MS,
);
