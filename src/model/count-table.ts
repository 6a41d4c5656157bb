import { fromBase64, toBase64 } from "./base64.ts";
import { VarintReader, VarintWriter } from "./varint.ts";

/** How often one feature was seen inside and outside articles. */
export interface FeatureCount {
  /** A 32-bit hash of the feature. */
  readonly hash: number;
  readonly inside: number;
  readonly outside: number;
}

/** How often features were seen inside and outside articles, by their hashes. */
export class CountTable {
  readonly size: number;
  /** Counts by the entries that `find` gives. */
  readonly inside: Float64Array;
  readonly outside: Float64Array;
  readonly #hashes: Int32Array;
  /** Entries by hash, open addressing: the entry plus one, 0 where free. */
  readonly #slots: Int32Array;
  readonly #mask: number;

  constructor(counts: readonly FeatureCount[]) {
    this.size = counts.length;
    this.inside = Float64Array.from(counts, ({ inside }) => inside);
    this.outside = Float64Array.from(counts, ({ outside }) => outside);
    this.#hashes = Int32Array.from(counts, ({ hash }) => hash);
    const capacity = 2 ** Math.ceil(Math.log2(counts.length * 2 + 2));
    this.#slots = new Int32Array(capacity);
    this.#mask = capacity - 1;
    counts.forEach(({ hash }, entry) => {
      let slot = hash & this.#mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & this.#mask;
      this.#slots[slot] = entry + 1;
    });
  }

  /** The entry of a feature, or -1 where it was never seen. */
  find(hash: number): number {
    for (let slot = hash & this.#mask; ; slot = (slot + 1) & this.#mask) {
      const entry = this.#slots[slot]! - 1;
      if (entry < 0 || this.#hashes[entry] === hash) return entry;
    }
  }

  /** The table as text: hashes in order as steps, then the two counts of each. */
  encode(): string {
    const order = Array.from(this.#hashes.keys()).sort(
      (a, b) => (this.#hashes[a]! >>> 0) - (this.#hashes[b]! >>> 0),
    );
    const writer = new VarintWriter();
    let last = 0;
    for (const entry of order) {
      const hash = this.#hashes[entry]! >>> 0;
      writer.write(hash - last);
      writer.write(this.inside[entry]!);
      writer.write(this.outside[entry]!);
      last = hash;
    }
    return toBase64(writer.finish());
  }

  /** The table that a text holds, or undefined where the text is cut short or no table of that size. */
  static decode(text: string, size: number): CountTable | undefined {
    const bytes = fromBase64(text);
    // Every entry takes three bytes at least; a lying size must not ask for memory.
    if (bytes === undefined || !(size * 3 <= bytes.length)) return undefined;
    const reader = new VarintReader(bytes);
    const counts: FeatureCount[] = [];
    let last = 0;
    for (let entry = 0; entry < size; entry++) {
      const hash = last + reader.read();
      const inside = reader.read();
      const outside = reader.read();
      if (!Number.isSafeInteger(hash + inside + outside) || hash > 0xffffffff) return undefined;
      counts.push({ hash: hash | 0, inside, outside });
      last = hash;
    }
    return reader.isAtEnd ? new CountTable(counts) : undefined;
  }
}
