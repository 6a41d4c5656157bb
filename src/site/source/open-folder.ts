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
import { addressOfPath, siteLinks, siteOf, statedAddress } from "./addresses.ts";
import type { OpenedSource, SitePage } from "./page-source.ts";
import { readPage, textKey } from "./read-page.ts";
import {
  arrangePages,
  keepContent,
  readContent,
  type SavedLook,
  type SavedPage,
  type SavedSite,
} from "./saved-pages.ts";

/** How saved pages are read. */
export interface FolderOptions {
  /** The size of a page at most. */
  readonly maxBytes?: number | undefined;
  /** Told of each page that was looked at. */
  readonly onPage?: (pages: number) => void;
}

/** A source of saved pages, all of them known. */
export interface FolderSource extends OpenedSource {
  readonly pageCount: number;
}

/** The saved pages of a site: a folder of .html files or a .jsonl file; every page is looked at once to learn its address. */
export async function openFolder(path: string, options: FolderOptions = {}): Promise<FolderSource> {
  const input = findInput(path);
  const failures: SourceFailure[] = [];
  const warningCodes = new Set<SiteWarningCode>();
  const local = localOrigin(input);
  const looks: SavedLook[] = [];
  for await (const raw of readInputs([input], options)) {
    const look = lookAt(raw, { local, failures, warningCodes, options });
    if (look !== undefined) looks.push(look);
    options.onPage?.(looks.length);
  }
  if (looks.length === 0) throw noPages(path, failures);
  const saved = arrangePages(looks, local);
  if (saved.foreign > 0) warningCodes.add("OTHER_SITES");
  if (saved.repeated > 0) warningCodes.add("SAME_PAGE");
  return new SavedSource(saved, { failures, warningCodes, options });
}

interface SourceFailure {
  readonly id: string;
  readonly code: string;
  readonly message: string;
}

interface Notes {
  readonly failures: SourceFailure[];
  readonly warningCodes: Set<SiteWarningCode>;
  readonly options: FolderOptions;
}

class SavedSource implements FolderSource {
  readonly #saved: SavedSite;
  readonly #notes: Notes;

  constructor(saved: SavedSite, notes: Notes) {
    this.#saved = saved;
    this.#notes = notes;
  }

  get site(): string {
    return this.#saved.site;
  }

  get pageCount(): number {
    return this.#saved.pages.length;
  }

  get failures(): readonly SourceFailure[] {
    return this.#notes.failures;
  }

  get warningCodes(): ReadonlySet<SiteWarningCode> {
    return this.#notes.warningCodes;
  }

  async home(): Promise<SitePage> {
    const { home } = this.#saved;
    const page = home && this.#read(home);
    if (page === undefined) throw new NewsError("NO_PAGES", "The home page cannot be read any more.");
    return page;
  }

  async open(url: string): Promise<SitePage | undefined> {
    const found = this.#saved.find(url);
    return found && this.#read(found);
  }

  async *pages(): AsyncGenerator<SitePage> {
    for (const saved of this.#saved.pages) {
      const page = this.#read(saved);
      if (page !== undefined) yield page;
    }
  }

  #read({ id, url, content, encoding }: SavedPage): SitePage | undefined {
    const { maxBytes } = this.#notes.options;
    return orFailure(id, this.#notes, () => {
      const { page } = readPage(readContent(content, maxBytes), { url, encoding, maxBytes });
      return { id, url, page };
    });
  }
}

function lookAt(raw: RawPage, notes: Notes & { readonly local: string }): SavedLook | undefined {
  const record = readRecord(raw);
  if ("error" in record) {
    note(record.id, record.error, notes);
    return undefined;
  }
  return orFailure(record.id, notes, () => lookInto(record, notes));
}

function lookInto(
  record: PageRecord,
  { local, warningCodes, options }: Notes & { readonly local: string },
): SavedLook {
  const { id, encoding } = record;
  const content = keepContent(record);
  const recorded = record.url === undefined ? undefined : parseHttpUrl(record.url)?.href;
  const { page, isHalf } = readPage(readContent(content, options.maxBytes), {
    url: recorded ?? addressOfPath(id, local),
    encoding,
    maxBytes: options.maxBytes,
  });
  if (isHalf) warningCodes.add("HALF_SAVED");
  const stated = statedAddress(page);
  // A relative statement says nothing that the path does not, and one of another site is a syndicated page's.
  const site = siteOf(recorded ?? stated ?? local);
  const isOwn = stated !== undefined && siteOf(stated) === site && site !== siteOf(local);
  return {
    ...{ id, recorded, content, encoding },
    stated: isOwn ? stated : undefined,
    text: textKey(page),
    links: siteLinks(page).length,
  };
}

/** One bad page stops nothing; what was not foreseen does. */
function orFailure<T>(id: string, notes: Notes, read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    note(id, error, notes);
    return undefined;
  }
}

function note(id: string, error: unknown, { failures, warningCodes }: Notes): void {
  const { code, message } = asNewsError(error);
  if (code === "INTERNAL") throw error;
  failures.push({ id, code, message });
  warningCodes.add("PAGES_FAILED");
}

/** Stands for the address of pages that have none: reserved names lead nowhere, and two folders are two sites. */
function localOrigin(input: Input): string {
  const label = nameOf(input)
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "");
  return URL.parse(`http://${label}.invalid`)?.origin ?? "http://pages.invalid";
}

/** What the user calls the pages: a folder's name, that of an index's folder, or that of a file. */
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
