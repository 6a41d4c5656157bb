import { type Dirent, readdirSync, type Stats, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { asNewsError, NewsError } from "../errors/index.ts";
import { DEFAULT_MAX_BYTES } from "../html/index.ts";
import type { SiteProfile } from "../page/index.ts";
import { readSiteProfile } from "../profile/index.ts";
import type { FieldNames, RawPage } from "./page-record.ts";
import {
  openBytes,
  readFailure,
  readFileBytes,
  readOnce,
  type StreamOptions,
  splitLines,
} from "./read-files.ts";

const PAGE_NAME = /\.x?html?(?:\.gz)?$/i;
/** The name of a file of lines. */
export const JSONL_NAME = /\.(?:jsonl|ndjson)(?:\.gz)?$/i;
/** A line may be this much longer than its page, as JSON escapes characters. */
const LINE_BYTES_PER_PAGE_BYTE = 2;
const ARCHIVE_NAME = /\.(?<kind>warc(?=$|\.gz$|\.zst$)|parquet$)/i;
const WARC_NAME = /\.warc(?:\.gz|\.zst)?$/i;
const BLANK = /^\s*$/;

/** A place that saved pages come from, checked to be there. */
export type Input =
  | { readonly kind: "folder"; readonly path: string }
  | { readonly kind: "page"; readonly path: string }
  /** Without a path it is standard input; the index of a labelled set (`isSet`) names saved pages only. */
  | { readonly kind: "lines"; readonly name: string; readonly path?: string; readonly isSet?: boolean };

/** How inputs are read. */
export interface InputOptions extends StreamOptions {
  /** The largest page to read. */
  readonly maxBytes?: number | undefined;
  /** Whether the `htmlPath` of a line may be outside the folder of its file. */
  readonly allowOutside?: boolean | undefined;
  /** The names of fields in files of many pages. */
  readonly names?: FieldNames | undefined;
}

/** Classifies an INPUT of the command line, or throws where it is missing, unreadable or of an unknown kind. */
export function findInput(input: string): Input {
  if (archiveKind(input) && !look(input).isDirectory())
    throw new NewsError("BAD_OPTION", `The input ${input} is an archive; only galley batch reads those.`);
  return findKind(input) ?? refuseKind(input, "folder or an .html, .htm or .jsonl file");
}

/** Undefined where the name of a file does not show what it holds. */
export function findKind(input: string): Input | undefined {
  if (input === "") throw new NewsError("BAD_OPTION", "An input is empty.");
  if (input === "-") return { kind: "lines", name: "-" };
  if (look(input).isDirectory()) return findFolder(input);
  if (JSONL_NAME.test(input)) return { kind: "lines", name: basename(input), path: input };
  return PAGE_NAME.test(input) ? { kind: "page", path: input } : undefined;
}

/** Throws for a file of an unknown kind. */
export function refuseKind(input: string, kinds: string, advice = ""): never {
  throw new NewsError("BAD_OPTION", `The input ${input} is not a ${kinds} (each also as .gz)${advice}.`);
}

/** The kind of an archive or table, by its name. */
export function archiveKind(name: string): "warc" | "parquet" | undefined {
  const kind = ARCHIVE_NAME.exec(name)?.groups?.kind?.toLowerCase();
  return kind === "warc" || kind === "parquet" ? kind : undefined;
}

/** What is at a path; throws where nothing is. */
export function look(path: string): Stats {
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

/** The pages of inputs, one input after the other. What cannot be read becomes a broken page. */
export async function* readInputs(
  inputs: readonly Input[],
  options: InputOptions = {},
): AsyncGenerator<RawPage, void, undefined> {
  for (const input of inputs) {
    if (input.kind === "folder") yield* walkFolder(input.path, PAGE_NAME);
    else if (input.kind === "page") yield { kind: "file", id: input.path, path: input.path };
    else yield* readJsonLines(input, options);
  }
}

/** The files of a folder and its sub-folders that hold pages, and its archives, by their names. */
export function surveyFolder(folder: string): {
  readonly hasPages: boolean;
  readonly archives: readonly { readonly id: string; readonly path: string }[];
} {
  const archives = [...walkFolder(folder, WARC_NAME)].filter((file) => file.kind === "file");
  // A folder that cannot be opened counts as a broken page.
  return { hasPages: walkFolder(folder, PAGE_NAME).next().done !== true, archives };
}

/**
 * The files of a folder and its sub-folders with such a name, sorted; the id is the path within the folder.
 * Links to files are followed, links to folders are not: they may lead in circles.
 */
function* walkFolder(folder: string, wanted: RegExp, prefix = ""): Generator<RawPage, void, undefined> {
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
    if (entry.isDirectory()) yield* walkFolder(path, wanted, id);
    else if (wanted.test(entry.name) && mayBePage(entry, path)) yield { kind: "file", id, path };
  }
}

function mayBePage(entry: Dirent, path: string): boolean {
  if (entry.isFile()) return true;
  if (!entry.isSymbolicLink()) return false;
  // A broken link counts as a page, so that it is reported.
  const target = statSync(path, { throwIfNoEntry: false });
  return target === undefined || target.isFile();
}

/** The page of an input that cannot be read. */
export function brokenPage(id: string, { code, message }: NewsError): RawPage {
  return { kind: "broken", id, code, message };
}

function readJsonLines(
  input: Input & { readonly kind: "lines" },
  options: InputOptions,
): AsyncGenerator<RawPage, void, undefined> {
  const { maxBytes = DEFAULT_MAX_BYTES, allowOutside = false, meter, names } = options;
  return readLines<RawPage>(input, options, {
    maxLineBytes: maxBytes * LINE_BYTES_PER_PAGE_BYTE,
    read: (line, { id, folder }) => {
      if (meter) meter.usedBytes += 1 + (line?.length ?? 0);
      if (line === undefined)
        return brokenPage(
          id,
          new NewsError("INPUT_TOO_LARGE", `The line ${id} is longer than a page may be.`),
        );
      return isBlank(line) ? undefined : { kind: "line", id, line, folder, allowOutside, names };
    },
  });
}

function isBlank(line: Uint8Array): boolean {
  return line.length < 100 && BLANK.test(new TextDecoder().decode(line));
}

/** The id of a line (its file and number), and the folder that its paths start from. */
export interface LinePlace {
  readonly id: string;
  readonly folder: string;
}

interface LineReader<P> {
  readonly maxLineBytes: number;
  /** The page of a line; `undefined` bytes mean that the line is too long. */
  readonly read: (line: Uint8Array | undefined, place: LinePlace) => P | undefined;
}

/** The pages of the lines of a file or of standard input; a file that cannot be read becomes a broken page. */
export async function* readLines<P>(
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

/** Many times the size of the largest profile. */
const MAX_PROFILE_BYTES = 32 * 1024 * 1024;

/** The site profile in a file, JSON packed with gzip or not; undefined where no file is named. */
export function openSiteProfile(path: string | undefined): SiteProfile | undefined {
  return path === undefined ? undefined : openProfileFile(path);
}

const openProfileFile = /* @__PURE__ */ readOnce(readProfile);

/** Reads a profile; errors name the file, as a run may read several. */
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
