import type { CutTokens } from "./tokens.ts";

/** Tokens that the first room is for. */
const FIRST_TOKENS = 4096;
/** Arrays for more are their page's alone, and go with it. */
const KEPT_TOKENS = 65_536;

/**
 * Tokens of pages, one after another, in arrays that are kept and grow as needed. Whoever has many to add makes room for
 * all of them, writes into the arrays and says how many there are: a call for each takes longer than the writing.
 */
export class TokenWriter {
  count = 0;
  kind: Uint8Array = new Uint8Array(0);
  node: Int32Array = new Int32Array(0);
  start: Int32Array = new Int32Array(0);
  end: Int32Array = new Int32Array(0);
  form: Int32Array = new Int32Array(0);

  /** Begins anew. */
  begin(): void {
    this.count = 0;
  }

  /** Makes room for so many more tokens; the arrays may be others afterwards. */
  reserve(tokens: number): void {
    const wanted = this.count + tokens;
    if (wanted > this.kind.length) this.#resize(Math.max(wanted, this.kind.length * 2, FIRST_TOKENS));
  }

  /** Adds a token. */
  push(kind: number, node: number, start: number, end: number, form: number): void {
    this.reserve(1);
    const at = this.count++;
    this.kind[at] = kind;
    this.node[at] = node;
    this.start[at] = start;
    this.end[at] = end;
    this.form[at] = form;
  }

  /** The tokens: views of the arrays, good until the next beginning. */
  finish(): CutTokens {
    const { count } = this;
    const tokens = {
      count,
      kind: this.kind.subarray(0, count),
      node: this.node.subarray(0, count),
      start: this.start.subarray(0, count),
      end: this.end.subarray(0, count),
      form: this.form.subarray(0, count),
    };
    if (this.kind.length > KEPT_TOKENS) this.#resize(0);
    return tokens;
  }

  #resize(capacity: number): void {
    const kind = new Uint8Array(capacity);
    kind.set(this.kind.subarray(0, capacity));
    this.kind = kind;
    this.node = resized(this.node, capacity);
    this.start = resized(this.start, capacity);
    this.end = resized(this.end, capacity);
    this.form = resized(this.form, capacity);
  }
}

function resized(array: Int32Array, capacity: number): Int32Array<ArrayBuffer> {
  const other = new Int32Array(capacity);
  other.set(array.subarray(0, capacity));
  return other;
}
