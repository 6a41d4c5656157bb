import type { ByteWindow } from "./byte-window.ts";
import { Damage, isGzipStart, isZstdStart } from "./members.ts";

/** A record of an archive. */
export interface WarcRecord {
  readonly kind: "record";
  /** Where it begins in the file: its member where that is compressed. */
  readonly offset: number;
  /** Such as `WARC/1.1`. */
  readonly version: string;
  /** The named fields in their order, as they are written. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  /** The block, without what was over the limit. */
  readonly body: Buffer;
  /** The length of the block. */
  readonly bodyLength: number;
  /** What is wrong: its block is cut short, or does not end where its Content-Length says. */
  readonly problem?: string;
  /** The dictionary of its zstd frame. */
  readonly dictionary?: Buffer | undefined;
}

/** Limits of reading an archive. */
export interface WarcOptions {
  /** The most that is kept of a block. */
  readonly maxBodyBytes: number;
  /** For a stream that does not begin with its dictionary. */
  readonly dictionary?: Buffer | undefined;
}

/** The value of a field by its name in lower case. */
export function fieldOf({ fields }: Pick<WarcRecord, "fields">, name: string): string | undefined {
  return fields.find(([given]) => given.length === name.length && given.toLowerCase() === name)?.[1];
}

/** A record begins with this and the version. */
export const RECORD_START = /^WARC\/\d+\.\d+\r?\n/;
export const START_BYTES = 16;
/** Longer heads of records are damage. */
const MAX_HEAD_BYTES = 1 << 18;
/** Bytes kept of a block over the limit: enough to classify it by its HTTP head. */
const KEPT_BYTES = 1 << 16;
/** A block that claims more is damage: it is searched for the next record instead of skipped. */
const MAX_SKIPPED_BYTES = 2 ** 33;

export const isMemberStart = (bytes: Uint8Array): boolean => isGzipStart(bytes) || isZstdStart(bytes);

export async function isRecordStart(window: ByteWindow): Promise<boolean> {
  await window.need(START_BYTES);
  return RECORD_START.test(textOf(window.view));
}

export function textOf(bytes: Buffer): string {
  return bytes.toString("latin1", 0, START_BYTES);
}

/** Skips the line ends between records; returns whether anything comes after them. */
export async function skipLineEnds(window: ByteWindow): Promise<boolean> {
  while ((await window.need(4)) > 0) {
    const { view } = window;
    let at = 0;
    while (view[at] === CR || view[at] === LF) at++;
    window.skip(at);
    if (at < view.length) return true;
  }
  return false;
}

const CR = 0x0d;
const LF = 0x0a;

/** Reads records from bytes that are not compressed. */
export class RecordReader {
  readonly #window: ByteWindow;
  readonly #maxBodyBytes: number;
  /** Gives the bytes after the window, if there are any. */
  readonly #more: () => Promise<AsyncIterable<Uint8Array> | undefined>;

  constructor(
    window: ByteWindow,
    { maxBodyBytes }: WarcOptions,
    more: () => Promise<AsyncIterable<Uint8Array> | undefined> = async () => undefined,
  ) {
    this.#window = window;
    this.#maxBodyBytes = maxBodyBytes;
    this.#more = more;
  }

