const FIRST_BYTES = 1 << 16;
/** A longer array is given back after a page. */
const MAX_KEPT_BYTES = 1 << 22;
/** A unit of UTF-16 takes no more bytes than this in UTF-8. */
const MAX_UNIT_BYTES = 3;
/** Pieces of a text are joined when there are so many: each takes more memory than the few characters that a hostile page has in it. */
const MOST_PIECES = 1 << 16;
/** A text of so many units is short. */
const SHORT = 32;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const ENCODER = new TextEncoder();
/** A mark at the start is a character like others here. */
const UTF_8 = new TextDecoder("utf-8", { ignoreBOM: true });

/** Joins the texts of a page, in document order. */
export interface DocumentText {
  /** Of all that was added, in UTF-16 units. */
  length: number;
  /** Adds a range of the source, its newlines normalized. */
  add(from: number, to: number): void;
  /** Adds a text that stands nowhere in the source as it is. */
  addKept(text: string): void;
  /** The joined text; nothing of the page is kept. */
  finish(): string;
}

/** The texts of a source that is text. */
export class SlicedText implements DocumentText {
  length = 0;
  readonly #source: string;
  /** Joined at the end: a text that grows by appending stays a pair of texts, whose units are read more slowly. */
  readonly #pieces: string[] = [];
  readonly #joined: string[] = [];
  readonly #hasReturn: boolean;

  constructor(source: string) {
    this.#source = source;
    this.#hasReturn = source.includes("\r");
  }

  add(from: number, to: number): void {
    const text = this.#source.slice(from, to);
    if (this.#hasReturn) this.#addLines(text);
    else this.addKept(text);
  }

  addKept(text: string): void {
    if (this.#pieces.length === MOST_PIECES) this.#joinPieces();
    this.#pieces.push(text);
    this.length += text.length;
  }

  finish(): string {
    this.#joinPieces();
    return this.#joined.join("");
  }

  #joinPieces(): void {
    this.#joined.push(this.#pieces.join(""));
    this.#pieces.length = 0;
  }

  #addLines(text: string): void {
    let start = 0;
    for (let at = text.indexOf("\r"); at >= 0; at = text.indexOf("\r", start)) {
      if (at > start) this.addKept(text.slice(start, at));
      start = at + 1;
      // The line feed behind it stands for both.
      if (!text.startsWith("\n", start)) this.addKept("\n");
    }
    this.addKept(start === 0 ? text : text.slice(start));
  }
}

/** Used again for the next page. */
let room = new Uint8Array(FIRST_BYTES);

/** The texts of a source that is UTF-8, decoded all at once. */
export class Utf8Text implements DocumentText {
  length = 0;
  #size = 0;
  readonly #source: Uint8Array;

  constructor(source: Uint8Array) {
    this.#source = source;
  }

  add(from: number, to: number): void {
    const source = this.#source;
    const bytes = this.#roomFor(to - from);
    let size = this.#size;
    let units = to - from;
    for (let at = from; at < to; at++) {
      const byte = source[at]!;
      bytes[size++] = byte;
      if (byte >= 0x80) {
        // Bytes that go on with a character are no units; characters of four bytes are two.
        if (byte < 0xc0) units--;
        else if (byte >= 0xf0) units++;
      } else if (byte === CARRIAGE_RETURN) {
        bytes[size - 1] = LINE_FEED;
        if (at + 1 < to && source[at + 1] === LINE_FEED) {
          at++;
          units--;
        }
      }
    }
    this.#size = size;
    this.length += units;
  }

  addKept(text: string): void {
    const bytes = this.#roomFor(MAX_UNIT_BYTES * text.length);
    this.length += text.length;
    if (text.length <= SHORT && this.#addAscii(text)) return;
    this.#size += ENCODER.encodeInto(text, bytes.subarray(this.#size)).written;
  }

  finish(): string {
    const text = UTF_8.decode(room.subarray(0, this.#size));
    if (room.length > MAX_KEPT_BYTES) room = new Uint8Array(FIRST_BYTES);
    return text;
  }

  /** Adds a text if all of it is ASCII: for a short one sooner done than an encoder begins. */
  #addAscii(text: string): boolean {
    const size = this.#size;
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      if (unit >= 0x80) return false;
      room[size + at] = unit;
    }
    this.#size = size + text.length;
    return true;
  }

  #roomFor(count: number): Uint8Array {
    const size = this.#size + count;
    if (size > room.length) {
      const grown = new Uint8Array(2 * size);
      grown.set(room.subarray(0, this.#size));
      room = grown;
    }
    return room;
  }
}
