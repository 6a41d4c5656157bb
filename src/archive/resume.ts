import { existsSync, readFileSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { NewsError } from "../errors/index.ts";
import { partialPath, type Target, writeWhole } from "./output.ts";
import { type RawPage, readRecord, type UnfetchedPage } from "./page-record.ts";
import { openBytes, readFailure, splitLines, writeFailure } from "./read-files.ts";

/** How many lines each id has already; ids need not be unique. */
export type IdCounts = ReadonlyMap<string, number>;

const GROUP_BYTES = 1 << 20;
const NEWLINE = Uint8Array.of(0x0a);

/** Copies the whole lines of an earlier run into the partial file; returns how many each id has. */
export async function recoverLines(
  target: Target,
  onLine: (fields: LineFields) => void = () => undefined,
): Promise<IdCounts> {
  if (target.path === undefined) {
    throw new NewsError(
      "BAD_OPTION",
      `The option --resume needs an output file, and ${target.name} is not one.`,
    );
  }
  const partial = partialPath(target.path);
  const earlier = earlierFile(target.path);
  const counts = new Map<string, number>();
  const add = (fields: LineFields) => {
    counts.set(fields.id, (counts.get(fields.id) ?? 0) + 1);
    onLine(fields);
  };
  // Written to another file and renamed, so that a run that is killed here loses nothing.
  const fresh = `${partial}.new`;
  try {
    const file = await open(fresh, "w");
    try {
      for await (const group of earlier === undefined ? [] : wholeLines(earlier, add)) {
        await file.appendFile(target.isGzip ? gzipSync(group) : group);
      }
    } finally {
      await file.close();
    }
    await rename(fresh, partial);
  } catch (error) {
    throw writeFailure(target.name, error);
  }
  return counts;
}

/** The file of an earlier run: the partial one, else the whole one. */
export function earlierFile(path: string): string | undefined {
  return [partialPath(path), path].find((file) => existsSync(file));
}

async function* wholeLines(path: string, add: (fields: LineFields) => void): AsyncGenerator<Uint8Array> {
  let group: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const line of splitLines(openBytes(path, path), Number.POSITIVE_INFINITY)) {
      const fields = line.isWhole && line.bytes ? fieldsOf(line.bytes) : undefined;
      if (fields === undefined || !line.bytes) break;
      add(fields);
      group.push(line.bytes, NEWLINE);
      size += line.bytes.length + 1;
      if (size < GROUP_BYTES) continue;
      yield Buffer.concat(group);
      group = [];
      size = 0;
    }
  } catch (error) {
    // An interrupted run leaves truncated gzip data.
    if (!(error instanceof NewsError && error.code === "BAD_GZIP")) throw readFailure(path, error);
  }
  if (size > 0) yield Buffer.concat(group);
}

/** A line of an earlier run. */
interface LineFields {
  readonly id: string;
  readonly [name: string]: unknown;
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
export async function* withoutDone<P extends RawPage | UnfetchedPage>(
  pages: AsyncIterable<P>,
  done: IdCounts,
): AsyncGenerator<P> {
  const left = new Map(done);
  for await (const page of pages) {
    const { id } = left.size === 0 || page.kind === "address" ? page : readRecord(page);
    const count = left.get(id) ?? 0;
    if (count === 0) yield page;
    else if (count === 1) left.delete(id);
    else left.set(id, count - 1);
  }
}

/** The options that determine the answers of a run; null for one that is not given. */
export type RunOptions = Readonly<Record<string, string | boolean | null>>;

const FORMAT = "galley-run";

/** A record of the options of a run next to its output: `OUT.run.json`, and `OUT.partial.run.json` until it is finished. */
export class RunRecord {
  readonly #path: string;

  private constructor(path: string) {
    this.#path = path;
  }

  /** Writes the record of a new run; pipes and devices have none. */
  static async begin(target: Target, options: RunOptions): Promise<RunRecord | undefined> {
    if (target.path === undefined) return undefined;
    const text = `${JSON.stringify({ format: FORMAT, version: 1, options })}\n`;
    await writeWhole(recordPath(partialPath(target.path)), text);
    return new RunRecord(target.path);
  }

  /** Finishes the output and its record; a run killed in between leaves an output without a record, never with a wrong one. */
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

  /** After a run that stopped early: without a partial output the record goes too. */
  async leave(): Promise<void> {
    const partial = partialPath(this.#path);
    if (!existsSync(partial)) await rm(recordPath(partial), { force: true });
  }
}

/**
 * Throws RESUME_MISMATCH if the run to be resumed had other options, so that no output mixes two kinds of answers;
 * returns whether there is a record, which outputs of older versions do not have.
 */
export function checkResumed({ name, path }: Target, options: RunOptions): boolean {
  const earlier = path === undefined ? undefined : earlierFile(path);
  if (earlier === undefined || !existsSync(recordPath(earlier))) return false;
  const before = readOptions(recordPath(earlier));
  const names = [...new Set([...Object.keys(before), ...Object.keys(options)])];
  const differences = names
    .filter((option) => (before[option] ?? null) !== (options[option] ?? null))
    .map((option) => `${describe(option, before[option])} (now ${describe(option, options[option])})`);
  if (differences.length === 0) return true;
  const message = `The run that wrote ${name} had other options: ${differences.join(", ")}.`;
  throw new NewsError("RESUME_MISMATCH", message);
}

function recordPath(path: string): string {
  return `${path}.run.json`;
}

function readOptions(path: string): Readonly<Record<string, unknown>> {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    throw readFailure(path, error);
  }
  const options = parseOptions(text);
  if (options !== undefined) return options;
  throw new NewsError("RESUME_MISMATCH", `The record ${path} is damaged; remove it to resume all the same.`);
}

function parseOptions(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const record: unknown = JSON.parse(text);
    if (typeof record !== "object" || record === null || !("options" in record)) return undefined;
    const { options } = record;
    return typeof options === "object" && options !== null ? { ...options } : undefined;
  } catch {
    return undefined;
  }
}

function describe(option: string, value: unknown): string {
  if (value === undefined || value === null || value === false) return `no ${option}`;
  return value === true ? option : `${option} ${String(value)}`;
}
