import { Readable } from "node:stream";
import { createGunzip, gunzipSync } from "node:zlib";
import { describeBytes, NewsError } from "../errors/index.ts";
import { systemCode } from "./file-errors.ts";

/** Whether bytes begin as gzip does; names are not trusted, as downloads are often saved unpacked under a packed name. */
export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/** The bytes that a gzip holds, never more than `maxBytes` of them. */
export function unpack(name: string, bytes: Uint8Array, maxBytes: number): Uint8Array {
  try {
    return gunzipSync(bytes, { maxOutputLength: maxBytes });
  } catch (error) {
    if (systemCode(error) === "ERR_BUFFER_TOO_LARGE") {
      throw new NewsError(
        "INPUT_TOO_LARGE",
        `The gzip data of ${name} unpacks to over ${describeBytes(maxBytes)}.`,
        { cause: error },
      );
    }
    throw gzipFailure(name, error);
  }
}

/** Passes bytes on, unpacked where they begin as gzip does; whoever stops early has the source closed. `onRead` hears of them packed. */
export async function* unpackStream(
  name: string,
  source: AsyncIterable<Uint8Array>,
  onRead: (part: Uint8Array) => void = () => undefined,
): AsyncGenerator<Uint8Array> {
  const parts = source[Symbol.asyncIterator]();
  try {
    let first = new Uint8Array(0);
    for (let part = await parts.next(); !part.done; part = await parts.next()) {
      onRead(part.value);
      first = joined(first, part.value);
      if (first.length >= 2) break;
    }
    const whole = startingWith(first, parts, onRead);
    yield* isGzip(first) ? unpacked(name, whole) : whole;
  } finally {
    // A stream is destroyed, since its iterator would only end after the read that is under way, maybe never.
    if (source instanceof Readable) source.destroy();
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

function joined(head: Uint8Array, tail: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(head.length + tail.length);
  both.set(head);
  both.set(tail, head.length);
  return both;
}

function gzipFailure(name: string, cause: unknown): NewsError {
  return new NewsError("BAD_GZIP", `The gzip data of ${name} is damaged or cut short.`, { cause });
}
