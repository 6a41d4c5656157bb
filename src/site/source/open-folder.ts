import { basename, dirname, resolve } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import {
  findInput,
  type Input,
  type PageRecord,
  type RawPage,
  readFileBytes,
  readInputs,
  readRecord,
} from "../../archive/index.ts";
import { asNewsError, NewsError } from "../../errors/index.ts";
import { addressKey, canonicaliseUrl, parseHttpUrl } from "../../url/index.ts";
import type { SiteWarningCode } from "../warnings.data.ts";
import { countedSites, foldersApart, listed, topFolder } from "./folders-apart.ts";
import {
  addressOfPath,
  type OpenedSource,
  readSitePage,
  type SitePage,
  siteLinks,
  siteOf,
  statedAddress,
  textKey,
} from "./page-source.ts";

/** How saved pages are read. */
export interface FolderOptions {
  /** The maximum size of a page. */
  readonly maxBytes?: number | undefined;
  /** Called for each scanned page with their number so far. */
  readonly onPage?: (pages: number) => void;
}

/** A source of saved pages, all known in advance. */
export interface FolderSource extends OpenedSource {
  readonly pageCount: number;
}

/** Opens the saved pages of a site, a folder of .html files or a .jsonl file; every page is scanned once for its address. */
export async function openFolder(path: string, options: FolderOptions = {}): Promise<FolderSource> {
  const input = findInput(path);
  const failures: SourceFailure[] = [];
  const warningCodes = new Set<SiteWarningCode>();
  const local = localOrigin(input);
  const scanned: ScannedPage[] = [];
  for await (const raw of readInputs([input], options)) {
    const page = scanPage(raw, { local, failures, warningCodes, options });
    if (page !== undefined) scanned.push(page);
    options.onPage?.(scanned.length);
  }
  if (scanned.length === 0) throw noPages(path, failures);
  const saved = arrangePages(scanned, local);
  const warningDetails = new Map<SiteWarningCode, string>();
  if (saved.foreign.size > 0)
    warningDetails.set("OTHER_SITES", `They are of ${countedSites(saved.foreign)}.`);
  const apart = saved.site === siteOf(local) ? foldersApart(saved.pages) : [];
  if (apart.length > 0) warningDetails.set("SEVERAL_SITES", `They are ${listed(apart)}.`);
  for (const code of warningDetails.keys()) warningCodes.add(code);
  if (saved.repeated > 0) warningCodes.add("SAME_PAGE");
  return openSaved(saved, { failures, warningCodes, warningDetails, options });
}

interface SourceFailure {
  readonly id: string;
  readonly code: string;
  readonly message: string;
}

interface ScanState {
  readonly failures: SourceFailure[];
  readonly warningCodes: Set<SiteWarningCode>;
  readonly options: FolderOptions;
}

interface OpenState extends ScanState {
  readonly warningDetails: ReadonlyMap<SiteWarningCode, string>;
}

function openSaved(saved: SavedSite, state: OpenState): FolderSource {
  const { maxBytes } = state.options;
  const read = ({ id, url, content, encoding }: SavedPage): SitePage | undefined =>
    orFailure(id, state, () => {
      const { page } = readSitePage(readKeptMarkup(content, maxBytes), { url, encoding, maxBytes });
      return { id, url, page };
    });
  return {
    site: saved.site,
    pageCount: saved.pages.length,
    failures: state.failures,
    warningCodes: state.warningCodes,
    warningDetails: state.warningDetails,
    async home() {
      const page = saved.home && read(saved.home);
      if (page === undefined) throw new NewsError("NO_PAGES", "The home page cannot be read any more.");
      return page;
    },
    async open(url) {
      const found = saved.find(url);
      return found && read(found);
    },
    async *pages() {
      for (const each of saved.pages) {
        const page = read(each);
        if (page !== undefined) yield page;
      }
    },
  };
}

function scanPage(raw: RawPage, state: ScanState & { readonly local: string }): ScannedPage | undefined {
  const record = readRecord(raw);
  if ("error" in record) {
    recordFailure(record.id, record.error, state);
    return undefined;
  }
  return orFailure(record.id, state, () => scanRecord(record, state));
}

function scanRecord(
  record: PageRecord,
  { local, warningCodes, options }: ScanState & { readonly local: string },
): ScannedPage {
  const { id, encoding } = record;
  const content = keepMarkup(record);
  const recorded = record.url === undefined ? undefined : parseHttpUrl(record.url)?.href;
  const { page, isTruncated } = readSitePage(readKeptMarkup(content, options.maxBytes), {
    url: recorded ?? addressOfPath(id, local),
    encoding,
    maxBytes: options.maxBytes,
  });
  if (isTruncated) warningCodes.add("HALF_SAVED");
  const stated = statedAddress(page);
  // A relative address adds nothing to the path, and one of another site means a syndicated page.
  const site = siteOf(recorded ?? stated ?? local);
  const isOwn = stated !== undefined && siteOf(stated) === site && site !== siteOf(local);
  const links = siteLinks(page);
  return {
    id,
    recorded,
    content,
    encoding,
    stated: isOwn ? stated : undefined,
    text: textKey(page),
    links: links.length,
    linkedFolders: recorded === undefined && !isOwn ? [...new Set(links.map(topFolder))] : [],
  };
}

