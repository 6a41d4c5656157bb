import type { Transform } from "node:stream";
import {
  crc32,
  createInflateRaw,
  createZstdDecompress,
  type InflateRaw,
  inflateRawSync,
  zstdDecompressSync,
} from "node:zlib";
import { ByteWindow } from "./byte-window.ts";

/** Members up to this size are unpacked at once: 26 us for a small one, against 145 us by a stream of its own. */
const MAX_AT_ONCE_BYTES = 1 << 22;
/** The most that is unpacked at once; larger members are streamed, so that a zip bomb takes no memory. */
const MAX_AT_ONCE_OUTPUT = 1 << 24;
/** Large pages in one piece of output too: 32 ms for 400 records, against 62 ms with Node's 16 KiB. */
const OUTPUT_STEP = 1 << 17;
const MIN_PIECE = 1 << 14;
const DECAY = 0.9;
const FEED_STEP = 1 << 16;
const GZIP_TAIL_BYTES = 8;
/** Names and comments of gzip members are short; a longer head is damage. */
const MAX_GZIP_HEAD_BYTES = 1 << 16;

/**
 * The size of the buffers that members are unpacked into, from what earlier members needed: 128 KiB of garbage for each small
 * page made a batch grow by 60 MB.
 */
export class PieceSize {
  #needed = 0;

