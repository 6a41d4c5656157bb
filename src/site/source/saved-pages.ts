import { gunzipSync, gzipSync } from "node:zlib";
import { type PageRecord, readFileBytes } from "../../archive/index.ts";
import { addressKey, canonicaliseUrl } from "../../url/index.ts";
import { addressOfPath, siteOf } from "./page-source.ts";

const PAGE_ENDING = /(?:(?:^|\/)(?:index|default))?\.x?html?(?:\.gz)?$/i;
/** Different texts at one stated address, saved at different times, before the address is distrusted. */
const MAX_VERSIONS = 2;
const ROOT = /^\/(?:(?:index|default)\.[a-z]{3,5})?$/i;
// Compression only saves memory, and the fastest level saves most of it.
const LEVEL = 1;

/** What the scan of a folder keeps of a saved page. */
export interface ScannedPage {
  readonly id: string;
  /** The address in its record. */
  readonly recorded: string | undefined;
  /** The address that the page states for itself. */
  readonly stated: string | undefined;
  readonly content: KeptMarkup;
  readonly encoding: string | undefined;
  /** The key of its visible text. */
  readonly text: string | undefined;
  /** The number of pages of its own site that it links to. */
  readonly links: number;
}

/** A saved page with its address. */
export interface SavedPage extends ScannedPage {
  readonly url: string;
}

/** The saved pages of one site, found by any of their addresses. */
export interface SavedSite {
  readonly site: string;
  readonly pages: readonly SavedPage[];
  readonly home: SavedPage | undefined;
  /** The number of pages left out because they are of other sites. */
  readonly foreign: number;
  /** The number of pages left out as duplicates. */
  readonly repeated: number;
  find(url: string): SavedPage | undefined;
}

/** Gives each saved page one address, removes duplicates, and keeps the pages of one site. */
export function arrangePages(scanned: readonly ScannedPage[], local: string): SavedSite {
  const { distinct, duplicates } = withoutDuplicates(scanned);
  const origin = mostCommon(distinct.flatMap((page) => originOf(page.recorded ?? page.stated))) ?? local;
  const site = siteOf(origin) ?? local;
  const byAddress = new Map<string, SavedPage>();
  const byPath = new Map<string, SavedPage>();
  const pages: SavedPage[] = [];
  for (const own of distinct) {
    const page = { ...own, url: addressOf(own, origin, byAddress) };
    if (siteOf(page.url) !== site) continue;
    pages.push(page);
    for (const known of addressesOf(page, duplicates)) setOnce(byAddress, addressKey(known), page);
    setOnce(byPath, pathKey(page.id), page);
  }
  return {
    site,
    pages,
    home: chooseHome(pages),
    foreign: distinct.length - pages.length,
    repeated: scanned.length - distinct.length,
    find: (url) =>
      byAddress.get(addressKey(url)) ?? (siteOf(url) === site ? byPath.get(pathKeyOfUrl(url)) : undefined),
  };
}

interface Duplicates {
  readonly distinct: readonly ScannedPage[];
  /** The other copies of a page, by its id. */
  readonly duplicates: ReadonlyMap<string, readonly ScannedPage[]>;
}

/** Pages with the same text or the same stated address are one page. */
function withoutDuplicates(scanned: readonly ScannedPage[]): Duplicates {
  const isTrusted = trustedAddresses(scanned);
  const firstByKey = new Map<string, ScannedPage>();
  const duplicates = new Map<string, ScannedPage[]>();
  const distinct: ScannedPage[] = [];
  for (const page of scanned) {
    const stated = page.stated === undefined ? undefined : addressKey(page.stated);
    const keys = [page.text, stated !== undefined && isTrusted(stated) ? stated : undefined].filter(
      (key) => key !== undefined,
    );
    const [first] = keys.flatMap((key) => firstByKey.get(key) ?? []);
    for (const key of keys) setOnce(firstByKey, key, first ?? page);
    if (first === undefined) distinct.push(page);
    else {
      const others = duplicates.get(first.id);
      if (others === undefined) duplicates.set(first.id, [page]);
      else others.push(page);
    }
  }
  return { distinct, duplicates };
}

/** An address stated by more different pages is a mistake of the site: some state that of the home page on all pages. */
function trustedAddresses(scanned: readonly ScannedPage[]): (key: string) => boolean {
  const texts = new Map<string, Set<string | undefined>>();
  for (const { stated, text } of scanned) {
    if (stated === undefined) continue;
    const key = addressKey(stated);
    texts.set(key, (texts.get(key) ?? new Set()).add(text));
  }
  return (key) => (texts.get(key)?.size ?? 0) <= MAX_VERSIONS;
}

/** The page's own address unless another page has it, else one made from its path. */
function addressOf(page: ScannedPage, origin: string, taken: ReadonlyMap<string, SavedPage>): string {
  const own = [page.stated, page.recorded].find((url) => url !== undefined && !taken.has(addressKey(url)));
  return (own === undefined ? undefined : canonicaliseUrl(own)) ?? addressOfPath(page.id, origin);
}

function* addressesOf(page: SavedPage, duplicates: Duplicates["duplicates"]): Generator<string> {
  yield page.url;
  for (const { recorded, stated } of [page, ...(duplicates.get(page.id) ?? [])]) {
    if (recorded !== undefined) yield recorded;
    if (stated !== undefined) yield stated;
  }
}

/** A path without extension and index name, to match files with addresses. */
function pathKey(path: string): string {
  return path.replace(PAGE_ENDING, "").replace(/^\/+|\/+$/g, "");
}

function pathKeyOfUrl(url: string): string {
  const { pathname, search } = new URL(url);
  try {
    return pathKey(decodeURIComponent(pathname + search));
  } catch {
    return pathKey(pathname + search);
  }
}

/** The page at the root, else the page with the most links, as front pages have. */
function chooseHome(pages: readonly SavedPage[]): SavedPage | undefined {
  const roots = pages.filter(({ url }) => ROOT.test(new URL(url).pathname) && new URL(url).search === "");
  return (roots.length > 0 ? roots : pages).reduce<SavedPage | undefined>(
    (best, page) => (best === undefined || page.links > best.links ? page : best),
    undefined,
  );
}

function originOf(url: string | undefined): readonly string[] {
  const parsed = url === undefined ? null : URL.parse(url);
  return parsed === null ? [] : [parsed.origin];
}

function mostCommon(values: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].reduce<[string, number] | undefined>(
    (best, entry) => (best === undefined || entry[1] > best[1] ? entry : best),
    undefined,
  )?.[0];
}

function setOnce<Key, Value>(map: Map<Key, Value>, key: Key, value: Value): void {
  if (!map.has(key)) map.set(key, value);
}

/** The markup of a saved page: the path of its file, or gzipped in memory if it came in a JSON line. */
type KeptMarkup = { readonly path: string } | { readonly gzipped: Uint8Array };

/** Keeps the content of a record for later reads. */
export function keepMarkup({ content }: PageRecord): KeptMarkup {
  return "path" in content ? content : { gzipped: gzipSync(content.html, { level: LEVEL }) };
}

/** The bytes of a saved page, or its markup if it came as text. */
export function readKeptMarkup(content: KeptMarkup, maxBytes?: number): Uint8Array | string {
  return "path" in content
    ? readFileBytes(content.path, maxBytes)
    : gunzipSync(content.gzipped).toString("utf8");
}
