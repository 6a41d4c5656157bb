/** Bytes of whole numbers from 0 to 2^53, small ones short: seven bits a byte, the highest bit says that more follow. */
export class VarintWriter {
  #bytes = new Uint8Array(1024);
  #length = 0;

  write(value: number): void {
    // Division, not a shift: the numbers go beyond 31 bits.
    let rest = value;
    while (rest > 0x7f) {
      this.#push((rest % 0x80) | 0x80);
      rest = Math.floor(rest / 0x80);
    }
    this.#push(rest);
  }

  finish(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }

  #push(byte: number): void {
    if (this.#length === this.#bytes.length) {
      const grown = new Uint8Array(this.#length * 2);
      grown.set(this.#bytes);
      this.#bytes = grown;
    }
    this.#bytes[this.#length++] = byte;
  }
}

/** Reads what a `VarintWriter` wrote. */
export class VarintReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  /** The next number; NaN where the bytes end in its midst. */
  read(): number {
    let value = 0;
    for (let scale = 1; this.#at < this.#bytes.length; scale *= 0x80) {
      const byte = this.#bytes[this.#at++]!;
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
    }
    return Number.NaN;
  }

  /** So many numbers at once, as a loop of its own: a model that has just been loaded is read by code that is cold. */
  readMany(count: number): Float64Array | undefined {
    const bytes = this.#bytes;
    const numbers = new Float64Array(count);
    let at = this.#at;
    for (let index = 0; index < count; index++) {
      let value = 0;
      let byte = 0x80;
      for (let scale = 1; byte >= 0x80; scale *= 0x80) {
        if (at >= bytes.length) return undefined;
        byte = bytes[at++]!;
        value += (byte & 0x7f) * scale;
      }
      numbers[index] = value;
    }
    this.#at = at;
    return numbers;
  }
}
