import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { LineFields } from "../../src/archive/page-record.ts";
import { readAnswers } from "../../src/archive/parquet/read-parquet.ts";
import { readWholeLines } from "../../src/archive/resume.ts";
import { archive, response } from "../../src/archive/warc/made-up-archives.testing.ts";
import { seededRandom } from "../../src/text/index.ts";
import { makePages } from "../newsroom/index.ts";
import { galley, MAIN } from "./galley.ts";

/** What is killed, how often, and when. */
interface KillPlan {
  readonly folder: string;
  readonly ending: "jsonl" | "jsonl.gz" | "parquet";
  readonly kills: number;
  readonly seed: number;
  readonly pages: number;
}

/** The result: the output of an undisturbed run, that of the killed one, and how many kills hit it at work. */
interface Killed {
  readonly whole: Buffer;
  readonly resumed: Buffer;
  /** Their ids and codes, which are easier to compare than bytes. */
  readonly wholeRows: readonly LineFields[];
  readonly resumedRows: readonly LineFields[];
  readonly hits: number;
  readonly report: { readonly in: number; readonly out: number; readonly failed: number };
}

/** Kills `galley batch --resume` at random times, as often as planned, then lets it finish. */
export async function killBatches({ folder, ending, kills, seed, pages }: KillPlan): Promise<Killed> {
  const entries = makePages({ count: pages, seed: 7 }).map(({ html }, at) => {
    // Some pages fail, and some are copies.
    if (at % 11 === 5) return response(`p${at}`, "");
    return response(`p${at}`, html);
  });
  writeFileSync(join(folder, "crawl.warc.gz"), archive([...entries, ...entries.slice(0, 9)], "gzip"));
  const args = [
    "batch",
    "crawl.warc.gz",
    "--part-size",
    "40k",
    "--workers",
    "2",
    "--dedup",
    "near",
    "--quiet",
  ];
  const started = performance.now();
  const undisturbed = await galley([...args, "-o", `whole.${ending}`], { cwd: folder });
  if (undisturbed.status !== 0) throw new Error(undisturbed.stderr);
  // Later kills would come after the end on a fast machine, and all of them too early on a slow one.
  const duration = performance.now() - started;
  const random = seededRandom(seed);
  const out = [...args, "-o", `out.${ending}`, "--resume", "--report", "report.json"];
  let hits = 0;
  for (let kill = 0; kill < kills; kill++) {
    if (await runAndKill(out, folder, random() * duration)) hits++;
  }
  const { status, stderr } = await galley(out, { cwd: folder });
  if (status !== 0) throw new Error(stderr);
  const read = (name: string): Buffer => readFileSync(join(folder, name));
  const rows = (name: string) => readRows(join(folder, `${name}.${ending}`));
  return {
    whole: read(`whole.${ending}`),
    resumed: read(`out.${ending}`),
    wholeRows: await rows("whole"),
    resumedRows: await rows("out"),
    hits,
    report: JSON.parse(read("report.json").toString()),
  };
}

async function readRows(path: string): Promise<readonly LineFields[]> {
  const rows: LineFields[] = [];
  if (path.endsWith(".parquet")) for await (const row of readAnswers(path)) rows.push(row);
  else for await (const { fields } of readWholeLines(path)) rows.push({ id: fields.id, error: fields.error });
  return rows;
}

/** Whether the run was killed before it ended. */
function runAndKill(args: readonly string[], cwd: string, delayMs: number): Promise<boolean> {
  const child = spawn(process.execPath, [MAIN, ...args], { cwd, stdio: "ignore" });
  const timer = setTimeout(() => child.kill("SIGKILL"), delayMs);
  return new Promise((resolve) => {
    child.on("close", (_, signal) => {
      clearTimeout(timer);
      resolve(signal === "SIGKILL");
    });
  });
}
