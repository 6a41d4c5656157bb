import { setTimeout as sleep } from "node:timers/promises";
import { asNewsError, NewsError } from "../../errors/index.ts";
import {
  DEFAULT_DELAY_MS,
  type FetchOptions,
  HostPace,
  makePageFetcher,
  type PaceClock,
  type PageFetcher,
} from "../../fetch/index.ts";
import { addressKey, canonicaliseUrl, urlShape } from "../../url/index.ts";
import type { SiteWarningCode } from "../warnings.data.ts";
import { type OpenedSource, readSitePage, type SitePage, siteOf, textKey } from "./page-source.ts";
import { folderStore, memoryStore, type PageStore, type StoredPage } from "./page-store.ts";

const CLOCK: PaceClock = { now: () => performance.now(), sleep: (ms) => sleep(ms) };
/** After this many duplicates among the addresses of one shape, the others are taken for duplicates too. */
const MAX_DUPLICATES = 3;
/** Polite defaults for one host. */
const CRAWL_LIMITS: CrawlLimits = {
  maxPages: 500,
  maxTotalBytes: 1_000_000_000,
  maxTimeMs: 60 * 60 * 1000,
  delayMs: DEFAULT_DELAY_MS,
};

/** Limits and fetch options of crawling a site. */
export interface SiteOptions extends FetchOptions, GivenLimits {
  /** The folder where pages are stored, so that an interrupted run can resume; in memory by default. */
  readonly storeFolder?: string | undefined;
  /** The clock, for tests. */
  readonly clock?: PaceClock | undefined;
  /** Called for each page read with their number so far. */
  readonly onPage?: (pages: number) => void;
}

/** Opens a site on the network; only its own pages are fetched, at a polite pace, within limits. */
export function openSite(url: string, options: SiteOptions = {}): OpenedSource {
  const site = siteOf(url);
  if (site === undefined) throw new NewsError("BAD_URL", `The site ${url} is not an http or https address.`);
  const {
    storeFolder,
    clock = CLOCK,
    onPage,
    maxPages,
    maxTotalBytes,
    maxTimeMs,
    delayMs,
    ...fetchOptions
  } = options;
  const given = Object.entries({ maxPages, maxTotalBytes, maxTimeMs, delayMs });
  const limits = {
    ...CRAWL_LIMITS,
    ...Object.fromEntries(given.filter(([, value]) => value !== undefined)),
  };
  return new NetworkSource({
    url,
    site,
    onPage,
    maxBytes: fetchOptions.maxBytes,
    fetchPage: makePageFetcher(fetchOptions, (hop) => stayOn(site, hop)),
    store: storeFolder === undefined ? memoryStore() : folderStore(storeFolder),
    budget: new CrawlBudget(limits, clock),
  });
}

function stayOn(site: string, hop: URL): void {
  if (siteOf(hop.href) === site) return;
  throw new NewsError("OFF_SITE", `The site ${site} leads to another one, ${hop.href}`);
}

interface Parts {
  readonly url: string;
  readonly site: string;
  readonly fetchPage: PageFetcher;
  readonly store: PageStore;
  readonly budget: CrawlBudget;
  readonly maxBytes: number | undefined;
  readonly onPage: ((pages: number) => void) | undefined;
}

