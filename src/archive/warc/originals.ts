import { createReadStream } from "node:fs";
import { HashTable, hashText } from "../../text/index.ts";
import { readWarc } from "./read-warc.ts";
import { fieldOf, type WarcRecord } from "./warc-record.ts";

/** At least this many of the latest originals are known; most revisits follow theirs within one crawl. */
const MIN_KNOWN = 50_000;
/** A record is found by its id and by the digest of its payload. */
const KEYS_PER_RECORD = 2;

/** Remembers where responses are, by their ids and by the digests of their payloads: 10 MB at most. */
export class Originals {
  readonly #capacity: number;
  #latest: Generation;
  #before: Generation | undefined;

  /** Knows at least the latest `records`, and at most twice as many. */
  constructor(records: number = MIN_KNOWN) {
    this.#capacity = KEYS_PER_RECORD * records;
    this.#latest = new Generation(this.#capacity);
  }

  add(record: WarcRecord, path: string | undefined): void {
    if (path === undefined) return;
    if (this.#latest.size + KEYS_PER_RECORD > this.#capacity) {
      this.#before = this.#latest;
      this.#latest = new Generation(this.#capacity);
    }
    for (const key of keysOf(record)) this.#latest.add(key, record, path);
  }

  /** Reads the original of a revisit again, keeping at most `maxBodyBytes` of its block. */
  async find(revisit: WarcRecord, maxBodyBytes: number): Promise<WarcRecord | undefined> {
    for (const key of [fieldOf(revisit, "warc-refers-to"), fieldOf(revisit, "warc-payload-digest")]) {
      const place = key && (this.#latest.find(key) ?? this.#before?.find(key));
      if (place) return readAgain(place, key, maxBodyBytes);
    }
    return undefined;
  }
}

function keysOf(record: WarcRecord): readonly string[] {
  return [fieldOf(record, "warc-record-id"), fieldOf(record, "warc-payload-digest")].filter(
    (key) => key !== undefined,
  );
}

async function readAgain(
  { path, dictionary, offset }: Place,
  key: string,
  maxBodyBytes: number,
): Promise<WarcRecord | undefined> {
  const stream = createReadStream(path, { start: offset, highWaterMark: 1 << 18 });
  for await (const item of readWarc(stream, { maxBodyBytes, dictionary })) {
    if (item.kind === "record" && keysOf(item).includes(key)) return item;
    if (item.offset > 0) return undefined;
  }
  return undefined;
}

interface ArchiveFile {
  readonly path: string;
  readonly dictionary: Buffer | undefined;
}

interface Place extends ArchiveFile {
  readonly offset: number;
}

/** Places by the hashes of their keys, in typed arrays: the keys as strings would take ten times the memory. */
class Generation {
  readonly #numbers: HashTable;
  /** A second hash for each key: two keys share both once in 10^19. */
  readonly #checks: Int32Array;
  readonly #offsets: Float64Array;
  readonly #fileNumbers: Uint32Array;
  readonly #files: ArchiveFile[] = [];
  size = 0;

  constructor(capacity: number) {
    this.#numbers = new HashTable(new Int32Array(HashTable.lengthFor(capacity)));
    this.#checks = new Int32Array(capacity);
    this.#offsets = new Float64Array(capacity);
    this.#fileNumbers = new Uint32Array(capacity);
  }

  /** Adds a key; of records with the same one the last counts. */
  add(key: string, { offset, dictionary }: WarcRecord, path: string): void {
    const last = this.#files.at(-1);
    if (last?.path !== path || last.dictionary !== dictionary) this.#files.push({ path, dictionary });
    const [hash, check] = hashesOf(key);
    const cell = this.#cellOf(hash, check);
    const number = this.#numbers.valueAt(cell) || ++this.size;
    this.#numbers.put(cell, hash, number);
    this.#checks[number - 1] = check;
    this.#offsets[number - 1] = offset;
    this.#fileNumbers[number - 1] = this.#files.length - 1;
  }

  find(key: string): Place | undefined {
    const number = this.#numbers.valueAt(this.#cellOf(...hashesOf(key)));
    const file = number === 0 ? undefined : this.#files[this.#fileNumbers[number - 1] ?? 0];
    return file && { ...file, offset: this.#offsets[number - 1] ?? 0 };
  }

  /** The cell of a key, or the free one where it belongs; half of them at least are free. */
  #cellOf(hash: number, check: number): number {
    const numbers = this.#numbers;
    let cell = numbers.place(hash);
    while (numbers.valueAt(cell) !== 0 && this.#checks[numbers.valueAt(cell) - 1] !== check)
      cell = numbers.next(cell, hash);
    return cell;
  }
}

function hashesOf(key: string): [hash: number, check: number] {
  return [hashText(key), hashText(`#${key}`)];
}
