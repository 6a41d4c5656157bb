/** `npm run bench:fleet`: what the queue costs a page, and how many workers collect as much as their number says. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { loadavg } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { Client } from "pg";
import { openStore } from "../src/store/index.ts";
import { MAIN } from "../test/e2e/galley.ts";
import { NewsWeb } from "../test/newsroom/index.ts";
import { startPostgres, type TestServer } from "../test/postgres.ts";
import { median } from "./race.ts";

const HELP = `A fleet over the served newsroom, in a PostgreSQL of its own; Linux only, the command must be built.
The queue: CPU time of a page, PostgreSQL's included, of one worker against that of a plain collect, from a web and one of twice its size,
so that start-up is apart. The workers: pages a minute of 1, 2 and 4 workers where every answer takes its time, by the newsroom's own log.

  npm run bench:fleet
  npm run bench:fleet -- --pages 600 --passes 3           # the queue
  npm run bench:fleet -- --wait 3000 --jobs 4 --slow-pages 256   # the workers
  npm run bench:fleet -- --only queue|workers`;

const { values } = parseArgs({
  options: {
    help: { type: "boolean" },
    only: { type: "string" },
    pages: { type: "string", default: "300" },
    passes: { type: "string", default: "3" },
    wait: { type: "string", default: "3000" },
    jobs: { type: "string", default: "4" },
    "slow-pages": { type: "string", default: "256" },
  },
});
const SITES = 30;
/** Hosts answer one request at a time: with as many of them, workers seldom want the same one. */
const SLOW_SITES = 256;
const FLEETS = [1, 2, 4];
/** The kernel counts time in hundredths of a second. */
const TICK_MS = 10;
const LOOK_MS = 100;
/** Hosts are asked as fast as they answer; a busy machine is no reason to give a page up. */
const PACE = ["--allow-private", "--delay", "0.01", "--timeout", "120"] as const;

/** CPU time of what collects and of the PostgreSQL that it collects into. */
interface Cost {
  readonly galleyMs: number;
  readonly postgresMs: number;
}

type Way = "plain" | "worker";

async function main(server: TestServer): Promise<void> {
  console.log(`load ${loadavg()[0]?.toFixed(1)}`);
  if (values.only !== "workers") await raceQueue(server, Number(values.pages), Number(values.passes));
  if (values.only !== "queue") await raceWorkers(server);
  console.log(`load ${loadavg()[0]?.toFixed(1)}`);
}

/** The cost of a page by either way: medians of the differences between a web and one of twice its size. */
async function raceQueue(server: TestServer, pages: number, passes: number): Promise<void> {
  const costs: Record<Way, Cost[]> = { plain: [], worker: [] };
  const storiesADay = Math.max(1, Math.round(pages / SITES));
  for (let pass = 0; pass < passes; pass++)
    for (const way of ["plain", "worker"] as const) {
      const once = await collectOnce(server, way, storiesADay);
      const twice = await collectOnce(server, way, 2 * storiesADay);
      const count = storiesADay * SITES;
      costs[way].push({
        galleyMs: (twice.galleyMs - once.galleyMs) / count,
        postgresMs: (twice.postgresMs - once.postgresMs) / count,
      });
    }
  const middle = (way: Way, of: (cost: Cost) => number) => median(costs[way].map(of));
  const both = ({ galleyMs, postgresMs }: Cost) => galleyMs + postgresMs;
  for (const way of ["plain", "worker"] as const) {
    const shares = `galley ${middle(way, (cost) => cost.galleyMs).toFixed(1)}, PostgreSQL ${middle(way, (cost) => cost.postgresMs).toFixed(1)}`;
    console.log(`${way.padEnd(6)} ${middle(way, both).toFixed(1)} ms of CPU a page (${shares})`);
  }
  const more = median(costs.worker.map((cost, at) => both(cost) - both(costs.plain[at]!)));
  const ratio = median(costs.worker.map((cost, at) => both(cost) / both(costs.plain[at]!)));
  console.log(
    `queue  ${more.toFixed(1)} ms of CPU a page more, ${ratio.toFixed(2)}x plain; ${storiesADay * SITES} and ${2 * storiesADay * SITES} pages, medians of ${passes} interleaved passes`,
  );
}

async function collectOnce(server: TestServer, way: Way, storiesADay: number): Promise<Cost> {
  const address = await server.emptyDatabase();
  const web = await NewsWeb.start({ sites: SITES, storiesADay, days: 1, seed: 5, isRough: false });
  const feeds = web.origins.map((origin) => `${origin}/feed.xml`);
  const postmaster = await postmasterOf(address);
  try {
    if (way === "worker") await run(address, ["fleet", "setup"]);
    else await (await openStore(address, { mayCreate: true })).close();
    if (way === "worker") await run(address, ["collect", ...feeds]);
    const before = treeMs(postmaster);
    const args = way === "plain" ? ["collect", ...feeds] : ["collect", "--worker"];
    const child = start(address, [...args, ...PACE]);
    let galleyMs = 0;
    const timer = setInterval(() => {
      galleyMs = Math.max(galleyMs, ownMs(child.pid!));
    }, LOOK_MS / 4);
    if (way === "worker") {
      await untilStored(address, web.stories().length);
      child.kill("SIGTERM");
    }
    await ended(child);
    clearInterval(timer);
    await checkStored(address, web.stories().length);
    return { galleyMs, postgresMs: treeMs(postmaster) - before };
  } finally {
    await web.close();
  }
}

