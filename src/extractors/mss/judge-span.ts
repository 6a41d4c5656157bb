import { contains, type Document, tagTable } from "../../html/index.ts";
import { type Cut, type Extraction, leafAt, type Page, reasonCode, TEXT_LEAF } from "../../page/index.ts";
import { fillUnspaced, LazyTable, UNIT_COUNT } from "../../text/index.ts";
import { TAG_CLASSES } from "./tag-classes.data.ts";
import { LAST_TAG_KIND, type Span, TOKEN, type Tokens, trimTags } from "./tokens.ts";

const REASON = {
  hidden: reasonCode("hidden"),
  inside: reasonCode("inside the body"),
  outside: reasonCode("outside the body"),
  media: reasonCode("media of the body"),
  box: reasonCode("a box inside the body"),
} as const;

/** Where a block can begin and end: at any token, at words with their marks, or there unless most of the line is inside. */
export const EDGES = ["tokens", "words", "lines"] as const;

/** How a span of tokens becomes leaves. */
export interface SpanOptions {
  /** Deviation: `lines` is not in the paper; a text node or line is whole if the span leaves out less than half of it. */
  readonly edges: (typeof EDGES)[number];
  /** Whether boxes inside the article are left out, by the rules of 4.2. */
  readonly clean: boolean;
}

/** Keeps the leaves of a span of tokens; a leaf that the span enters or leaves in its midst is cut there. */
export function judgeSpan(
  page: Page,
  tokens: Tokens,
  span: Span | undefined,
  options: SpanOptions,
): Extraction {
  const { count, node, kind, visible } = page.leaves;
  const ends = span && findEnds(page.document, tokens, span, options.edges);
  const scores = new Float32Array(count);
  const reasons = new Uint8Array(count);
  const boxes = ends && options.clean ? findBoxes(page.document, tokens, ends) : [];
  let box = 0;
  for (let leaf = 0; leaf < count; leaf++) {
    const at = node[leaf]!;
    while (box < boxes.length && page.document.end[boxes[box]!]! <= at) box++;
    if (visible[leaf] === 0) reasons[leaf] = REASON.hidden;
    else if (ends === undefined || at < tokens.node[ends.first]! || at > tokens.node[ends.last]!)
      reasons[leaf] = REASON.outside;
    else if (box < boxes.length && boxes[box]! <= at) reasons[leaf] = REASON.box;
    else {
      scores[leaf] = 1;
      reasons[leaf] = kind[leaf] === TEXT_LEAF ? REASON.inside : REASON.media;
    }
  }
  if (ends === undefined) return { scores, reasons };
  return {
    scores,
    reasons,
    cuts: findCuts(page, tokens, ends),
    bodyRoot: commonRoot(page.document, tokens, ends),
  };
}

/** The first and the last word or symbol of a span, moved to where blocks can begin and end. */
function findEnds(
  document: Document,
  tokens: Tokens,
  span: Span,
  edges: SpanOptions["edges"],
): Span | undefined {
  const block = trimTags(tokens, span);
  if (block === undefined || edges === "tokens") return block;
  const covered = coverMarks(document, tokens, block);
  if (edges === "words") return covered;
  return coverMarks(document, tokens, coverLines(document, tokens, covered));
}

function findCuts({ document, leaves }: Page, tokens: Tokens, { first, last }: Span): Cut[] {
  const cuts: Cut[] = [];
  const firstNode = tokens.node[first]!;
  const lastNode = tokens.node[last]!;
  for (const at of new Set([firstNode, lastNode])) {
    const length = document.textEnd[at]! - document.textStart[at]!;
    const beginsInside = at === firstNode && first > 0 && tokens.node[first - 1] === at;
    const endsInside = at === lastNode && last + 1 < tokens.count && tokens.node[last + 1] === at;
    if (!beginsInside && !endsInside) continue;
    const from = beginsInside ? tokens.start[first]! - document.textStart[at]! : 0;
    const to = endsInside ? tokens.end[last]! - document.textStart[at]! : length;
    cuts.push({ leaf: leafAt(leaves, at), from, to });
  }
  return cuts;
}

function commonRoot(document: Document, tokens: Tokens, { first, last }: Span): number {
  let root = document.parent[tokens.node[first]!]!;
  while (root > 0 && !contains(document, root, tokens.node[last]!)) root = document.parent[root]!;
  return root;
}

/** Rule 1 of 4.2. */
const EMPTIED = tagTable("iframe", "table");
const DIV = tagTable("div");
/** Rule 2 of 4.2: a div that holds one of these is emptied. */
const TELLTALE = tagTable("a", "iframe", "table", "img", "embed", "applet", "object");

/**
 * The elements whose contents the cleaning rules of 4.2 remove from an extracted block, as nodes in document order.
 *
 * Reading: only elements that begin and end inside the block; otherwise the div around the article would go.
 */
function findBoxes(document: Document, tokens: Tokens, span: Span): number[] {
  const boxes: number[] = [];
  const telltales = telltaleNodes(document, tokens, span);
  const ended = new Set<number>();
  for (let at = span.first; at <= span.last; at++) {
    if (tokens.kind[at] === TOKEN.endTag) ended.add(tokens.node[at]!);
  }
  let next = 0;
  for (let at = span.first; at <= span.last; at++) {
    if (tokens.kind[at] !== TOKEN.startTag) continue;
    const node = tokens.node[at]!;
    const tag = document.tag[node]!;
    if ((EMPTIED[tag] !== 1 && DIV[tag] !== 1) || !ended.has(node)) continue;
    if (node < (document.end[boxes.at(-1) ?? -1] ?? 0)) continue;
    while (next < telltales.length && telltales[next]! <= node) next++;
    const holdsTelltale = next < telltales.length && telltales[next]! < document.end[node]!;
    if (EMPTIED[tag] === 1 || holdsTelltale) boxes.push(node);
  }
  return boxes;
}

function telltaleNodes(document: Document, { kind, node }: Tokens, { first, last }: Span): number[] {
  const found: number[] = [];
  for (let at = first; at <= last; at++) {
    if (kind[at] === TOKEN.startTag && TELLTALE[document.tag[node[at]!]!] === 1) found.push(node[at]!);
  }
  return found;
}

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

/** A block that leaves out less than this share of a text node or line at its edge takes all of it. */
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
