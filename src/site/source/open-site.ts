import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { makeFolder } from "../../archive/index.ts";
import { asNewsError, NewsError } from "../../errors/index.ts";
import {
  DEFAULT_DELAY_MS,
  type FetchOptions,
  HostPace,
  MACHINE_CLOCK,
  makePageFetcher,
  type PaceClock,
  type PageFetcher,
} from "../../fetch/index.ts";
import { addressKey, canonicaliseUrl, urlShape } from "../../url/index.ts";
import type { SiteWarningCode } from "../warnings.data.ts";
import { type OpenedSource, readSitePage, type SitePage, siteOf, textKey } from "./page-source.ts";

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
    clock = MACHINE_CLOCK,
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
  throw new NewsError("OFF_SITE", `The site ${site} leads to another one, ${hop.href}.`);
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

/** A fetched page in the store, decoded, so that it reads the same again without its HTTP headers. */
interface StoredPage {
  /** The address after redirects. */
  readonly url: string;
  readonly markup: string;
}

/** Stores fetched pages by the keys of the requested addresses. */
interface PageStore {
  get(key: string): StoredPage | undefined;
  put(key: string, page: StoredPage): void;
}

// Compression only saves space, and the fastest level saves most of it.
const LEVEL = 1;
const INDEX = "index.jsonl";
const PAGE_NAME = /^\d+\.html\.gz$/;

/** Stores pages in memory, gzipped. */
function memoryStore(): PageStore {
  const gzipped = new Map<string, { readonly url: string; readonly bytes: Uint8Array }>();
  return {
    get: (key) => {
      const kept = gzipped.get(key);
      return kept && { url: kept.url, markup: gunzipSync(kept.bytes).toString("utf8") };
    },
    put: (key, { url, markup }) => void gzipped.set(key, { url, bytes: gzipSync(markup, { level: LEVEL }) }),
  };
}

interface IndexLine {
  /** The key of the requested address. */
  readonly id: string;
  readonly url: string;
  readonly htmlPath: string;
}

/** Stores pages in a folder that every command can read as saved pages; pages of an earlier run are reused. */
function folderStore(folder: string): PageStore {
  makeFolder(folder);
  const index = join(folder, INDEX);
  const pages = new Map(readJsonLines(index, readLine).map((line) => [line.id, line]));
  return {
    get: (key) => {
      const line = pages.get(key);
      if (line === undefined) return undefined;
      const markup = readMarkup(join(folder, line.htmlPath));
      return markup === undefined ? undefined : { url: line.url, markup };
    },
    put: (key, { url, markup }) => {
      const known = pages.get(key);
      const line = known ?? { id: key, url, htmlPath: `${pages.size + 1}.html.gz` };
      try {
        writeFileSync(join(folder, line.htmlPath), gzipSync(markup, { level: LEVEL }));
      } catch (cause) {
        throw new NewsError("WRITE_FAILED", `Cannot keep a page in ${folder}.`, { cause });
      }
      // A damaged page is already in the index.
      if (known === undefined) addJsonLine(index, { ...line, encoding: "utf-8" });
      pages.set(key, line);
    },
  };
}

/** The markup of a stored page; undefined if the file is missing or damaged, so that the page is fetched again. */
function readMarkup(path: string): string | undefined {
  try {
    return gunzipSync(readFileSync(path)).toString("utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error) return undefined;
    throw error;
  }
}

function readLine(value: unknown): IndexLine | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const fields = new Map<string, unknown>(Object.entries(value));
  const [id, url, htmlPath] = ["id", "url", "htmlPath"].map((name) => fields.get(name));
  if (typeof id !== "string" || typeof url !== "string" || typeof htmlPath !== "string") return undefined;
  // Only names that we make: pages are written to these paths as well.
  return PAGE_NAME.test(htmlPath) ? { id, url, htmlPath } : undefined;
}

/**
 * The complete lines of a file, each parsed by `read`, which returns undefined for lines to skip. A partial last line, left
 * by a killed run, is cut off so that the next line starts cleanly.
 */
export function readJsonLines<Line>(
  path: string,
  read: (value: unknown) => Line | undefined,
): readonly Line[] {
  if (!existsSync(path)) return [];
  const text = readFileSync(path, "utf8");
  const whole = text.slice(0, text.lastIndexOf("\n") + 1);
  if (whole.length < text.length) writeFileSync(path, whole);
  return whole.split("\n").flatMap((line) => {
    const found = read(parse(line));
    return found === undefined ? [] : [found];
  });
}

/** Appends one line to a file, or throws WRITE_FAILED. */
export function addJsonLine(path: string, value: unknown): void {
  try {
    appendFileSync(path, `${JSON.stringify(value)}\n`);
  } catch (cause) {
    throw new NewsError("WRITE_FAILED", `Cannot write ${path}.`, { cause });
  }
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
