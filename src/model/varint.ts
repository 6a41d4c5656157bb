/** What the eighth byte of a number counts for; none up to 2^53 has a ninth. */
const LARGEST_SCALE = 2 ** 49;

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

/** The numbers that a `VarintWriter` wrote; undefined where the bytes end in the midst of one, or one has no end. */
export function readVarints(bytes: Uint8Array): Float64Array | undefined {
  // Room for as many as there can be: counting them first takes as long as reading them.
  const numbers = new Float64Array(bytes.length);
  let index = 0;
  let value = 0;
  let scale = 1;
  // A byte a turn, in one loop: a model is read once, before anything has run often enough to be fast.
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (byte < 0x80) {
      numbers[index++] = value + byte * scale;
      value = 0;
      scale = 1;
    } else {
      value += (byte & 0x7f) * scale;
      scale *= 0x80;
      if (scale > LARGEST_SCALE) return undefined;
    }
  }
  return scale === 1 ? numbers.subarray(0, index) : undefined;
}
