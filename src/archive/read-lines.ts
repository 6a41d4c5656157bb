import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { systemCode } from "./file-errors.ts";
import { gzipFailure, isGzip } from "./read-bytes.ts";

const READ_STEP = 1 << 20;
const NEWLINE = 0x0a;

/** How much of files of lines was read, packed and unpacked, and how much of that went into pages. */
export interface ReadMeter {
  packedBytes: number;
  unpackedBytes: number;
  usedBytes: number;
}

/** What is read in place of standard input, and what counts it. */
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
  const stream = path === undefined ? standardInput : createReadStream(path, { highWaterMark: READ_STEP });
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
