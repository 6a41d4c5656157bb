import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { afterAll, afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { storyPage } from "../../src/collect/made-up.testing.ts";
import { serve } from "../../src/fetch/loopback.testing.ts";
import type { FleetReport } from "../../src/fleet/index.ts";
import { openStore } from "../../src/store/index.ts";
import { freePort } from "../free-port.ts";
import { NewsWeb } from "../newsroom/index.ts";
import { startPostgres } from "../postgres.ts";
import { galley, MAIN, newFolder, type Ran } from "./galley.ts";

const server = await startPostgres();
const DELAY_MS = 120;
/** Timers may fire this much early by the server's clock. */
const TIMER_SLACK_MS = 1.5;
const LOOK_MS = 50;

let folder: string;
let address: string;
const told: string[] = [];
const workers: Worker[] = [];

afterAll(() => server?.stop());
beforeEach(async () => {
  folder = newFolder();
  if (server) address = await server.emptyDatabase();
  told.length = 0;
});
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.end("SIGKILL");
  rmSync(folder, { recursive: true });
});

async function ask<Row = unknown>(url: string, sql: string): Promise<readonly Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<Row>(sql).finally(() => client.end());
  return rows;
}

/** A command with the library in its environment; its output is kept. */
async function run(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ran> {
  const ran = await galley(args, { cwd: folder, env: { GALLEY_STORE: address, ...env } });
  told.push(ran.stdout, ran.stderr);
  return ran;
}

async function mustRun(args: readonly string[], env?: Readonly<Record<string, string>>): Promise<Ran> {
  const ran = await run(args, env);
  expect(ran.status, ran.stderr).toBe(0);
  return ran;
}

interface Worker {
  readonly process: ChildProcess;
  said(): string;
  end(signal: NodeJS.Signals): Promise<number | null>;
}

function startWorker(args: readonly string[] = [], env: Readonly<Record<string, string>> = {}): Worker {
  const fixed = ["collect", "--worker", "--allow-private", "--delay", String(DELAY_MS / 1000)];
  const child = spawn(process.execPath, [MAIN, ...fixed, ...args], {
    cwd: folder,
    env: { ...process.env, GALLEY_STORE: address, ...env },
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      said += text;
      told.push(text);
    });
  const closed = once(child, "close") as Promise<[number | null]>;
  const worker = {
    process: child,
    said: () => said,
    end: async (signal: NodeJS.Signals) => {
      child.kill(signal);
      return (await closed)[0];
    },
  };
  workers.push(worker);
  return worker;
}

async function report(): Promise<FleetReport> {
  return JSON.parse((await mustRun(["fleet", "--json"])).stdout);
}

/** Waits until a library holds a number of articles. */
async function untilStored(count: number): Promise<void> {
  const store = await openStore(address, { mayCreate: false });
  try {
    while ((await store.report()).articles < count) {
      const ended = workers.find(({ process: { exitCode } }) => exitCode !== null);
      expect(ended?.said()).toBeUndefined();
      await sleep(LOOK_MS);
    }
  } finally {
    await store.close();
  }
}

async function serveWeb(sites: number, storiesADay: number): Promise<NewsWeb> {
  const web = await NewsWeb.start({ sites, storiesADay, days: 1, seed: 5, isRough: false });
  onTestFinished(() => web.close());
  return web;
}

const feedsOf = (web: NewsWeb) => web.origins.map((origin) => `${origin}/feed.xml`);

describe.skipIf(server === undefined)("a fleet (needs a PostgreSQL for this platform)", () => {
  test("stores every article once, asks for no page twice, and no host faster than it may", async () => {
    const web = await serveWeb(4, 6);
    await mustRun(["fleet", "setup"]);
    const { stderr } = await mustRun(["collect", ...feedsOf(web)]);
    expect(stderr).toContain("4 sources added to the queue; no worker runs yet");
    expect((await mustRun(["collect", ...feedsOf(web)])).stderr).toContain("4 more were waiting already");
    expect(web.requests).toEqual([]);
    // The clock of one worker is two hours ahead.
    const clock = join(folder, "clock.mjs");
    writeFileSync(clock, "const now = Date.now; Date.now = () => now() + 7_200_000;");
    const [first, second] = [startWorker(), startWorker([], { NODE_OPTIONS: `--import ${clock}` })];
    await untilStored(web.stories().length);
    const { workers: shown, queues, pages } = await report();
    expect(shown.map(({ state }) => state)).toEqual(["working", "working"]);
    expect(queues.map(({ name, waiting }) => [name, waiting])).toEqual([
      ["sources", 0],
      ["pages", 0],
    ]);
    expect(pages.due).toBe(0);
    expect(await Promise.all([first.end("SIGTERM"), second.end("SIGTERM")])).toEqual([0, 0]);
    expect(first.said()).toMatch(/stopped by SIGTERM: no new jobs, finishing what is open\n.*ended after/s);
    expect((await report()).workers).toEqual([]);
    const asked = web.requests
      .map(({ host, path }) => `${host} ${path}`)
      .filter((name) => !name.endsWith(".txt"));
    expect(asked.filter((name, at) => asked.indexOf(name) !== at)).toEqual([]);
    const hosts = Map.groupBy(web.requests, ({ host }) => host);
    const pauses = [...hosts.values()].flatMap((list) =>
      list.slice(1).map(({ atMs }, at) => atMs - list[at]!.atMs),
    );
    expect(pauses.filter((ms) => ms < DELAY_MS - TIMER_SLACK_MS)).toEqual([]);
    const store = await openStore(address, { mayCreate: false });
    const { articles, versions } = await store.report();
    await store.close();
    expect([articles, versions]).toEqual([24, 24]);
    // Neither the address of the database nor its user is in any output.
    const { port, username } = new URL(address);
    expect(told.join("").includes(port) || told.join("").includes(`${username}@`)).toBe(false);
  });

  test("a worker has the rights that it needs, and no others", async () => {
    const web = await serveWeb(1, 3);
    await ask(address, "DROP ROLE IF EXISTS galley_worker");
    await ask(address, "CREATE ROLE galley_worker LOGIN");
    onTestFinished(async () => {
      await ask(address, "DROP OWNED BY galley_worker; DROP ROLE galley_worker");
    });
    await mustRun(["fleet", "setup", "--role", "galley_worker"]);
    await mustRun(["collect", ...feedsOf(web)]);
    const worker = new URL(address);
    worker.username = "galley_worker";
    const role = { GALLEY_STORE: worker.href };
    const running = startWorker([], role);
    await untilStored(3);
    expect(await running.end("SIGTERM"), running.said()).toBe(0);
    expect(running.said()).toContain("3 stored");
    const refused = [
      "CREATE TABLE galley.mine (x int)",
      "CREATE TABLE public.mine (x int)",
      "DROP TABLE galley.articles",
      "DELETE FROM galley.articles",
      "DELETE FROM galley.versions",
      "TRUNCATE galley_queue.job",
      "UPDATE galley.store_version SET version = 99",
      "CREATE ROLE another",
    ];
    for (const sql of refused)
      await expect(ask(worker.href, sql), sql).rejects.toMatchObject({ code: "42501" });
    // A worker cannot bring an older library or queue up to date, and says who can.
    await ask(address, "UPDATE galley_queue.fleet_state SET version = 0");
    const old = await run(["collect", "--worker"], role);
    expect([old.status, old.stderr]).toEqual([
      1,
      expect.stringContaining("NO_FLEET: The queue is of an older galley"),
    ]);
    await mustRun(["fleet", "setup"]);
    await ask(address, "UPDATE galley.store_version SET version = version - 1");
    const library = await run(["collect", "--worker"], role);
    expect([library.status, library.stderr]).toEqual([
      1,
      expect.stringMatching(
        /WRITE_FAILED: .* is of an older galley .* only its owner can bring it up to date/,
      ),
    ]);
    expect(library.stderr).not.toContain(worker.host);
    await ask(address, "UPDATE galley.store_version SET version = version + 1");
    await ask(address, "UPDATE galley_queue.version SET version = version - 1");
    expect((await run(["collect", "--worker"], role)).stderr).toContain(
      "NO_FLEET: The queue was made by an older or a newer pg-boss",
    );
    await ask(address, "UPDATE galley_queue.fleet_state SET version = 99");
    expect((await run(["collect", "--worker"], role)).stderr).toContain("STORE_NEWER");
  });

  test("a page that fails again and again is told with its reason, and can be tried again", async () => {
    let isOpen = false;
    const asked: string[] = [];
    const { origin } = await serve((request, response) => {
      asked.push(request.url ?? "");
      const here = `http://${request.headers.host}`;
      if (request.url === "/robots.txt") return void response.writeHead(404).end();
      if (request.url === "/feed")
        return void response.end(
          `<rss version="2.0"><channel><title>News</title>${["/shut", "/open"]
            .map((path) => `<item><link>${here}/2026${path}</link><title>Storm ${path}</title></item>`)
            .join("")}</channel></rss>`,
        );
      if (request.url === "/2026/shut" && !isOpen) return void response.writeHead(403).end("No");
      response.end(storyPage(`The storm that closed the basin ${request.url?.replaceAll("/", " ")}`));
    });
    await mustRun(["fleet", "setup", "--retry-after", "0.01s"]);
    await mustRun(["collect", `${origin}/feed`]);
    const worker = startWorker(["--metrics", "0", "--delay", "0.01"]);
    let fleet = await report();
    while (Object.keys(fleet.dead).length === 0) fleet = await report();
    expect(fleet.dead).toEqual({ blocked: 1 });
    // The first try and five more.
    expect(asked.filter((path) => path === "/2026/shut")).toHaveLength(6);
    expect((await mustRun(["fleet", "dead"])).stdout).toMatch(
      /Z blocked http:.*\/2026\/shut The server gave no article/,
    );
    expect((await mustRun(["fleet"])).stdout).toContain("failed for good: 1 blocked");
    // Many that failed later, for another reason.
    await ask(
      address,
      `INSERT INTO galley_queue.job (name, data, source_name, source_output) SELECT name, data, source_name,
         '{"code":"OVERLOADED","message":"Busy."}' FROM galley_queue.job, generate_series(1, 10050) WHERE name = 'galley-dead'`,
    );
    expect((await report()).dead).toEqual({ blocked: 1, OVERLOADED: 10_050 });
    isOpen = true;
    expect((await mustRun(["fleet", "retry", "--code", "HTTP_STATUS"])).stderr).toContain("0 jobs back");
    expect((await mustRun(["fleet", "retry", "--code", "blocked"])).stderr).toContain("1 job back");
    await untilStored(2);
    expect((await mustRun(["fleet", "retry"])).stderr).toContain("10050 jobs back");
    expect((await report()).dead).toEqual({});
    expect(await worker.end("SIGTERM")).toBe(0);
  });

  test("metrics tell the depth and the age of the queues, on loopback", async () => {
    await mustRun(["fleet", "setup"]);
    const port = await freePort();
    const worker = startWorker(["--metrics", String(port)]);
    while (!worker.said().includes("takes 16 jobs")) await sleep(LOOK_MS);
    const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
    const text = await answer.text();
    expect(text).toContain('galley_fleet_jobs{queue="pages",state="waiting"} 0');
    expect(text).toContain('galley_fleet_queue_age_seconds{queue="sources"} 0');
    expect(text).toContain('galley_fleet_workers{state="working"} 1');
    expect(await worker.end("SIGTERM")).toBe(0);
  });

  test("a worker whose metrics cannot be served ends with a code", async () => {
    await mustRun(["fleet", "setup"]);
    const { port } = await serve(() => {});
    const { status, stderr } = await run(["collect", "--worker", "--metrics", String(port)]);
    expect([status, stderr]).toEqual([
      1,
      expect.stringContaining(`BAD_OPTION: The port ${port} of 127.0.0.1 is in use`),
    ]);
  });

  test("a role that is not there is named", async () => {
    const { status, stderr } = await run(["fleet", "setup", "--role", "nobody_here"]);
    expect([status, stderr]).toEqual([
      1,
      expect.stringContaining("BAD_OPTION: The database has no role nobody_here"),
    ]);
  });

  test("one request to stop that comes twice, as npx sends it, lets a worker finish", async () => {
    await mustRun(["fleet", "setup"]);
    const worker = startWorker();
    while (!worker.said().includes("takes 16 jobs")) await sleep(LOOK_MS);
    worker.process.kill("SIGINT");
    while (!worker.said().includes("stopped by SIGINT")) await sleep(1);
    expect(await worker.end("SIGINT"), worker.said()).toBe(0);
    expect(worker.said()).toContain("ended after 0 sources and 0 pages");
  });

  test("the address of a library can be in a file that only its owner reads", async () => {
    const path = join(folder, "store.txt");
    writeFileSync(path, `${address}\n`, { mode: 0o600 });
    const env = { GALLEY_STORE: "" };
    await mustRun(["fleet", "setup", "--store-file", path], env);
    await mustRun(["fleet", "--store-file", path], env);
    const exposed = join(folder, "exposed.txt");
    writeFileSync(exposed, address, { mode: 0o644 });
    expect((await run(["fleet", "--store-file", exposed], env)).stderr).toContain("FILE_EXPOSED");
    const shown = new URL(address);
    shown.password = "sesame";
    const worker = startWorker(["--store", shown.href]);
    while (!worker.said().includes("takes 16 jobs")) await sleep(LOOK_MS);
    expect(worker.said()).toContain("password in --store can be seen by other users");
    expect(worker.said()).not.toContain("sesame");
    await worker.end("SIGTERM");
  });

  test("a library without a fleet has no queue, and one in a file cannot have any", async () => {
    const missing = await run(["collect", "--worker"]);
    expect([missing.status, missing.stderr]).toEqual([1, expect.stringContaining("NO_FLEET")]);
    const file = { GALLEY_STORE: join(folder, "galley.db") };
    for (const args of [["fleet"], ["fleet", "setup"], ["collect", "--worker"]])
      expect((await run(args, file)).stderr, args.join(" ")).toContain(
        "A fleet needs a library in PostgreSQL",
      );
    const sources = await run(["collect", "--worker", "https://news.example/"]);
    expect(sources.stderr).toContain("A worker takes its sources from the queue");
  });

  test("a drained worker gives back what takes too long, and another finishes it", async () => {
    let asked = 0;
    const { origin } = await serve((request, response) => {
      if (request.url === "/robots.txt") return void response.writeHead(404).end();
      const link = `http://${request.headers.host}/2026/11/storm`;
      if (request.url === "/feed")
        return void response.end(
          `<rss version="2.0"><channel><title>News</title><item><link>${link}</link></item></channel></rss>`,
        );
      asked++;
      // The first client gets no answer, and so waits for longer than draining may take.
      if (asked > 1) response.end(storyPage("The storm that closed the basin"));
    });
    await mustRun(["fleet", "setup"]);
    await mustRun(["collect", `${origin}/feed`]);
    const first = startWorker(["--drain", "0.5s"]);
    while (asked === 0) await sleep(LOOK_MS);
    expect(await first.end("SIGTERM"), first.said()).toBe(0);
    expect(first.said()).toContain("1 given back");
    workers.splice(workers.indexOf(first), 1);
    const second = startWorker();
    await untilStored(1);
    expect(await second.end("SIGTERM")).toBe(0);
    expect(asked).toBe(2);
  });

  test("a database that stays away ends a worker with a code", async () => {
    await mustRun(["fleet", "setup"]);
    const worker = startWorker(["--give-up", "2s"]);
    while (!worker.said().includes("takes 16 jobs")) await sleep(LOOK_MS);
    await server!.crash();
    onTestFinished(() => server!.start());
    const [status] = (await once(worker.process, "close")) as [number];
    expect(status).toBe(1);
    expect(worker.said()).toContain("STORE_UNAVAILABLE: the database is away");
    expect(worker.said()).toMatch(/galley: STORE_UNAVAILABLE: /);
    expect(worker.said()).not.toContain(new URL(address).host);
  });
});
