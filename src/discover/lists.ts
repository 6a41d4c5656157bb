import { extract } from "../default-extract.ts";
import { WHOLE_PARTS } from "../default-parts.ts";
import { NewsError } from "../errors/index.ts";
import { demandPage, type FetchedPage, type FetchRequest, type Validators } from "../fetch/index.ts";
import { attribute } from "../html/index.ts";
import type { Page } from "../page/index.ts";
import { readItems, readSitePage } from "../site/index.ts";
import { addressKey, resolveUrl } from "../url/index.ts";
import { foreignItems } from "./aggregator.ts";
import type { Announced } from "./announced.ts";
import { decodeXml, MAX_FEED_ENTRIES, readFeed } from "./read-feed.ts";
import { MAX_SITEMAP_BYTES, MAX_SITEMAP_ENTRIES, readSitemap, type SitemapEntry } from "./read-sitemap.ts";

/** A list that announces articles of a site; an article is a list of itself. */
export interface FoundList {
  readonly kind: "feed" | "sitemap" | "front" | "article";
  readonly url: string;
  /** Where it was found, for messages. */
  readonly foundBy: string;
  /** The file, if it was fetched to detect its kind, so that it is not requested twice. */
  readonly file?: FetchedPage | undefined;
}

/** A fetcher, with its politeness; `robots` gives the content of a site's robots.txt. */
export interface ListFetcher {
  readonly get: (url: string, request: FetchRequest) => Promise<FetchedPage | "unchanged">;
  readonly robots: (url: string) => Promise<{ readonly sitemaps: readonly string[] } | undefined>;
}

/** Where the start itself was found. */
export const START = "the address given";

/** Usual places of feeds and sitemaps. */
const USUAL_PLACES: readonly string[] = [
  "/feed",
  "/rss",
  "/rss.xml",
  "/feed.xml",
  "/atom.xml",
  "/index.xml",
  "/sitemap.xml",
  "/sitemap_index.xml",
  "/news-sitemap.xml",
];
const FEED_TYPES: ReadonlySet<string> = new Set([
  "application/rss+xml",
  "application/atom+xml",
  "application/feed+json",
  "application/rdf+xml",
]);
/** Feeds of comments, which every post has on some sites. */
const COMMENTS = /comment|kommentar|comentario/i;
const FEED_LINK = /(?:^|[/._-])(?:rss|atom|feeds?)(?:[/._-]|\.xml|$)/i;
/** Feeds per page; portals have one for each section. */
const MAX_LINKED_FEEDS = 50;

/**
 * The lists of a site, from its home page or any other address: feeds that the page links to, sitemaps of robots.txt, the usual
 * places, and the page itself. For a feed, a sitemap or an article only the address.
 */
export async function findLists(url: string, fetcher: ListFetcher): Promise<readonly FoundList[]> {
  const page = await fetchWhole(url, fetcher);
  const kind = kindOf(page);
  if (kind !== "front") return [{ kind, url: page.url, foundBy: START, file: page }];
  const opened = readSitePage(page.bytes, page).page;
  if (isArticle(opened)) return [{ kind: "article", url: page.url, foundBy: START }];
  const lists = new Map<string, FoundList>();
  const add = (list: FoundList) => {
    const key = addressKey(list.url);
    if (!lists.has(key)) lists.set(key, list);
  };
  for (const list of linkedFeeds(opened)) add(list);
  for (const sitemap of (await fetcher.robots(page.url))?.sitemaps ?? []) {
    const address = resolveUrl(sitemap, page.url);
    if (address !== undefined) add({ kind: "sitemap", url: address, foundBy: "robots.txt" });
  }
  for (const place of USUAL_PLACES) {
    const address = new URL(place, page.url).href;
    if (lists.has(addressKey(address))) continue;
    const found = await tryPlace(address, fetcher);
    if (found) add(found);
  }
  add({ kind: "front", url: page.url, foundBy: START, file: page });
  return [...lists.values()];
}

