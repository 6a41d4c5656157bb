import { type Document, tagTable } from "../../html/index.ts";
import { fillUnspaced, LazyTable, UNIT_COUNT } from "../../text/index.ts";
import { TAG_CLASSES } from "./tag-classes.data.ts";
import { LAST_TAG_KIND, type Span, TOKEN, type Tokens } from "./tokens.ts";

/** Tags that part no word from its mark: `<a>again</a>.` */
const INLINE = tagTable(...TAG_CLASSES.link, ...TAG_CLASSES.format);
/** Marks that belong to the word before them even after a space, as French sets them. */
const CLOSING = /^[\p{Pe}\p{Pf}.!?…。！？]$/u;
/** Marks that belong to the word after them even before a space. */
const OPENING = /^[\p{Ps}\p{Pi}¿¡]$/u;
/** Marks of Chinese and Japanese touch the words on both sides; these belong to the one before, and those to the one after. */
const ONLY_CLOSING = /^[、。，．：；！？）」』】》〉]$/;
const ONLY_OPENING = /^[（「『【《〈]$/;
const UNSPACED = /* @__PURE__ */ new LazyTable(() => {
  const table = new Uint8Array(UNIT_COUNT);
  fillUnspaced(table, 1);
  return table;
});

/**
 * A span of whole words with their marks: the paper's blocks go from the first word to the last (4), and a full stop, a
 * closing quote or the other half of "don't" is part of the word that it touches. Both ends of the span must be words or symbols.
 */
export function coverMarks(document: Document, tokens: Tokens, span: Span): Span {
  return {
    first: lastCovered(document, tokens, span.first, -1),
    last: lastCovered(document, tokens, span.last, 1),
  };
}

/** Of a text node or a line at an edge, a block that leaves out less than this share takes all. */
const MOST_LEFT_OUT = 0.5;

/** A span whose first and last text node, and then line, are whole where less than half of them is outside. */
export function coverLines({ tag }: Document, tokens: Tokens, span: Span): Span {
  const { kind, node } = tokens;
  const nodes = coverPieces(tokens, span, (from, to) => node[from] !== node[to]);
  return coverPieces(tokens, nodes, (_, to) => kind[to]! <= LAST_TAG_KIND && INLINE[tag[node[to]!]!] !== 1);
}

/** Takes the pieces at both edges whole if most of them is inside; `isParted` tells where one ends, for a token and the next. */
function coverPieces(
  tokens: Tokens,
  { first, last }: Span,
  isParted: (from: number, to: number) => boolean,
): Span {
  const { start, end } = tokens;
  const firstStart = endOfPiece(tokens, first, -1, isParted);
  const firstEnd = endOfPiece(tokens, first, 1, isParted);
  const isOne = last <= firstEnd;
  const lastStart = isOne ? firstStart : endOfPiece(tokens, last, -1, isParted);
  const lastEnd = isOne ? firstEnd : endOfPiece(tokens, last, 1, isParted);
  const before = start[first]! - start[firstStart]!;
  const after = end[lastEnd]! - end[last]!;
  const isWhole = (outside: number, from: number, to: number) =>
    outside < MOST_LEFT_OUT * (end[to]! - start[from]!);
  return {
    first: isWhole(isOne ? before + after : before, firstStart, firstEnd) ? firstStart : first,
    last: isWhole(isOne ? before + after : after, lastStart, lastEnd) ? lastEnd : last,
  };
}

/** The last word or symbol in a direction that is in the same piece. */
function endOfPiece(
  { count, kind }: Tokens,
  from: number,
  step: -1 | 1,
  isParted: (from: number, to: number) => boolean,
): number {
  let found = from;
  for (let at = from; at + step >= 0 && at + step < count && !isParted(at, at + step); at += step) {
    if (kind[at + step]! > LAST_TAG_KIND) found = at + step;
  }
  return found;
}

/** The farthest token in a direction that belongs to the word at an edge. */
function lastCovered(document: Document, tokens: Tokens, edge: number, step: -1 | 1): number {
  let covered = edge;
  for (let next = nextText(document, tokens, covered, step); next >= 0; ) {
    if (!belongs(document, tokens, covered, next)) break;
    covered = next;
    next = nextText(document, tokens, covered, step);
  }
  return covered;
}

/** The next word or symbol in a direction, -1 where a tag parts it from this one. */
function nextText({ tag }: Document, { count, kind, node }: Tokens, from: number, step: -1 | 1): number {
  for (let at = from + step; at >= 0 && at < count; at += step) {
    if (kind[at]! > LAST_TAG_KIND) return at;
    if (INLINE[tag[node[at]!]!] !== 1) return -1;
  }
  return -1;
}

function belongs({ text }: Document, { kind, start, end }: Tokens, covered: number, next: number): boolean {
  const isBefore = next < covered;
  const touches = isBefore ? end[next] === start[covered] : start[next] === end[covered];
  const mark = text.slice(start[next], end[next]);
  if (kind[next] === TOKEN.word) {
    // Words of scripts without spaces touch one another to the end of the line.
    return touches && UNSPACED.table[mark.charCodeAt(0)] === 0;
  }
  if (touches) return !(isBefore ? ONLY_CLOSING : ONLY_OPENING).test(mark);
  return (isBefore ? OPENING : CLOSING).test(mark);
}
