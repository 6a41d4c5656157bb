import { createReadStream } from "node:fs";
import { basename, resolve } from "node:path";
import { asNewsError, NewsError } from "../errors/index.ts";
import { DEFAULT_MAX_BYTES } from "../html/index.ts";
import { hashText } from "../text/index.ts";
import { isAddress } from "../url/index.ts";
import {
  archiveKind,
  brokenPage,
  findKind,
  type Input,
  type InputOptions,
  JSONL_NAME,
  type LinePlace,
  look,
  readInputs,
  readLines,
  refuseKind,
  surveyFolder,
} from "./inputs.ts";
import { locate, type RawPage, readAddress, type StoredPage, type UnfetchedPage } from "./page-record.ts";
import { countUsed, type ReadMeter, readFailure, STREAM_STEP } from "./read-files.ts";
import { ByteWindow } from "./warc/byte-window.ts";
import { Originals } from "./warc/originals.ts";
import { isWarcStream } from "./warc/read-warc.ts";
import { readWarcPages } from "./warc/warc-pages.ts";

/** The inputs besides lists, for messages. */
const KINDS = "folder, a .parquet file, or a .warc, .jsonl, .html or .htm file";
const LIST_ADVICE = "; a list of addresses or files is for --list";
/** Longer lines of a list are neither an address nor a path. */
const MAX_LIST_LINE_BYTES = 1 << 16;

/** A place that the pages of a batch come from, some of which have to be fetched. */
export type BatchInput =
  | Input
  | { readonly kind: "address"; readonly url: string }
  /** A text file with an address or a file per line; without a path it is standard input. */
  | { readonly kind: "list"; readonly name: string; readonly path?: string }
  | ArchiveInput;

/** A file of many pages that is not one of lines. */
type ArchiveInput =
  | { readonly kind: "warc"; readonly name: string; readonly path: string }
  | { readonly kind: "parquet"; readonly name: string; readonly path: string };

/** A page of a batch before it is fetched, where it has to be. */
export type BatchPage = RawPage | StoredPage | UnfetchedPage;

/** Recognises an INPUT of a batch that is not an address. */
function findBatchInput(input: string): BatchInput {
  const kind = archiveKind(input);
  if (kind === undefined || look(input).isDirectory())
    return findKind(input) ?? refuseKind(input, KINDS, LIST_ADVICE);
  const place = { name: basename(input), path: input };
  return kind === "warc" ? { kind, ...place } : { kind, ...place };
}

/** The inputs of one INPUT of a batch; a folder also gives its WARC files, but not the output of the run. */
export function findBatchInputs(input: string, output: string): readonly BatchInput[] {
  const found = findBatchInput(input);
  if (found.kind !== "folder") return [found];
  const { hasPages, archives } = surveyFolder(found.path);
  const files = archives
    .filter(({ path }) => resolve(path) !== resolve(output))
    .map(({ id, path }) => ({ kind: "warc", name: id, path }) as const);
  // A folder without pages is left out, so that progress and shards see only whole files.
  return hasPages || files.length === 0 ? [found, ...files] : files;
}

/** Classifies a FILE of `--list`: `-` is standard input; names of files of pages are refused. */
export function findList(name: string): BatchInput {
  if (name === "-") return { kind: "list", name };
  if (name === "") throw new NewsError("BAD_OPTION", "The list is an empty word.");
  if (look(name).isDirectory())
    throw new NewsError("BAD_OPTION", `The list ${name} is a folder; give it as an input.`);
  if (archiveKind(name) !== undefined || findKind(name) !== undefined)
    throw new NewsError("BAD_OPTION", `The list ${name} holds pages; give it as an input.`);
  return { kind: "list", name: basename(name), path: name };
}

/** How the inputs of a batch are read. */
export interface BatchInputOptions extends InputOptions {
  /** Called for records that are not pages, with their kind. */
  readonly onSkip?: ((what: string) => void) | undefined;
  /** The shard to read. */
  readonly shard?: Shard | undefined;
}

/** One of n parts of the input. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

/** The pages of a batch, one input after the other; addresses are still to be fetched. */
export async function* readBatchInputs(
  inputs: readonly BatchInput[],
  options: BatchInputOptions = {},
): AsyncGenerator<BatchPage, void, undefined> {
  const { shard } = options;
  const takesWholeFiles =
    shard !== undefined && (await surveyInputs(inputs, options)).files.length >= shard.count;
  let files = 0;
  const choose = (input: BatchInput): Choice => {
    if (shard === undefined) return () => true;
    if (!takesWholeFiles || !isManyPages(input)) return (page) => isOf(page, shard);
    // With enough files each shard takes whole ones, as reading all of them would take most of its time.
    return files++ % shard.count === shard.index ? () => true : undefined;
  };
  const reading = { ...options, originals: new Originals(), choose };
  for (const input of inputs) yield* readInput(input, reading);
}

/** Which pages of an input are wanted; undefined where none is. */
type Choice = ((page: BatchPage) => boolean) | undefined;

async function* readInput(input: BatchInput, options: Reading): AsyncGenerator<BatchPage, void, undefined> {
  if (input.kind === "list") {
    const isWanted = options.choose(input);
    for await (const entry of readList(input, options)) {
      if (entry.kind === "input") yield* readInput(entry.input, options);
      else if (isWanted?.(entry)) yield entry;
    }
    return;
  }
  const isWanted = options.choose(input);
  if (isWanted === undefined) return;
  for await (const page of readOne(input, options)) if (isWanted(page)) yield page;
}

/** Whether a page belongs to a shard, by its id, of a line by file and number. */
function isOf({ id }: BatchPage, { index, count }: Shard): boolean {
  return (hashText(id) >>> 0) % count === index;
}

