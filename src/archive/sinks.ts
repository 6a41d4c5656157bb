import { existsSync } from "node:fs";
import { copyFile, link, mkdir, rename, rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { NewsError } from "../errors/index.ts";
import type { Shard } from "./batch-inputs.ts";
import {
  type FolderPage,
  findFile,
  findIndex,
  findTarget,
  makeFolder,
  numberOf,
  Output,
  PageFolder,
  partialPath,
  statOutput,
  type Target,
} from "./output.ts";
import type { LineFields } from "./page-record.ts";
import {
  hasParts,
  PART_FORMATS,
  PartFolder,
  type PartFormat,
  type PartPlace,
  readParts,
  refuseUsed,
} from "./part-folder.ts";
import { writeFailure } from "./read-files.ts";
import { demandFile, earlierFile, type IdCounts, recoverLines, refuseEarlier } from "./resume.ts";
import { recoverRecords, WarcOutput } from "./warc/warc-output.ts";

/** Some pages of a batch, ready to be written. */
export interface SinkPart {
  /** Lines of JSON; a gzip member where `isPacked`. */
  readonly bytes: Uint8Array;
  readonly isPacked?: boolean;
  /** Pages of a folder with a file for each, whose lines are its index. */
  readonly files?: readonly FolderPage[];
}

/** Where the pages of a batch go. One contract suite runs for all of them. */
export interface Sink {
  write(part: SinkPart): Promise<void>;
  /** Finishes: the output appears, whole. */
  finish(): Promise<void>;
  /** Stops early: what is written stays for a resumed run. Returns whether there is any. */
  leave(): Promise<boolean>;
}

/** A format that the name of the output does not show: of part files, or the ending of a file for each page. */
export type OutputFormat = PartFormat | { readonly ending: string };

/** How an output is written. */
export interface SinkOptions {
  readonly format?: OutputFormat | undefined;
  readonly shard?: Shard | undefined;
  /** Bytes of lines in a part file or a row group. */
  readonly partBytes?: number | undefined;
  /** Writes a file of lines as a Parquet file. */
  readonly encode: PartPlace["encode"];
  /** Fields of the article that are written; all where it is absent. */
  readonly fields?: readonly string[] | undefined;
  /** The date of records of a WARC. */
  readonly date: Date;
}

/** Where the output of a batch goes, checked but not opened. */
export interface Destination {
  readonly kind: "lines" | "pages" | "parts" | "parquet" | "warc";
  /** The output as the user named it, and the path of the record of the run. */
  readonly target: Target;
  /** The name of the partial output, for messages. */
  readonly partialName: string;
  readonly options: SinkOptions;
}

/** A row group of this size takes 100 MB to write. */
const DEFAULT_PART_BYTES = 32_000_000;
const PARQUET_NAME = /\.parquet$/i;
const WARC_NAME = /\.warc(?:\.gz|\.zst)?$/i;

const DESTINATIONS = "a .jsonl, .jsonl.gz, .parquet or .warc.gz file, nor a folder with a slash at its end";

/** Classifies the OUT of a batch. */
export function findDestination(out: string, options: SinkOptions): Destination {
  const { format } = options;
  const isFolder = out.endsWith("/") || statOutput(out)?.isDirectory() === true;
  if (typeof format === "object") {
    const target = findIndex(out);
    return { kind: "pages", target, partialName: dirname(target.name), options };
  }
  if (isFolder) {
    const name = `_run${shardName(options.shard)}`;
    const target = { name: out, isGzip: false, path: resolve(out, name) };
    return { kind: "parts", target, partialName: out, options };
  }
  if (format !== undefined && !out.toLowerCase().endsWith(`.${format}`)) {
    const message = `The option --format ${format} is for part files, so -o ${out} must be a folder, with a slash at its end.`;
    throw new NewsError("BAD_OPTION", message);
  }
  const kind = PARQUET_NAME.test(out) ? "parquet" : WARC_NAME.test(out) ? "warc" : "lines";
  const target = kind === "lines" ? findTarget(out, DESTINATIONS) : findFile(out);
  return { kind, target, partialName: partialPath(target.name), options };
}

function shardName(shard: Shard | undefined): string {
  const digits = (number: number): string => String(number).padStart(3, "0");
  return shard === undefined ? "" : `-${digits(shard.index)}-of-${digits(shard.count)}`;
}

/** The pages already in an output. */
export interface Recovered {
  readonly ids: IdCounts;
  /** Its failed pages by code. */
  readonly failures: ReadonlyMap<string, number>;
  /** The number of the last file of a folder of pages. */
  readonly lastNumber: number;
}

/** Recovers what an earlier run has written, and describes it. */
export async function recover(destination: Destination): Promise<Recovered> {
  const { kind, target } = destination;
  const ids = new Map<string, number>();
  const failures = new Map<string, number>();
  let lines = 0;
  let lastNumber = 0;
  const add = (fields: LineFields): void => {
    lines++;
    const code = codeOf(fields);
    ids.set(fields.id, (ids.get(fields.id) ?? 0) + 1);
    if (code !== undefined) failures.set(code, (failures.get(code) ?? 0) + 1);
    const number = typeof fields.file === "string" ? numberOf(fields.file) : undefined;
    lastNumber = Math.max(lastNumber, lines, number ?? 0);
  };
  const addLine = (fields: LineFields): boolean => {
    const isKept = kind !== "pages" || hasFile(dirname(target.name), fields);
    if (isKept) add(fields);
    return isKept;
  };
  if (kind === "lines" || kind === "pages") await recoverLines(target, addLine);
  else if (kind === "warc") await recoverRecords(target, add);
  else {
    const place = placeOf(destination);
    if (kind === "parquet") await reopenParquet(demandFile(target), place);
    for await (const fields of readParts(place)) add(fields);
  }
  return { ids, failures, lastNumber };
}

/** Whether the file of a line is there; a failed page has none, and one whose file was deleted is made again. */
function hasFile(folder: string, { file }: LineFields): boolean {
  return typeof file !== "string" || existsSync(join(folder, file));
}

function codeOf({ error }: LineFields): string | undefined {
  return typeof error === "object" && error !== null && "code" in error ? String(error.code) : undefined;
}

/** Throws OUTPUT_EXISTS where a run would replace what another has written. */
export function refuseExisting({ kind, target, options }: Destination): void {
  if (kind === "pages") PageFolder.make(dirname(target.name));
  if (kind === "parts") refuseUsed(partsPlace(target, options));
  if (kind !== "pages" && kind !== "parts") refuseEarlier(target);
}

/** Whether there is an output, whole or not, that a run could continue. */
export function isBegun({ kind, target, options }: Destination): boolean {
  if (kind === "parts") return hasParts(partsPlace(target, options));
  return target.path !== undefined && earlierFile(target.path) !== undefined;
}

/** Opens a file of lines, or standard output. */
export async function openLines(target: Target, from: "new" | "partial"): Promise<Sink> {
  return new LineSink(await Output.open(target, from), target);
}

/** Removes files of a folder of pages that a killed run wrote but did not enter into its index. */
export function removeUnlisted({ target, options }: Destination, { lastNumber }: Recovered): void {
  const ending = typeof options.format === "object" ? options.format.ending : "";
  new PageFolder(dirname(target.name), ending, lastNumber).removeUnlisted();
}

/** Opens an output: a new one, or one that was recovered. */
export async function openSink(destination: Destination, from: "new" | Recovered): Promise<Sink> {
  const { kind, target, options } = destination;
  const mode = from === "new" ? "new" : "partial";
  if (kind === "lines") return openLines(target, mode);
  if (kind === "warc") return new WarcOutput(await Output.open(target, mode), target, options.date);
  if (kind === "pages") {
    const ending = typeof options.format === "object" ? options.format.ending : "";
    makeFolder(dirname(target.name));
    const folder = new PageFolder(dirname(target.name), ending, from === "new" ? 0 : from.lastNumber);
    return new PageSink(await Output.open(target, mode), folder);
  }
  const place = placeOf(destination);
  if (kind === "parquet") await removeFolder(joinedPath(place.folder), target.name);
  if (from === "new" && kind === "parquet") {
    await removeFolder(place.folder, target.name);
    await makeFolderIn(place.folder, target.name);
  }
  const parts = await (from === "new" ? PartFolder.create(place) : PartFolder.open(place));
  return kind === "parts"
    ? new PartSink(parts, place)
    : new ParquetSink(parts, { place, target, fields: options.fields });
}

/** The folder of row groups of a finished Parquet file, until it is removed. */
function joinedPath(folder: string): string {
  return `${folder}.joined`;
}

async function removeFolder(path: string, name: string): Promise<void> {
  try {
    await rm(path, { recursive: true, force: true });
  } catch (error) {
    throw writeFailure(name, error);
  }
}

/** Makes a folder whose parent has to be there. */
async function makeFolderIn(path: string, name: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    throw writeFailure(name, error);
  }
}