/** From this probability on a page counts as an article. */
const MIN_ARTICLE_CHANCE = 0.5;

/** Whether a page is one story and not a list of stories; a home page never is. */
function isArticle(page: Page): boolean {
  const { pathname, search } = new URL(page.url ?? "http://page.invalid/");
  if (pathname === "/" && search === "") return false;
  const { pageType, isArticle: chance } = extract({ page });
  return pageType === "article" && (chance ?? 0) >= MIN_ARTICLE_CHANCE;
}

/** With the size limit of sitemaps, as a list may be one. */
const LIST_FILE: FetchRequest = { anyType: true, maxBytes: MAX_SITEMAP_BYTES };

async function fetchWhole(url: string, { get }: ListFetcher): Promise<FetchedPage> {
  return demandPage(await get(url, LIST_FILE), url);
}

/** The list at one of the usual places, if there is one. */
async function tryPlace(url: string, fetcher: ListFetcher): Promise<FoundList | undefined> {
  try {
    const page = await fetchWhole(url, fetcher);
    const kind = kindOf(page);
    return kind === "front" ? undefined : { kind, url: page.url, foundBy: "a usual place", file: page };
  } catch (error) {
    if (error instanceof NewsError && error.code !== "INTERNAL") return undefined;
    throw error;
  }
}

