import { existsSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { Command } from "commander";
import { chooseExtractor } from "../../archive/index.ts";
import type { BrowserPool } from "../../browser/index.ts";
import {
  type CollectOptions,
  type CollectSummary,
  collect,
  collectEvery,
  type PlannedSource,
  plan,
  type SourceRun,
  type Start,
} from "../../collect/index.ts";
import { findSearchForm, readOpml } from "../../discover/index.ts";
import { FAILURES, NewsError } from "../../errors/index.ts";
import type { ExtractorName } from "../../extractors/index.ts";
import {
  type FetchedPage,
  type FetchOptions,
  makePoliteFetcher,
  type PoliteFetcher,
} from "../../fetch/index.ts";
import type { Page } from "../../page/index.ts";
import { readSitePage } from "../../site/index.ts";
import type { OutcomeName, Source, Store } from "../../store/index.ts";
import { isAddress } from "../../url/index.ts";
import { demandHttp } from "../input.ts";
import { addPageOptions, delayAsMs, extractorOption, fetchOptions, type PageOptions } from "../options.ts";
import { startProgress } from "../progress.ts";
import { beforeSignal } from "../stop-signal.ts";
import { readHeaders } from "./private-file.ts";
import { momentInMs, openLibrary, type StoreOptions, storeOption, timeSpan } from "./store-option.ts";
import { tellNewHits } from "./watch.ts";

interface Options extends PageOptions, StoreOptions {
  readonly search?: string;
  readonly keywords?: string;
  readonly keyword?: readonly string[];
  readonly topic?: string;
  readonly since?: number;
  readonly until?: number;
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
  readonly headers?: string;
  readonly quiet?: boolean;
}

const EXAMPLES = `
A site is given by its address; its feeds, sitemaps and front page are found and remembered. Without any source, all that the
library knows are read again. A page that fails is tried again in a later run; galley sources tells why.

Examples:
  galley collect https://news.example/
  galley collect feeds.opml --every 15m
  galley collect https://news.example/feed.xml --store news.db --keep-raw
  galley collect 'https://aggregator.example/rss?q=harbour' --topic harbour --since 2026-11-01
  galley collect --search 'https://news.example/search?q={keyword}' --keywords topics.txt --since 2026-10-01
  galley collect https://news.example/ --headers cookies.json --user-agent 'Archive (archive@news.example)'
  galley collect https://scripts.example/ --render
  galley collect https://news.example/ --dry-run
  galley collect`;

/** `galley collect`: finds new articles of sites, feeds and searches, and stores them. */
export function collectCommand(): Command {
  const command = new Command("collect")
    .description("Collects new articles from sites, feeds, sitemaps and searches into a library.")
    .argument("[source...]", "addresses of sites, feeds, sitemaps or aggregators, or .opml files")
    .option(
      "--search <template>",
      "a site's search: an address with {keyword} (and {page}, {from}, {to}), or a page with a search form",
    )
    .option("--keywords <file>", "what to search for, a keyword or phrase on each line")
    .option(
      "--keyword <words>",
      "one more keyword; may be repeated",
      (word: string, before: readonly string[] = []) => [...before, word],
    )
    .option(
      "--topic <name>",
      "what the lists of these sources are about, for galley search topic:…; remembered",
    )
    .option("--since <day>", "only articles published from this day on, such as 2026-11-01", momentInMs)
    .option("--until <day>", "only articles published before this day", momentInMs)
    .option("--every <time>", "collect again and again, such as every 15m or 6h, until stopped", timeSpan)
    .option(
      "--recheck <time>",
      "look again at known articles that are still announced (default: 1d)",
      timeSpan,
    )
    .option("--dry-run", "show what would be asked for and why, and store nothing")
    .option("--render", "show the pages of these sources in Chromium first; remembered for each of them")
    .option("--no-render", "no longer")
    .option("--find-again", "look for the lists of a site again, though some are known")
    .option("--keep-raw", "also keep the pages as received, for galley reextract")
    .addOption(extractorOption())
    .addOption(storeOption())
    .option(
      "--delay <seconds>",
      "time between requests to a host (default: 1, or what robots.txt asks for)",
      delayAsMs,
    )
    .option("--proxy <address>", "send all requests through this proxy, such as http://proxy.example:3128")
    .option("--user-agent <text>", "how requests name themselves; give a contact in it")
    .option(
      "--headers <file>",
      'headers and cookies by host, such as {"news.example": {"cookie": "…"}}, in a file that only you can read',
    );
  return addPageOptions(command)
    .option("-q, --quiet", "no summary and no progress bar")
    .addHelpText("after", EXAMPLES)
    .action(runCollect);
}

async function runCollect(names: readonly string[], options: Options): Promise<void> {
  const { delay: delayMs, proxy, userAgent } = options;
  const network = { ...fetchOptions(options), proxy, userAgent };
  const headersFor = options.headers === undefined ? undefined : readHeaders(options.headers);
  const polite = { ...network, delayMs, headersFor };
  const browser = new LateBrowser({ ...network, headersFor });
  const store = await openFor(names, options);
  const stop = new AbortController();
  const release = beforeSignal(async (signal) => {
    stop.abort();
    process.stderr.write(`galley: stopped by ${signal}; run the same command again to continue.\n`);
    await store.close();
  });
  try {
    const fetcherNow = freshDaily(() => makePoliteFetcher(polite));
    const makeRun = (): CollectOptions => ({
      store,
      fetcher: fetcherNow(),
      extractor: options.extractor === undefined ? undefined : chooseExtractor(options.extractor, {}),
      keepRaw: options.keepRaw,
      sinceMs: options.since,
      untilMs: options.until,
      recheckMs: options.recheck,
      findAgain: options.findAgain,
      setRendered: options.render,
      render: browser.render,
      now: () => Date.now(),
      signal: stop.signal,
    });
    const first = makeRun();
    const starts = await readStarts(names, options, store, first.fetcher);
    if (options.dryRun) return void process.stdout.write(describePlan(await plan(starts, first)));
    const once = async () => {
      const summary = await runOnce(starts, makeRun(), options);
      await tellNewHits(store, network, !options.quiet);
      report(summary, options);
    };
    if (options.every === undefined) await once();
    else
      await collectEvery(options.every, once, {
        now: () => Date.now(),
        sleep: (ms) => sleep(ms, undefined, { signal: stop.signal }).catch(() => undefined),
        signal: stop.signal,
      });
  } finally {
    release();
    await browser.close();
    await store.close();
  }
}

/** A browser that starts with the first page that needs it. */
class LateBrowser {
  readonly #network: FetchOptions;
  #started: Promise<BrowserPool> | undefined;

  constructor(network: FetchOptions) {
    this.#network = network;
  }

  readonly render = async ({ bytes: html, url, charset }: FetchedPage): Promise<Page> => {
    const { timeoutMs, ...network } = this.#network;
    // Loaded here: most sources are not rendered.
    this.#started ??= import("../../browser/index.ts").then(({ openBrowser }) => openBrowser({ timeoutMs }));
    return (await (await this.#started).render({ html, url, charset }, { network })).page;
  };

  async close(): Promise<void> {
    await (await this.#started?.catch(() => undefined))?.close();
  }
}

/** The library; a dry run does without one, and a run without sources needs one. */
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

/** The fetcher of the last runs, which knows when each host was asked; another one after a day. */
function freshDaily(make: () => PoliteFetcher): () => PoliteFetcher {
  let [fetcher, madeMs] = [make(), performance.now()];
  return () => {
    if (performance.now() - madeMs > ROBOTS_MS) [fetcher, madeMs] = [make(), performance.now()];
    return fetcher;
  };
}

/** What the command line names: addresses, files of feeds, searches; all known sources where it names nothing. */
async function readStarts(
  names: readonly string[],
  options: Options,
  store: Store,
  fetcher: PoliteFetcher,
): Promise<readonly Start[]> {
  const starts: Start[] = names.flatMap((name) => readName(name, options.topic));
  if (options.search !== undefined) starts.push(...(await readSearches(options.search, options, fetcher)));
  else if (options.keywords !== undefined || options.keyword !== undefined)
    throw new NewsError("BAD_OPTION", "Keywords are for a search; name it with --search.");
  if (starts.length > 0) return starts;
  const known = await store.listSources();
  if (known.length > 0) return known.map(startAgain);
  throw new NewsError(
    "BAD_OPTION",
    "There is nothing to collect from yet; give the address of a site or a feed.",
  );
}

/** A known source as a start; a search has its keyword in its address. */
function startAgain({ kind, url, topic }: Source): Start {
  if (kind !== "search" || topic === null) return { kind: "address", url };
  const template = url.includes("{keyword}") ? url : url.replace(encodeURIComponent(topic), "{keyword}");
  return { kind, template, keyword: topic };
}

function readName(name: string, topic: string | undefined): readonly Start[] {
  if (isAddress(name)) {
    demandHttp(name);
    return [{ kind: "address", url: name, topic }];
  }
  // A host is the most usual of all mistakes.
  if (!existsSync(name) && /^[\w-]+(?:\.[\w-]+)+(?::\d+)?(?:\/|$)/.test(name))
    throw new NewsError(
      "BAD_URL",
      `The source ${name} is neither a file nor an address; write https://${name}.`,
    );
  return readOpml(readText(name), name).map((url) => ({ kind: "address", url, topic }));
}

function readText(path: string): string {
  if (!existsSync(path))
    throw new NewsError("FILE_NOT_FOUND", `There is no file ${path}, and it is no address.`);
  try {
    return readFileSync(path, "utf8");
  } catch (cause) {
    throw new NewsError("FILE_UNREADABLE", `The file ${path} cannot be read.`, { cause });
  }
}

async function readSearches(
  search: string,
  options: Options,
  fetcher: PoliteFetcher,
): Promise<readonly Start[]> {
  demandHttp(search);
  const lines = options.keywords === undefined ? [] : readText(options.keywords).split(/\r?\n/);
  const keywords = [...lines, ...(options.keyword ?? [])]
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"));
  if (keywords.length === 0) throw new NewsError("BAD_OPTION", "A search needs --keywords or --keyword.");
  const template = search.includes("{keyword}") ? search : await findForm(search, fetcher);
  const [from, to] = [options.since, options.until].map((ms) =>
    ms === undefined ? undefined : new Date(ms).toISOString().slice(0, 10),
  );
  return [...new Set(keywords)].map((keyword) => ({ kind: "search", template, keyword, from, to }));
}

async function findForm(url: string, { get }: PoliteFetcher): Promise<string> {
  const file = await get(url, {});
  const template = file === "unchanged" ? undefined : findSearchForm(readSitePage(file.bytes, file).page);
  if (template !== undefined) return template;
  throw new NewsError(
    "BAD_OPTION",
    `The page ${url} has no search form that works without scripts; give the address of a search with {keyword}.`,
  );
}

async function runOnce(
  starts: readonly Start[],
  run: CollectOptions,
  { quiet }: Options,
): Promise<CollectSummary> {
  const progress = await startProgress(!quiet);
  let done = 0;
  try {
    return await collect(starts, {
      ...run,
      onEvent: ({ kind }) => {
        if (kind === "candidate") progress.show("pages looked at", ++done);
      },
    });
  } finally {
    progress.stop();
  }
}

/** Prints a line for each source, and fails if one could not be read. */
function report({ sources, outcomes, profiles }: CollectSummary, { quiet, every }: Options): void {
  const unread = sources.filter(({ failure }) => failure !== undefined);
  if (!quiet) {
    for (const source of sources) process.stderr.write(`${describeSource(source)}\n`);
    process.stderr.write(`${describeCounts(outcomes)}.\n`);
    for (const site of profiles)
      process.stderr.write(`The pages of ${site} no longer fitted its profile; it was mined again.\n`);
  }
  if (unread.length === 0 || every !== undefined) return;
  const [first] = unread;
  throw new NewsError(
    "SOURCES_FAILED",
    `Of ${sources.length} sources ${unread.length} could not be read; ${first!.id}: ${first!.failure!.message} ${FAILURES[first!.failure!.code].help}`,
  );
}

const WORDS: Readonly<Record<OutcomeName, string>> = {
  stored: "new",
  changed: "changed",
  seen: "unchanged",
  refused: "refused",
  "not-obtained": "not obtained",
  failed: "failed",
};

function describeSource({
  id,
  kind,
  announced,
  isUnchanged,
  failure,
  warnings,
  outcomes,
}: SourceRun): string {
  if (failure) return `${kind} ${id}: ${failure.code}: ${failure.message}`;
  const what = isUnchanged ? "nothing new" : `${announced} announced; ${describeCounts(outcomes)}`;
  return [`${kind} ${id}: ${what}`, ...warnings.map((warning) => `  ${warning}`)].join("\n");
}

function describeCounts(outcomes: Readonly<Record<OutcomeName, number>>): string {
  const named = Object.entries(WORDS).filter(([name]) => outcomes[name as OutcomeName] > 0);
  return (
    named.map(([name, word]) => `${outcomes[name as OutcomeName]} ${word}`).join(", ") || "nothing to do"
  );
}

function describePlan(sources: readonly PlannedSource[]): string {
  return sources
    .map(({ kind, url, foundBy, entries, failure }) => {
      if (failure) return `${kind} ${url} (${foundBy}): ${failure.code}: ${failure.message}\n`;
      const lines = entries.map(
        (entry) =>
          `  ${entry.isKnown ? "known" : "new  "} ${entry.url}${entry.title ? `  ${entry.title}` : ""}\n`,
      );
      return `${kind} ${url} (${foundBy})\n${lines.join("")}`;
    })
    .join("");
}
