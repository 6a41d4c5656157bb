import { readFileSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, extname, join, relative, sep } from "node:path";
import type { Article, WarningCode } from "../article/index.ts";
import { demandInteger, describeBytes, NewsError } from "../errors/index.ts";
import { type FetchOptions, fetchPage } from "../fetch/index.ts";
import { decodeCharset } from "../html/decode-charset.ts";
import { detectCharset } from "../html/detect-charset.ts";
import { DEFAULT_MAX_BYTES, readHtml } from "../html/index.ts";
import { DEFAULT_SCREEN } from "../layout/index.ts";
import type { CapturedArticle } from "../output/index.ts";
import type { Page, Screen } from "../page/index.ts";
import { parseHttpUrl } from "../url/index.ts";
import { FILE_TYPES } from "./file-types.data.ts";

/** A page as bytes or markup. */
export interface MarkupSource {
  readonly html: Uint8Array | string;
  /** The address it was found at. */
  readonly url?: string | undefined;
  /** The charset of the HTTP header, a hint that the bytes may contradict. */
  readonly charset?: string | undefined;
  /** The charset of the bytes if it is certain. */
  readonly encoding?: string | undefined;
  /** The folder of a saved page with its style sheets and pictures; the network stays closed. */
  readonly folder?: string | undefined;
  /** A parent folder that files may come from too, as in the mirror of a site. */
  readonly top?: string | undefined;
}

/** A saved page, with its files in the same folder or below. */
export interface FileSource extends Omit<MarkupSource, "html" | "folder" | "charset"> {
  readonly file: string;
}

/** A page on the network; needs the `network` option. */
export interface AddressSource {
  readonly address: string;
}

/** What can be rendered. */
export type RenderSource = MarkupSource | FileSource | AddressSource;

/** A page ready to be shown. */
export interface OpenedRenderSource {
  /** Decoded, so that the browser reads the same characters as our parser. */
  readonly markup: string;
  /** The address it is found at, after redirects. */
  readonly url: string | undefined;
  /** The address it is shown at. */
  readonly shownAt: string;
  readonly findFile: FileFinder | undefined;
  /** Whether scripts and markup are kept from navigating away. */
  readonly isHeld?: boolean;
  readonly warnings: readonly WarningCode[];
}

/** The address of pages without one; the host never resolves. */
const NOWHERE = "http://page.invalid/";

/** Reads a source; throws if there is no page. */
export async function openRenderSource(
  source: RenderSource,
  settings: RenderSettings,
): Promise<OpenedRenderSource> {
  if ("address" in source) return openAddress(source.address, settings);
  if ("html" in source) return openMarkup(source, "", settings.maxBytes);
  const { file, ...known } = source;
  const html = readFile(file, settings.maxBytes);
  return openMarkup({ ...known, html, folder: dirname(file) }, basename(file), settings.maxBytes);
}

async function openAddress(
  address: string,
  { network, maxBytes }: RenderSettings,
): Promise<OpenedRenderSource> {
  if (network === undefined) {
    throw new NewsError("BAD_OPTION", `The network is closed to ${address}; open it with network: true.`);
  }
  const { bytes, url, charset } = await fetchPage(address, network);
  return openMarkup({ html: bytes, url, charset }, "", maxBytes);
}

function openMarkup(source: MarkupSource, name: string, maxBytes: number): OpenedRenderSource {
  const { html, charset, encoding } = source;
  const read = readHtml(html, { charset, encoding, maxBytes, detect: detectCharset, decode: decodeCharset });
  const url = source.url === undefined ? undefined : parseHttpUrl(source.url)?.href;
  const isIgnored = source.url !== undefined && url === undefined;
  return {
    markup: read.markup,
    url,
    warnings: isIgnored ? [...read.warnings, "URL_IGNORED"] : read.warnings,
    ...placeOf(source, name, url),
  };
}

/** The address a page is shown at: its own, or its path inside a mirror, so that relative addresses work. */
function placeOf(
  { folder, top }: MarkupSource,
  name: string,
  url: string | undefined,
): Pick<OpenedRenderSource, "shownAt" | "findFile"> {
  if (folder !== undefined && top !== undefined) {
    const steps = relative(top, join(folder, name)).split(sep);
    if (steps[0] === "..") throw new NewsError("BAD_OPTION", `The folder ${folder} is not below ${top}.`);
    const shownAt = NOWHERE + steps.map(encodeURIComponent).join("/");
    return { shownAt, findFile: makeFileFinder(top, NOWHERE) };
  }
  const shown = new URL(url ?? encodeURIComponent(name), NOWHERE);
  shown.hash = "";
  const findFile = folder === undefined ? undefined : makeFileFinder(folder, shown.href);
  return { shownAt: shown.href, findFile };
}

function readFile(path: string, maxBytes: number): Uint8Array {
  try {
    const { size } = statSync(path);
    if (size <= maxBytes) return readFileSync(path);
    throw new NewsError("INPUT_TOO_LARGE", `The file ${path} is over ${describeBytes(maxBytes)}.`);
  } catch (cause) {
    if (cause instanceof NewsError) throw cause;
    const isMissing = cause instanceof Error && "code" in cause && cause.code === "ENOENT";
    throw new NewsError(
      isMissing ? "FILE_NOT_FOUND" : "FILE_UNREADABLE",
      `The page ${path} cannot be ${isMissing ? "found" : "read"}.`,
      { cause },
    );
  }
}

interface SavedFile {
  readonly contentType: string;
  readonly bytes: Buffer;
}

/** Maps a requested address to a file of a saved page. */
export type FileFinder = (url: string) => SavedFile | undefined;

/** No style sheet, picture or font of a real page is as large. */
const MAX_FILE_BYTES = 20_000_000;

