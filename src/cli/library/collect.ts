import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Command } from "commander";
import { chooseExtractor } from "../../archive/index.ts";
import {
  type CollectOptions,
  type CollectSummary,
  collect,
  collectEvery,
  HeaderFiles,
  LateBrowser,
  type Plan,
  plan,
  readHeaderFiles,
  readHeaders,
  type Start,
  unreadError,
} from "../../collect/index.ts";
import { NewsError } from "../../errors/index.ts";
import type { ExtractorName } from "../../extractors/index.ts";
import { makePoliteFetcher, type PoliteFetcher } from "../../fetch/index.ts";
import type { Store } from "../../store/index.ts";
import { failureLine } from "../failure-line.ts";
import {
  addPageOptions,
  delayAsMs,
  extractorOption,
  fetchOptions,
  type PageOptions,
  proxyOption,
  proxyOptions,
  repeatable,
} from "../options.ts";
import { beforeSignal } from "../stop-signal.ts";
import { describePlan, describePlanned, describeRun, RunLog, timeOf } from "./collect-report.ts";
import {
  addWorkerOptions,
  enqueue,
  findFleet,
  type WorkerCommandOptions,
  workForFleet,
} from "./fleet-worker.ts";
import { readStarts, rereadStarts, type StartOptions, warnOnce } from "./starts.ts";
import {
  libraryCommand,
  momentInMs,
  openLibrary,
  type StoreOptions,
  timeSpan,
  timeSpanOrNone,
} from "./store-option.ts";
import { reportNewHits } from "./watch.ts";

interface Options extends PageOptions, StoreOptions, StartOptions, WorkerCommandOptions {
  readonly every?: number;
  readonly recheck?: number;
  readonly dryRun?: boolean;
  readonly findAgain?: boolean;
  readonly render?: boolean;
  readonly keepRaw?: boolean;
  readonly extractor?: ExtractorName;
  readonly delay?: number;
  readonly proxy?: string;
  readonly userAgent?: string;
  readonly here?: boolean;
  /** False where they are no longer wanted. */
  readonly headers?: string | false;
  readonly quiet?: boolean;
}

const EXAMPLES = `
A site is given by its address; its feeds, sitemaps and front page are found and remembered. Without any source, all that the
library knows are read again. A page that fails is tried again in a later run; galley sources shows why.

Examples:
  galley collect https://news.example/
  galley collect feeds.opml --every 15m
  galley collect --worker --store-file store.txt
  galley collect https://news.example/feed.xml --store news.db --keep-raw
  galley collect 'https://aggregator.example/rss?q=harbour' --topic harbour --since 2026-11-01
  galley collect --search 'https://news.example/search?q={keyword}' --keywords topics.txt --since 2026-10-01
  galley collect https://news.example/ --headers cookies.json --user-agent 'Archive (archive@news.example)'
  galley collect https://scripts.example/ --render
  galley collect https://news.example/ --dry-run
  galley collect`;

/** `galley collect`: finds new articles of sites, feeds and searches, and stores them. */
export function makeCommand(): Command {
  const command = libraryCommand("collect")
    .description("Collects new articles from sites, feeds, sitemaps and searches into a library.")
    .argument(
      "[source...]",
      "addresses of sites, feeds, sitemaps or aggregators, or files of them: OPML, or one a line",
    )
    .option(
      "--search <template>",
      "a site's search: an address with {keyword} (and {page}, {from}, {to}), or a page with a search form",
    )
    .option("--keywords <file>", "what to search for, a keyword or phrase on each line")
    .option("--keyword <words>", "one more keyword; may be repeated", repeatable)
    .option(
      "--topic <name>",
      "what the lists of these sources are about, for galley search topic:…; remembered",
    )
    .option("--since <day>", "only articles published from this day on, such as 2026-11-01", momentInMs)
    .option("--until <day>", "only articles published before this day", momentInMs)
    .option("--every <time>", "collect again and again, such as every 15m or 6h, until stopped", timeSpan)
    .option(
      "--recheck <time>",
      "look again at known articles that are still announced; 0s: at all of them now (default: 1d)",
      timeSpanOrNone,
    )
    .option("--dry-run", "show what would be requested and why, and store nothing")
    .option("--render", "load the pages of these sources in Chromium first; remembered")
    .option("--no-render", "stop rendering these sources")
    .option("--find-again", "look for the feeds and sitemaps of a site again")
    .option("--keep-raw", "also keep the pages as received, for galley reextract")
    .addOption(extractorOption())
    .option("--here", "collect in this process even if the library has a fleet")
    .option(
      "--delay <seconds>",
      "time between requests to a host (default: 1, or what robots.txt asks for)",
      delayAsMs,
    )
    .addOption(proxyOption())
    .option("--user-agent <text>", "the User-Agent of requests; name a contact in it")
    .option(
      "--headers <file>",
      'headers and cookies by host, such as {"news.example": {"cookie": "…"}}, in a file that only you can read; the name of the file is remembered for these sources',
    )
    .option("--no-headers", "stop sending headers to these sources");
  addWorkerOptions(command);
  return addPageOptions(command)
    .option("-q, --quiet", "no summary and no progress")
    .addHelpText("after", EXAMPLES)
    .action(runCollect);
}

