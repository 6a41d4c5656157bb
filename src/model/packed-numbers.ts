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
  // A loop over all characters would be the most of what reading a model takes.
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
