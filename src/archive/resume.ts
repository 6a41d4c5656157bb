import { createHash } from "node:crypto";
import { closeSync, existsSync, fstatSync, openSync, readFileSync, readSync } from "node:fs";
import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { NewsError } from "../errors/index.ts";
import type { BatchInput, BatchPage } from "./batch-inputs.ts";
import { partialPath, type Target, writeWhole } from "./output.ts";
import { type LineFields, readRecord } from "./page-record.ts";
import { openBytes, readFailure, splitLines, writeFailure } from "./read-files.ts";

/** How many lines each id has already; ids need not be unique. */
export type IdCounts = ReadonlyMap<string, number>;

const GROUP_BYTES = 1 << 20;
const NEWLINE = Uint8Array.of(0x0a);

/** Copies the whole lines of an earlier run into the partial file, those that `isKept` accepts; returns how many each id has. */
export async function recoverLines(
  target: Target,
  isKept: (fields: LineFields) => boolean = () => true,
): Promise<IdCounts> {
  const counts = new Map<string, number>();
  const add = (fields: LineFields) => {
    if (!isKept(fields)) return false;
    counts.set(fields.id, (counts.get(fields.id) ?? 0) + 1);
    return true;
  };
  await keepEarlier(target, async function* (earlier) {
    for await (const group of wholeLines(earlier, add)) yield target.isGzip ? gzipSync(group) : group;
  });
  return counts;
}

/** Writes what is kept of an earlier run's file, if there is one, into the partial file. */
export async function keepEarlier(
  target: Target,
  kept: (earlier: string) => AsyncIterable<Uint8Array>,
): Promise<void> {
  const path = demandFile(target);
  const partial = partialPath(path);
  const earlier = earlierFile(path);
  // Written to another file and renamed, so that a run that is killed here loses nothing.
  const fresh = `${partial}.new`;
  try {
    const file = await open(fresh, "w");
    try {
      if (earlier !== undefined) for await (const piece of kept(earlier)) await file.appendFile(piece);
    } finally {
      await file.close();
    }
    await rename(fresh, partial);
  } catch (error) {
    throw writeFailure(target.name, error);
  }
}

/** The path of an output that can be resumed. */
export function demandFile({ name, path }: Target): string {
  if (path !== undefined) return path;
  throw new NewsError("BAD_OPTION", `The option --resume needs an output file, and ${name} is not one.`);
}

/** The file of an earlier run: the partial one, else the whole one. */
export function earlierFile(path: string): string | undefined {
  return [partialPath(path), path].find((file) => existsSync(file));
}

/** Refuses a file that a run could continue, whole or not. */
export function refuseEarlier({ name, path }: Target): void {
  const earlier = path === undefined ? undefined : earlierFile(path);
  if (earlier === undefined) return;
  const what = earlier === path ? "exists already" : "exists in part, from a run that did not end";
  throw new NewsError("OUTPUT_EXISTS", `The output ${name} ${what}.`);
}

