/** Larger files are rare: memory of their own goes with them, while this stays as long as its thread. */
const MAX_KEPT_BYTES = 4_000_000;

/** Memory that files are read into, one after the other: the bytes of one are gone with the next. */
export class ReadingSpace {
  #kept: Buffer = Buffer.alloc(0);

  /** Room for so many bytes; what was in it before does not matter. */
  take(size: number): Buffer {
    if (size > MAX_KEPT_BYTES) return Buffer.allocUnsafeSlow(size);
    if (size > this.#kept.length) this.#kept = Buffer.allocUnsafeSlow(Math.min(2 * size, MAX_KEPT_BYTES));
    return this.#kept.subarray(0, size);
  }
}
