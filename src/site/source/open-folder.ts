import { basename, dirname, resolve } from "node:path";
import {
  findInput,
  type Input,
  type PageRecord,
  type RawPage,
  readInputs,
  readRecord,
} from "../../archive/index.ts";
import { asNewsError, NewsError } from "../../errors/index.ts";
import { parseHttpUrl } from "../../url/index.ts";
import type { SiteWarningCode } from "../warnings.data.ts";
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
import {
  arrangePages,
  keepMarkup,
  readKeptMarkup,
  type SavedPage,
  type SavedSite,
  type ScannedPage,
} from "./saved-pages.ts";

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
  if (saved.foreign > 0) warningCodes.add("OTHER_SITES");
  if (saved.repeated > 0) warningCodes.add("SAME_PAGE");
  return openSaved(saved, { failures, warningCodes, options });
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

function openSaved(saved: SavedSite, state: ScanState): FolderSource {
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
  return {
    id,
    recorded,
    content,
    encoding,
    stated: isOwn ? stated : undefined,
    text: textKey(page),
    links: siteLinks(page).length,
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
  const isFolder = kind === "folder" || basename(whole) === "index.jsonl";
  return isFolder
    ? basename(kind === "folder" ? whole : dirname(whole))
    : basename(whole).replace(/\..*$/, "");
}

function noPages(path: string, failures: readonly SourceFailure[]): NewsError {
  const [first] = failures;
  if (first === undefined) return new NewsError("NO_PAGES", `No page was found in ${path}.`);
  const why = `${failures.length} could not be read, the first, ${first.id}, by ${first.code}: ${first.message}`;
  return new NewsError("NO_PAGES", `None of the pages in ${path} can be read: ${why}`);
}
