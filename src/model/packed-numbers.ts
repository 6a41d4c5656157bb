/** The place value of the eighth byte of a number; none up to 2^53 has a ninth. */
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

/** The numbers that a `VarintWriter` wrote; undefined where the bytes end within one, or one has no end. */
export function readVarints(bytes: Uint8Array): Float64Array | undefined {
  // Large enough for any count: counting first takes as long as reading.
  const numbers = new Float64Array(bytes.length);
  let index = 0;
  let value = 0;
  let scale = 1;
  // One byte per step, in one loop: a model is read once, before the JIT has compiled anything.
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

/** Bytes of one call: engines limit the number of arguments. */
const PIECE_BYTES = 8192;

/** Bytes as base64 text. */
export function toBase64(bytes: Uint8Array): string {
  let binary = "";
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    binary += String.fromCharCode(...bytes.subarray(at, at + PIECE_BYTES));
  }
  return btoa(binary);
}

/** What Node has and browsers do not. */
const { Buffer: NodeBytes } = globalThis as {
  readonly Buffer?: { from(text: string, encoding: "base64"): Uint8Array };
};

/** The bytes of base64 text; undefined if it is not base64. */
export function fromBase64(text: string): Uint8Array | undefined {
  if (text.length % 4 !== 0) return undefined;
  if (NodeBytes === undefined) return fromBinary(text);
  // A loop over all characters would take most of the time of reading a model.
  const bytes = NodeBytes.from(text, "base64");
  const padding = text.endsWith("==") ? 2 : Number(text.endsWith("="));
  // Node ignores what is not base64, and also takes the letters of base64url.
  if (bytes.length !== (text.length / 4) * 3 - padding || text.includes("-") || text.includes("_"))
    return undefined;
  return bytes;
}

function fromBinary(text: string): Uint8Array | undefined {
  let binary: string;
  try {
    binary = atob(text);
  } catch {
    return undefined;
  }
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at);
  return bytes;
}

/** How often one feature was seen inside and outside articles. */
export interface FeatureCount {
  /** A 32-bit hash of the feature. */
  readonly hash: number;
  readonly inside: number;
  readonly outside: number;
}

/** Counts in the order of their hashes without signs, as a file has them: a model has a hundred thousand. */
interface CountColumns {
  readonly hashes: Uint32Array;
  readonly inside: Float64Array;
  readonly outside: Float64Array;
}

/** How often features were seen inside and outside articles, by their hashes. */
export class CountTable {
  readonly size: number;
  /** The features by their entries. */
  readonly hashes: Uint32Array;
  /** Counts by the entries that `find` gives, which are in the order of the hashes without their signs. */
  readonly inside: Float64Array;
  readonly outside: Float64Array;

  constructor(counts: readonly FeatureCount[] | CountColumns) {
    const { hashes, inside, outside } = "hashes" in counts ? counts : toColumns(counts);
    this.size = hashes.length;
    this.inside = inside;
    this.outside = outside;
    this.hashes = hashes;
  }

  /** The entry of a feature, or -1 where it was never seen. */
  find(hash: number): number {
    const wanted = hash >>> 0;
    let low = 0;
    let high = this.size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.hashes[middle]! < wanted) low = middle + 1;
      else high = middle;
    }
    return this.hashes[low] === wanted ? low : -1;
  }

  /** The table as text: hashes in order as steps, then the two counts of each. */
  encode(): string {
    const writer = new VarintWriter();
    let last = 0;
    this.hashes.forEach((hash, entry) => {
      writer.write(hash - last);
      writer.write(this.inside[entry]!);
      writer.write(this.outside[entry]!);
      last = hash;
    });
    return toBase64(writer.finish());
  }

  /** The table that a text holds, or undefined where the text is cut short or no table of that size. */
  static decode(text: string, size: number): CountTable | undefined {
    const bytes = fromBase64(text);
    const numbers = bytes && readVarints(bytes);
    if (numbers === undefined || numbers.length !== size * 3) return undefined;
    const hashes = new Uint32Array(size);
    const inside = new Float64Array(size);
    const outside = new Float64Array(size);
    let hash = 0;
    for (let entry = 0; entry < size; entry++) {
      const step = numbers[entry * 3]!;
      const within = numbers[entry * 3 + 1]!;
      const beside = numbers[entry * 3 + 2]!;
      hash += step;
      if (hash > 0xffffffff || hash + within + beside > Number.MAX_SAFE_INTEGER) return undefined;
      // A feature that comes twice has no reliable counts.
      if (step === 0 && entry > 0) return undefined;
      hashes[entry] = hash;
      inside[entry] = within;
      outside[entry] = beside;
    }
    return new CountTable({ hashes, inside, outside });
  }
}

function toColumns(counts: readonly FeatureCount[]): CountColumns {
  const ordered = counts.toSorted((a, b) => (a.hash >>> 0) - (b.hash >>> 0));
  return {
    hashes: Uint32Array.from(ordered, ({ hash }) => hash),
    inside: Float64Array.from(ordered, ({ inside }) => inside),
    outside: Float64Array.from(ordered, ({ outside }) => outside),
  };
}
