import { readFileSync, statSync } from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";
import type { WarningCode } from "../article/index.ts";
import { describeBytes, NewsError } from "../errors/index.ts";
import { fetchPage } from "../fetch/index.ts";
import { decodeCharset } from "../html/decode-charset.ts";
import { detectCharset } from "../html/detect-charset.ts";
import { readHtml } from "../html/index.ts";
import { parseHttpUrl } from "../url/index.ts";
import type { RenderSettings } from "./render-options.ts";
import { type FileFinder, makeFileFinder } from "./saved-files.ts";

/** A page as bytes or markup. */
export interface MarkupSource {
  readonly html: Uint8Array | string;
  /** The address it was found at. */
  readonly url?: string | undefined;
  /** The charset of the HTTP header: a hint that the bytes may contradict. */
  readonly charset?: string | undefined;
  /** The charset of the bytes where it is known for certain. */
  readonly encoding?: string | undefined;
  /** The folder that it was saved in, with its style sheets and pictures; the network stays closed to such a page. */
  readonly folder?: string | undefined;
  /** A folder above that one which its files may come from too, as in the mirror of a site; else only its own. */
  readonly top?: string | undefined;
}

/** A page in a file, with what it asks for in the same folder or below. */
export interface FileSource extends Omit<MarkupSource, "html" | "folder" | "charset"> {
  readonly file: string;
}

/** A page on the network, which must be opened for it. */
export interface AddressSource {
  readonly address: string;
}

/** What can be rendered. */
export type RenderSource = MarkupSource | FileSource | AddressSource;

/** A page ready to be shown. */
export interface OpenedSource {
  /** As decoded, so that the browser reads the characters that the parser would. */
  readonly markup: string;
  /** The address it is found at, after redirects. */
  readonly url: string | undefined;
  /** The address it is shown at. */
  readonly shownAt: string;
  readonly findFile: FileFinder | undefined;
  /** Whether it is held where it is: neither its scripts nor its markup take it elsewhere. */
  readonly isHeld?: boolean;
  readonly warnings: readonly WarningCode[];
}

/** For pages without an address: a name that exists nowhere. */
const NOWHERE = "http://page.invalid/";

/** Reads a source; throws where there is no page. */
export async function openSource(source: RenderSource, settings: RenderSettings): Promise<OpenedSource> {
  if ("address" in source) return openAddress(source.address, settings);
  if ("html" in source) return openMarkup(source, "", settings.maxBytes);
  const { file, ...known } = source;
  const html = readFile(file, settings.maxBytes);
  return openMarkup({ ...known, html, folder: dirname(file) }, basename(file), settings.maxBytes);
}

async function openAddress(address: string, { network, maxBytes }: RenderSettings): Promise<OpenedSource> {
  if (network === undefined) {
    throw new NewsError("BAD_OPTION", `The network is closed to ${address}; open it with network: true.`);
  }
  const { bytes, url, charset } = await fetchPage(address, network);
  return openMarkup({ html: bytes, url, charset }, "", maxBytes);
}

function openMarkup(source: MarkupSource, name: string, maxBytes: number): OpenedSource {
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

/** Where a page is shown: at its own address, but inside a mirror where it lies in it, so that relative addresses hold. */
function placeOf(
  { folder, top }: MarkupSource,
  name: string,
  url: string | undefined,
): Pick<OpenedSource, "shownAt" | "findFile"> {
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