function isManyPages(input: BatchInput): boolean {
  return (
    input.kind === "warc" || input.kind === "parquet" || (input.kind === "lines" && input.path !== undefined)
  );
}

/** Inputs by kind, found without reading their pages. */
export interface InputSurvey {
  /** Files of many pages, in arguments and lists, in their order. */
  readonly files: readonly string[];
  /** Whether there are pages that are not in these files; standard input may hold any. */
  readonly hasOthers: boolean;
}

/** Looks at inputs and reads the lists among them. */
export async function surveyInputs(
  inputs: readonly BatchInput[],
  options: BatchInputOptions = {},
): Promise<InputSurvey> {
  const files: string[] = [];
  let hasOthers = false;
  for (const input of inputs) {
    const isFile = input.kind === "warc" || input.kind === "parquet" || input.kind === "lines";
    if (isFile && input.path !== undefined) files.push(input.path);
    else if (input.kind !== "list" || input.path === undefined) hasOthers = true;
    else {
      for await (const entry of readList(input, options)) {
        const path = entry.kind === "input" && "path" in entry.input ? entry.input.path : undefined;
        if (path === undefined) hasOthers = true;
        else files.push(path);
      }
    }
  }
  return { files, hasOthers };
}

/** How all inputs of a run are read. */
interface Reading extends BatchInputOptions {
  readonly originals: Originals;
  readonly choose: (input: BatchInput) => Choice;
}

async function* readOne(
  input: Exclude<BatchInput, { readonly kind: "list" }>,
  options: Reading,
): AsyncGenerator<BatchPage, void, undefined> {
  if (input.kind === "address") yield { kind: "address", id: input.url, url: input.url };
  else if (input.kind === "warc" || input.kind === "parquet") yield* readArchive(input, options);
  else if (input.kind === "lines" && input.path === undefined) yield* readStandardInput(input, options);
  else if (input.kind === "lines" && !input.isSet) {
    for await (const page of readInputs([input], options)) yield readAddress(page) ?? page;
  } else yield* readInputs([input], options);
}

/** Standard input holds lines of JSON, or an archive. */
async function* readStandardInput(
  input: Input & { readonly kind: "lines" },
  options: Reading,
): AsyncGenerator<BatchPage, void, undefined> {
  const { standardInput = process.stdin, maxBytes = DEFAULT_MAX_BYTES, onSkip, originals } = options;
  const window = ByteWindow.over(standardInput);
  if (await isWarcStream(window)) {
    yield* readWarcPages(window.rest(), { name: input.name, maxBytes, onSkip, originals });
    return;
  }
  const lines = readInputs([input], { ...options, standardInput: window.rest() });
  for await (const page of lines) yield readAddress(page) ?? page;
}

/** The pages of an archive; one that cannot be read becomes a broken page. */
async function* readArchive(
  { kind, name, path }: ArchiveInput,
  { maxBytes = DEFAULT_MAX_BYTES, meter, onSkip, names, originals }: Reading,
): AsyncGenerator<RawPage | StoredPage, void, undefined> {
  try {
    if (kind === "warc")
      yield* readWarcPages(readMetered(path, meter), { name, path, maxBytes, onSkip, originals });
    else {
      // Loaded here: other inputs need none of it.
      const { readParquetPages } = await import("./parquet/read-parquet.ts");
      yield* readParquetPages({ name, path, maxBytes, names, meter });
    }
  } catch (error) {
    yield brokenPage(name, readFailure(path, error));
  }
}

async function* readMetered(path: string, meter: ReadMeter | undefined): AsyncGenerator<Uint8Array> {
  for await (const bytes of createReadStream(path, { highWaterMark: STREAM_STEP })) {
    countUsed(meter, bytes.length);
    yield bytes;
  }
}

/** A file of many pages that a list names. */
interface ListedInput {
  readonly kind: "input";
  readonly input: BatchInput;
}

function readList(
  input: BatchInput & { readonly kind: "list" },
  options: BatchInputOptions,
): AsyncGenerator<RawPage | UnfetchedPage | ListedInput, void, undefined> {
  return readLines<RawPage | UnfetchedPage | ListedInput>(input, options, {
    maxLineBytes: MAX_LIST_LINE_BYTES,
    read: (line, place) => {
      if (line === undefined)
        return brokenPage(
          place.id,
          new NewsError("BAD_RECORD", `The line ${place.id} is longer than any address.`),
        );
      // The decoder also removes the byte-order mark of some editors.
      const entry = new TextDecoder().decode(line).trim();
      return entry === "" || entry.startsWith("#")
        ? undefined
        : readListEntry(entry, place, options.allowOutside);
    },
  });
}

/** The page or the file of pages that a line of a list names; the id of a page is what the line says. */
function readListEntry(
  entry: string,
  { id, folder }: LinePlace,
  allowOutside: boolean | undefined,
): RawPage | UnfetchedPage | ListedInput {
  try {
    if (isAddress(entry)) return { kind: "address", id: entry, url: entry };
    // Neither addresses nor paths hold control characters or bytes that are not text; binary files do.
    if (/\p{Cc}|\ufffd/u.test(entry)) {
      return brokenPage(id, new NewsError("BAD_RECORD", `The line ${id} is neither an address nor a path.`));
    }
    const path = locate(entry, { folder, allowOutside });
    const isMany = JSONL_NAME.test(entry) || archiveKind(entry) !== undefined;
    return isMany ? { kind: "input", input: findBatchInput(path) } : { kind: "file", id: entry, path };
  } catch (error) {
    return brokenPage(entry, asNewsError(error));
  }
}
