import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { storyPage } from "../../src/collect/made-up.testing.ts";
import { serve } from "../../src/fetch/loopback.testing.ts";
import { openStore } from "../../src/store/index.ts";
import { seededRandom } from "../../src/text/index.ts";
import { galley, MAIN } from "../e2e/galley.ts";
import { NewsWeb } from "../newsroom/index.ts";
import { startPostgres } from "../postgres.ts";

const WORKERS = 4;
const SITES = 12;
const STORIES = 40;
const DELAY_MS = 250;
/** Timers may fire this much early by the server's clock, which also takes a moment to note a request. */
const SLACK_MS = 20;
const LEASE_S = 10;
/** Longer than the lease, and than a host is held for a worker that died. */
const STOPPED_MS = 25_000;
const CHAOS_MS = 60_000;
/** How long PostgreSQL is gone, far longer than the lease. */
const AWAY_MS = 60_000;
const LIMIT_MS = 600_000;

const server = await startPostgres();
afterAll(() => server?.stop());

interface Worker {
  process: ChildProcess;
  said: string;
}

test(
  "four workers under kills, a stop and a restart of PostgreSQL store every article once, politely",
  async (context) => {
    context.skip(server === undefined, "there is no PostgreSQL for this platform");
    const owner = await server!.emptyDatabase();
    const web = await NewsWeb.start({ sites: SITES, storiesADay: STORIES, days: 1, seed: 9, isRough: false });
    onTestFinished(() => web.close());
    await ask(owner, "CREATE ROLE fleet_worker LOGIN");
    await command(owner, [
      "fleet",
      "setup",
      "--lease",
      `${LEASE_S}s`,
      "--retry-after",
      "1s",
      "--role",
      "fleet_worker",
    ]);
    await command(owner, ["collect", ...web.origins.map((origin) => `${origin}/feed.xml`)]);
    const address = new URL(owner);
    address.username = "fleet_worker";
    const workers = Array.from({ length: WORKERS }, () => startWorker(address.href));
    onTestFinished(() => {
      for (const { process } of workers) process.kill("SIGKILL");
    });
    const stored = await openStore(owner, { mayCreate: false });
    await untilStored(stored, 10);
    const { kills } = await makeTrouble(workers, address.href);
    const lost: string[] = [];
    // The worker that was killed last may have left a page that needs its lease to end.
    const wanted = web.stories().length;
    await untilStored(stored, wanted);
    for (const worker of workers) {
      worker.process.kill("SIGTERM");
      const [status] = (await once(worker.process, "close")) as [number | null];
      if (status !== 0) lost.push(worker.said);
    }
    expect(lost).toEqual([]);
    const { articles, versions } = await stored.report();
    const urls = (await stored.listArticles({ limit: wanted + 1 })).map(({ article }) => article.url);
    await stored.close();
    expect({ articles, versions, addresses: new Set(urls).size }).toEqual({
      articles: wanted,
      versions: wanted,
      addresses: wanted,
    });
    const fast = pausesOf(web).filter(({ ms }) => ms < DELAY_MS - SLACK_MS);
    expect(fast).toEqual([]);
    const pages = web.requests.filter(({ path }) => !/robots\.txt|feed\.xml/.test(path));
    await context.annotate(
      `${wanted} articles, ${pages.length} pages asked for, ${kills} kills, one stop of ${STOPPED_MS / 1000} s, one restart`,
    );
    // A page is asked for again only where its worker was killed, stopped or cut off from the database.
    expect(pages.length - wanted).toBeLessThanOrEqual((kills + 1 + WORKERS) * 16);
    expect((await command(owner, ["fleet", "--json"])).stdout).toContain('"dead":{}');
  },
  LIMIT_MS,
);

test(
  "what a worker writes that was stopped for longer than its lease does not win",
  async (context) => {
    context.skip(server === undefined, "there is no PostgreSQL for this platform");
    const owner = await server!.emptyDatabase();
    const workers: Worker[] = [];
    onTestFinished(() => {
      for (const { process } of workers) process.kill("SIGKILL");
    });
    let asked = 0;
    const { origin } = await serve((request, response) => {
      if (request.url === "/robots.txt") return void response.writeHead(404).end();
      if (request.url === "/feed") {
        const link = `http://${request.headers.host}/2026/11/storm`;
        return void response.end(
          `<rss version="2.0"><channel><title>News</title><item><link>${link}</link></item></channel></rss>`,
        );
      }
      asked++;
      // Stopped before it has the answer, which waits in its socket until it goes on.
      if (asked === 1) workers[0]!.process.kill("SIGSTOP");
      response.end(
        storyPage(asked === 1 ? "The storm as it was told late" : "The storm as it was told in time"),
      );
    });
    await command(owner, ["fleet", "setup", "--lease", `${LEASE_S}s`]);
    await command(owner, ["collect", `${origin}/feed`]);
    workers.push(startWorker(owner));
    const store = await openStore(owner, { mayCreate: false });
    onTestFinished(() => store.close());
    while (asked === 0) await sleep(50);
    workers.push(startWorker(owner));
    await untilStored(store, 1);
    workers[0]!.process.kill("SIGCONT");
    for (const { process } of workers) {
      const closed = once(process, "close");
      process.kill("SIGTERM");
      expect(await closed).toEqual([0, null]);
    }
    expect(workers.map(({ said }) => /(\d+ (?:stored|lost))/.exec(said)?.[1])).toEqual([
      "1 lost",
      "1 stored",
    ]);
    const [only, ...others] = await store.listArticles({ limit: 2 });
    expect([only?.article.title, only?.versions.length, others]).toEqual([
      "The storm as it was told in time",
      1,
      [],
    ]);
  },
  LIMIT_MS,
);