/** A page that cannot be read becomes a failure; unexpected errors are thrown. */
function orFailure<T>(id: string, state: ScanState, read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    recordFailure(id, error, state);
    return undefined;
  }
}

function recordFailure(id: string, error: unknown, { failures, warningCodes }: ScanState): void {
  const { code, message } = asNewsError(error);
  if (code === "INTERNAL") throw error;
  failures.push({ id, code, message });
  warningCodes.add("PAGES_FAILED");
}

/** The placeholder origin of pages without an address: a reserved top-level domain, one name per folder. */
function localOrigin(input: Input): string {
  const label = nameOf(input)
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "");
  return URL.parse(`http://${label}.invalid`)?.origin ?? "http://pages.invalid";
}

/** The name of the input: of the folder, of an index file's folder, or of the file. */
function nameOf({ kind, path }: Input): string {
  if (path === undefined) return "pages";
  const whole = resolve(path);
  const name = basename(whole);
  if (kind === "folder") return name;
  return name === "index.jsonl" ? basename(dirname(whole)) : name.replace(/\..*$/, "");
}

function noPages(path: string, failures: readonly SourceFailure[]): NewsError {
  const [first] = failures;
  if (first === undefined) return new NewsError("NO_PAGES", `No page was found in ${path}.`);
  const { id, code, message } = first;
  return new NewsError(
    "NO_PAGES",
    `No page in ${path} can be read; the first of ${failures.length}, ${id}, fails with ${code}: ${message}`,
  );
}

const PAGE_ENDING = /(?:(?:^|\/)(?:index|default))?\.x?html?(?:\.gz)?$/i;
/** Different texts at one stated address, saved at different times, before the address is distrusted. */
const MAX_VERSIONS = 2;
const ROOT = /^\/(?:(?:index|default)\.[a-z]{3,5})?$/i;
// Compression only saves memory, and the fastest level saves most of it.
const LEVEL = 1;

/** What the scan of a folder keeps of a saved page. */
interface ScannedPage {
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
  /** The top folders of those; none of a page with an address. */
  readonly linkedFolders: readonly string[];
}

/** A saved page with its address. */
interface SavedPage extends ScannedPage {
  readonly url: string;
}

/** The saved pages of one site, found by any of their addresses. */
interface SavedSite {
  readonly site: string;
  readonly pages: readonly SavedPage[];
  readonly home: SavedPage | undefined;
  /** The number of pages left out of each other site. */
  readonly foreign: ReadonlyMap<string, number>;
  /** The number of pages left out as duplicates. */
  readonly repeated: number;
  find(url: string): SavedPage | undefined;
}

/** Gives each saved page one address, removes duplicates, and keeps the pages of one site. */
function arrangePages(scanned: readonly ScannedPage[], local: string): SavedSite {
  const { distinct, duplicates } = withoutDuplicates(scanned);
  const origin = mostCommon(distinct.flatMap((page) => originOf(page.recorded ?? page.stated))) ?? local;
  const site = siteOf(origin) ?? local;
  const byAddress = new Map<string, SavedPage>();
  const byPath = new Map<string, SavedPage>();
  const pages: SavedPage[] = [];
  const foreign = new Map<string, number>();
  for (const own of distinct) {
    const page = { ...own, url: addressOf(own, origin, byAddress) };
    const of = siteOf(page.url) ?? "";
    if (of !== site) foreign.set(of, (foreign.get(of) ?? 0) + 1);
    if (of !== site) continue;
    pages.push(page);
    for (const known of addressesOf(page, duplicates)) setOnce(byAddress, addressKey(known), page);
    setOnce(byPath, pathKey(page.id), page);
  }
  return {
    site,
    pages,
    home: chooseHome(pages),
    foreign,
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
function keepMarkup({ content }: PageRecord): KeptMarkup {
  return "path" in content ? content : { gzipped: gzipSync(content.html, { level: LEVEL }) };
}

/** The bytes of a saved page, or its markup if it came as text. */
function readKeptMarkup(content: KeptMarkup, maxBytes?: number): Uint8Array | string {
  return "path" in content
    ? readFileBytes(content.path, maxBytes)
    : gunzipSync(content.gzipped).toString("utf8");
}