function placeOf({ kind, target, options }: Destination): PartPlace {
  if (kind === "parts") return partsPlace(target, options);
  const { partBytes = DEFAULT_PART_BYTES, encode } = options;
  return { folder: partialPath(demandFile(target)), prefix: "group-", format: "parquet", partBytes, encode };
}

function partsPlace(
  { name }: Target,
  { format = "jsonl", shard, partBytes = DEFAULT_PART_BYTES, encode }: SinkOptions,
): PartPlace {
  const prefix = `part${shardName(shard)}-`;
  return {
    folder: name,
    prefix,
    format: PART_FORMATS.find((known) => known === format) ?? "jsonl",
    partBytes,
    encode,
  };
}

const pack = promisify(gzip);

class LineSink implements Sink {
  readonly #output: Output;
  readonly #target: Target;

  constructor(output: Output, target: Target) {
    this.#output = output;
    this.#target = target;
  }

  async write({ bytes, isPacked = false }: SinkPart): Promise<void> {
    if (bytes.length > 0)
      await this.#output.write(this.#target.isGzip && !isPacked ? await pack(bytes) : bytes);
  }

  finish(): Promise<void> {
    return this.#output.finish();
  }

  leave(): Promise<boolean> {
    return this.#output.leave();
  }
}

class PageSink implements Sink {
  readonly #index: Output;
  readonly #folder: PageFolder;

