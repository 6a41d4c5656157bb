import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { delimiter, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { smallDisk } from "../small-disk.ts";
import { folderWithNode, GALLEY_HERE, type Submitted } from "../spark.ts";
import { type Crawl, home, idsIn, job, seen, startCluster, succeed, writeCrawl } from "./spark-jobs.ts";

const LIMIT_MS = 600_000;

let crawl: Crawl;
let folder: string;
beforeAll(() => {
  crawl = writeCrawl();
  folder = crawl.folder;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test(
  "an executor without Node fails its tasks, and the others do them",
  async (context) => {
    const environment = home(context);
    const own = folderWithNode(join(folder, "bin"), "galley-node");
    const { address } = await startCluster(environment, crawl, [
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
    expect(await idsIn(crawl, "without")).toEqual(crawl.ids);
  },
  LIMIT_MS,
);

test(
  "an executor whose disk is full fails its tasks, and the others do them",
  async (context) => {
    const environment = home(context);
    // Python takes another folder where it cannot write at all: here it can, and the report of galley is one file too many.
    const disk = smallDisk(mkdtempSync(join(folder, "full-")), 1, 2);
    if (disk === undefined) return context.skip("mounting a file system is not allowed here");
    const { address } = await startCluster(environment, crawl, [{ TMPDIR: disk }, {}]);
    const run = job(environment, [join(folder, "warc.paths"), join(folder, "small"), ...GALLEY_HERE], {
      master: address,
      conf: { "spark.log.level": "INFO" },
    });
    await succeed(run);
    expect(run.said()).toMatch(
      /Lost task [^\n]*127\.0\.0\.2[\s\S]{0,8000}?(?:WRITE_FAILED|No space left on device)/,
    );
    expect(await idsIn(crawl, "small")).toEqual(crawl.ids);
  },
  LIMIT_MS,
);

test(
  "a disk that the output does not fit on ends the job with a code, and nothing is committed",
  async (context) => {
    const environment = home(context);
    const disk = smallDisk(mkdtempSync(join(folder, "full-")), 1);
    if (disk === undefined) return context.skip("mounting a file system is not allowed here");
    // Space for the first tasks, and not for all.
    writeFileSync(join(disk, "rest"), Buffer.alloc(2 ** 20 - 100_000));
    const out = join(disk, "out");
    const run = job(environment, [join(folder, "warc.paths"), out, ...GALLEY_HERE], { master: "local[1]" });
    expect(await run.ended).toBe(1);
    expect(run.said()).toMatch(
      /^extract\.py: WRITE_FAILED: A disk is full; nothing of this run is in OUT\./m,
    );
    expect(readdirSync(out).filter((name) => !name.startsWith("_") && !name.startsWith("."))).toEqual([]);
    expect(existsSync(join(out, "_SUCCESS"))).toBe(false);
  },
  LIMIT_MS,
);

test(
  "with speculation a frozen galley is overtaken, and its task is committed once",
  async (context) => {
    const environment = home(context);
    const { address } = await startCluster(environment, crawl, [{}, {}]);
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
    expect(await idsIn(crawl, "frozen")).toEqual(crawl.ids);
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