/** Pages a minute of 1, 2 and 4 workers, from the first page that they asked for to the last answer. */
async function raceWorkers(server: TestServer): Promise<void> {
  const answerMs = Number(values.wait);
  const sites = Math.min(SLOW_SITES, Number(values["slow-pages"]));
  const storiesADay = Math.round(Number(values["slow-pages"]) / sites);
  let first: number | undefined;
  for (const count of FLEETS) {
    const address = await server.emptyDatabase();
    const web = await NewsWeb.start({
      sites,
      storiesADay,
      days: 1,
      seed: 5,
      isRough: false,
      answerMs,
    });
    const wanted = web.stories().length;
    await run(address, ["fleet", "setup"]);
    await run(address, ["collect", ...web.origins.map((origin) => `${origin}/feed.xml`)]);
    await readSources(address);
    // Until it was told to end, what read the sources may have taken a page.
    const [readBefore, askedBefore] = [await countStored(address), web.requests.length];
    const workers = Array.from({ length: count }, () =>
      start(address, ["collect", "--worker", ...PACE, "--jobs", values.jobs]),
    );
    await untilStored(address, wanted);
    for (const worker of workers) worker.kill("SIGTERM");
    await Promise.all(workers.map(ended));
    await checkStored(address, wanted);
    const times = web.requests
      .slice(askedBefore)
      .filter(({ path }) => !/robots\.txt|feed\.xml/.test(path))
      .map(({ atMs }) => atMs);
    await web.close();
    // Its log has the time at which a page was asked for.
    const tookMs = Math.max(...times) - Math.min(...times) + answerMs;
    const stored = wanted - readBefore;
    const rate = (stored / tookMs) * 60_000;
    first ??= rate;
    console.log(
      `${String(count).padStart(2)} worker${count === 1 ? " " : "s"} ${rate.toFixed(1).padStart(5)} pages a minute, ${(rate / first).toFixed(2)}x one; ${times.length} pages asked for, ${stored} stored, ${answerMs} ms an answer, ${values.jobs} jobs each`,
    );
  }
}

/** Reads all sources with a worker that holds back its pages, so that a race measures pages alone. */
async function readSources(address: string): Promise<void> {
  const queue = async (): Promise<number> => {
    const { stdout } = await run(address, ["fleet", "--json"]);
    const { queues } = JSON.parse(stdout) as {
      readonly queues: readonly {
        readonly name: string;
        readonly waiting: number;
        readonly active: number;
      }[];
    };
    return queues
      .filter(({ name }) => name === "sources")
      .reduce((sum, { waiting, active }) => sum + waiting + active, 0);
  };
  const reader = start(address, ["collect", "--worker", ...PACE, "--jobs", "1"]);
  while ((await queue()) > 0) await sleep(LOOK_MS);
  reader.kill("SIGTERM");
  await ended(reader);
}

function start(address: string, args: readonly string[]): ChildProcess {
  const env = { ...process.env, GALLEY_STORE: address };
  const child = spawn(process.execPath, [MAIN, ...args], { env, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
  child.once("close", (status) => {
    if (status !== 0) console.error(said.slice(-2000));
  });
  return child;
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null) await once(child, "close");
  if (child.exitCode !== 0) throw new Error(`A process ended with ${child.exitCode}.`);
}

async function run(address: string, args: readonly string[]): Promise<{ readonly stdout: string }> {
  const child = start(address, args);
  let stdout = "";
  child.stdout?.on("data", (text: string) => {
    stdout += text;
  });
  await ended(child);
  return { stdout };
}

async function untilStored(address: string, count: number): Promise<void> {
  const store = await openStore(address, { mayCreate: false });
  try {
    while ((await store.report()).articles < count) await sleep(LOOK_MS);
  } finally {
    await store.close();
  }
}

async function countStored(address: string): Promise<number> {
  const store = await openStore(address, { mayCreate: false });
  const { articles } = await store.report();
  await store.close();
  return articles;
}

async function checkStored(address: string, count: number): Promise<void> {
  const store = await openStore(address, { mayCreate: false });
  const { articles, versions } = await store.report();
  await store.close();
  if (articles !== count || versions !== count)
    throw new Error(`${articles} articles and ${versions} versions of ${count} stories.`);
}

async function postmasterOf(address: string): Promise<number> {
  const client = new Client({ connectionString: address });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  const [, parent] = statOf(rows[0]!.pid) ?? [];
  await client.end();
  return Number(parent);
}

/** State, parent and further fields of a process. */
function statOf(pid: number): readonly string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    return undefined;
  }
}

/** CPU time of a process itself. */
function ownMs(pid: number): number {
  const fields = statOf(pid);
  return fields === undefined ? 0 : TICK_MS * (Number(fields[11]) + Number(fields[12]));
}

/** CPU time of a process, of its children that have ended and of those that live. */
function treeMs(root: number): number {
  const fields = statOf(root) ?? [];
  const endedMs = TICK_MS * (Number(fields[13]) + Number(fields[14]));
  const living = readdirSync("/proc").filter(
    (name) => /^\d+$/.test(name) && statOf(Number(name))?.[1] === String(root),
  );
  return ownMs(root) + endedMs + living.reduce((sum, name) => sum + ownMs(Number(name)), 0);
}

if (values.help) console.log(HELP);
else {
  const server = await startPostgres();
  if (server === undefined) throw new Error("bench:fleet: there is no PostgreSQL for this platform.");
  try {
    await main(server);
  } finally {
    await server.stop();
  }
}
