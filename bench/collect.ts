/** `npm run bench:collect`: collects from a small web of made-up sites on loopback and compares the library with the truth. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import { type CollectSummary, collect, type Start } from "../src/collect/index.ts";
import { makePoliteFetcher } from "../src/fetch/index.ts";
import { wordOverlap } from "../src/sets/index.ts";
import { openStore, type Store } from "../src/store/index.ts";
import { seededRandom, words } from "../src/text/index.ts";
import { identityUrl } from "../src/url/index.ts";
import { NewsWeb, type WebOrder, type WebRequest, type WebStory } from "../test/newsroom/index.ts";
import { startPostgres } from "../test/postgres.ts";
import type { WebQuestion } from "./web-worker.ts";

const HELP = `Collects day after day from made-up sites on loopback, with redirects, errors, slow answers, changes, other spellings of addresses
and a redesign, and compares what is stored with the truth; then searches for keywords, and reads an aggregator.

  npm run bench:collect                                  # 10 sites, 800 articles
  npm run bench:collect -- --sites 20 --articles 1600    # as in docs/collect.md
  npm run bench:collect -- --sites 50 --articles 20000   # takes half an hour
  npm run bench:collect -- --kills 50                    # kills the command so often in the middle, then lets it finish
  npm run bench:collect -- --store postgres://…          # in an empty database; --store embedded starts one`;

const { values } = parseArgs({
  options: {
    help: { type: "boolean" },
    sites: { type: "string", default: "10" },
    articles: { type: "string", default: "800" },
    days: { type: "string", default: "8" },
    delay: { type: "string", default: "10" },
    kills: { type: "string", default: "0" },
    store: { type: "string" },
  },
});
if (values.help) {
  console.log(HELP);
  process.exit();
}
const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const FIRST_DAY_MS = Date.parse("2026-11-01T06:00:00Z");
const KEYWORDS = ["harbour", "ferry", "tram", "hospital"];
/** Time for the command to start, and to work. */
const MIN_LIFE_MS = 400;
const MAX_LIFE_MS = 2500;
/** Timers fire up to this much early by the server's clock. */
const TIMER_SLACK_MS = 1.5;

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
const order: WebOrder = { sites, storiesADay, days, seed: 1, redesignDay: Math.ceil(days / 2), isRough };
const worker = new Worker(new URL("./web-worker.ts", import.meta.url), { workerData: order });
const [port] = (await once(worker, "message")) as [number];
const web = new NewsWeb(order, port);
const requests: WebRequest[] = [];
try {
  if (Number(values.kills) > 0) await killOften(Number(values.kills));
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
  web.day = days - 1;
  await ask({ day: days - 1 });
  let [done, stored, lost] = [0, 0, 0];
  for (; done < kills; done++) {
    const ended = await runCommand(feeds, MIN_LIFE_MS + random() * MAX_LIFE_MS);
    const { articles: now } = await store.report();
    lost += Math.max(0, stored - now);
    stored = now;
    if (ended) break;
  }
  // An hour later nobody holds what the killed runs had begun.
  await run(
    feeds.map((url) => ({ kind: "address", url })),
    undefined,
  );
  console.log(`${done} times killed, ${lost} stored articles lost on the way`);
  await compare(web.stories());
}

/** Runs the command for so long; says whether it ended by itself. */
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
  const timer = setTimeout(() => child.kill("SIGKILL"), lifeMs);
  const [, signal] = (await once(child, "exit")) as [number | null, string | null];
  clearTimeout(timer);
  return signal === null;
}

async function measure(): Promise<void> {
  const feeds = web.origins.map((origin): Start => ({ kind: "address", url: `${origin}/feed.xml` }));
  for (let day = 0; day < days; day++) {
    web.day = day;
    await ask({ day });
    report(`day ${day + 1}`, await run(feeds, day));
  }
  // Pages that failed on the last day are tried again.
  report("the day after", await run(feeds, days));
  await compare(web.stories());
  requests.push(...(await askRequests()));
  await run(feeds, days);
  const again = (await askRequests()).map(({ path }) => path);
  const [lists, others] = [
    again.filter((path) => path === "/feed.xml"),
    again.filter((path) => !/^\/(?:feed\.xml|robots\.txt)$/.test(path)),
  ];
  console.log(
    `again, with nothing new: ${lists.length} requests for ${feeds.length} feeds, ${others.length} for articles`,
  );
  describePace();
  await periods(web.stories());
  await searches();
  await aggregator();
}