  get bytes(): number {
    return Math.min(OUTPUT_STEP, Math.max(MIN_PIECE, Math.ceil(1.25 * this.#needed)));
  }

  learn(length: number): void {
    this.#needed = Math.max(length, DECAY * this.#needed);
  }
}

/** Why compressed bytes cannot be unpacked. */
export class Damage extends Error {
  override readonly name = "Damage";
}

/** Whether bytes begin as a gzip member does: magic number, deflate, no reserved flags. */
export function isGzipStart(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b && bytes[2] === 8 && (bytes[3] ?? 0) < 0x20;
}

/** Whether bytes begin as a zstd frame does. */
export function isZstdStart(bytes: Uint8Array): boolean {
  return bytes[0] === 0x28 && bytes[1] === 0xb5 && bytes[2] === 0x2f && bytes[3] === 0xfd;
}

/**
 * Unpacks the gzip member that a window begins with, in one piece or many, and moves the window past it. Throws `Damage` after
 * what could be unpacked.
 */
export async function* readGzipMember(
  window: ByteWindow,
  pieces: PieceSize,
): AsyncGenerator<Buffer, void, undefined> {
  const head = await gzipHeadLength(window);
  for (let wanted = FEED_STEP; ; wanted = 2 * window.length) {
    await window.need(wanted);
    const whole = unpackAtOnce(window.view.subarray(head), pieces.bytes);
    if (whole !== undefined) {
      const { bytes, used } = whole;
      pieces.learn(bytes.length);
      await window.need(head + used + GZIP_TAIL_BYTES);
      window.skip(head + used);
      takeTail(window, crc32(bytes), bytes.length);
      yield bytes;
      return;
    }
    if (window.isEnded || window.length > MAX_AT_ONCE_BYTES) break;
  }
  yield* streamGzip(window, head);
}

/** Undefined where the member is cut short, too large or damaged; a stream then unpacks what it can. */
function unpackAtOnce(
  bytes: Buffer,
  chunkSize: number,
): { readonly bytes: Buffer; readonly used: number } | undefined {
  const options = { info: true, chunkSize, maxOutputLength: MAX_AT_ONCE_OUTPUT } as const;
  try {
    // Node's types know only the answer without `info`.
    const answer: unknown = inflateRawSync(bytes, options);
    const { buffer, engine } = answer as { readonly buffer: Buffer; readonly engine: InflateRaw };
    return { bytes: buffer, used: engine.bytesWritten };
  } catch {
    return undefined;
  }
}

/** The window stays at the start of the member while that fits into memory, as the search after damage begins there. */
async function* streamGzip(window: ByteWindow, head: number): AsyncGenerator<Buffer, void, undefined> {
  const inflater = createInflateRaw({ chunkSize: OUTPUT_STEP });
  let at = head;
  let fed = 0;
  const feed = async (): Promise<Buffer | undefined> => {
    if (at > MAX_AT_ONCE_BYTES) {
      window.skip(at);
      at = 0;
    }
    await window.need(at + 1);
    const part = Buffer.from(window.view.subarray(at, at + FEED_STEP));
    at += part.length;
    fed += part.length;
    return part.length === 0 ? undefined : part;
  };
  let sum = 0;
  let length = 0;
  for await (const bytes of pump(inflater, feed, "gzip member")) {
    sum = crc32(bytes, sum);
    length += bytes.length;
    yield bytes;
  }
  // Of the last part only its beginning belongs to the member.
  window.skip(at - (fed - inflater.bytesWritten));
  await window.need(GZIP_TAIL_BYTES);
  takeTail(window, sum, length);
}

function takeTail(window: ByteWindow, sum: number, length: number): void {
  const tail = window.view.subarray(0, GZIP_TAIL_BYTES);
  if (tail.length < GZIP_TAIL_BYTES) throw new Damage("the gzip member is cut short");
  if (tail.readUInt32LE(0) !== sum || tail.readUInt32LE(4) !== length % 2 ** 32)
    throw new Damage("the checksum of the gzip member is wrong");
  window.skip(GZIP_TAIL_BYTES);
}

/** Number of zlib: importing its table of constants would load the module in every command. */
const Z_SYNC_FLUSH = 2;
/** Enough bytes to tell a member with records from bytes that look like one. */
const PROBE_BYTES = 2048;

/** The first bytes of the gzip member that a window begins with; empty where it is none. */
export async function probeGzip(window: ByteWindow): Promise<Buffer> {
  try {
    const head = await gzipHeadLength(window);
    await window.need(head + PROBE_BYTES);
    const options = { finishFlush: Z_SYNC_FLUSH, maxOutputLength: MAX_AT_ONCE_OUTPUT };
    return inflateRawSync(window.view.subarray(head, head + PROBE_BYTES), options);
  } catch {
    return Buffer.alloc(0);
  }
}

/** Whether a window begins with a zstd frame whose blocks follow each other. */
export async function isWholeFrame(window: ByteWindow): Promise<boolean> {
  try {
    await new FramePieces(window).wholeLength();
    return true;
  } catch {
    return false;
  }
}

/** The length of the head of a gzip member, as RFC 1952 has it. */
async function gzipHeadLength(window: ByteWindow): Promise<number> {
  await window.need(10);
  const flags = window.view[3] ?? 0;
  let length = 10;
  if (flags & 4) {
    await window.need(length + 2);
    length += 2 + (window.length >= length + 2 ? window.view.readUInt16LE(length) : 0);
  }
  // The file's name and a comment, each with a zero at its end.
  for (const flag of [8, 16]) if (flags & flag) length = await afterZero(window, length);
  return flags & 2 ? length + 2 : length;
}

async function afterZero(window: ByteWindow, from: number): Promise<number> {
  await window.need(MAX_GZIP_HEAD_BYTES);
  const end = window.view.subarray(0, MAX_GZIP_HEAD_BYTES).indexOf(0, from);
  if (end === -1) throw new Damage("the head of the gzip member has no end");
  return end + 1;
}

/**
 * Unpacks the zstd frame that a window begins with. The sizes of its blocks give its length without unpacking it.
 */
export async function* readZstdFrame(
  window: ByteWindow,
  { dictionary, pieces }: { readonly dictionary: Buffer | undefined; readonly pieces: PieceSize },
): AsyncGenerator<Buffer, void, undefined> {
  const options = dictionary === undefined ? {} : { dictionary };
  const length = await new FramePieces(window).wholeLength();
  const frame = length === undefined ? undefined : Buffer.from(window.view.subarray(0, length));
  const whole = frame && unpackFrame(frame, { ...options, chunkSize: pieces.bytes });
  if (whole !== undefined) {
    pieces.learn(whole.length);
    window.skip(length ?? 0);
    yield whole;
    return;
  }
  const blocks = new FramePieces(frame === undefined ? window : ByteWindow.of(frame));
  const decoder = createZstdDecompress({ ...options, chunkSize: OUTPUT_STEP });
  yield* pump(decoder, () => blocks.take(), "zstd frame");
  window.skip(length ?? 0);
}

/** Undefined where the frame is damaged or unpacks to too much for one piece. */
function unpackFrame(
  frame: Buffer,
  options: { readonly dictionary?: Buffer; readonly chunkSize?: number },
): Buffer | undefined {
  try {
    return zstdDecompressSync(frame, {
      chunkSize: OUTPUT_STEP,
      ...options,
      maxOutputLength: MAX_AT_ONCE_OUTPUT,
    });
  } catch {
    return undefined;
  }
}

/** Bytes of the fields of a zstd frame's head, by their flags in its descriptor. */
const DICTIONARY_ID_BYTES = [0, 1, 2, 4] as const;
const CONTENT_SIZE_BYTES = [0, 2, 4, 8] as const;
const BLOCK_HEAD_BYTES = 3;
const MAX_BLOCK_BYTES = 1 << 17;

/** The head and the blocks of a zstd frame (RFC 8878, 3.1.1). */
class FramePieces {
  readonly #window: ByteWindow;
  #place: "head" | "block" | "end" = "head";
  #hasChecksum = false;

  constructor(window: ByteWindow) {
    this.#window = window;
  }

  /** The length of a frame that can be unpacked at once; undefined for a larger one. */
  async wholeLength(): Promise<number | undefined> {
    let length = 0;
    while (this.#place !== "end") {
      length += await this.#lengthAt(length);
      if (length > MAX_AT_ONCE_BYTES) return undefined;
    }
    if ((await this.#window.need(length)) < length) throw cutFrame();
    return length;
  }

  /** Takes the next piece out of the window; undefined at the end. */
  async take(): Promise<Buffer | undefined> {
    if (this.#place === "end") return undefined;
    const length = await this.#lengthAt(0);
    if ((await this.#window.need(length)) < length) throw cutFrame();
    const piece = Buffer.from(this.#window.view.subarray(0, length));
    this.#window.skip(length);
    return piece;
  }

  /** The length of the piece that begins `at` bytes from here. */
  async #lengthAt(at: number): Promise<number> {
    if (this.#place === "head") {
      if ((await this.#window.need(at + 5)) < at + 5) throw cutFrame();
      const flags = this.#window.view[at + 4]!;
      const isSingle = (flags & 0x20) !== 0;
      this.#hasChecksum = (flags & 4) !== 0;
      this.#place = "block";
      const size = CONTENT_SIZE_BYTES[flags >> 6]! || (isSingle ? 1 : 0);
      return 5 + (isSingle ? 0 : 1) + DICTIONARY_ID_BYTES[flags & 3]! + size;
    }
    const end = at + BLOCK_HEAD_BYTES;
    if ((await this.#window.need(end)) < end) throw cutFrame();
    const head = this.#window.view.readUIntLE(at, BLOCK_HEAD_BYTES);
    const kind = (head >> 1) & 3;
    const size = head >> 3;
    if (kind === 3 || size > MAX_BLOCK_BYTES) throw new Damage("the zstd frame has an unknown block");
    const isLast = (head & 1) !== 0;
    if (isLast) this.#place = "end";
    // A block of one repeated byte holds that byte alone.
    return BLOCK_HEAD_BYTES + (kind === 1 ? 1 : size) + (isLast && this.#hasChecksum ? 4 : 0);
  }
}

function cutFrame(): Damage {
  return new Damage("the zstd frame is cut short");
}

/** Skippable frames have one of sixteen magic numbers, and their size. */
const SKIPPABLE_HEAD_BYTES = 8;
/** The frame with the dictionary, at the beginning of an archive. */
const DICTIONARY_FRAME = 0x184d2a5d;
/** Dictionaries are usually 100 KB. */
const MAX_DICTIONARY_BYTES = 1 << 24;

/** Whether bytes begin as a skippable frame of zstd does. */
export function isSkippableStart(bytes: Uint8Array): boolean {
  return ((bytes[0] ?? 0) & 0xf0) === 0x50 && bytes[1] === 0x2a && bytes[2] === 0x4d && bytes[3] === 0x18;
}

/** Takes a skippable frame out of a window: the dictionary that it holds, itself compressed or not, else nothing. */
export async function takeSkippable(window: ByteWindow): Promise<Buffer | undefined> {
  if ((await window.need(SKIPPABLE_HEAD_BYTES)) < SKIPPABLE_HEAD_BYTES) throw cutFrame();
  const isDictionary = window.view.readUInt32LE(0) === DICTIONARY_FRAME;
  const length = window.view.readUInt32LE(4);
  window.skip(SKIPPABLE_HEAD_BYTES);
  if (!isDictionary || length > MAX_DICTIONARY_BYTES) {
    if ((await window.drop(length)) < length) throw cutFrame();
    return undefined;
  }
  if ((await window.need(length)) < length) throw cutFrame();
  const content = Buffer.from(window.view.subarray(0, length));
  window.skip(length);
  if (!isZstdStart(content)) return content;
  const unpacked = unpackFrame(content, {});
  if (unpacked === undefined) throw new Damage("the zstd dictionary is damaged");
  return unpacked;
}

/** Runs bytes through a decoder, one part at a time; `feed` gives undefined at their end. */
async function* pump(
  decoder: Transform & { readonly bytesWritten: number },
  feed: () => Promise<Buffer | undefined>,
  what: string,
): AsyncGenerator<Buffer, void, undefined> {
  const feeding = feedAll(decoder, feed);
  try {
    for await (const bytes of decoder) yield bytes;
  } catch (cause) {
    if (cause instanceof Damage) throw cause;
    const isCut = cause instanceof Error && /unexpected end/.test(cause.message);
    throw new Damage(`the ${what} is ${isCut ? "cut short" : "damaged"}`, { cause });
  } finally {
    decoder.destroy();
    await feeding;
  }
}

async function feedAll(decoder: Transform, feed: () => Promise<Buffer | undefined>): Promise<void> {
  try {
    while (!decoder.destroyed && !decoder.readableEnded) {
      const part = await feed();
      if (part === undefined) decoder.end();
      if (part === undefined || decoder.destroyed) return;
      // Of the last part some bytes may be left over: then the decoder ends without asking for more.
      if (!decoder.write(part)) await nextOf(decoder, ["drain", "end", "close"]);
    }
  } catch (error) {
    decoder.destroy(error instanceof Error ? error : new Error(String(error)));
  }
}

function nextOf(decoder: Transform, events: readonly string[]): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      for (const event of events) decoder.off(event, done);
      resolve();
    };
    for (const event of events) decoder.on(event, done);
  });
}
