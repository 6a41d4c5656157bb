import { createReadStream, existsSync } from "node:fs";
import { open, rename } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { NewsError } from "../errors/index.ts";
import { readFailure, writeFailure } from "./file-errors.ts";
import { unpackStream } from "./gzip.ts";
import { splitLines } from "./lines.ts";
import { partialPath, type Target } from "./output.ts";
import { type RawPage, readRecord, type UnfetchedPage } from "./page-record.ts";

/** How many lines each id has already; ids need not be unique. */
export type IdCounts = ReadonlyMap<string, number>;

const GROUP_BYTES = 1 << 20;
const NEWLINE = Uint8Array.of(0x0a);

/** Brings the whole lines of an earlier run into the partial file, and says whose they are. */
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
  // Written beside and renamed, so that a run that ends in here loses nothing.
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

/** The file that an earlier run has left at an output: the partial one, else the whole one. */
export function earlierFile(path: string): string | undefined {
  return [partialPath(path), path].find((file) => existsSync(file));
}

async function* wholeLines(path: string, add: (fields: LineFields) => void): AsyncGenerator<Uint8Array> {
  let group: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const line of splitLines(
      unpackStream(path, createReadStream(path)),
      Number.POSITIVE_INFINITY,
    )) {
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
    // A gzip cut short is what an interrupted run leaves.
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

/** Leaves out as many pages of each id as there are lines of it. */
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