  constructor(index: Output, folder: PageFolder) {
    this.#index = index;
    this.#folder = folder;
  }

  async write({ files = [] }: SinkPart): Promise<void> {
    await this.#index.write(await this.#folder.write(files));
  }

  finish(): Promise<void> {
    return this.#index.finish();
  }

  async leave(): Promise<boolean> {
    await this.#index.leave();
    return true;
  }
}

class PartSink implements Sink {
  readonly #parts: PartFolder;
  readonly #place: PartPlace;

  constructor(parts: PartFolder, place: PartPlace) {
    this.#parts = parts;
    this.#place = place;
  }

  write({ bytes }: SinkPart): Promise<void> {
    return this.#parts.write(bytes);
  }

  finish(): Promise<void> {
    return this.#parts.finish();
  }

  async leave(): Promise<boolean> {
    await this.#parts.leave();
    return hasParts(this.#place);
  }
}

/** A Parquet file: its row groups are files of a folder until all are there, from which a resumed run continues. */
class ParquetSink implements Sink {
  readonly #parts: PartFolder;
  readonly #place: PartPlace;
  readonly #target: Target;
  readonly #fields: SinkOptions["fields"];

  constructor(
    parts: PartFolder,
    { place, target, fields }: { place: PartPlace; target: Target; fields: SinkOptions["fields"] },
  ) {
    this.#parts = parts;
    this.#place = place;
    this.#target = target;
    this.#fields = fields;
  }

  write({ bytes }: SinkPart): Promise<void> {
    return this.#parts.write(bytes);
  }

  async finish(): Promise<void> {
    await this.#parts.finish();
    const { folder } = this.#place;
    const joined = join(folder, "_joined.partial");
    try {
      const { joinParquet } = await import("./parquet/write-parquet.ts");
      await joinParquet(PartFolder.list(this.#place), joined, { fields: this.#fields });
      await rename(joined, demandFile(this.#target));
      // Renamed first, so that a run killed during the removal does not leave some groups that a resumed run takes for all.
      await rename(folder, joinedPath(folder));
      await rm(joinedPath(folder), { recursive: true, force: true });
    } catch (error) {
      throw writeFailure(this.#target.name, error);
    }
  }

  async leave(): Promise<boolean> {
    await this.#parts.leave();
    if (hasParts(this.#place)) return true;
    await rm(this.#place.folder, { recursive: true, force: true });
    return false;
  }
}

/** To continue a whole Parquet file, it becomes the first part. */
async function reopenParquet(path: string, place: PartPlace): Promise<void> {
  if (hasParts(place) || !existsSync(path)) return;
  makeFolder(place.folder);
  const first = join(place.folder, `${place.prefix}00000.parquet`);
  try {
    await link(path, first);
  } catch {
    // Copied under another name, as the run may be killed meanwhile.
    const copy = join(place.folder, "_copy.partial");
    await copyFile(path, copy);
    await rename(copy, first);
  }
}

/** Writes the lines of a batch in a file as a Parquet file, which appears when it is whole. */
export async function writeParquet(
  linesPath: string,
  path: string,
  options: { readonly fields?: readonly string[] | undefined },
): Promise<void> {
  // Loaded here: other outputs need none of it.
  const late = await import("./parquet/write-parquet.ts");
  await late.writeParquet(linesPath, path, options);
}