async function runCollect(names: readonly string[], options: Options): Promise<void> {
  const { proxy, userAgent } = options;
  const network = { ...fetchOptions(options), ...proxyOptions(proxy), userAgent };
  const headers = options.headers === undefined ? undefined : options.headers || null;
  // A file that is named now must be valid; each remembered one fails with its sources.
  if (headers) readHeaders(headers);
  const files = new HeaderFiles();
  const known = { ...network, headersFor: files.headersFor };
  const browser = new LateBrowser(known);
  const wishes = wishesOf(options);
  if (options.worker) return workForFleet(names, options, { network: known, files, browser, ...wishes });
  const store = await openFor(names, options);
  const fleet = options.dryRun || options.here ? undefined : await findFleet(options);
  const stop = new AbortController();
  const release = beforeSignal(async (signal) => {
    stop.abort();
    process.stderr.write(`galley: stopped by ${signal}; run the same command again to continue.\n`);
    await fleet?.close();
    await store.close();
  });
  try {
    const fetcherNow = freshDaily(() => makePoliteFetcher({ ...known, delayMs: options.delay }));
    const makeRun = async (starts: readonly Start[]): Promise<CollectOptions> => ({
      unreadable: await readHeaderFiles(files, store, { named: headers, starts }),
      setHeaders: headers && resolve(headers),
      store,
      fetcher: fetcherNow(),
      ...wishes,
      render: browser.render,
      now: () => Date.now(),
      signal: stop.signal,
    });
    // A page with a search form may need them too.
    await readHeaderFiles(files, store, { named: headers });
    const starting = { ...options, warn: warnOnce() };
    const nextStarts = rereadStarts(() => readStarts(names, starting, store, fetcherNow()), reportFailure);
    let starts: readonly Start[] | undefined = await nextStarts();
    if (options.dryRun) return showPlan(await plan(starts, await makeRun(starts)), options);
    const once = async () => {
      const startedMs = Date.now();
      const log = startLog(options);
      const from = starts ?? (await nextStarts());
      starts = undefined;
      if (fleet) return enqueue(fleet, from, { ...options, ...wishes, store, network, headers });
      const summary = await collect(from, { ...(await makeRun(from)), onEvent: log.onEvent });
      // The log of repeated runs only counts sources without news.
      const report = describeRun(summary, options.every === undefined ? undefined : 0);
      log.say(report + describeTimes(summary, options, startedMs));
      await reportNewHits(store, network, !options.quiet);
      const error = unreadError(summary.sources);
      if (error && options.every === undefined) throw error;
    };
    if (options.every === undefined) await once();
    else
      await collectEvery(options.every, once, {
        now: () => Date.now(),
        sleep: (ms) => sleep(ms, undefined, { signal: stop.signal }).catch(() => undefined),
        signal: stop.signal,
        onFailure: reportFailure,
      });
  } finally {
    release();
    await browser.close();
    await fleet?.close();
    await store.close();
  }
}

/** The options that are the same for all runs of the command. */
function wishesOf(options: Options) {
  const { extractor, keepRaw, since: sinceMs, until: untilMs, recheck: recheckMs, findAgain } = options;
  return {
    extractor: extractor === undefined ? undefined : chooseExtractor(extractor, {}),
    setRendered: options.render,
    keepRaw,
    sinceMs,
    untilMs,
    recheckMs,
    findAgain,
  };
}

function reportFailure(failure: NewsError): void {
  process.stderr.write(`${timeOf(Date.now())} ${failureLine(failure, "line")}\n`);
}

/** The library; a dry run needs none, and a run without sources needs one. */
async function openFor(names: readonly string[], options: Options): Promise<Store> {
  const hasSources = names.length > 0 || options.search !== undefined;
  if (!hasSources) return openLibrary(options, "must-exist");
  if (!options.dryRun) return openLibrary(options, "may-create");
  try {
    return await openLibrary(options, "must-exist");
  } catch (error) {
    if (!(error instanceof NewsError) || error.code !== "NO_STORE") throw error;
    return openLibrary({ store: ":memory:" }, "may-create");
  }
}

/** RFC 9309 section 2.4: a robots.txt is read again after a day. */
const ROBOTS_MS = 24 * 60 * 60 * 1000;

/** Reuses a fetcher, which knows when each host was asked, for a day. */
function freshDaily(make: () => PoliteFetcher): () => PoliteFetcher {
  let [fetcher, madeMs] = [make(), performance.now()];
  return () => {
    if (performance.now() - madeMs > ROBOTS_MS) [fetcher, madeMs] = [make(), performance.now()];
    return fetcher;
  };
}

function showPlan(planned: Plan, { quiet }: Options): void {
  process.stdout.write(describePlan(planned));
  if (!quiet) process.stderr.write(describePlanned(planned));
}

/** On a terminal a block that is redrawn, else lines with times. */
function startLog({ quiet, every }: Options): RunLog {
  const { stderr } = process;
  const mode = quiet ? "silent" : stderr.isTTY && every === undefined ? "live" : "lines";
  return new RunLog(mode, {
    write: (text) => void stderr.write(text),
    now: () => Date.now(),
    columns: stderr.columns || 80,
    rows: stderr.rows || 24,
  });
}

/** How long one of many runs took, and when the next is due. */
function describeTimes({ run }: CollectSummary, { every }: Options, startedMs: number): string {
  if (every === undefined) return "";
  const seconds = Math.ceil((Date.now() - startedMs) / 1000);
  return `run ${run} took ${seconds} s, the next is due at ${timeOf(Math.max(startedMs + every, Date.now()))}\n`;
}
