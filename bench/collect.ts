/** `npm run bench:collect`: collects from a small web of made-up sites on loopback and compares the library with the truth. */
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import { type CollectOptions, type CollectSummary, collect, type Start } from "../src/collect/index.ts";
import { EXTRACTORS } from "../src/extractors/index.ts";
import { makePoliteFetcher } from "../src/fetch/index.ts";
import { mineProfile, readSitePage } from "../src/site/index.ts";
import { type OutcomeName, openStore, type Store, type StoredArticle } from "../src/store/index.ts";
import { seededRandom } from "../src/text/index.ts";
import { identityUrl } from "../src/url/index.ts";
import {
  FEED_STORIES,
  isRedesigned,
  NewsWeb,
  type WebOrder,
  type WebRequest,
  type WebStory,
} from "../test/newsroom/index.ts";
import { startPostgres } from "../test/postgres.ts";
import { isRight, printTable, type Truth, truthOf } from "./collect-tables.ts";
import type { WebQuestion } from "./web-worker.ts";

const HELP = `Collects day after day from made-up sites on loopback, with redirects, errors, slow answers, changes, other spellings of addresses
and a redesign, and compares what is stored with the truth; then searches for keywords, and reads an aggregator.

  npm run bench:collect                                  # 10 sites, 800 articles
  npm run bench:collect -- --sites 50 --articles 20000   # as in docs/collect.md; takes half an hour
  npm run bench:collect -- --drift                       # what a redesign costs with mined profiles, and with none mined again
  npm run bench:collect -- --sites 60 --articles 3600 --days 1 --kills 50   # kills the command so often in the middle, then lets it finish
  npm run bench:collect -- --store postgres://…          # in an empty database; --store embedded starts one`;

const { values } = parseArgs({
  options: {
    help: { type: "boolean" },
    sites: { type: "string", default: "10" },
    articles: { type: "string", default: "800" },
    days: { type: "string", default: "8" },
    delay: { type: "string", default: "10" },
    kills: { type: "string", default: "0" },
    drift: { type: "boolean", default: false },
    store: { type: "string" },
  },
});
if (values.help) {
  console.log(HELP);
  process.exit();
}
const DAY_MS = 24 * 60 * 60 * 1000;
const KEYWORDS = ["ferry", "tram", "hospital", "festival"];
/** The longest that a run may work before it is killed. */
const MAX_LIFE_MS = 1500;
const POLL_MS = 20;
/** Days on which the killed command may finish its work. */
const MAX_DAYS_AFTER = 5;
/** Timers fire up to this much early by the server's clock. */
const TIMER_SLACK_MS = 1.5;
/** Extractors that use a profile. */
const DRIFT_EXTRACTORS = ["fused", "template"] as const;
/** Pages that a first profile is mined from. */
const PROFILE_PAGES = 20;

