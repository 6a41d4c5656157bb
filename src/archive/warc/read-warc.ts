import { ByteWindow } from "./byte-window.ts";
import {
  Damage,
  isGzipStart,
  isSkippableStart,
  isWholeFrame,
  isZstdStart,
  PieceSize,
  probeGzip,
  readGzipMember,
  readZstdFrame,
  takeSkippable,
} from "./members.ts";
import {
  isMemberStart,
  isRecordStart,
  RECORD_START,
  RecordReader,
  START_BYTES,
  skipLineEnds,
  textOf,
  type WarcOptions,
  type WarcRecord,
} from "./warc-record.ts";

/** Bytes that are not a record. */
export interface WarcDamage {
  readonly kind: "damage";
  readonly offset: number;
  readonly length: number;
  readonly problem: string;
}

/**
 * The records of a WARC file, plain or compressed with gzip or zstd, each record a member or not. After damage it continues
 * with the next member or record.
 */
export async function* readWarc(
  stream: AsyncIterable<Uint8Array>,
  options: WarcOptions,
): AsyncGenerator<WarcRecord | WarcDamage, void, undefined> {
  const window = ByteWindow.over(stream);
  try {
    yield* new WarcReader(window, options).read();
  } finally {
    await window.close();
  }
}

/** The next member, opened to see whether a record continues in it. */
interface OpenMember {
  readonly offset: number;
  readonly chunks: AsyncGenerator<Buffer, void, undefined>;
  readonly first: Buffer;
}

/** Whether a stream is an archive, decided by its first bytes. */
export async function isWarcStream(window: ByteWindow): Promise<boolean> {
  await window.need(4);
  if (isGzipStart(window.view)) return RECORD_START.test(textOf(await probeGzip(window)));
  return (
    isZstdStart(window.view) ||
    isSkippableStart(window.view) ||
    window.view.toString("latin1", 0, 4) === "WARC"
  );
}

class WarcReader {
  readonly #file: ByteWindow;
  readonly #options: WarcOptions;
  #dictionary: Buffer | undefined;
  readonly #pieces = new PieceSize();
  #waiting: OpenMember | WarcDamage | undefined;

  constructor(file: ByteWindow, options: WarcOptions) {
    this.#file = file;
    this.#options = options;
    this.#dictionary = options.dictionary;
  }

  async *read(): AsyncGenerator<WarcRecord | WarcDamage, void, undefined> {
    const file = this.#file;
    while (this.#waiting !== undefined || (await skipLineEnds(file))) {
      const waiting = this.#waiting;
      this.#waiting = undefined;
      if (waiting !== undefined && "kind" in waiting) {
        yield waiting;
        continue;
      }
      const offset = waiting?.offset ?? file.position;
      try {
        if (waiting !== undefined) yield* this.#readMember(waiting);
        else if (isMemberStart(file.view)) yield* this.#readMember(await this.#openMember());
        else if (isSkippableStart(file.view))
          this.#dictionary = (await takeSkippable(file)) ?? this.#dictionary;
        else yield await new RecordReader(file, this.#options).readOne(offset);
      } catch (error) {
        if (!(error instanceof Damage)) throw error;
        yield await this.#skipDamage(offset, error.message);
      }
    }
  }

  async #openMember(): Promise<OpenMember | undefined> {
    const file = this.#file;
    const offset = file.position;
    const [dictionary, pieces] = [this.#dictionary, this.#pieces];
    const chunks = isGzipStart(file.view)
      ? readGzipMember(file, pieces)
      : readZstdFrame(file, { dictionary, pieces });
    const { value } = await chunks.next();
    // Some programs pad their files with empty members.
    return value === undefined ? undefined : { offset, chunks, first: value };
  }

  /** The records of a member; a record may continue in the next one, as some files are compressed without regard to records. */
  async *#readMember(member: OpenMember | undefined): AsyncGenerator<WarcRecord, void, undefined> {
    if (member === undefined) return;
    const unpacked = ByteWindow.over(chunksOf(member));
    const reader = new RecordReader(unpacked, this.#options, () => this.#nextMember());
    try {
      while (await skipLineEnds(unpacked)) {
        const record = await reader.readOne(member.offset);
        yield this.#dictionary ? { ...record, dictionary: this.#dictionary } : record;
      }
    } finally {
      await unpacked.close();
    }
  }

  /** The next member, if a record continues in it; a member that begins a record is kept for later. */
  async #nextMember(): Promise<AsyncIterable<Uint8Array> | undefined> {
    const file = this.#file;
    await file.need(START_BYTES);
    const offset = file.position;
    if (this.#waiting !== undefined || !isMemberStart(file.view)) return undefined;
    try {
      const next = await this.#openMember();
      if (next === undefined) return undefined;
      if (!RECORD_START.test(textOf(next.first))) return chunksOf(next);
      this.#waiting = next;
    } catch (error) {
      if (!(error instanceof Damage)) throw error;
      this.#waiting = await this.#skipDamage(offset, error.message);
    }
    return undefined;
  }

  /** Goes to the next member or record; the file may end before one comes. */
  async #skipDamage(offset: number, problem: string): Promise<WarcDamage> {
    const file = this.#file;
    if (file.position === offset) file.skip(1);
    while ((await file.need(START_BYTES)) > 0) {
      const at = nextStart(file.view);
      // A start may be cut by the edge of the window.
      if (at === -1) file.skip(file.isEnded ? file.length : Math.max(1, file.length - START_BYTES));
      else {
        file.skip(at);
        if (await isPlausible(file)) break;
        file.skip(1);
      }
    }
    return { kind: "damage", offset, length: file.position - offset, problem };
  }
}

async function* chunksOf({ first, chunks }: OpenMember): AsyncGenerator<Buffer, void, undefined> {
  yield first;
  yield* chunks;
}

/** The first place that looks like the start of a member or a record. */
function nextStart(bytes: Buffer): number {
  const places = [GZIP_MAGIC, ZSTD_MAGIC, "WARC/"].map((start) => bytes.indexOf(start));
  return places.reduce(
    (first, place) => (place !== -1 && (first === -1 || place < first) ? place : first),
    -1,
  );
}

const GZIP_MAGIC = Buffer.of(0x1f, 0x8b, 8);
const ZSTD_MAGIC = Buffer.of(0x28, 0xb5, 0x2f, 0xfd);

/** Whether what looks like a start is one. */
async function isPlausible(file: ByteWindow): Promise<boolean> {
  await file.need(START_BYTES);
  if (isGzipStart(file.view)) return RECORD_START.test(textOf(await probeGzip(file)));
  if (isZstdStart(file.view)) return isWholeFrame(file);
  return isRecordStart(file);
}