test(
  "workers whose clocks differ outlive a PostgreSQL that is gone for a minute",
  async (context) => {
    context.skip(server === undefined, "there is no PostgreSQL for this platform");
    const owner = await server!.emptyDatabase();
    const web = await NewsWeb.start({ sites: 6, storiesADay: 30, days: 1, seed: 4, isRough: false });
    onTestFinished(() => web.close());
    await command(owner, ["fleet", "setup", "--lease", `${LEASE_S}s`, "--retry-after", "1s"]);
    await command(owner, ["collect", ...web.origins.map((origin) => `${origin}/feed.xml`)]);
    const workers = [-26, 0, 3].map((hours) => startWorker(owner, hours));
    onTestFinished(() => {
      for (const { process } of workers) process.kill("SIGKILL");
    });
    const stored = await openStore(owner, { mayCreate: false });
    onTestFinished(() => stored.close());
    await untilStored(stored, 20);
    await server!.crash();
    await sleep(AWAY_MS);
    await server!.start();
    const wanted = web.stories().length;
    await untilStored(stored, wanted);
    for (const { process, said } of workers) {
      expect(process.exitCode, said).toBe(null);
      const closed = once(process, "close");
      process.kill("SIGTERM");
      expect(await closed).toEqual([0, null]);
    }
    for (const { said } of workers) {
      expect(said).toContain("STORE_UNAVAILABLE: the database is away");
      expect(said).toContain("the database is back");
    }
    const { articles, versions } = await stored.report();
    expect({ articles, versions }).toEqual({ articles: wanted, versions: wanted });
    expect(pausesOf(web).filter(({ ms }) => ms < DELAY_MS - SLACK_MS)).toEqual([]);
  },
  LIMIT_MS,
);

/** Kills workers at random and starts others in their place, stops one for longer than its lease, and crashes PostgreSQL once. */
async function makeTrouble(workers: Worker[], address: string): Promise<{ readonly kills: number }> {
  const random = seededRandom(3);
  const startedMs = performance.now();
  const [stopped] = workers;
  stopped!.process.kill("SIGSTOP");
  const goesOn = sleep(STOPPED_MS).then(() => stopped!.process.kill("SIGCONT"));
  let [kills, crashes] = [0, 0];
  while (performance.now() - startedMs < CHAOS_MS) {
    await sleep(500 + random() * 4000);
    if (crashes === 0 && performance.now() - startedMs > CHAOS_MS / 2) {
      crashes++;
      await server!.crash();
      await sleep(3000);
      await server!.start();
      continue;
    }
    // Not the first: it is stopped, and comes back with what it had.
    const at = 1 + Math.floor(random() * (workers.length - 1));
    const { process: victim, said } = workers[at]!;
    // None ends by itself.
    expect(victim.exitCode, said).toBe(null);
    const closed = once(victim, "close");
    victim.kill("SIGKILL");
    await closed;
    workers[at] = startWorker(address);
    kills++;
  }
  await goesOn;
  return { kills };
}

/** The times between requests of each host, by the newsroom's own log. */
function pausesOf(web: NewsWeb): readonly { readonly host: string; readonly ms: number }[] {
  const hosts = Map.groupBy(web.requests, ({ host }) => host);
  return [...hosts].flatMap(([host, list]) => {
    const times = list.map(({ atMs }) => atMs).sort((a, b) => a - b);
    return times.slice(1).map((atMs, at) => ({ host, ms: atMs - times[at]! }));
  });
}

/** Starts a worker, whose clock may be ahead or behind by some hours. */
function startWorker(address: string, hours = 0): Worker {
  const args = ["collect", "--worker", "--allow-private", "--delay", String(DELAY_MS / 1000)];
  const env = { ...process.env, GALLEY_STORE: address };
  const clock = ["--import", `data:text/javascript,${encodeURIComponent(otherClock(hours))}`];
  const child = spawn(process.execPath, [...clock, MAIN, ...args], { env });
  const worker = { process: child, said: "" };
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      worker.said += text;
    });
  return worker;
}

function otherClock(hours: number): string {
  return `const real = Date, offset = ${hours * 3_600_000};
    globalThis.Date = class Date extends real {
      constructor(...given) { super(...(given.length === 0 ? [real.now() + offset] : given)); }
      static now() { return real.now() + offset; }
    };`;
}

async function untilStored(store: Awaited<ReturnType<typeof openStore>>, count: number): Promise<void> {
  for (;;) {
    const now = await store.report().catch(() => undefined);
    if (now && now.articles >= count) return;
    await sleep(200);
  }
}

async function command(address: string, args: readonly string[]) {
  const ran = await galley(args, { env: { GALLEY_STORE: address } });
  expect(ran.status, ran.stderr).toBe(0);
  return ran;
}

async function ask(address: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: address });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}
