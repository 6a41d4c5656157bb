import type { CutTokens } from "./tokens.ts";

/** Tokens that there is room for to begin with. */
const FIRST_TOKENS = 4096;
/** Room for more is given back at the next page. */
const KEPT_TOKENS = 65_536;

/** Tokens of pages, one after another, in arrays that are kept and grow as needed. */
export class TokenWriter {
  #count = 0;
  #kind = new Uint8Array(0);
  #node = new Int32Array(0);
  #start = new Int32Array(0);
  #end = new Int32Array(0);
  #key = new Int32Array(0);

  get count(): number {
    return this.#count;
  }

  /** Begins anew. */
  begin(): void {
    this.#count = 0;
    if (this.#kind.length === 0 || this.#kind.length > KEPT_TOKENS) this.#resize(FIRST_TOKENS);
  }

  /** Adds a token. */
  push(kind: number, node: number, start: number, end: number, key: number): void {
    const at = this.#count++;
    if (at === this.#kind.length) this.#resize(at * 2);
    this.#kind[at] = kind;
    this.#node[at] = node;
    this.#start[at] = start;
    this.#end[at] = end;
    this.#key[at] = key;
  }

  /** The tokens so far: views of the arrays, good until the next beginning. */
  finish(): CutTokens {
    const count = this.#count;
    return {
      count,
      kind: this.#kind.subarray(0, count),
      node: this.#node.subarray(0, count),
      start: this.#start.subarray(0, count),
      end: this.#end.subarray(0, count),
      key: this.#key.subarray(0, count),
    };
  }

  #resize(capacity: number): void {
    const kind = new Uint8Array(capacity);
    kind.set(this.#kind.subarray(0, capacity));
    this.#kind = kind;
    this.#node = resized(this.#node, capacity);
    this.#start = resized(this.#start, capacity);
    this.#end = resized(this.#end, capacity);
    this.#key = resized(this.#key, capacity);
  }
}

function resized(array: Int32Array, capacity: number): Int32Array<ArrayBuffer> {
  const other = new Int32Array(capacity);
  other.set(array.subarray(0, capacity));
  return other;
}
