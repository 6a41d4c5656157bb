/** What a token is, by its code in `Tokens.kind`. */
export const TOKEN = { startTag: 0, endTag: 1, word: 2, symbol: 3 } as const;

/** Tokens of a kind up to this are tags. */
export const LAST_TAG_KIND = TOKEN.endTag;

/** A page as one sequence of tags, words and symbols (5.2), as it is cut: parallel arrays in document order. */
export interface CutTokens {
  readonly count: number;
  /** A value of `TOKEN`. */
  readonly kind: Uint8Array;
  /** The text node of a word or symbol, the element of a tag. */
  readonly node: Int32Array;
  /** Where a word or symbol lies in the document's text; 0 for tags. */
  readonly start: Int32Array;
  readonly end: Int32Array;
  /** The hash of what the token is taken for: a tag, a stem, `1` for any number, a symbol. Means nothing where forms were not asked for. */
  readonly form: Int32Array;
}

/** Tokens with what is open around them. */
export interface Tokens extends CutTokens {
  /** The form of the most recent unclosed tag (6.2), 0 where none is open. */
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
