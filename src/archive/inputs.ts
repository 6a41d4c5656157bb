import { type Dirent, readdirSync, type Stats, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { asNewsError, NewsError } from "../errors/index.ts";
import { DEFAULT_MAX_BYTES } from "../html/index.ts";
import type { SiteProfile } from "../page/index.ts";
import { readSiteProfile } from "../profile/index.ts";
import { isAddress } from "../url/index.ts";
import { locate, type RawPage, readAddress, type UnfetchedPage } from "./page-record.ts";
import {
  openBytes,
  readFailure,
  readFileBytes,
  readOnce,
  type StreamOptions,
  splitLines,
} from "./read-files.ts";

const PAGE_NAME = /\.x?html?(?:\.gz)?$/i;
const JSONL_NAME = /\.(?:jsonl|ndjson)(?:\.gz)?$/i;
const UNSUPPORTED_NAME = /\.(?:warc|parquet)(?:\.gz)?$/i;
/** Escapes make a line longer than its page. */
const LINE_BYTES_PER_PAGE_BYTE = 2;
/** No address or path in a list is longer. */
const MAX_LIST_LINE_BYTES = 1 << 16;
const BLANK = /^\s*$/;

/** A place that saved pages come from, checked to be there. */
export type Input =
  | { readonly kind: "folder"; readonly path: string }
  | { readonly kind: "page"; readonly path: string }
  /** Without a path it is standard input; the index of a labelled set (`isSet`) names saved pages only. */
  | { readonly kind: "lines"; readonly name: string; readonly path?: string; readonly isSet?: boolean };

/** A place that the pages of a batch come from, some of which have to be fetched. */
export type BatchInput =
  | Input
  | { readonly kind: "address"; readonly url: string }
  /** A text file with an address or a file per line; without a path it is standard input. */
  | { readonly kind: "list"; readonly name: string; readonly path?: string };

/** How inputs are read. */
interface InputOptions extends StreamOptions {
  /** The largest page to read. */
  readonly maxBytes?: number | undefined;
  /** Whether the `htmlPath` of a line may lead out of the folder of its file. */
  readonly allowOutside?: boolean | undefined;
}

/** Says what an INPUT of the command line is, or throws: it is missing, unreadable or of an unknown kind. */
export function findInput(input: string): Input {
  if (input === "") throw new NewsError("BAD_OPTION", "An input is empty.");
  if (input === "-") return { kind: "lines", name: "-" };
  const found = look(input);
  if (found.isDirectory()) return findFolder(input);
  if (JSONL_NAME.test(input)) return { kind: "lines", name: basename(input), path: input };
  if (PAGE_NAME.test(input)) return { kind: "page", path: input };
  throw new NewsError(
    "BAD_OPTION",
    UNSUPPORTED_NAME.test(input)
      ? `The input ${input} cannot be read; WARC and Parquet files are not supported.`
      : `The input ${input} is not a folder, .html, .htm or .jsonl file (each also as .gz); a list of addresses or files is for --list.`,
  );
}

function look(path: string): Stats {
  try {
    return statSync(path);
  } catch (error) {
    throw readFailure(path, error);
  }
}

function findFolder(path: string): Input {
  try {
    const isSet = readdirSync(path).includes("index.jsonl");
    return isSet
      ? { kind: "lines", name: "index.jsonl", path: join(path, "index.jsonl"), isSet: true }
      : { kind: "folder", path };
  } catch (error) {
    throw readFailure(path, error);
  }
}

/** Says what a FILE of `--list` is; `-` is standard input, and any name of a file will do. */
export function findList(name: string): BatchInput {
  if (name === "-") return { kind: "list", name };
  if (name === "") throw new NewsError("BAD_OPTION", "The list is an empty word.");
  if (look(name).isDirectory())
    throw new NewsError("BAD_OPTION", `The list ${name} is a folder; give it as an input.`);
  return { kind: "list", name: basename(name), path: name };
}

/** The pages of inputs, one input after the other. What cannot be read becomes a broken page. */
export async function* readInputs(
  inputs: readonly Input[],
  options: InputOptions = {},
): AsyncGenerator<RawPage, void, undefined> {
  for (const input of inputs) {
    if (input.kind === "folder") yield* walkFolder(input.path);
    else if (input.kind === "page") yield { kind: "file", id: input.path, path: input.path };
    else yield* readJsonLines(input, options);
  }
}

/** The pages of a batch, one input after the other; what has only an address is still to be fetched. */
export async function* readBatchInputs(
  inputs: readonly BatchInput[],
  options: InputOptions = {},
): AsyncGenerator<RawPage | UnfetchedPage, void, undefined> {
  for (const input of inputs) {
    if (input.kind === "address") yield { kind: "address", id: input.url, url: input.url };
    else if (input.kind === "list") yield* readList(input, options);
    else if (input.kind === "lines" && !input.isSet) {
      for await (const page of readInputs([input], options)) yield readAddress(page) ?? page;
    } else yield* readInputs([input], options);
  }
}

/**
 * The pages of a folder and its sub-folders, sorted by name; the id is the path within the folder.
 * Links to files are followed, links to folders are not: they may lead in circles.
 */
function* walkFolder(folder: string, prefix = ""): Generator<RawPage, void, undefined> {
  let entries: Dirent[];
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    yield brokenPage(prefix, readFailure(folder, error));
    return;
  }
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const path = join(folder, entry.name);
    const id = prefix === "" ? entry.name : `${prefix}/${entry.name}`;
    if (entry.isDirectory()) yield* walkFolder(path, id);
    else if (PAGE_NAME.test(entry.name) && mayBePage(entry, path)) yield { kind: "file", id, path };
  }
}