async function ask<T>(question: WebQuestion): Promise<T> {
  worker.postMessage(question);
  const [answer] = (await once(worker, "message")) as [T];
  return answer;
}

function askRequests(): Promise<readonly WebRequest[]> {
  return ask("requests");
}

async function run(starts: readonly Start[], day: number | undefined): Promise<CollectSummary> {
  return collect(starts, {
    store,
    fetcher,
    now: () => (day === undefined ? Date.now() + HOUR_MS : FIRST_DAY_MS + day * DAY_MS),
  });
}

function report(name: string, { outcomes, sources }: CollectSummary): void {
  const unread = sources.filter(({ failure }) => failure !== undefined);
  if (unread.length > 0)
    console.log(`${name}: ${unread.length} feeds could not be read; ${unread[0]?.failure?.message}`);
  console.log(
    `${name}: ${Object.entries(outcomes)
      .map(([outcome, count]) => `${count} ${outcome}`)
      .join(", ")}`,
  );
}

async function* allArticles(): AsyncGenerator<Awaited<ReturnType<Store["listArticles"]>>[number]> {
  for (let after: number | undefined; ; ) {
    const part = await store.listArticles({ limit: 500, after });
    yield* part;
    if (part.length === 0) return;
    after = part.at(-1)!.id;
  }
}

async function compare(truth: readonly WebStory[]): Promise<void> {
  const wanted = new Set(truth.filter(({ isGone }) => !isGone).map(({ url }) => identityUrl(url)));
  const stored: string[] = [];
  for await (const { article } of allArticles()) stored.push(identityUrl(article.url ?? ""));
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

/** As the paper's Table 1: articles from feeds and the share got right, by period; right is P and R of .95 or more. */
async function periods(truth: readonly WebStory[]): Promise<void> {
  const byUrl = new Map(truth.map((story) => [identityUrl(story.url), story]));
  const rows = new Map<number, { right: number; all: number }>();
  for await (const { article } of allArticles()) {
    const story = byUrl.get(identityUrl(article.url ?? ""));
    if (story === undefined) continue;
    const row = rows.get(story.day) ?? { right: 0, all: 0 };
    row.all++;
    if (isRight(article.text, story.body)) row.right++;
    rows.set(story.day, row);
  }
  console.log("\n| period | articles | right |\n| --- | ---: | ---: |");
  for (const [day, { right, all }] of [...rows].toSorted(([a], [b]) => a - b)) {
    const redesign = day === Math.ceil(days / 2) ? ", half of the sites redesigned" : "";
    console.log(`| day ${day + 1}${redesign} | ${all} | ${(right / all).toFixed(3)} |`);
  }
}

function isRight(text: string, body: string): boolean {
  const { precision, recall } = wordOverlap(words(body), words(text));
  return precision >= 0.95 && recall >= 0.95;
}

/** As the paper's Table 2: a keyword search by topic. */
async function searches(): Promise<void> {
  console.log("\n| topic | asked | not obtained | stored under it |\n| --- | ---: | ---: | ---: |");
  for (const keyword of KEYWORDS) {
    const starts = web.origins.map(
      (origin): Start => ({ kind: "search", template: `${origin}/find?q={keyword}`, keyword }),
    );
    const { sources, outcomes } = await run(starts, days);
    const asked = sources.reduce((sum, { announced }) => sum + announced, 0);
    const { topics } = await store.report();
    const under = topics.find(({ name }) => name === keyword)?.articles ?? 0;
    console.log(`| ${keyword} | ${asked} | ${outcomes["not-obtained"]} | ${under} |`);
  }
  const closed = await run(
    [{ kind: "search", template: `${web.origins[0]}/search/?q={keyword}`, keyword: "ferry" }],
    days,
  );
  console.log(`closed by robots.txt: ${closed.sources[0]?.failure?.code}`);
}

/** As the paper's Table 3: an aggregator. */
async function aggregator(): Promise<void> {
  const { sources } = await run([{ kind: "address", url: `${web.aggregator}/rss?topic=ferry` }], days);
  const { announced, outcomes } = sources[0]!;
  const { stored, seen, changed } = outcomes;
  console.log(
    `\naggregator: ${announced} announced; led to ${stored + seen + changed} articles, ${stored} of them new, ${outcomes["not-obtained"]} not obtained`,
  );
}
