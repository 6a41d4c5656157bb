import { pipeline as chain, type Readable, type Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import * as zlib from "node:zlib";
import { describeBytes, NewsError } from "../errors/index.ts";

type Chunks = AsyncIterable<Uint8Array>;
type Unpack = (packed: Chunks) => Chunks;

/** How much to read, and what to do when there is more: refuse the whole, or keep the beginning. */
export interface ReadLimits {
  readonly maxBytes: number;
  readonly whenLonger: "refuse" | "cut";
  readonly signal: AbortSignal;
}

// Nobody compresses twice on purpose; a long chain only multiplies work.
const MAX_CODINGS = 2;

// Node 22 before 22.15 has no zstd.
const hasZstd = typeof zlib.createZstdDecompress === "function";

const UNPACKERS: ReadonlyMap<string, Unpack> = new Map<string, Unpack>([
  ["gzip", unpackWith(() => zlib.createGunzip())],
  ["x-gzip", unpackWith(() => zlib.createGunzip())],
  // "deflate" means zlib's wrapping, but servers have always sent the bare stream too; the first byte tells which.
  ["deflate", unpackWith((first) => ((first & 0x0f) === 8 ? zlib.createInflate() : zlib.createInflateRaw()))],
  ["br", unpackWith(() => zlib.createBrotliDecompress())],
  ...(hasZstd ? [["zstd", unpackWith(() => zlib.createZstdDecompress())] as const] : []),
]);

/** The content codings that can be unpacked, as an Accept-Encoding value. */
export const ACCEPT_ENCODING = ["gzip", "deflate", "br", ...(hasZstd ? ["zstd"] : [])].join(", ");

/** The whole body, unpacked as it arrives and limited in every stage, so that no decompression bomb fills memory. */
export async function readBody(body: Readable, encoding: string, limits: ReadLimits): Promise<Uint8Array> {
  const overflow = new NewsError("FETCH_TOO_LARGE", `The answer is over ${describeBytes(limits.maxBytes)}.`);
  const limited = (chunks: Chunks) => stopAfter(chunks, limits.maxBytes, overflow);
  const chunks: Uint8Array[] = [];
  const collect = async (source: Chunks) => {
    // Each stage is limited: gzip members that unpack to nothing could hide endless work in between.
    let stage = limited(source);
    for (const unpack of unpackersOf(encoding)) stage = limited(unpack(stage));
    for await (const chunk of stage) chunks.push(chunk);
  };
  try {
    await pipeline(body, collect, { signal: limits.signal });
  } catch (error) {
    if (error !== overflow || limits.whenLonger === "refuse") throw error;
  }
  const { buffer, byteOffset, length } = Buffer.concat(chunks, Math.min(sizeOf(chunks), limits.maxBytes));
  return new Uint8Array(buffer, byteOffset, length);
}

async function* stopAfter(chunks: Chunks, maxBytes: number, overflow: NewsError): AsyncGenerator<Uint8Array> {
  let sizeBytes = 0;
  for await (const chunk of chunks) {
    sizeBytes += chunk.length;
    yield chunk;
    if (sizeBytes > maxBytes) throw overflow;
  }
}

// The header names the codings in the order they were applied.
function unpackersOf(encoding: string): readonly Unpack[] {
  const codings = encoding
    .toLowerCase()
    .split(",")
    .map((coding) => coding.trim())
    .filter((coding) => coding !== "" && coding !== "identity");
  if (codings.length > MAX_CODINGS)
    throw new NewsError("BAD_RESPONSE", `The answer is packed ${codings.length} times.`);
  return codings.reverse().map((coding) => {
    const unpack = UNPACKERS.get(coding);
    if (!unpack)
      throw new NewsError("BAD_RESPONSE", `The answer is packed in an unknown way: ${coding.slice(0, 40)}.`);
    return unpack;
  });
}

// Waits for the first bytes because an empty body, which some servers label as compressed, would not unpack.
function unpackWith(makeUnpacker: (firstByte: number) => Transform): Unpack {
  return async function* (packed) {
    const rest = packed[Symbol.asyncIterator]();
    const first = await rest.next();
    if (first.done) return;
    const whole = async function* () {
      yield first.value;
      yield* { [Symbol.asyncIterator]: () => rest };
    };
    // The callback form passes an error of the packed side on to the unpacker, where the reader sees it.
    yield* chain(whole(), makeUnpacker(first.value[0]!), () => {});
  };
}

function sizeOf(chunks: readonly Uint8Array[]): number {
  return chunks.reduce((sum, { length }) => sum + length, 0);
}
