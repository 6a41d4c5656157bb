import { closeSync, fstatSync, openSync, readFileSync, readSync, statSync } from "node:fs";
import { describeBytes, NewsError } from "../errors/index.ts";
import { DEFAULT_MAX_BYTES } from "../html/index.ts";
import { readFailure } from "./file-errors.ts";
import { isGzip, unpack } from "./gzip.ts";
import type { ReadingSpace } from "./reading-space.ts";

const READ_STEP = 1 << 16;

/** The bytes of one file, unpacked where they are gzip; a file over the limit is not read at all. */
export function readBytes(
  path: string,
  maxBytes: number = DEFAULT_MAX_BYTES,
  space?: ReadingSpace,
): Uint8Array {
  let bytes: Uint8Array;
  try {
    const file = openSync(path, "r");
    try {
      bytes = readOpen(path, file, { maxBytes, space });
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw readFailure(path, error);
  }
  return isGzip(bytes) ? unpack(path, bytes, maxBytes) : bytes;
}

interface Reading {
  readonly maxBytes: number;
  readonly space: ReadingSpace | undefined;
}

function readOpen(path: string, file: number, { maxBytes, space }: Reading): Uint8Array {
  const found = fstatSync(file);
  if (found.isDirectory())
    throw new NewsError("FILE_UNREADABLE", `The path ${path} is a folder, not a file.`);
  if (!found.isFile()) return readPipe(path, file, maxBytes);
  if (found.size > maxBytes) throw tooLarge(path, maxBytes);
  // Some files that the system makes up have no size.
  return space === undefined || found.size === 0 ? readFileSync(file) : fill(space.take(found.size), file);
}

/** What a file has, up to the length of the memory given for it. */
function fill(bytes: Uint8Array, file: number): Uint8Array {
  let length = 0;
  while (length < bytes.length) {
    const count = readSync(file, bytes, length, bytes.length - length, null);
    if (count === 0) break;
    length += count;
  }
  return bytes.subarray(0, length);
}

/** Like `readBytes`, for files only: opening a pipe that nobody writes to would hold its thread for ever. */
export function readFileBytes(
  path: string,
  maxBytes: number = DEFAULT_MAX_BYTES,
  space?: ReadingSpace,
): Uint8Array {
  if (isPipe(path))
    throw new NewsError("FILE_UNREADABLE", `The path ${path} is a pipe or a device, not a file.`);
  return readBytes(path, maxBytes, space);
}

function isPipe(path: string): boolean {
  try {
    const found = statSync(path);
    return !found.isFile() && !found.isDirectory();
  } catch (error) {
    throw readFailure(path, error);
  }
}

/** Pipes and devices do not say how much they hold. */
function readPipe(path: string, file: number, maxBytes: number): Uint8Array {
  const parts: Uint8Array[] = [];
  let size = 0;
  while (true) {
    const part = Buffer.allocUnsafe(READ_STEP);
    const count = readSync(file, part);
    if (count === 0) return Buffer.concat(parts);
    parts.push(part.subarray(0, count));
    size += count;
    if (size > maxBytes) throw tooLarge(path, maxBytes);
  }
}

/** All bytes of a stream, such as standard input; unpacked where they are gzip. */
export async function readStream(
  name: string,
  stream: AsyncIterable<Uint8Array>,
  maxBytes: number = DEFAULT_MAX_BYTES,
): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of stream) {
    parts.push(part);
    size += part.length;
    if (size > maxBytes) throw tooLarge(name, maxBytes);
  }
  const bytes = Buffer.concat(parts);
  return isGzip(bytes) ? unpack(name, bytes, maxBytes) : bytes;
}

function tooLarge(name: string, maxBytes: number): NewsError {
  return new NewsError("INPUT_TOO_LARGE", `The page from ${name} is over ${describeBytes(maxBytes)}.`);
}
