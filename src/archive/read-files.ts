import {
  closeSync,
  createReadStream,
  existsSync,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  statSync,
} from "node:fs";
import { dirname, resolve } from "node:path";
import { Readable } from "node:stream";
import { createGunzip, gunzipSync } from "node:zlib";
import { describeBytes, NewsError } from "../errors/index.ts";
import { DEFAULT_MAX_BYTES } from "../html/index.ts";

/** The system's code of an error, such as ENOENT. */
export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/** A coded error for a path that cannot be read. */
export function readFailure(path: string, error: unknown): NewsError {
  if (error instanceof NewsError) return error;
  const code = systemCode(error);
  if (code === "ENOENT" || code === "ENOTDIR") {
    return new NewsError("FILE_NOT_FOUND", `Cannot find ${path}.`, { cause: error });
  }
  return new NewsError("FILE_UNREADABLE", `Cannot read ${path} (${code ?? String(error)}).`, {
    cause: error,
  });
}

/** A coded error for a path that cannot be written. */
export function writeFailure(path: string, error: unknown): NewsError {
  if (error instanceof NewsError) return error;
  const code = systemCode(error);
  const folder = dirname(path);
  const why =
    code === "ENOENT" && !existsSync(folder) ? `there is no folder ${folder}` : (code ?? String(error));
  return new NewsError("WRITE_FAILED", `Cannot write ${path} (${why}).`, { cause: error });
}

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

/** The bits of a file mode that give others any right. */
const OTHERS = 0o077;
const MAX_SECRET_BYTES = 1024 * 1024;

/** The text of a file with a secret, without white space around it; FILE_EXPOSED where other users can read it. */
export function readPrivateFile(path: string): string {
  const text = new TextDecoder().decode(readFileBytes(path, MAX_SECRET_BYTES)).trim();
  // Windows has no such mode.
  if (process.platform !== "win32" && (statSync(path).mode & OTHERS) !== 0)
    throw new NewsError(
      "FILE_EXPOSED",
      `The file ${path} holds secrets, and other users can read or change it.`,
    );
  return text;
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

/** Whether bytes are gzip, whatever the name: downloads are often saved unpacked under a .gz name. */
function isGzip(bytes: Uint8Array): boolean {
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
function gzipFailure(name: string, cause: unknown): NewsError {
  return new NewsError("BAD_GZIP", `The gzip data of ${name} is damaged or cut short.`, { cause });
}

/** The reused buffer is at most this large; larger files are rare and get their own. */
const MAX_KEPT_BYTES = 4_000_000;

/** Scratch buffer that files are read into: the bytes of one file are valid until the next is read. */
export class ReadBuffer {
  #kept: Buffer = Buffer.alloc(0);

  /** A buffer of `size` bytes with undefined content. */
  take(size: number): Buffer {
    if (size > MAX_KEPT_BYTES) return Buffer.allocUnsafeSlow(size);
    if (size > this.#kept.length) this.#kept = Buffer.allocUnsafeSlow(Math.min(2 * size, MAX_KEPT_BYTES));
    return this.#kept.subarray(0, size);
  }
}

/** A reader with a cache, so that each thread decodes a model once. */
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

/** Files are read by this much at a time. */
export const STREAM_STEP = 1 << 20;
const NEWLINE = 0x0a;

/** Bytes read of files of many pages: packed, unpacked, and used for pages. */
export interface ReadMeter {
  packedBytes: number;
  unpackedBytes: number;
  usedBytes: number;
}

/** Counts bytes that went into pages as soon as they were read. */
export function countUsed(meter: ReadMeter | undefined, bytes: number): void {
  if (meter === undefined) return;
  meter.packedBytes += bytes;
  meter.unpackedBytes += bytes;
  meter.usedBytes += bytes;
}

/** Replaces standard input, and counts what is read of it. */
export interface StreamOptions {
  /** What `-` reads. */
  readonly standardInput?: AsyncIterable<Uint8Array>;
  readonly meter?: ReadMeter | undefined;
}

/** The bytes of a file, or of standard input without a path, unpacked where they are gzip. */
export async function* openBytes(
  name: string,
  path: string | undefined,
  { standardInput = process.stdin, meter }: StreamOptions = {},
): AsyncGenerator<Uint8Array, void, undefined> {
  const stream = path === undefined ? standardInput : createReadStream(path, { highWaterMark: STREAM_STEP });
  const onRead = (part: Uint8Array) => {
    if (meter) meter.packedBytes += part.length;
  };
  for await (const bytes of unpackStream(name, stream, onRead)) {
    if (meter) meter.unpackedBytes += bytes.length;
    yield bytes;
  }
}

/** Passes bytes on, unpacked where they begin as gzip does; `onRead` is called with the packed bytes. */
export async function* unpackStream(
  name: string,
  stream: AsyncIterable<Uint8Array>,
  onRead: (part: Uint8Array) => void = () => undefined,
): AsyncGenerator<Uint8Array> {
  const parts = stream[Symbol.asyncIterator]();
  try {
    let first = new Uint8Array(0);
    for (let part = await parts.next(); !part.done; part = await parts.next()) {
      onRead(part.value);
      first = joined([first, part.value], first.length + part.value.length);
      if (first.length >= 2) break;
    }
    const whole = startingWith(first, parts, onRead);
    yield* isGzip(first) ? unpacked(name, whole) : whole;
  } finally {
    // A stream is destroyed: its iterator would end only after the pending read, maybe never.
    if (stream instanceof Readable) stream.destroy();
    else void parts.return?.();
  }
}

async function* unpacked(name: string, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const packed = Readable.from(bytes);
  const unpacker = createGunzip();
  packed.on("error", (error) => unpacker.destroy(error));
  try {
    yield* packed.pipe(unpacker);
  } catch (error) {
    throw systemCode(error)?.startsWith("Z_") ? gzipFailure(name, error) : error;
  } finally {
    packed.destroy();
  }
}

async function* startingWith(
  first: Uint8Array,
  parts: AsyncIterator<Uint8Array>,
  onRead: (part: Uint8Array) => void,
): AsyncGenerator<Uint8Array> {
  yield first;
  for (let part = await parts.next(); !part.done; part = await parts.next()) {
    onRead(part.value);
    yield part.value;
  }
}

/** A line of bytes without its end; `undefined` bytes: it was too long to keep. */
interface Line {
  readonly number: number;
  readonly bytes: Uint8Array | undefined;
  /** Whether it ends with a newline; the last line of a truncated file does not. */
  readonly isWhole: boolean;
}

/** Splits a stream into lines; each owns its bytes, so that handing it to another thread copies nothing else. */
export async function* splitLines(
  stream: AsyncIterable<Uint8Array>,
  maxLineBytes: number,
): AsyncGenerator<Line, void, undefined> {
  let parts: Uint8Array[] = [];
  let size = 0;
  let number = 1;
  const add = (part: Uint8Array): void => {
    size += part.length;
    if (size <= maxLineBytes) parts.push(part);
    else parts = [];
  };
  const take = (isWhole: boolean): Line => {
    const line = { number: number++, bytes: size <= maxLineBytes ? joined(parts, size) : undefined, isWhole };
    parts = [];
    size = 0;
    return line;
  };
  for await (const chunk of stream) {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
      add(chunk.subarray(from, end));
      yield take(true);
      from = end + 1;
    }
    if (from < chunk.length) add(chunk.subarray(from));
  }
  if (size > 0) yield take(false);
}

function joined(parts: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
