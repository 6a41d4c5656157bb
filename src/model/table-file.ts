/** Arrays start at multiples of this, the size of the largest numbers in them. */
const ALIGNMENT = 8;
/** The first number of a file; other machines read it as another, as they have their numbers the other way round. */
const SIGN = 0x67616c79;

/** Numbers as they lie in memory. */
type Numbers = Int8Array | Uint8Array | Uint16Array | Int32Array | Uint32Array | Float32Array | Float64Array;
type NumbersOf<Kind extends Numbers> = new (buffer: ArrayBuffer, from: number, length: number) => Kind;

/** Arrays one after the other, as they lie in memory: a reader of the file has nothing to decode. */
export class TableWriter {
  readonly #pieces: Uint8Array[] = [];

  constructor() {
    this.numbers(Int32Array.of(SIGN));
  }

  numbers(numbers: Numbers): void {
    this.#push(new Uint8Array(Uint32Array.of(numbers.length).buffer));
    this.#push(new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength));
  }

  /** Plain data, which goes into the file as JSON. */
  data(value: unknown): void {
    this.numbers(new TextEncoder().encode(JSON.stringify(value)));
  }

  finish(): Uint8Array {
    const file = new Uint8Array(this.#pieces.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const piece of this.#pieces) {
      file.set(piece, at);
      at += piece.length;
    }
    return file;
  }

  #push(bytes: Uint8Array): void {
    const padded = new Uint8Array(aligned(bytes.length));
    padded.set(bytes);
    this.#pieces.push(padded);
  }
}

/** Reads what a `TableWriter` wrote, in the same order. The arrays are views of the file. */
export class TableReader {
  readonly #buffer: ArrayBuffer;
  #at = 0;

  private constructor(buffer: ArrayBuffer) {
    this.#buffer = buffer;
  }

  /** A reader of a file, or undefined where it was written for machines of another kind. */
  static of(file: Uint8Array): TableReader | undefined {
    const { buffer, byteOffset, byteLength } = file;
    const isOwn = buffer instanceof ArrayBuffer && byteOffset === 0 && byteLength === buffer.byteLength;
    const reader = new TableReader(isOwn ? buffer : file.slice().buffer);
    return reader.numbers(Int32Array)[0] === SIGN ? reader : undefined;
  }

  numbers<Kind extends Numbers>(kind: NumbersOf<Kind> & { readonly BYTES_PER_ELEMENT: number }): Kind {
    const length = new Uint32Array(this.#buffer, this.#at, 1)[0]!;
    const from = this.#at + ALIGNMENT;
    this.#at = from + aligned(length * kind.BYTES_PER_ELEMENT);
    return new kind(this.#buffer, from, length);
  }

  /** What gives the plain data: most processes do without it. */
  data(): () => unknown {
    const bytes = this.numbers(Uint8Array);
    return () => JSON.parse(new TextDecoder().decode(bytes));
  }
}

function aligned(bytes: number): number {
  return Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
}