/** The kind of an answer, by its first bytes, as the content types of feeds are unreliable. */
export function kindOf({ bytes, charset }: FetchedPage): "feed" | "sitemap" | "front" {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return "sitemap";
  const start = decodeXml(bytes.subarray(0, 4096), charset);
  if (/<(?:[\w-]+:)?(?:urlset|sitemapindex)[\s>]/.test(start)) return "sitemap";
  if (
    /<(?:rss|(?:[\w-]+:)?(?:feed|RDF))[\s>]/.test(start) ||
    /^\s*\{[\s\S]*jsonfeed\.org\/version/.test(start)
  )
    return "feed";
  return "front";
}

/** The feeds that a page names in its head or links to. */
function linkedFeeds(page: Page): readonly FoundList[] {
  const { document, landmarks, baseUrl } = page;
  const named = landmarks.relations.flatMap((node): readonly FoundList[] => {
    const rel = attribute(document, node, "rel")?.toLowerCase().split(/\s+/) ?? [];
    const type = attribute(document, node, "type")?.trim().toLowerCase() ?? "";
    const title = attribute(document, node, "title") ?? "";
    const address = resolveUrl(attribute(document, node, "href") ?? "", baseUrl);
    if (address === undefined || !rel.includes("alternate") || !FEED_TYPES.has(type)) return [];
    if (COMMENTS.test(title) || COMMENTS.test(address)) return [];
    return [{ kind: "feed", url: address, foundBy: "the head of the page" }];
  });
  const linked = page.links
    .filter(
      ({ href }) =>
        FEED_LINK.test(URL.parse(href)?.pathname ?? "") &&
        /\.(?:xml|rss|atom|rdf)$|\/(?:feed|rss|atom)\/?$/i.test(URL.parse(href)?.pathname ?? "") &&
        !COMMENTS.test(href),
    )
    .slice(0, MAX_LINKED_FEEDS)
    .map(({ href }): FoundList => ({ kind: "feed", url: href, foundBy: "a link on the page" }));
  return [...named, ...linked];
}

/** The validators of a list's last reading, and its time. */
export interface KnownVersion extends Validators {
  readonly readMs: number;
}

/** The known versions of lists, and the wanted time. */
export interface ReadOptions {
  /** What was last read at an address, so that only what has changed is fetched. */
  readonly known: (url: string) => Promise<KnownVersion | undefined>;
  /** Entries with an earlier date are left out. */
  readonly sinceMs?: number | undefined;
}

/** What a list announces now. */
export interface ListRead {
  /** Empty where nothing has changed. */
  readonly entries: readonly Announced[];
  /** The list's own name. */
  readonly title: string | undefined;
  /** Whether the server said that nothing has changed. */
  readonly isUnchanged: boolean;
  /** The validators of the files read, to be stored once the entries are safe. */
  readonly versions: ReadonlyMap<string, Validators>;
  /** Warnings for people. */
  readonly warnings: readonly string[];
}

/** Reads a list; throws a NewsError if it cannot be read at all. */
export async function readList(
  list: FoundList,
  fetcher: ListFetcher,
  options: ReadOptions,
): Promise<ListRead> {
  const versions = new Map<string, Validators>();
  const warnings: string[] = [];
  if (list.kind === "article") {
    const entries = [{ url: list.url, title: undefined, published: undefined }];
    return { entries, title: undefined, isUnchanged: false, versions, warnings };
  }
  const page =
    list.file ?? (await fetcher.get(list.url, { ...LIST_FILE, validators: await options.known(list.url) }));
  if (page === "unchanged") return { entries: [], title: undefined, isUnchanged: true, versions, warnings };
  const kind = kindOf(page);
  if (kind !== list.kind && list.kind !== "front")
    throw new NewsError(
      "BAD_FEED",
      `The ${list.kind} ${list.url} is now ${kind === "front" ? "a page" : `a ${kind}`}.`,
    );
  const read = { entries: [] as readonly Announced[], title: undefined as string | undefined };
  if (kind !== "sitemap") versions.set(list.url, page.validators);
  if (kind === "feed") {
    const feed = readFeed(decodeXml(page.bytes, page.charset), page.url);
    if (feed.isRepaired) warnings.push("The feed was cut off; its unfinished entry was left out.");
    if (feed.hasMore) warnings.push(`Only the first ${MAX_FEED_ENTRIES} entries of the feed were read.`);
    Object.assign(read, feed);
  } else if (kind === "sitemap")
    read.entries = await new SitemapWalk(fetcher, options, versions, warnings).read(page);
  else read.entries = readFront(readSitePage(page.bytes, page).page);
  const entries = read.entries.filter(({ published }) => isSince(published, options.sinceMs));
  return { entries, title: read.title, isUnchanged: false, versions, warnings };
}

/** The entries of a page: stories of its own site, else, as aggregators do, those of others. */
export function readFront(page: Page): readonly Announced[] {
  const own = readItems(page).map(({ url, title }) => ({ url, title, published: undefined }));
  return own.length > 0 ? own : foreignItems(page, WHOLE_PARTS.suffixes);
}

function isSince(date: string | undefined, sinceMs: number | undefined): boolean {
  return date === undefined || sinceMs === undefined || !(Date.parse(date) < sinceMs);
}

/** Sitemaps fetched for one index; the next run continues with the rest. */
const MAX_SITEMAPS = 200;
/** The protocol has one level of indexes; some sites have two. */
const MAX_DEPTH = 3;
/** Pages of all sitemaps together. */
const MAX_PAGES = 500_000;
/** Allowance for clocks that differ: a sitemap that changed this shortly before it was read is read again. */
const CLOCK_SLACK_MS = 60 * 60 * 1000;

/** A sitemap that an index names, with what was last read of it. */
interface NamedSitemap {
  readonly url: string;
  readonly modified: string | undefined;
  readonly known: KnownVersion | undefined;
}

/** Reads a sitemap and those that it names, the latest first, each once. */
class SitemapWalk {
  readonly #fetcher: ListFetcher;
  readonly #options: ReadOptions;
  readonly #versions: Map<string, Validators>;
  readonly #warnings: string[];
  readonly #seen = new Set<string>();
  readonly #pages: Announced[] = [];
  #fetched = 0;
  #left = 0;

  constructor(
    fetcher: ListFetcher,
    options: ReadOptions,
    versions: Map<string, Validators>,
    warnings: string[],
  ) {
    this.#fetcher = fetcher;
    this.#options = options;
    this.#versions = versions;
    this.#warnings = warnings;
  }

  /** The pages of a sitemap and of those that it names. */
  async read(file: FetchedPage): Promise<readonly Announced[]> {
    await this.#readFile(file, 1);
    if (this.#left > 0)
      this.#warnings.push(
        `${this.#left} of the sitemaps were left for the next run, after ${this.#fetched} sitemaps with ${this.#pages.length} pages.`,
      );
    return this.#pages;
  }

  async #readFile(file: FetchedPage, depth: number): Promise<void> {
    this.#seen.add(addressKey(file.requestedUrl)).add(addressKey(file.url));
    const named: SitemapEntry[] = [];
    let isWhole = true;
    const warnOfMore = () => {
      this.#warnings.push(`Only the first ${MAX_SITEMAP_ENTRIES} entries of ${file.url} were read.`);
    };
    for await (const entry of readSitemap([file.bytes], file.url, warnOfMore)) {
      if (entry.kind === "sitemap") named.push(entry);
      else if (this.#pages.length < MAX_PAGES) this.#add(entry);
      else isWhole = false;
    }
    // No validators for an index: its sitemaps may change while it does not.
    if (isWhole && named.length === 0) this.#versions.set(file.requestedUrl, file.validators);
    if (!isWhole) this.#warnings.push(`Only the first ${MAX_PAGES} pages of the sitemaps were read.`);
    if (depth < MAX_DEPTH)
      for (const sitemap of inTurn(await this.#mayBeNew(named))) await this.#readNamed(sitemap, depth);
  }

  /** Those that may have changed since they were last read. */
  async #mayBeNew(entries: readonly SitemapEntry[]): Promise<readonly NamedSitemap[]> {
    const changed: NamedSitemap[] = [];
    for (const { url, modified } of entries) {
      if (this.#seen.has(addressKey(url)) || !isSince(modified, this.#options.sinceMs)) continue;
      const known = await this.#options.known(url);
      const isOld = known && modified !== undefined && Date.parse(modified) < known.readMs - CLOCK_SLACK_MS;
      if (!isOld) changed.push({ url, modified, known });
    }
    return changed;
  }

  #add({ url, title, published, modified }: SitemapEntry): void {
    if (isSince(published ?? modified, this.#options.sinceMs))
      this.#pages.push({ url, title, published, modified });
  }

  async #readNamed({ url, known }: NamedSitemap, depth: number): Promise<void> {
    if (this.#seen.has(addressKey(url))) return;
    if (this.#fetched >= MAX_SITEMAPS || this.#pages.length >= MAX_PAGES) {
      this.#left++;
      return;
    }
    this.#seen.add(addressKey(url));
    this.#fetched++;
    try {
      const file = await this.#fetcher.get(url, { ...LIST_FILE, validators: known });
      if (file !== "unchanged") await this.#readFile(file, depth + 1);
      // Notes the time, so that others come first in the next run.
      else if (known) this.#versions.set(url, { etag: known.etag, lastModified: known.lastModified });
    } catch (error) {
      if (!(error instanceof NewsError) || error.code === "INTERNAL") throw error;
      this.#warnings.push(`The sitemap ${url} was left out: ${error.code}. ${error.message}`);
    }
  }
}

/** Sitemaps without a date first, those read longest ago first among them; then the latest. */
function inTurn(sitemaps: readonly NamedSitemap[]): readonly NamedSitemap[] {
  const time = ({ modified }: NamedSitemap) =>
    modified === undefined ? Number.MAX_SAFE_INTEGER : Date.parse(modified);
  const readMs = ({ known }: NamedSitemap) => known?.readMs ?? Number.MIN_SAFE_INTEGER;
  return sitemaps.toSorted((a, b) => time(b) - time(a) || readMs(a) - readMs(b));
}