/** Serves files in and below a folder that is shown at an address, never above it. */
export function makeFileFinder(folder: string, address: string): FileFinder {
  const top = pathOf(folder);
  const base = new URL(".", address).href;
  return (asked) => {
    const url = URL.parse(asked);
    if (url === null) return undefined;
    url.hash = "";
    url.search = "";
    const contentType = FILE_TYPES[extname(url.pathname).toLowerCase()];
    if (contentType === undefined || !url.href.startsWith(base)) return undefined;
    const path = pathBelow(top, url.href.slice(base.length));
    return path === undefined ? undefined : { contentType, bytes: readFileSync(path) };
  };
}

function pathOf(folder: string): string {
  try {
    return realpathSync(folder);
  } catch (cause) {
    throw new NewsError("FILE_NOT_FOUND", `The folder ${folder} of a saved page cannot be found.`, { cause });
  }
}

/** The real path of a readable file below a folder; links that lead out of it are refused. */
function pathBelow(top: string, encoded: string): string | undefined {
  try {
    const path = realpathSync(join(top, decodeURIComponent(encoded)));
    const status = statSync(path);
    const isInside = path.startsWith(top.endsWith(sep) ? top : top + sep);
    return isInside && status.isFile() && status.size <= MAX_FILE_BYTES ? path : undefined;
  } catch (error) {
    // No such file, no permission, or an invalid address.
    if (error instanceof URIError || (error instanceof Error && "code" in error)) return undefined;
    throw error;
  }
}

/** Options of one page. */
export interface RenderOptions {
  /** Whether scripts run; true by default. Without them the tree equals that of our parser. */
  readonly scripts?: boolean | undefined;
  /** Opens the network, through the address guard, for the page and its requests; closed by default. */
  readonly network?: boolean | FetchOptions | undefined;
  /** The window size in CSS pixels; 1280 by 1024. */
  readonly screen?: Screen | undefined;
  /** Time limit for the whole page; 15 s. */
  readonly timeoutMs?: number | undefined;
  /** Maximum size of the page; 64 MiB. */
  readonly maxBytes?: number | undefined;
  /** Maximum nodes of the page; 500,000. */
  readonly maxNodes?: number | undefined;
  /** Elements below this many pixels get no box; 100,000. */
  readonly maxHeight?: number | undefined;
  /** Makes the article, with `explain`, while the page is still open, so that its styles can be captured. */
  readonly makeArticle?: ((opened: OpenedPage) => Article) | undefined;
}

/** Options of a browser, and defaults for its pages. */
export interface BrowserOptions extends RenderOptions {
  /** Path of the browser; by default CHROME_PATH, else one from npm or the system. */
  readonly executablePath?: string | undefined;
  /** Pages at once; 2. */
  readonly pages?: number | undefined;
  /** Memory limit of a page's process in MB; 1024. */
  readonly maxMemoryMb?: number | undefined;
}

/** A page open in a browser. */
export interface OpenedPage {
  /** Its live tree and layout. */
  readonly page: Page;
  readonly warnings: readonly WarningCode[];
}

/** A page as a browser shows it. */
export interface RenderedPage extends OpenedPage {
  /** The article and its styles, if `makeArticle` was given. */
  readonly captured?: CapturedArticle;
}

/** The options of a page with every default filled in. */
export interface RenderSettings {
  readonly scripts: boolean;
  readonly network: FetchOptions | undefined;
  readonly screen: Screen;
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly maxNodes: number;
  readonly maxHeight: number;
  readonly makeArticle: ((opened: OpenedPage) => Article) | undefined;
}

/** The options of a browser with every default filled in. */
export interface BrowserSettings extends RenderSettings {
  readonly executablePath: string | undefined;
  readonly pages: number;
  readonly maxMemoryMb: number;
}

/** Limit of pages at once. */
export const MAX_PAGES = 100;
// Above this, timers silently become 1 ms.
const MAX_TIMER_MS = 2 ** 31 - 1;
/** Chromium's own bound on a length, in pixels. */
const MAX_PIXELS = 2 ** 25;

/** Fills in the defaults, or throws BAD_OPTION. */
export function readBrowserOptions(options: BrowserOptions): BrowserSettings {
  const { executablePath, pages = 2, maxMemoryMb = 1024 } = options;
  demandInteger("pages", pages, [1, MAX_PAGES]);
  // With less, not even an empty page starts.
  demandInteger("maxMemoryMb", maxMemoryMb, [128, 1_000_000]);
  return { ...readRenderOptions(options), executablePath, pages, maxMemoryMb };
}

/** Fills in the defaults of one page, or throws BAD_OPTION. */
export function readRenderOptions(options: RenderOptions): RenderSettings {
  const { scripts = true, network = false, screen = DEFAULT_SCREEN, makeArticle } = options;
  const { timeoutMs = 15_000, maxBytes = DEFAULT_MAX_BYTES } = options;
  const { maxNodes = 500_000, maxHeight = 100_000 } = options;
  demandInteger("timeoutMs", timeoutMs, [1, MAX_TIMER_MS]);
  demandInteger("maxBytes", maxBytes, [1, Number.MAX_SAFE_INTEGER]);
  demandInteger("maxNodes", maxNodes, [1, 10_000_000]);
  demandInteger("maxHeight", maxHeight, [1, MAX_PIXELS]);
  demandInteger("screen.width", screen.width, [1, 10_000]);
  demandInteger("screen.height", screen.height, [1, 10_000]);
  const opened = network === true ? {} : network || undefined;
  return { scripts, network: opened, screen, timeoutMs, maxBytes, maxNodes, maxHeight, makeArticle };
}
