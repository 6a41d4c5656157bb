/** Room for the features of most pages. */
const FIRST_BYTES = 2 ** 18;
/** No more is kept from one page to the next. */
const MAX_KEPT_BYTES = 2 ** 21;
/** Numbers of every kind may start at multiples of this. */
const ALIGNMENT = 8;

/** What the last page gave back; nothing while a page works with it. */
let kept: ArrayBuffer | undefined;

/**
 * Memory for what is found of one page: making an array of its own for each finding takes as long as finding it. Whoever
 * is done with all of it gives it back for the next page; where nobody does, it is garbage as any other.
 */
export class PageMemory {
  #buffer: ArrayBuffer;
  /** Bytes that were asked for, be there room for them or not. */
  #asked = 0;

  constructor() {
    this.#buffer = kept ?? new ArrayBuffer(FIRST_BYTES);
    kept = undefined;
  }

  /** So many whole numbers, all 0. */
  ints(count: number): Int32Array {
    const at = this.#place(count * 4);
    return at < 0 ? new Int32Array(count) : new Int32Array(this.#buffer, at, count).fill(0);
  }

  /** So many numbers of single precision, all 0. */
  floats(count: number): Float32Array {
    const at = this.#place(count * 4);
    return at < 0 ? new Float32Array(count) : new Float32Array(this.#buffer, at, count).fill(0);
  }

  /** So many numbers of double precision, all 0. */
  doubles(count: number): Float64Array {
    const at = this.#place(count * 8);
    return at < 0 ? new Float64Array(count) : new Float64Array(this.#buffer, at, count).fill(0);
  }

  /** So many bytes, all 0. */
  bytes(count: number): Uint8Array {
    const at = this.#place(count);
    return at < 0 ? new Uint8Array(count) : new Uint8Array(this.#buffer, at, count).fill(0);
  }

  /** Leaves the memory to the next page; none of the numbers may be used any more. */
  giveBack(): void {
    if (this.#buffer.byteLength === 0) return;
    const isTooSmall = this.#asked > this.#buffer.byteLength && this.#asked <= MAX_KEPT_BYTES;
    kept = isTooSmall ? new ArrayBuffer(Math.min(MAX_KEPT_BYTES, this.#asked * 2)) : this.#buffer;
    this.#buffer = new ArrayBuffer(0);
  }

  /** Where the next bytes are; -1 where there is no room for them. */
  #place(bytes: number): number {
    const at = this.#asked;
    this.#asked += Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
    return this.#asked > this.#buffer.byteLength ? -1 : at;
  }
}
