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
import { canonicaliseUrl, urlShape } from "../../url/index.ts";
import type { SiteWarningCode } from "../warnings.data.ts";
import { addressKey, siteOf } from "./addresses.ts";
import type { OpenedSource, SitePage } from "./page-source.ts";
import { folderStore, memoryStore, type PageStore, type StoredPage } from "./page-store.ts";
import { readPage, textKey } from "./read-page.ts";

/** Limits and manners of reading a site from the network. */
export interface SiteOptions extends FetchOptions, Partial<CrawlLimits> {
  /** Where pages are kept, so that a run that was stopped can go on; in memory where it is not said. */
  readonly storeFolder?: string | undefined;
  /** The clock, for tests. */
  readonly clock?: PaceClock | undefined;
  /** Told of each page that was read. */
  readonly onPage?: (pages: number) => void;
}

const CLOCK: PaceClock = { now: () => performance.now(), sleep: (ms) => sleep(ms) };

/** Addresses of one shape that turned out to be pages known already; after so many, the others will be too. */
const MAX_TWINS = 3;

/** A site read from the network: its own pages only, politely, within limits. */
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
    ...manners
  } = options;
  const given = Object.entries({ maxPages, maxTotalBytes, maxTimeMs, delayMs });
  const limits = {
    ...CRAWL_LIMITS,
    ...Object.fromEntries(given.filter(([, value]) => value !== undefined)),
  };
  return new NetworkSource({
    ...{ url, site, onPage, maxBytes: manners.maxBytes },
    fetchPage: makePageFetcher(manners, (hop) => stayOn(site, hop)),
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
  /** What every address asked for led to: the key under which its page is kept, or a failure. */
  readonly #outcomes = new Map<string, string | NewsError>();
  readonly #keyByText = new Map<string, string>();
  readonly #twinsByShape = new Map<string, number>();
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

  // Pages of the network are found by links alone.
  async *pages(): AsyncGenerator<SitePage> {}

  /** The page at an address, why there is none, or nothing where it may not be asked for any more. */
  async #visit(url: string): Promise<SitePage | NewsError | undefined> {
    const key = addressKey(url);
    const known = this.#outcomes.get(key);
    if (known instanceof NewsError) return known;
    const { store, budget } = this.#parts;
    const kept = store.get(known ?? key);
    if (known !== undefined && kept !== undefined) return toSitePage(kept);
    if ((this.#twinsByShape.get(shapeOf(url)) ?? 0) >= MAX_TWINS) return undefined;
    const { end } = budget;
    // What is kept needs no server.
    if (end === "LIMIT_REACHED" || (end === "SERVER_GONE" && kept === undefined)) {
      this.warningCodes.add(end);
      return undefined;
    }
    const outcome = kept ?? (await this.#fetch(url, key));
    if (!(outcome instanceof NewsError)) return this.#welcome(url, key, outcome);
    this.#outcomes.set(key, outcome);
    this.failures.push({ id: url, code: outcome.code, message: outcome.message });
    this.warningCodes.add(outcome.code === "ROBOTS_FORBIDDEN" ? "ROBOTS_SKIPPED" : "PAGES_FAILED");
    return outcome;
  }

  async #fetch(url: string, key: string): Promise<StoredPage | NewsError> {
    const { fetchPage, store, budget, maxBytes } = this.#parts;
    await budget.takeTurn();
    try {
      const { url: at, bytes, charset } = await fetchPage(url);
      budget.addAnswer();
      const { markup, isHalf } = readPage(bytes, { url: at, charset, maxBytes });
      if (isHalf) this.warningCodes.add("HALF_SAVED");
      const page = { url: at, markup };
      store.put(key, page);
      return page;
    } catch (error) {
      const failure = asNewsError(error);
      if (failure.code === "INTERNAL" || failure.code === "WRITE_FAILED") throw error;
      if (failure.retry) budget.addFailure(failure.retryAfterMs);
      return failure;
    }
  }

  /** Takes in a page that was not seen in this run; one that shows what another has shown is that other. */
  #welcome(url: string, key: string, stored: StoredPage): SitePage {
    this.#parts.budget.addPage(stored.markup.length);
    this.#pages++;
    this.#parts.onPage?.(this.#pages);
    const page = toSitePage(stored);
    const text = textKey(page.page);
    const first = text === undefined ? undefined : this.#keyByText.get(text);
    this.#outcomes.set(key, first ?? key);
    this.#outcomes.set(addressKey(stored.url), first ?? key);
    if (text !== undefined && first === undefined) this.#keyByText.set(text, key);
    const twin = first === undefined ? undefined : this.#parts.store.get(first);
    if (twin === undefined) return page;
    const shape = shapeOf(url);
    this.#twinsByShape.set(shape, (this.#twinsByShape.get(shape) ?? 0) + 1);
    this.warningCodes.add("SAME_PAGE");
    return toSitePage(twin);
  }
}

function toSitePage({ url, markup }: StoredPage): SitePage {
  const address = canonicaliseUrl(url) ?? url;
  return { id: address, url: address, page: readPage(markup, { url: address }).page };
}

function shapeOf(url: string): string {
  return urlShape(url) ?? url;
}

/** What a crawl may take at most. */
interface CrawlLimits {
  /** Pages that are read, those kept from an earlier run included. */
  readonly maxPages: number;
  /** Bytes of all pages together. */
  readonly maxTotalBytes: number;
  readonly maxTimeMs: number;
  /** Time from one request to the next. */
  readonly delayMs: number;
}

/** One host is asked gently: a page a second, an evening's reading at most. */
const CRAWL_LIMITS: CrawlLimits = {
  maxPages: 500,
  maxTotalBytes: 1_000_000_000,
  maxTimeMs: 60 * 60 * 1000,
  delayMs: DEFAULT_DELAY_MS,
};

/** Counts what a crawl has taken. */
class CrawlBudget {
  readonly #limits: CrawlLimits;
  readonly #clock: PaceClock;
  readonly #pace: HostPace;
  readonly #startedMs: number;
  #pages = 0;
  #bytes = 0;

  constructor(limits: CrawlLimits, clock: PaceClock) {
    this.#limits = limits;
    this.#clock = clock;
    this.#pace = new HostPace(limits.delayMs, clock);
    this.#startedMs = clock.now();
  }

  /** Why no more may be read, or, where the server is gone, asked for; undefined while it may. */
  get end(): "LIMIT_REACHED" | "SERVER_GONE" | undefined {
    const { maxPages, maxTotalBytes, maxTimeMs } = this.#limits;
    const isSpent =
      this.#pages >= maxPages ||
      this.#bytes >= maxTotalBytes ||
      this.#clock.now() - this.#startedMs >= maxTimeMs;
    if (isSpent) return "LIMIT_REACHED";
    const isClosed = this.#pace.closedUntilMs - this.#startedMs >= maxTimeMs;
    return isClosed || this.#pace.isDown ? "SERVER_GONE" : undefined;
  }

  /** Waits until the server may be asked again. */
  async takeTurn(): Promise<void> {
    await this.#pace.wait();
    this.#pace.begin();
  }

  /** A page of so many bytes was read, from the server or as an earlier run has kept it. */
  addPage(sizeBytes: number): void {
    this.#pages++;
    this.#bytes += sizeBytes;
  }

  /** The server gave a page. */
  addAnswer(): void {
    this.#pace.addAnswer();
  }

  /** A request failed in a way that another time may not; the server may say how long it wants to be left alone. */
  addFailure(retryAfterMs?: number): void {
    this.#pace.addFailure(retryAfterMs);
  }
}
