import { closeSync, fstatSync, openSync, readFileSync, readSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { gunzipSync } from "node:zlib";
import { describeBytes, NewsError } from "../errors/index.ts";
import { DEFAULT_MAX_BYTES } from "../html/index.ts";
import { readFailure, systemCode } from "./file-errors.ts";

const READ_STEP = 1 << 16;

/** The bytes of one file, unpacked where they are gzip; a file over the limit is not read at all. */
export function readBytes(
  path: string,
  maxBytes: number = DEFAULT_MAX_BYTES,
  buffer?: ReadBuffer,
): Uint8Array {
  let bytes: Uint8Array;
  try {
    const file = openSync(path, "r");
    try {
      bytes = readOpen(path, file, { maxBytes, buffer });
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw readFailure(path, error);
  }
  return isGzip(bytes) ? unpack(path, bytes, maxBytes) : bytes;
}

function readOpen(
  path: string,
  file: number,
  { maxBytes, buffer }: { readonly maxBytes: number; readonly buffer: ReadBuffer | undefined },
): Uint8Array {
  const found = fstatSync(file);
  if (found.isDirectory())
    throw new NewsError("FILE_UNREADABLE", `The path ${path} is a folder, not a file.`);
  if (!found.isFile()) return readPipe(path, file, maxBytes);
  if (found.size > maxBytes) throw tooLarge(path, maxBytes);
  // Files of /proc and the like have no size.
  return buffer === undefined || found.size === 0 ? readFileSync(file) : fill(buffer.take(found.size), file);
}

/** Fills a buffer from a file; gives the part that was filled. */
function fill(bytes: Uint8Array, file: number): Uint8Array {
  let length = 0;
  while (length < bytes.length) {
    const count = readSync(file, bytes, length, bytes.length - length, null);
    if (count === 0) break;
    length += count;
  }
  return bytes.subarray(0, length);
}

/** Like `readBytes`, for files only: opening a pipe that nobody writes to would block its thread for ever. */
export function readFileBytes(
  path: string,
  maxBytes: number = DEFAULT_MAX_BYTES,
  buffer?: ReadBuffer,
): Uint8Array {
  if (isPipe(path))
    throw new NewsError("FILE_UNREADABLE", `The path ${path} is a pipe or a device, not a file.`);
  return readBytes(path, maxBytes, buffer);
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

/** Whether bytes begin as gzip does; downloads are often saved unpacked under a packed name. */
export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/** The bytes that a gzip holds, never more than `maxBytes` of them. */
function unpack(name: string, bytes: Uint8Array, maxBytes: number): Uint8Array {
  try {
    return gunzipSync(bytes, { maxOutputLength: maxBytes });
  } catch (error) {
    if (systemCode(error) === "ERR_BUFFER_TOO_LARGE") {
      const message = `The gzip data of ${name} unpacks to over ${describeBytes(maxBytes)}.`;
      throw new NewsError("INPUT_TOO_LARGE", message, { cause: error });
    }
    throw gzipFailure(name, error);
  }
}

/** The failure of damaged gzip data. */
export function gzipFailure(name: string, cause: unknown): NewsError {
  return new NewsError("BAD_GZIP", `The gzip data of ${name} is damaged or cut short.`, { cause });
}

/** Larger files are rare and get a buffer of their own, while this one stays as long as its thread. */
const MAX_KEPT_BYTES = 4_000_000;

/** Scratch buffer that files are read into: the bytes of one file are valid until the next is read. */
export class ReadBuffer {
  #kept: Buffer = Buffer.alloc(0);

  /** A buffer of `size` bytes, with whatever was in it before. */
  take(size: number): Buffer {
    if (size > MAX_KEPT_BYTES) return Buffer.allocUnsafeSlow(size);
    if (size > this.#kept.length) this.#kept = Buffer.allocUnsafeSlow(Math.min(2 * size, MAX_KEPT_BYTES));
    return this.#kept.subarray(0, size);
  }
}

/** Every thread reads a file once: decoding a model takes longer than many pages. */
export function readOnce<Path extends string | undefined, Value>(
  read: (path: Path) => Value,
): (path: Path) => Value {
  const known = new Map<string | undefined, Value>();
  return (path) => {
    const place = path && resolve(path);
    const value = known.get(place) ?? read(path);
    known.set(place, value);
    return value;
  };
}