  /** The record that the window begins with; throws `Damage` where none does. */
  async readOne(offset: number): Promise<WarcRecord> {
    const isStart =
      (await isRecordStart(this.#window)) ||
      (this.#window.length < START_BYTES &&
        (await this.#has(START_BYTES)) &&
        (await isRecordStart(this.#window)));
    if (!isStart) throw new Damage("no record begins here");
    const head = await this.#takeHead();
    const length = lengthOf(head);
    if (length > MAX_SKIPPED_BYTES) throw new Damage(`a record of ${length} bytes is not read`);
    const { body, problem } =
      length > this.#maxBodyBytes ? await this.#passBody(length) : await this.#takeBody(length);
    const record = { kind: "record", offset, ...head, body, bodyLength: length } as const;
    return problem === undefined ? record : { ...record, problem };
  }

  /** Whether `count` bytes are there, also of what comes after the window. */
  async #has(count: number): Promise<boolean> {
    while ((await this.#window.need(count)) < count) {
      const more = await this.#more();
      if (more === undefined) return false;
      this.#window.continueWith(more);
    }
    return true;
  }

  async #takeHead(): Promise<Pick<WarcRecord, "version" | "fields">> {
    const window = this.#window;
    for (let wanted = 1024; ; wanted = 2 * Math.max(wanted, window.length)) {
      await window.need(wanted);
      const end = headEnd(window.view);
      if (end !== undefined) {
        const head = readHead(window.view.subarray(0, end.at));
        window.skip(end.at + end.length);
        return head;
      }
      if (window.length > MAX_HEAD_BYTES) throw new Damage("the head of the record has no end");
      if (window.length < wanted && !(await this.#has(window.length + 1)))
        throw new Damage("the head of the record is cut short");
    }
  }

  /** Takes a block, if what comes after it is the end or the next record. */
  async #takeBody(length: number): Promise<Pick<WarcRecord, "body" | "problem">> {
    const window = this.#window;
    const isWhole = await this.#has(length);
    await window.need(length + 4 + NEXT_BYTES);
    if (isWhole && isEndOfBlock(window.view.subarray(length), window.isEnded)) {
      const body = window.view.subarray(0, length);
      window.skip(length);
      return { body };
    }
    const body = window.view.subarray(0, length);
    const next = nextRecord(window.view);
    if (next !== -1) window.skip(next);
    else {
      window.skip(isWhole ? length : window.length);
      if (isWhole) await this.#seekRecord();
    }
    const problem =
      isWhole || next !== -1
        ? `its Content-Length of ${length} is wrong`
        : `it is cut short, ${body.length} of its ${length} bytes are there`;
    return { body, problem };
  }

  /** Goes to the next record after a block that is longer than it says. */
  async #seekRecord(): Promise<void> {
    const window = this.#window;
    while ((await window.need(1 << 16)) > 0) {
      const next = nextRecord(window.view);
      if (next !== -1) return window.skip(next);
      window.skip(window.isEnded ? window.length : Math.max(1, window.length - NEXT_BYTES));
    }
  }

  /** Skips a block that is too large to keep. */
  async #passBody(length: number): Promise<Pick<WarcRecord, "body" | "problem">> {
    const window = this.#window;
    await window.need(KEPT_BYTES);
    const body = Buffer.from(window.view.subarray(0, Math.min(length, KEPT_BYTES)));
    let passed = await window.drop(length);
    while (passed < length && (await this.#has(1))) passed += await window.drop(length - passed);
    if (passed === length) return { body };
    return { body, problem: `it is cut short, ${passed} of its ${length} bytes are there` };
  }
}

function headEnd(bytes: Buffer): { readonly at: number; readonly length: number } | undefined {
  const at = bytes.indexOf("\r\n\r\n");
  // Some programs end lines with a line feed alone.
  const plain = (at === -1 ? bytes : bytes.subarray(0, at)).indexOf("\n\n");
  if (plain !== -1) return { at: plain, length: 2 };
  return at === -1 ? undefined : { at, length: 4 };
}

function readHead(bytes: Buffer): Pick<WarcRecord, "version" | "fields"> {
  const [version = "", ...lines] = bytes.toString("utf8").split(/\r?\n/);
  const fields: [string, string][] = [];
  for (const line of lines) {
    const last = fields.at(-1);
    const colon = line.indexOf(":");
    // A line that begins with white space continues the value before it.
    if (/^[ \t]/.test(line) && last !== undefined) last[1] = `${last[1]} ${line.trim()}`;
    else if (colon > 0) fields.push([line.slice(0, colon).trim(), line.slice(colon + 1).trim()]);
  }
  return { version, fields };
}

function lengthOf(head: Pick<WarcRecord, "fields">): number {
  const text = fieldOf(head, "content-length") ?? "";
  if (!/^\d{1,15}$/.test(text)) throw new Damage(`the record has ${text ? "a wrong" : "no"} Content-Length`);
  return Number(text);
}

/** Whether a block ends here: two line ends, or fewer and then nothing or the start of a record or a member. */
function isEndOfBlock(bytes: Buffer, isEnded: boolean): boolean {
  const rest = bytes.toString("latin1", 0, 4 + START_BYTES);
  if (/^(?:\r\n\r\n|\n\n)/.test(rest)) return true;
  const after = rest.replace(/^[\r\n]+/, "");
  return (after === "" && isEnded) || RECORD_START.test(after) || isMemberStart(Buffer.from(after, "latin1"));
}

/** After damage a record is recognised by its version and the name of its first field. */
const NEXT_BYTES = 64;
const RECORD_WITH_FIELD = /^WARC\/\d+\.\d+\r?\n(?:WARC|Content)-[A-Za-z-]+:/i;

/** Where the next record begins, at the start of a line and with a field of a record after it; -1 where none does. */
function nextRecord(bytes: Buffer): number {
  for (let at = bytes.indexOf("\nWARC/"); at !== -1; at = bytes.indexOf("\nWARC/", at + 1)) {
    if (RECORD_WITH_FIELD.test(bytes.toString("latin1", at + 1, at + 1 + NEXT_BYTES))) return at + 1;
  }
  return -1;
}