function mayBePage(entry: Dirent, path: string): boolean {
  if (entry.isFile()) return true;
  if (!entry.isSymbolicLink()) return false;
  // A broken link counts as a page, so that it is reported.
  const target = statSync(path, { throwIfNoEntry: false });
  return target === undefined || target.isFile();
}

function brokenPage(id: string, { code, message }: NewsError): RawPage {
  return { kind: "broken", id, code, message };
}

function readJsonLines(
  input: Input & { readonly kind: "lines" },
  options: InputOptions,
): AsyncGenerator<RawPage, void, undefined> {
  const { maxBytes = DEFAULT_MAX_BYTES, allowOutside = false, meter } = options;
  return readLines<RawPage>(input, options, {
    maxLineBytes: maxBytes * LINE_BYTES_PER_PAGE_BYTE,
    read: (line, { id, folder }) => {
      if (meter) meter.usedBytes += 1 + (line?.length ?? 0);
      if (line === undefined)
        return brokenPage(
          id,
          new NewsError("INPUT_TOO_LARGE", `The line ${id} is longer than a page may be.`),
        );
      return isBlank(line) ? undefined : { kind: "line", id, line, folder, allowOutside };
    },
  });
}

function isBlank(line: Uint8Array): boolean {
  return line.length < 100 && BLANK.test(new TextDecoder().decode(line));
}

function readList(
  input: BatchInput & { readonly kind: "list" },
  options: InputOptions,
): AsyncGenerator<RawPage | UnfetchedPage, void, undefined> {
  return readLines<RawPage | UnfetchedPage>(input, options, {
    maxLineBytes: MAX_LIST_LINE_BYTES,
    read: (line, place) => {
      if (line === undefined)
        return brokenPage(
          place.id,
          new NewsError("BAD_RECORD", `The line ${place.id} is longer than any address.`),
        );
      // The decoder also removes the byte-order mark that some editors write.
      const entry = new TextDecoder().decode(line).trim();
      return entry === "" || entry.startsWith("#")
        ? undefined
        : readListEntry(entry, place, options.allowOutside);
    },
  });
}

/** The page that a line of a list names; its id is what the line says. */
function readListEntry(
  entry: string,
  { id, folder }: LinePlace,
  allowOutside: boolean | undefined,
): RawPage | UnfetchedPage {
  try {
    if (isAddress(entry)) return { kind: "address", id: entry, url: entry };
    // Neither addresses nor paths hold control characters or bytes that are not text; binary files do.
    if (/\p{Cc}|\ufffd/u.test(entry)) {
      return brokenPage(id, new NewsError("BAD_RECORD", `The line ${id} is no address and no path.`));
    }
    if (JSONL_NAME.test(entry) || UNSUPPORTED_NAME.test(entry)) {
      throw new NewsError("BAD_RECORD", `The line ${id} names a file of many pages; give it as an input.`);
    }
    return { kind: "file", id: entry, path: locate(entry, { folder, allowOutside }) };
  } catch (error) {
    return brokenPage(entry, asNewsError(error));
  }
}

/** A line by the name of its file and its number, and the folder that its paths start from. */
interface LinePlace {
  readonly id: string;
  readonly folder: string;
}

interface LineReader<P> {
  readonly maxLineBytes: number;
  /** The page of a line; `undefined` bytes mean that the line is too long. */
  readonly read: (line: Uint8Array | undefined, place: LinePlace) => P | undefined;
}

/** The pages of the lines of a file or of standard input; a file that cannot be read becomes a broken page. */
async function* readLines<P extends RawPage | UnfetchedPage>(
  { name, path }: { readonly name: string; readonly path?: string },
  options: InputOptions,
  { maxLineBytes, read }: LineReader<P>,
): AsyncGenerator<P | RawPage, void, undefined> {
  const folder = path === undefined ? process.cwd() : resolve(dirname(path));
  try {
    for await (const { number, bytes } of splitLines(openBytes(name, path, options), maxLineBytes)) {
      const page = read(bytes, { id: `${name}:${number}`, folder });
      if (page !== undefined) yield page;
    }
  } catch (error) {
    yield brokenPage(name, asNewsError(path === undefined ? error : readFailure(path, error)));
  }
}

/** Many times the size of a profile with all that it may hold. */
const MAX_PROFILE_BYTES = 32 * 1024 * 1024;

/** The site profile in a file, JSON packed with gzip or not; undefined where no file is named. */
export function openSiteProfile(path: string | undefined): SiteProfile | undefined {
  return path === undefined ? undefined : openProfileFile(path);
}

const openProfileFile = /* @__PURE__ */ readOnce(readProfile);

/** A run names several files: what is wrong with one must say which. */
function readProfile(path: string): SiteProfile {
  const json = readProfileJson(path);
  try {
    return readSiteProfile(json);
  } catch (cause) {
    if (!(cause instanceof NewsError)) throw cause;
    throw new NewsError(cause.code, `In ${path}: ${cause.message}`, { cause });
  }
}

function readProfileJson(path: string): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(readFileBytes(path, MAX_PROFILE_BYTES)));
  } catch (cause) {
    const isBad = cause instanceof SyntaxError || (cause instanceof NewsError && isDamage(cause));
    if (!isBad) throw cause;
    throw new NewsError("BAD_SITE_PROFILE", `The site profile ${path} is damaged, too large or not JSON.`, {
      cause,
    });
  }
}

function isDamage({ code }: NewsError): boolean {
  return code === "BAD_GZIP" || code === "INPUT_TOO_LARGE";
}