const [sites, articles, days, delayMs] = [values.sites, values.articles, values.days, values.delay].map(
  Number,
) as [number, number, number, number];
const storiesADay = Math.max(1, Math.round(articles / sites / days));
const folder = mkdtempSync(join(tmpdir(), "galley-collect-"));
const server = values.store === "embedded" ? await startPostgres() : undefined;
const place = (await server?.emptyDatabase()) ?? values.store ?? join(folder, "galley.db");
const store = await openStore(place, { mayCreate: true });
const fetcher = makePoliteFetcher({ allowPrivate: true, delayMs, timeoutMs: 10_000 });
// Pages that fail at first are tried again later than the killed runs last.
const isRough = Number(values.kills) === 0;
const redesignDay = Math.ceil(days / 2);
const order: WebOrder = { sites, storiesADay, days, seed: 1, redesignDay, isRough };
const worker = new Worker(new URL("./web-worker.ts", import.meta.url), { workerData: order });
const [port] = (await once(worker, "message")) as [number];
const web = new NewsWeb(order, port);
const requests: WebRequest[] = [];
try {
  if (Number(values.kills) > 0) await killOften(Number(values.kills));
  else if (values.drift) await measureDrift();
  else await measure();
} finally {
  worker.postMessage("close" satisfies WebQuestion);
  await store.close();
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** Kills the command at random times; what it had stored must stay, and the run that may finish must complete it. */
async function killOften(kills: number): Promise<void> {
  const random = seededRandom(11);
  const feeds = web.origins.map((origin) => `${origin}/feed.xml`);
  // Feeds have only the last stories, and the first of these runs is to find all.
  const day = Math.min(days, Math.floor(FEED_STORIES / storiesADay)) - 1;
  web.day = day;
  await ask({ day });
  let [done, stored, lost] = [0, 0, 0];
  for (; done < kills; done++) {
    const ended = await runCommand(feeds, random() * MAX_LIFE_MS);
    const { articles: now } = await store.report();
    lost += Math.max(0, stored - now);
    stored = now;
    if (ended) break;
  }
  // At once: what killed runs had begun is taken over. A page that fails on a busy machine is tried again on a later day.
  const starts = feeds.map((url): Start => ({ kind: "address", url }));
  for (let late = 0; late <= MAX_DAYS_AFTER; late++) {
    await run(starts, 0, { now: () => Date.now() + late * DAY_MS, recheckMs: (MAX_DAYS_AFTER + 1) * DAY_MS });
    if ((await store.listFailures(1)).length === 0) break;
  }
  console.log(`${done} times killed, ${lost} stored articles lost on the way`);
  await compare(web.stories());
}

/** Runs the command, and kills it this long after its run has begun; returns whether it ended by itself. */
async function runCommand(feeds: readonly string[], lifeMs: number): Promise<boolean> {
  const command = join(import.meta.dirname, "../src/cli/main.ts");
  const args = [
    command,
    "collect",
    ...feeds,
    "--allow-private",
    "--delay",
    String(delayMs / 1000),
    "--quiet",
  ];
  const child = spawn(process.execPath, args, {
    env: { ...process.env, GALLEY_STORE: place },
    stdio: "ignore",
  });
  const exit = once(child, "exit");
  const lastRun = async () => (await store.listRuns(1))[0]?.id;
  const before = await lastRun();
  while (child.exitCode === null && (await lastRun()) === before) await sleep(POLL_MS);
  await Promise.race([sleep(lifeMs), exit]);
  child.kill("SIGKILL");
  const [, signal] = (await exit) as [number | null, string | null];
  return signal === null;
}

async function measure(): Promise<void> {
  const feeds = web.origins.map((origin): Start => ({ kind: "address", url: `${origin}/feed.xml` }));
  for (let day = 0; day < days; day++) {
    web.day = day;
    await ask({ day });
    report(`day ${day + 1}`, await run(feeds, day));
  }
  // Pages that failed on the last day are tried again, some of them twice.
  for (const day of [days, days + 1]) report(`no news on day ${day + 1}`, await run(feeds, day));
  await compare(web.stories());
  requests.push(...(await askRequests()));
  await run(feeds, days + 1);
  const again = (await askRequests()).map(({ path }) => path);
  const [lists, others] = [
    again.filter((path) => path === "/feed.xml"),
    again.filter((path) => !/^\/(?:feed\.xml|robots\.txt)$/.test(path)),
  ];
  console.log(
    `again, with nothing new: ${lists.length} requests for ${feeds.length} feeds, ${others.length} for articles`,
  );
  describePace();
  const truth = truthOf(web.stories());
  console.log("\nTable 1: feeds by period; half of the sites are redesigned in the middle");
  await printTable(undated(store), "month", truth);
  await inNewLibrary((library) => searches(library, truth));
  await inNewLibrary((library) => aggregator(library, truth));
}

/** Made-up stories are dated in the years of their looks: their period is that of the day on which they were published here, and found. */
function undated(library: Store): Store {
  return {
    ...library,
    listSampled: async (by, options) =>
      (await library.listSampled(by, options)).map((page) => ({ ...page, datedMs: null })),
  };
}

/** As in the paper, each of its experiments has a library of its own. */
async function inNewLibrary(work: (library: Store) => Promise<void>): Promise<void> {
  const library = await openStore(join(folder, `${randomUUID()}.db`), { mayCreate: true });
  try {
    await work(library);
  } finally {
    await library.close();
  }
}

async function ask<T>(question: WebQuestion): Promise<T> {
  worker.postMessage(question);
  const [answer] = (await once(worker, "message")) as [T];
  return answer;
}

function askRequests(): Promise<readonly WebRequest[]> {
  return ask("requests");
}

async function run(
  starts: readonly Start[],
  day: number,
  more: Partial<CollectOptions> = {},
): Promise<CollectSummary> {
  return collect(starts, {
    store,
    fetcher,
    now: () => timeOf(day),
    ...more,
  });
}

/** A day of the web is half a month, so that two of them are a period of Table 1. */
function timeOf(day: number): number {
  return Date.UTC(2026, Math.floor(day / 2), day % 2 === 0 ? 1 : 16, 6);
}

function report(name: string, { outcomes, sources, reasons }: CollectSummary): void {
  const unread = sources.filter(({ failure }) => failure !== undefined);
  if (unread.length > 0)
    console.log(`${name}: ${unread.length} feeds could not be read; ${unread[0]?.failure?.message}`);
  const parts = Object.entries(outcomes).map(([outcome, count]) => {
    const why = [...(reasons.get(outcome as OutcomeName) ?? [])].map(
      ([reason, times]) => `${times} ${reason}`,
    );
    return `${count} ${outcome}${why.length > 0 ? ` (${why.join(", ")})` : ""}`;
  });
  console.log(`${name}: ${parts.join(", ")}`);
}

async function* allArticles(library: Store): AsyncGenerator<StoredArticle> {
  for (let after: number | undefined; ; ) {
    const part = await library.listArticles({ limit: 500, after });
    yield* part;
    if (part.length === 0) return;
    after = part.at(-1)!.id;
  }
}

async function compare(truth: readonly WebStory[]): Promise<void> {
  const wanted = new Set(truth.filter(({ isGone }) => !isGone).map(({ url }) => identityUrl(url)));
  const stored: string[] = [];
  for await (const { article } of allArticles(store)) stored.push(identityUrl(article.url ?? ""));
  const found = new Set(stored);
  const missing = [...wanted].filter((url) => !found.has(url));
  const extra = [...found].filter((url) => !wanted.has(url));
  console.log(
    `stored ${stored.length} of ${wanted.size}: ${missing.length} missing, ${extra.length} not in the truth, ${stored.length - found.size} twice`,
  );
  for (const url of [...missing, ...extra].slice(0, 5)) console.log(`  ${url}`);
}

/** The shortest time between two requests to one host, against the limit. */
function describePace(): void {
  const times = Map.groupBy(requests, ({ host }) => host);
  const gaps = [...times.values()].flatMap((list) =>
    list.slice(1).map(({ atMs }, at) => atMs - list[at]!.atMs),
  );
  const early = gaps.filter((gap) => gap < delayMs - TIMER_SLACK_MS).length;
  console.log(
    `${requests.length} requests, ${early} sooner than the limit of ${delayMs} ms after the one before`,
  );
}

/** As the paper's Table 2: a keyword search by topic. */
async function searches(library: Store, truth: Truth): Promise<void> {
  console.log("\nTable 2: searches by topic");
  for (const keyword of KEYWORDS) {
    const starts = web.origins.map(
      (origin): Start => ({ kind: "search", template: `${origin}/find?q={keyword}`, keyword }),
    );
    report(keyword, await run(starts, days, { store: library }));
    // Pages that failed at first are tried again.
    await run(starts, days + 1, { store: library });
    const meant = [...truth.values()].filter(({ title, body }) => {
      return `${title} ${body}`.toLowerCase().includes(keyword);
    });
    const { topics } = await library.report();
    const found = topics.find(({ name }) => name === keyword)?.articles ?? 0;
    const there = meant.filter(({ isGone }) => !isGone).length;
    console.log(`${keyword}: ${meant.length} in truth, ${there} of them there; ${found} stored under it`);
  }
  await printTable(library, "topic", truth);
  const closed = await run(
    [{ kind: "search", template: `${web.origins[0]}/search/?q={keyword}`, keyword: "ferry" }],
    days,
    { store: library },
  );
  console.log(`closed by robots.txt: ${closed.sources[0]?.failure?.code}`);
}

/** As the paper's Table 3: an aggregator, by the papers that it names. */
async function aggregator(library: Store, truth: Truth): Promise<void> {
  console.log("\nTable 3: an aggregator by source");
  const starts: readonly Start[] = [{ kind: "address", url: `${web.aggregator}/rss?topic=ferry` }];
  const { sources } = await run(starts, days, { store: library });
  await run(starts, days + 1, { store: library });
  const meant = [...truth.values()].filter(({ title }) => title.toLowerCase().includes("ferry"));
  const { articles } = await library.report();
  console.log(
    `${sources[0]?.announced} announced, ${meant.filter(({ isGone }) => !isGone).length} there in truth; ${articles} stored`,
  );
  await printTable(library, "source", truth);
}

/** Mines a profile of every site before half of them are redesigned; counts with and without mining it again. */
async function measureDrift(): Promise<void> {
  console.log("| extractor | profiles | period | articles | right | do not fit their profile |");
  console.log("| --- | --- | --- | ---: | ---: | ---: |");
  for (const extractor of DRIFT_EXTRACTORS) {
    for (const profiles of ["none", "mined again", "mined once"] as const) {
      if (extractor === "template" && profiles === "none") continue;
      await inNewLibrary((library) => drift(library, { extractor, profiles }));
    }
  }
}

interface DriftCase {
  readonly extractor: (typeof DRIFT_EXTRACTORS)[number];
  readonly profiles: "none" | "mined again" | "mined once";
}

async function drift(library: Store, { extractor, profiles }: DriftCase): Promise<void> {
  const feeds = web.origins.map((origin): Start => ({ kind: "address", url: `${origin}/feed.xml` }));
  const more = {
    store: library,
    keepRaw: true,
    // Each article is judged as it was on its day.
    recheckMs: timeOf(days + 1),
    extractor: EXTRACTORS[extractor],
    mineAgain: profiles === "mined again",
  };
  for (let day = 0; day < days; day++) {
    web.day = day;
    await ask({ day });
    await run(feeds, day, more);
    if (day === 0 && profiles !== "none") await mineAll(library);
  }
  const truth = truthOf(web.stories());
  const rows = new Map<string, { all: number; right: number; stale: number }>();
  for await (const stored of allArticles(library)) {
    const story = truth.get(identityUrl(stored.article.url ?? ""));
    if (story === undefined || !isRedesigned(story.host)) continue;
    const name = story.day < redesignDay ? "before" : story.day === redesignDay ? "the first day" : "after";
    const row = rows.get(name) ?? { all: 0, right: 0, stale: 0 };
    rows.set(name, row);
    row.all++;
    if (isRight(stored, truth)) row.right++;
    if (stored.article.warnings.some(({ code }) => code === "SITE_PROFILE_STALE")) row.stale++;
  }
  for (const [name, { all, right, stale }] of rows)
    console.log(
      `| ${extractor} | ${profiles} | ${name} | ${all} | ${(right / all).toFixed(3)} | ${(stale / all).toFixed(3)} |`,
    );
}

async function mineAll(library: Store): Promise<void> {
  const atMs = timeOf(0);
  for (const origin of web.origins) {
    const site = new URL(origin).hostname;
    const raw = await library.listRawPagesOf(site, PROFILE_PAGES);
    const pages = raw.map(({ url, bytes, charset }) => {
      return readSitePage(bytes, { url, charset: charset ?? undefined }).page;
    });
    const made = new Date(atMs).toISOString();
    const value = mineProfile(pages, { site, made }, { judge: EXTRACTORS.fused });
    await library.putSiteRecord({ site, kind: "profile", atMs, value });
  }
}