async function* wholeLines(path: string, add: (fields: LineFields) => boolean): AsyncGenerator<Uint8Array> {
  let group: Uint8Array[] = [];
  let size = 0;
  for await (const { line, fields } of readWholeLines(path)) {
    if (!add(fields)) continue;
    group.push(line, NEWLINE);
    size += line.length + 1;
    if (size < GROUP_BYTES) continue;
    yield Buffer.concat(group);
    group = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(group);
}

/** The lines of an earlier run, up to one that it did not finish. */
export async function* readWholeLines(
  path: string,
): AsyncGenerator<{ readonly line: Uint8Array; readonly fields: LineFields }, void, undefined> {
  try {
    for await (const { bytes, isWhole } of splitLines(openBytes(path, path), Number.POSITIVE_INFINITY)) {
      const fields = isWhole && bytes ? fieldsOf(bytes) : undefined;
      if (fields === undefined || !bytes) return;
      yield { line: bytes, fields };
    }
  } catch (error) {
    // An interrupted run leaves truncated gzip data.
    if (!(error instanceof NewsError && error.code === "BAD_GZIP")) throw readFailure(path, error);
  }
}

function fieldsOf(line: Uint8Array): LineFields | undefined {
  try {
    const fields = JSON.parse(new TextDecoder().decode(line)) as { readonly id?: unknown };
    return typeof fields.id === "string" ? { ...fields, id: fields.id } : undefined;
  } catch {
    return undefined;
  }
}

/** Skips as many pages of each id as it has lines already. */
export async function* withoutDone<P extends BatchPage>(
  pages: AsyncIterable<P>,
  done: IdCounts,
): AsyncGenerator<P> {
  const left = new Map(done);
  for await (const page of pages) {
    const { id } =
      left.size === 0 || page.kind === "address" || page.kind === "stored" ? page : readRecord(page);
    const count = left.get(id) ?? 0;
    if (count === 0) yield page;
    else if (count === 1) left.delete(id);
    else left.set(id, count - 1);
  }
}

/** The options that determine the answers of a run; null for one that is not given. */
export type RunOptions = Readonly<Record<string, string | boolean | null>>;

const FORMAT = "galley-run";
/** The bytes at each end of an input that identify it. */
const PRINT_BYTES = 1 << 16;

/** What identifies an input file, even from another folder. */
interface InputPrint {
  readonly name: string;
  readonly bytes: number;
  readonly hash: string;
}

/** A record of the options of a run next to its output: `OUT.run.json`, and `OUT.partial.run.json` until it is finished. */
export class RunRecord {
  readonly #path: string;

  private constructor(path: string) {
    this.#path = path;
  }

  /** Writes the record of a new run; pipes and devices have none. */
  static async begin(
    target: Target,
    options: RunOptions,
    inputs: readonly BatchInput[] = [],
  ): Promise<RunRecord | undefined> {
    if (target.path === undefined) return undefined;
    const names = inputs.map(nameOf);
    const files = inputs.flatMap((input) => printOf(input) ?? []);
    const text = `${JSON.stringify({ format: FORMAT, version: 1, options, inputs: names, files })}\n`;
    await writeWhole(recordPath(partialPath(target.path)), text);
    return new RunRecord(target.path);
  }

  /** Finishes the output and its record; if killed in between, the output has no record rather than a wrong one. */
  async finish(finishOutput: () => Promise<void>): Promise<void> {
    const kept = recordPath(this.#path);
    await rm(kept, { force: true });
    await finishOutput();
    try {
      await rename(recordPath(partialPath(this.#path)), kept);
    } catch (error) {
      throw writeFailure(kept, error);
    }
  }

  /** Ends the record of a run that stopped early: removed if nothing is kept of its output. */
  async leave(isKept: boolean): Promise<void> {
    if (!isKept) await rm(recordPath(partialPath(this.#path)), { force: true });
  }
}

/**
 * Throws RESUME_MISMATCH if the run to be resumed had other options or inputs, so that no output mixes two kinds of answers;
 * returns whether there is a record, which outputs of older versions do not have.
 */
export function checkResumed(
  { name, path }: Target,
  options: RunOptions,
  inputs: readonly BatchInput[] = [],
): boolean {
  const records = path === undefined ? [] : [recordPath(partialPath(path)), recordPath(path)];
  const found = records.find((record) => existsSync(record));
  if (found === undefined) return false;
  const before = readRun(found);
  const names = [...new Set([...Object.keys(before.options), ...Object.keys(options)])];
  const differences = names
    .filter((option) => (before.options[option] ?? null) !== (options[option] ?? null))
    .map(
      (option) => `${describe(option, before.options[option])} (now ${describe(option, options[option])})`,
    );
  if (differences.length > 0)
    throw new NewsError(
      "RESUME_MISMATCH",
      `The run that wrote ${name} had other options: ${differences.join(", ")}.`,
    );
  const problem = inputs.length === 0 ? undefined : changeOfInputs(before, inputs);
  if (problem !== undefined)
    throw new NewsError("RESUME_MISMATCH", `The run that wrote ${name} read ${problem}.`);
  return true;
}

/** Why the inputs of a resumed run do not match; there may be more of them than before, and files may have grown. */
function changeOfInputs(before: EarlierRun, inputs: readonly BatchInput[]): string | undefined {
  const names = inputs.map(nameOf);
  const missing = before.inputs.find((input) => !names.includes(input));
  if (missing !== undefined) return `${missing}, which is not an input now`;
  const other = before.files.find(
    ({ name, bytes, hash }) =>
      !inputs.some((input) => nameOf(input) === name && printOf(input, bytes)?.hash === hash),
  );
  return other && `another ${other.name}: the file of this name has changed since`;
}

/** The name of an input, the same from any folder. */
function nameOf(input: BatchInput): string {
  if (input.kind === "address") return input.url;
  return input.path === undefined ? "-" : basename(resolve(input.path));
}

/** The fingerprint of the first `size` bytes of an input; undefined for a smaller file, a folder or an address. */
function printOf(input: BatchInput, size?: number): InputPrint | undefined {
  if (input.kind === "address" || input.kind === "folder" || input.path === undefined) return undefined;
  let file: number | undefined;
  try {
    file = openSync(input.path, "r");
    const found = fstatSync(file);
    const bytes = size ?? found.size;
    if (!found.isFile() || found.size < bytes) return undefined;
    const hash = createHash("sha256");
    for (const at of [0, Math.max(0, bytes - PRINT_BYTES)]) {
      const part = new Uint8Array(Math.min(PRINT_BYTES, bytes - at));
      hash.update(part.subarray(0, readSync(file, part, 0, part.length, at)));
    }
    return { name: nameOf(input), bytes, hash: hash.digest("hex").slice(0, 16) };
  } catch {
    // Reading its pages reports why.
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function recordPath(path: string): string {
  return `${path}.run.json`;
}

interface EarlierRun {
  readonly options: Readonly<Record<string, unknown>>;
  readonly inputs: readonly string[];
  /** Records of older versions have none. */
  readonly files: readonly InputPrint[];
}

function readRun(path: string): EarlierRun {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    throw readFailure(path, error);
  }
  const run = parseRun(text);
  if (run !== undefined) return run;
  throw new NewsError("RESUME_MISMATCH", `The record ${path} is damaged; remove it to resume anyway.`);
}

function parseRun(text: string): EarlierRun | undefined {
  try {
    const record: unknown = JSON.parse(text);
    if (typeof record !== "object" || record === null || !("options" in record)) return undefined;
    const { options } = record;
    const inputs = "inputs" in record && Array.isArray(record.inputs) ? record.inputs.map(String) : [];
    const files = "files" in record && Array.isArray(record.files) ? record.files.filter(isPrint) : [];
    return typeof options === "object" && options !== null
      ? { options: { ...options }, inputs, files }
      : undefined;
  } catch {
    return undefined;
  }
}

function isPrint(value: unknown): value is InputPrint {
  return (
    typeof value === "object" &&
    value !== null &&
    "name" in value &&
    typeof value.name === "string" &&
    "bytes" in value &&
    typeof value.bytes === "number" &&
    "hash" in value
  );
}

function describe(option: string, value: unknown): string {
  if (value === undefined || value === null || value === false) return `no ${option}`;
  return value === true ? option : `${option} ${String(value)}`;
}

/** The state of a resumed run besides the lines of an output: skipped pages, and the texts of earlier ones. */
export interface LogEntry {
  readonly id: string;
  /** Why the page has no line. */
  readonly code?: string;
  /** Lines of the output after those written with this entry: a run that finds fewer does its page again. */
  readonly lines?: number;
  /** The digest of its text, where it has a line. */
  readonly digest?: string;
  /** The signature of the text in base64. */
  readonly signature?: string;
}

/** A file beside the output with a line for each entry. */
export class RunLog {
  readonly #path: string;
  readonly #file: FileHandle;

  private constructor(path: string, file: FileHandle) {
    this.#path = path;
    this.#file = file;
  }

  /** Opens a new log, or continues an existing one. */
  static async open(path: string, from: "new" | { readonly bytes: number }): Promise<RunLog> {
    try {
      const file = await open(path, from === "new" ? "w" : "a");
      if (from !== "new") await file.truncate(from.bytes);
      return new RunLog(path, file);
    } catch (error) {
      throw writeFailure(path, error);
    }
  }

  /** Reads a log up to the first entry for lines that the output, of `lines` lines, does not have; returns the bytes read. */
  static async read(path: string, lines: number, onEntry: (entry: LogEntry) => void): Promise<number> {
    let bytes = 0;
    if (!existsSync(path)) return bytes;
    for await (const { line, fields } of readWholeLines(path)) {
      const entry: LogEntry = fields;
      if ((entry.lines ?? 0) > lines) break;
      onEntry(entry);
      bytes += line.length + 1;
    }
    return bytes;
  }

  /** Writes entries, before the lines they belong to: a resumed run ignores entries without their lines. */
  async append(entries: readonly LogEntry[]): Promise<void> {
    if (entries.length === 0) return;
    try {
      await this.#file.appendFile(entries.map((entry) => `${JSON.stringify(entry)}\n`).join(""));
    } catch (error) {
      throw writeFailure(this.#path, error);
    }
  }

  async close(): Promise<void> {
    await this.#file.close();
  }
}
