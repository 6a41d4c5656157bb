/** Minimum growth of the buffer. */
const MIN_GROWTH_BYTES = 1 << 16;

/** A look-ahead buffer over a stream of bytes, with the position in the stream. */
export class ByteWindow {
  #chunks: AsyncIterator<Uint8Array> | undefined;
  #bytes: Buffer;
  #at = 0;
  /** The position of the first byte of `#bytes`. */
  #base: number;
  #isEnded: boolean;

  private constructor(first: Buffer, chunks: AsyncIterator<Uint8Array> | undefined, position: number) {
    this.#bytes = first;
    this.#chunks = chunks;
    this.#base = position;
    this.#isEnded = chunks === undefined;
  }

  static over(stream: AsyncIterable<Uint8Array>): ByteWindow {
    return new ByteWindow(Buffer.alloc(0), stream[Symbol.asyncIterator](), 0);
  }

  /** A window of all the bytes there are. */
  static of(bytes: Buffer, position = 0): ByteWindow {
    return new ByteWindow(bytes, undefined, position);
  }

  /** Where in the stream the next byte is. */
  get position(): number {
    return this.#base + this.#at;
  }

  /** The buffered bytes, valid until the next call of `need`. */
  get view(): Buffer {
    return this.#bytes.subarray(this.#at);
  }

  get length(): number {
    return this.#bytes.length - this.#at;
  }

  /** Whether the stream ends after the buffered bytes. */
  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** Waits until `count` bytes are buffered or the stream has ended; returns how many are. */
  async need(count: number): Promise<number> {
    if (this.length >= count || this.#isEnded) return this.length;
    const parts: Uint8Array[] = [this.view];
    let length = this.length;
    const wanted = Math.max(count, Math.min(2 * length, length + MIN_GROWTH_BYTES));
    while (length < wanted && this.#chunks !== undefined) {
      const { done, value } = await this.#chunks.next();
      if (done) {
        this.#isEnded = true;
        break;
      }
      parts.push(value);
      length += value.length;
    }
    this.#base = this.position;
    this.#at = 0;
    this.#bytes = joined(parts, length);
    return length;
  }

  /** Continues with another stream after the end of the current one. */
  continueWith(stream: AsyncIterable<Uint8Array>): void {
    this.#chunks = stream[Symbol.asyncIterator]();
    this.#isEnded = false;
  }

  /** Skips buffered bytes. */
  skip(count: number): void {
    this.#at += Math.min(count, this.length);
  }

  /** Skips bytes, reading on if needed; returns how many there were. */
  async drop(count: number): Promise<number> {
    let left = count;
    while (left > 0 && (await this.need(1)) > 0) {
      const step = Math.min(left, this.length);
      this.#at += step;
      left -= step;
    }
    return count - left;
  }

  /** The buffered bytes and the rest of the stream. */
  async *rest(): AsyncGenerator<Uint8Array, void, undefined> {
    try {
      while ((await this.need(1)) > 0) {
        const { view } = this;
        this.skip(view.length);
        yield view;
      }
    } finally {
      await this.close();
    }
  }

  /** Stops reading and releases the stream. */
  async close(): Promise<void> {
    this.#isEnded = true;
    await this.#chunks?.return?.();
  }
}

function joined(parts: readonly Uint8Array[], length: number): Buffer {
  const [first, second] = parts;
  if (parts.length === 2 && first?.length === 0 && second !== undefined)
    return Buffer.from(second.buffer, second.byteOffset, second.length);
  return Buffer.concat(parts, length);
}