class NetworkSource implements OpenedSource {
  readonly #parts: Parts;
  readonly failures: { readonly id: string; readonly code: string; readonly message: string }[] = [];
  readonly warningCodes: Set<SiteWarningCode> = new Set();
  /** For every requested address the key of its page in the store, or the failure. */
  readonly #outcomes = new Map<string, string | NewsError>();
  readonly #keyByText = new Map<string, string>();
  readonly #duplicatesByShape = new Map<string, number>();
  #pages = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  get site(): string {
    return this.#parts.site;
  }

  async home(): Promise<SitePage> {
    const outcome = await this.#visit(this.#parts.url);
    if (outcome instanceof NewsError) throw outcome;
    if (outcome === undefined)
      throw new NewsError("BAD_OPTION", "The limits do not even allow for the home page.");
    return outcome;
  }

  async open(url: string): Promise<SitePage | undefined> {
    if (siteOf(url) !== this.site) return undefined;
    const outcome = await this.#visit(url);
    return outcome instanceof NewsError ? undefined : outcome;
  }

  // On the network, pages are found only by links.
  async *pages(): AsyncGenerator<SitePage> {}

  /** The page at an address, the error, or undefined if a limit forbids the request. */
  async #visit(url: string): Promise<SitePage | NewsError | undefined> {
    const key = addressKey(url);
    const known = this.#outcomes.get(key);
    if (known instanceof NewsError) return known;
    const { store, budget } = this.#parts;
    const kept = store.get(known ?? key);
    if (known !== undefined && kept !== undefined) return toSitePage(kept);
    if ((this.#duplicatesByShape.get(shapeOf(url)) ?? 0) >= MAX_DUPLICATES) return undefined;
    const { end } = budget;
    // Stored pages need no server.
    if (end === "LIMIT_REACHED" || (end === "SERVER_GONE" && kept === undefined)) {
      this.warningCodes.add(end);
      return undefined;
    }
    const outcome = kept ?? (await this.#fetch(url, key));
    if (!(outcome instanceof NewsError)) return this.#register(url, key, outcome);
    this.#outcomes.set(key, outcome);
    this.failures.push({ id: url, code: outcome.code, message: outcome.message });
    this.warningCodes.add(outcome.code === "ROBOTS_FORBIDDEN" ? "ROBOTS_SKIPPED" : "PAGES_FAILED");
    return outcome;
  }

  async #fetch(url: string, key: string): Promise<StoredPage | NewsError> {
    const { fetchPage, store, budget, maxBytes } = this.#parts;
    await budget.pace.wait();
    budget.pace.begin();
    try {
      const { url: at, bytes, charset } = await fetchPage(url);
      budget.pace.addAnswer();
      const { markup, isTruncated } = readSitePage(bytes, { url: at, charset, maxBytes });
      if (isTruncated) this.warningCodes.add("HALF_SAVED");
      const page = { url: at, markup };
      store.put(key, page);
      return page;
    } catch (error) {
      const failure = asNewsError(error);
      if (failure.code === "INTERNAL" || failure.code === "WRITE_FAILED") throw error;
      if (failure.retry) budget.pace.addFailure(failure.retryAfterMs);
      return failure;
    }
  }

  /** Registers a page that is new in this run; a duplicate by text returns the original. */
  #register(url: string, key: string, stored: StoredPage): SitePage {
    this.#parts.budget.addPage(stored.markup.length);
    this.#pages++;
    this.#parts.onPage?.(this.#pages);
    const page = toSitePage(stored);
    const text = textKey(page.page);
    const first = text === undefined ? undefined : this.#keyByText.get(text);
    this.#outcomes.set(key, first ?? key);
    this.#outcomes.set(addressKey(stored.url), first ?? key);
    if (text !== undefined && first === undefined) this.#keyByText.set(text, key);
    const original = first === undefined ? undefined : this.#parts.store.get(first);
    if (original === undefined) return page;
    const shape = shapeOf(url);
    this.#duplicatesByShape.set(shape, (this.#duplicatesByShape.get(shape) ?? 0) + 1);
    this.warningCodes.add("SAME_PAGE");
    return toSitePage(original);
  }
}

function toSitePage({ url, markup }: StoredPage): SitePage {
  const address = canonicaliseUrl(url) ?? url;
  return { id: address, url: address, page: readSitePage(markup, { url: address }).page };
}

function shapeOf(url: string): string {
  return urlShape(url) ?? url;
}

/** The limits of a crawl. */
interface CrawlLimits {
  /** Pages read, including those stored by an earlier run. */
  readonly maxPages: number;
  /** Bytes of all pages together. */
  readonly maxTotalBytes: number;
  readonly maxTimeMs: number;
  /** Time between two requests. */
  readonly delayMs: number;
}

type GivenLimits = { readonly [Limit in keyof CrawlLimits]?: CrawlLimits[Limit] | undefined };

/** Counts what a crawl has used of its limits. */
class CrawlBudget {
  readonly #limits: CrawlLimits;
  readonly #clock: PaceClock;
  readonly pace: HostPace;
  readonly #startedMs: number;
  #pages = 0;
  #bytes = 0;

  constructor(limits: CrawlLimits, clock: PaceClock) {
    this.#limits = limits;
    this.#clock = clock;
    this.pace = new HostPace(limits.delayMs, clock);
    this.#startedMs = clock.now();
  }

  /** Why the crawl must stop reading, or only requesting if the server is gone; undefined while it may go on. */
  get end(): "LIMIT_REACHED" | "SERVER_GONE" | undefined {
    const { maxPages, maxTotalBytes, maxTimeMs } = this.#limits;
    const isSpent =
      this.#pages >= maxPages ||
      this.#bytes >= maxTotalBytes ||
      this.#clock.now() - this.#startedMs >= maxTimeMs;
    if (isSpent) return "LIMIT_REACHED";
    const isClosed = this.pace.closedUntilMs - this.#startedMs >= maxTimeMs;
    return isClosed || this.pace.isDown ? "SERVER_GONE" : undefined;
  }

  /** Counts a page, fetched or stored by an earlier run. */
  addPage(sizeBytes: number): void {
    this.#pages++;
    this.#bytes += sizeBytes;
  }
}
