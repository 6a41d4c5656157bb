/** What storing and finding an article take in a store of many, and how that grows: npm run bench:store [-- OPTIONS] */
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openStore, type Store } from "../src/store/index.ts";
import { seededRandom } from "../src/text/index.ts";
import { makeArticle } from "../test/contract/store-samples.ts";
import { startPostgres } from "../test/postgres.ts";

const HELP = `What storing and finding an article take, at a tenth of a store and at the whole.

  npm run bench:store                                  # SQLite with 50,000 small articles
  npm run bench:store -- --articles 1800000            # as many as the largest library
  npm run bench:store -- --driver postgres --articles 200000
  npm run bench:store -- --store big.db --articles 1800000   # keeps the file, and goes on with it
  npm run bench:store -- --queue 100000                # leases from so many candidates, site after site

An article has 60 words of 200,000, by Zipf's law; each is stored in a transaction of its own. Times are in ms; cpu is the mean\nof this process alone, which other load on the machine changes little.`;

const WORDS_EACH = 60;
const VOCABULARY = 200_000;
const SITES = 500;
/** The last inserts before a size that are measured. */
const MEASURED_INSERTS = 2000;
const MEASURED_SEARCHES = 300;

const { values } = parseArgs({
  options: {
    articles: { type: "string", default: "50000" },
    store: { type: "string" },
    driver: { type: "string", default: "sqlite" },
    queue: { type: "string" },
    help: { type: "boolean", default: false },
  },
});
if (values.help) {
  console.log(HELP);
  process.exit();
}
const total = Number(values.articles);
const random = seededRandom(1);

/** A word by Zipf's law: word n is about n times as rare as the first. */
function anyWord(): string {
  return `w${Math.floor(VOCABULARY ** random()) - 1}`;
}

function anyText(): string {
  return Array.from({ length: WORDS_EACH }, anyWord).join(" ");
}

/** The time of calls by the clock, and of this process together. */
interface Times {
  readonly wallMs: readonly number[];
  readonly cpuMs: number;
}

async function timed(count: number, call: (at: number) => Promise<number>): Promise<Times> {
  const wallMs: number[] = [];
  const before = process.cpuUsage();
  for (let at = 0; at < count; at++) wallMs.push(await call(at));
  const { user, system } = process.cpuUsage(before);
  return { wallMs, cpuMs: (user + system) / 1000 };
}

async function insert(store: Store, at: number): Promise<number> {
  const url = `https://site${at % SITES}.example/story-${at}`;
  const text = anyText();
  const article = makeArticle({ url, title: text.slice(0, 40), text, html: `<p>${text}</p>` });
  const result = { kind: "obtained", article, identity: url } as const;
  const start = performance.now();
  await store.finish({ url, nowMs: at, run: null, result });
  return performance.now() - start;
}

/** Queries of each kind; words of the middle of the vocabulary unless it says otherwise. */
const QUERIES: Readonly<Record<string, () => string>> = {
  "a common word": () => `w${Math.floor(random() * 20)}`,
  "a word": anyWord,
  "two words": () => `${anyWord()} ${anyWord()}`,
  "a phrase": () => `"${anyWord()} w${Math.floor(random() * 5)}"`,
  "a word of a site": () => `${anyWord()} site:site${Math.floor(random() * SITES)}.example`,
  "one without another": () => `${anyWord()} NOT ${anyWord()}`,
};

async function search(store: Store, query: string): Promise<number> {
  const start = performance.now();
  await store.search(query, { limit: 20 });
  return performance.now() - start;
}

function print(name: string, { wallMs, cpuMs }: Times): void {
  const sorted = wallMs.toSorted((a, b) => a - b);
  const at = (share: number) => written(sorted[Math.floor(share * (sorted.length - 1))] ?? 0);
  console.log(`${name.padEnd(26)} p50 ${at(0.5)}  p99 ${at(0.99)}  cpu ${written(cpuMs / wallMs.length)}`);
}

function written(ms: number): string {
  return ms.toFixed(2).padStart(8);
}

/** Stores the last articles up to a size, then searches. */
async function measure(store: Store, from: number, size: number): Promise<void> {
  const inserts = await timed(size - from, (at) => insert(store, from + at));
  console.log(`\n${values.driver}, ${size} articles`);
  print("insert", inserts);
  for (const [name, make] of Object.entries(QUERIES))
    print(`search ${name}`, await timed(MEASURED_SEARCHES, () => search(store, make())));
}

const QUEUED_SITES = 20;
const MEASURED_LEASES = 200;

/** Leases as a collector does, from sites that were announced one after the other. */
async function measureLeases(store: Store, candidates: number): Promise<void> {
  for (let site = 0; site < QUEUED_SITES; site++) {
    const url = (at: number) => `https://site${site}.example/story-${at}`;
    const findings = Array.from({ length: candidates / QUEUED_SITES }, (_, at) => ({
      url: url(at),
      source: "feed",
      title: null,
      topic: null,
    }));
    await store.addFindings(findings, { nowMs: site });
  }
  const nowMs = QUEUED_SITES;
  const result = { kind: "refused", rule: "bench" } as const;
  const leases = await timed(MEASURED_LEASES, async () => {
    const start = performance.now();
    const leased = await store.lease({ nowMs, leaseMs: 60_000, limit: 64, perSite: 8 });
    const tookMs = performance.now() - start;
    for (const { url } of leased) await store.finish({ url, nowMs, run: null, result });
    return tookMs;
  });
  console.log(
    `\n${values.driver}, ${candidates} candidates of ${QUEUED_SITES} sites; cpu with the end of 64`,
  );
  print("lease", leases);
}

const folder = mkdtempSync(join(tmpdir(), "galley-bench-"));
const server = values.driver === "postgres" ? await startPostgres() : undefined;
try {
  const name = values.store ?? (server ? await server.emptyDatabase() : join(folder, "galley.db"));
  const store = await openStore(name, { mayCreate: true });
  if (values.queue !== undefined) await measureLeases(store, Number(values.queue));
  let at = values.queue === undefined ? (await store.report()).articles : total;
  for (const size of [Math.floor(total / 10), total].filter((each) => each > at)) {
    const last = Math.max(at, size - MEASURED_INSERTS);
    for (; at < last; at++) await insert(store, at);
    await measure(store, last, size);
    at = size;
  }
  if (!server) console.log(`\n${(statSync(name).size / 1e6).toFixed(0)} MB`);
  await store.close();
} finally {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
}
