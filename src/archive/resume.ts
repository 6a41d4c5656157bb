import { createReadStream, existsSync } from "node:fs";
import { open, rename } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { NewsError } from "../errors/index.ts";
import { readFailure, writeFailure } from "./file-errors.ts";
import { unpackStream } from "./gzip.ts";
import { splitLines } from "./lines.ts";
import { partialPath, type Target } from "./output.ts";
import { type RawPage, readRecord } from "./page-record.ts";

/** How many lines each id has already; ids need not be unique. */
export type IdCounts = ReadonlyMap<string, number>;

const GROUP_BYTES = 1 << 20;
const NEWLINE = Uint8Array.of(0x0a);

/** Brings the whole lines of an earlier run into the partial file, and says whose they are. */
export async function recoverLines(target: Target): Promise<IdCounts> {
  if (target.path === undefined) {
    throw new NewsError(
      "BAD_OPTION",
      `The option --resume needs a file to go on with, and ${target.name} is none.`,
    );
  }
  const partial = partialPath(target.path);
  const earlier = [partial, target.path].find((path) => existsSync(path));
  const counts = new Map<string, number>();
  // Written beside and renamed, so that a run that ends in here loses nothing.
  const fresh = `${partial}.new`;
  try {
    const file = await open(fresh, "w");
    try {
      for await (const group of earlier === undefined ? [] : wholeLines(earlier, counts)) {
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

async function* wholeLines(path: string, counts: Map<string, number>): AsyncGenerator<Uint8Array> {
  let group: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const line of splitLines(
      unpackStream(path, createReadStream(path)),
      Number.POSITIVE_INFINITY,
    )) {
      const id = line.isWhole && line.bytes ? idOf(line.bytes) : undefined;
      if (id === undefined || !line.bytes) break;
      counts.set(id, (counts.get(id) ?? 0) + 1);
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

function idOf(line: Uint8Array): string | undefined {
  try {
    const { id } = JSON.parse(new TextDecoder().decode(line)) as { readonly id?: unknown };
    return typeof id === "string" ? id : undefined;
  } catch {
    return undefined;
  }
}

/** Leaves out as many pages of each id as there are lines of it. */
export async function* withoutDone(pages: AsyncIterable<RawPage>, done: IdCounts): AsyncGenerator<RawPage> {
  const left = new Map(done);
  for await (const page of pages) {
    const { id } = left.size > 0 ? readRecord(page) : page;
    const count = left.get(id) ?? 0;
    if (count === 0) yield page;
    else if (count === 1) left.delete(id);
    else left.set(id, count - 1);
  }
}
