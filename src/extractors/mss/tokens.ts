/** What a token is, by its code in `Tokens.kind`. */
export const TOKEN = { startTag: 0, endTag: 1, word: 2, symbol: 3 } as const;

/** Tokens of a kind up to this are tags. */
export const LAST_TAG_KIND = TOKEN.endTag;

/** A page as one sequence of tags, words and symbols (5.2), parallel arrays in document order. */
export interface CutTokens {
  readonly count: number;
  /** A value of `TOKEN`. */
  readonly kind: Uint8Array;
  /** The text node of a word or symbol, the element of a tag. */
  readonly node: Int32Array;
  /** Where a word or symbol lies in the document's text; 0 for tags. */
  readonly start: Int32Array;
  readonly end: Int32Array;
}

/** Tokens with what they are taken for. */
export interface Tokens extends CutTokens {
  /** The hash of what the token is taken for: a tag, a stem, `1` for any number, a symbol. Empty where forms were not asked for. */
  readonly form: Int32Array;
  /** The form of the most recent unclosed tag (6.2), 0 where none is open. Empty where forms were not asked for. */
  readonly openTag: Int32Array;
}

/** Consecutive tokens, both ends included. */
export interface Span {
  readonly first: number;
  readonly last: number;
}

/** A span from its first to its last word or symbol, as the paper's blocks are (4); nothing where it has tags alone. */
export function trimTags({ kind }: Tokens, { first, last }: Span): Span | undefined {
  let from = first;
  let to = last;
  while (from <= to && kind[from]! <= LAST_TAG_KIND) from++;
  while (to >= from && kind[to]! <= LAST_TAG_KIND) to--;
  return from <= to ? { first: from, last: to } : undefined;
}

/** Arrays of tokens that grow as needed; written in order. */
export class TokenWriter {
  #count = 0;
  #kind: Uint8Array;
  #node: Int32Array;
  #start: Int32Array;
  #end: Int32Array;

  constructor(capacity: number) {
    this.#kind = new Uint8Array(capacity);
    this.#node = new Int32Array(capacity);
    this.#start = new Int32Array(capacity);
    this.#end = new Int32Array(capacity);
  }

  get count(): number {
    return this.#count;
  }

  /** Adds a token. */
  push(kind: number, node: number, start: number, end: number): void {
    const at = this.#count++;
    if (at === this.#kind.length) this.#grow();
    this.#kind[at] = kind;
    this.#node[at] = node;
    this.#start[at] = start;
    this.#end[at] = end;
  }

  /** The tokens so far. */
  finish(): CutTokens {
    const count = this.#count;
    return {
      count,
      kind: this.#kind.subarray(0, count),
      node: this.#node.subarray(0, count),
      start: this.#start.subarray(0, count),
      end: this.#end.subarray(0, count),
    };
  }

  #grow(): void {
    const capacity = Math.max(64, this.#kind.length * 2);
    const kind = new Uint8Array(capacity);
    kind.set(this.#kind);
    this.#kind = kind;
    this.#node = longer(this.#node, capacity);
    this.#start = longer(this.#start, capacity);
    this.#end = longer(this.#end, capacity);
  }
}

function longer(array: Int32Array, capacity: number): Int32Array<ArrayBuffer> {
  const grown = new Int32Array(capacity);
  grown.set(array);
  return grown;
}
