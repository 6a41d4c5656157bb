import { NewsError } from "../../errors/index.ts";
import { TAG, tagTable } from "../../html/index.ts";
import type { Page } from "../../page/index.ts";
import { areaOf, type Box, boxAround, VisualPage } from "./visual-page.ts";

/** Options of the segmentation. */
export interface VipsOptions {
  /** The permitted degree of coherence, 1 (the whole page) to 10: blocks that reach it are not divided. */
  readonly granularity: number;
}

/** The coarsest granularity with the best F1 on two labelled sets; docs/extractors/vips.md. */
const DEFAULT_OPTIONS: VipsOptions = { granularity: 9 };

/** A region that a reader sees as one block, and its sub-blocks. */
export interface VisualBlock {
  /** What it shows, in document order. */
  readonly pieces: readonly RatedPiece[];
  readonly box: Box;
  /** The degree of coherence, 1 to 10; never lower than that of the parent. */
  readonly degree: number;
  readonly children: readonly VisualBlock[];
}

/** A block under construction. */
interface OpenBlock extends VisualBlock {
  degree: number;
  readonly children: OpenBlock[];
  /** How its pieces are separated, if there are several. */
  readonly split: Split | undefined;
  /** How many blocks are around it. */
  readonly depth: number;
}

/** Deeper than any real page; bounds the time on hostile ones. */
const MAX_DEPTH = 50;

/** VIPS (Cai et al., 2003): a page as a tree of visual blocks, divided until each has the permitted degree of coherence. */
export function segmentPage(page: Page, options: Partial<VipsOptions> = {}): VisualBlock {
  return segment(new VisualPage(page), withDefaults(options));
}

/** The same for an existing view of the page. */
export function segment(view: VisualPage, { granularity }: VipsOptions): VisualBlock {
  const body = Math.max(0, view.document.tag.indexOf(TAG.body));
  const root = openBlock(view, [{ ...pieceOf(view, body), degree: 1 }]);
  const waiting = [root];
  for (let block = waiting.pop(); block !== undefined; block = waiting.pop()) {
    if (block.degree >= granularity || block.depth === MAX_DEPTH) continue;
    for (const group of divideBlock(view, block)) {
      const child = openBlock(view, group, block);
      block.children.push(child);
      waiting.push(child);
    }
  }
  return root;
}

/** The degree of a block is that of its only piece, or follows from its heaviest separator. */
function openBlock(view: VisualPage, pieces: readonly RatedPiece[], around?: OpenBlock): OpenBlock {
  const [only, second] = pieces;
  const split = second && splitPieces(view, pieces);
  const degree = Math.max(around?.degree ?? 1, split?.degree ?? only?.degree ?? MAX_DEGREE);
  const depth = around === undefined ? 0 : around.depth + 1;
  return { pieces, box: boxAround(pieces), degree, children: [], split, depth };
}

/** The groups of pieces that become sub-blocks; a single piece first goes through another round of the rules. */
function divideBlock(view: VisualPage, block: OpenBlock): Split["groups"] {
  if (block.split !== undefined) return block.split.groups;
  const pool = block.pieces.flatMap((piece) => dividePiece(view, piece));
  const [only, second] = pool;
  if (second !== undefined) return splitPieces(view, pool).groups;
  // Nothing is left to divide.
  block.degree = Math.max(block.degree, only?.degree ?? MAX_DEGREE);
  return [];
}

/** A block and its descendants in pre-order. */
export function* blocksIn(root: VisualBlock): Generator<VisualBlock> {
  const waiting = [root];
  for (let block = waiting.pop(); block !== undefined; block = waiting.pop()) {
    yield block;
    for (const child of block.children.toReversed()) waiting.push(child);
  }
}

/** Fills in the defaults and checks the range. */
export function withDefaults(options: Partial<VipsOptions>): VipsOptions {
  const chosen = { ...DEFAULT_OPTIONS, ...options };
  const { granularity } = chosen;
  if (Number.isInteger(granularity) && granularity >= 1 && granularity <= MAX_DEGREE) return chosen;
  throw new NewsError("BAD_OPTION", "The option granularity must be a whole number from 1 to 10.");
}

/** Groups of separated pieces, and the degree of coherence of the whole. */
interface Split {
  readonly groups: readonly (readonly RatedPiece[])[];
  readonly degree: number;
}

/**
 * Content structure: pieces are merged across all separators but the heaviest. Deviation: the paper merges from the lightest
 * separator on, which gives the same tree in one direction; splitting from the heaviest on finds columns below a headline too.
 */
function splitPieces(view: VisualPage, pool: readonly RatedPiece[]): Split {
  const horizontal = findSeparators(view, pool, "horizontal");
  const vertical = findSeparators(view, pool, "vertical");
  const across = heaviest(horizontal);
  const along = heaviest(vertical);
  const weight = Math.max(across, along);
  if (weight === Number.NEGATIVE_INFINITY) return splitOverlapping(pool);
  const degree = degreeAcross(weight);
  const groups = groupsBetween(across >= along ? horizontal : vertical, degree);
  return { groups, degree: Math.min(degree, leastDegree(pool)) };
}

/** The degree of coherence of a block that a separator of a weight divides. */
function degreeAcross(weight: number): number {
  return Math.min(MAX_DEGREE - 1, Math.max(1, MAX_DEGREE - 1 - Math.round(weight)));
}

function heaviest({ separators }: Separated): number {
  return separators.reduce((most, { weight }) => Math.max(most, weight), Number.NEGATIVE_INFINITY);
}

function groupsBetween(
  { pieces, separators }: Separated,
  degree: number,
): readonly (readonly RatedPiece[])[] {
  const groups: RatedPiece[][] = [];
  let from = 0;
  for (const { before, weight } of [...separators, { before: pieces.length, weight: Number.NaN }]) {
    if (before < pieces.length && degreeAcross(weight) !== degree) continue;
    groups.push(pieces.slice(from, before).sort((a, b) => a.from - b.from));
    from = before;
  }
  return groups;
}

/** Overlapping pieces have no separators: each is a group, and the whole is less coherent than any of them. */
function splitOverlapping(pool: readonly RatedPiece[]): Split {
  return { groups: pool.map((piece) => [piece]), degree: Math.max(1, leastDegree(pool) - 1) };
}

/** A block is at most as coherent as its least coherent piece. */
function leastDegree(pool: readonly RatedPiece[]): number {
  return pool.reduce((least, { degree }) => Math.min(least, degree), MAX_DEGREE);
}

/** Horizontal separators run between pieces above each other, vertical ones between columns. */
type Direction = "horizontal" | "vertical";

/** A strip of the page that no piece crosses. */
interface Separator {
  /** How many of the sorted pieces come before it. */
  readonly before: number;
  /** The larger, the less the two sides belong together. */
  readonly weight: number;
}

/** Pieces sorted along a direction, and the separators between them. */
interface Separated {
  readonly pieces: readonly RatedPiece[];
  readonly separators: readonly Separator[];
}

/** Overlaps below this are rounding errors of the layout. */
const ROUNDING_PX = 1;
/** The gap of weight 1, about half a line of text. Weights are in degrees of coherence; docs/extractors/vips.md. */
const GAP_PX = 10;
const MOST_BY_GAP = 8;
/** The weight of each cue. The paper names the cues and leaves the weights open. */
const RULE_WEIGHT = 6;
const COLOUR_WEIGHT = 4;
const FONT_WEIGHT = 2;
const LARGER_BELOW_WEIGHT = 2;
const ALIKE_WEIGHT = -2;

/** Separator detection in one direction, as one sweep over the edges of the pieces. */
export function findSeparators(
  view: VisualPage,
  pool: readonly RatedPiece[],
  direction: Direction,
): Separated {
  const [start, end] =
    direction === "horizontal" ? (["top", "bottom"] as const) : (["left", "right"] as const);
  const pieces = pool.toSorted((a, b) => a.box[start] - b.box[start] || a.from - b.from);
  const separators: Separator[] = [];
  let farthest = pieces[0];
  for (const [index, piece] of pieces.entries()) {
    if (farthest === undefined || index === 0) continue;
    const gap = piece.box[start] - farthest.box[end];
    if (gap > -ROUNDING_PX) {
      const byGap = Math.min(MOST_BY_GAP, Math.max(0, gap) / GAP_PX);
      separators.push({ before: index, weight: byGap + cues(view, direction, farthest, piece) });
    }
    if (piece.box[end] >= farthest.box[end]) farthest = piece;
  }
  return { pieces, separators };
}

/** The weight of a separator besides its width. */
function cues(view: VisualPage, direction: Direction, before: RatedPiece, after: RatedPiece): number {
  const { fontSize, fontWeight } = view.layout;
  const isOtherColour = view.background(before.from) !== view.background(after.from);
  const colour = isOtherColour ? COLOUR_WEIGHT : 0;
  if (direction === "vertical") return colour;
  const rule = view.containsRule(before.to, after.from) ? RULE_WEIGHT : 0;
  const above = view.lastTextParent(before.from, before.to);
  const below = view.firstTextParent(after.from, after.to);
  if (above < 0 || below < 0) return colour + rule;
  const isSameFont = fontSize[above] === fontSize[below] && fontWeight[above] === fontWeight[below];
  const larger = fontSize[above]! < fontSize[below]! ? LARGER_BELOW_WEIGHT : 0;
  if (!isSameFont) return colour + rule + FONT_WEIGHT + larger;
  return colour + rule + (isText(before) && isText(after) ? ALIKE_WEIGHT : 0);
}

function isText({ degree }: RatedPiece): boolean {
  return degree >= MAX_DEGREE - 1;
}

/** The highest degree of coherence; 1 is the lowest. */
const MAX_DEGREE = 10;

/** An element, or a run of inline siblings. */
export interface Piece {
  /** Its nodes: from `from` up to, not including, `to`. */
  readonly from: number;
  readonly to: number;
  /** The element, -1 for a run. */
  readonly element: number;
  readonly box: Box;
}

/** The visible parts of an element. */
interface Parts {
  readonly pieces: readonly Piece[];
  /** Whether there is a horizontal rule between them. */
  readonly hasRule: boolean;
}

/** An element as a piece. */
export function pieceOf(view: VisualPage, element: number): Piece {
  return { from: element, to: view.document.end[element]!, element, box: view.box(element) };
}

/** The visible children of an element in order, with runs of inline children joined. */
function partsOf(view: VisualPage, element: number): Parts {
  const { firstChild, nextSibling, end, tag } = view.document;
  const around = view.box(element);
  const pieces: Piece[] = [];
  let hasRule = false;
  let from = -1;
  let to = -1;
  let top = around.top;
  const endRun = (bottom: number) => {
    if (from >= 0) {
      // Only elements have boxes: a run is between the elements above and below it.
      const box = { ...around, top: Math.min(top, bottom), bottom: Math.max(top, bottom) };
      pieces.push({ from, to, element: -1, box });
    }
    from = -1;
  };
  for (let child = firstChild[element]!; child >= 0; child = nextSibling[child]!) {
    const isShown = view.isShown(child, end[child]!);
    if (tag[child] === TAG.hr) hasRule = true;
    if (view.isInline(child)) {
      if (!isShown) continue;
      if (from < 0) from = child;
      to = end[child]!;
    } else {
      const box = view.box(child);
      endRun(box.top);
      if (isShown) pieces.push({ from: child, to: end[child]!, element: child, box });
      top = box.bottom;
    }
  }
  endRun(around.bottom);
  return { pieces, hasRule };
}

/** A piece that a round does not divide, with its degree of coherence. */
interface RatedPiece extends Piece {
  readonly degree: number;
}

/** Shares of the region below which elements are small. The paper leaves these thresholds open; set on samples. */
const SMALL_WITH_TEXT = 0.1;
const SMALL_PART = 0.3;

/** Degree of a piece that is kept for its size, by its maximum share of the region. */
const DEGREE_BY_SHARE = [
  [1 / 16, 8],
  [1 / 4, 7],
  [1 / 2, 6],
] as const;
const LEAST_KEPT = 5;
const MOST_KEPT = 8;
const LEAST_COLOURED = 6;
const MIXED_TEXT = 9;
/** Elements with one unit of content: one degree more coherent. */
const ONE_THING = tagTable("p", "li", "dd", "dt", "blockquote", "figure", "pre", "td", "th");

/** Block extraction: the pieces that one round makes of a piece, in document order; at least one. */
export function dividePiece(view: VisualPage, root: Piece): readonly RatedPiece[] {
  const region = open(view, root).inner;
  const pool: RatedPiece[] = [];
  const waiting = [region];
  for (let piece = waiting.pop(); piece !== undefined; piece = waiting.pop()) {
    const opened = open(view, piece);
    // A part with a background colour of its own waits for the next round.
    const waits = piece !== region && isColoured(view, piece);
    const answer = waits ? colouredDegree(view, piece, region) : judge(view, opened, region);
    if (typeof answer === "number") pool.push({ ...opened.inner, degree: answer });
    else for (const part of answer.toReversed()) waiting.push(part);
  }
  return pool;
}

/** The other rules in order: the degree of a piece that is kept in this round, or the parts to divide it into. */
function judge(
  view: VisualPage,
  { inner, parts, hasRule }: Opened,
  region: Piece,
): number | readonly Piece[] {
  // Only text, or media.
  if (parts.length < 2) return view.hasOneFont(inner.from, inner.to) ? MAX_DEGREE : MIXED_TEXT;
  const isLine = !view.breaksLine(inner.element);
  if (inner === region || isLine || hasRule || parts.some((part) => isColoured(view, part))) return parts;
  // Parts that overflow their box do not belong together.
  if (sum(parts.map(({ box }) => areaOf(box))) > areaOf(inner.box)) return parts;
  const holdsText = parts.some(({ element }) => element < 0);
  const isSmall = holdsText && shareOf(inner, region) < SMALL_WITH_TEXT;
  const isOfSmallParts = parts.every((part) => shareOf(part, region) < SMALL_PART);
  return isSmall || isOfSmallParts ? degreeBySize(view, inner, region) : parts;
}

/** A piece without its single-child wrappers. */
interface Opened {
  /** The innermost element with the same content. */
  readonly inner: Piece;
  /** Empty for media and for runs. */
  readonly parts: readonly Piece[];
  readonly hasRule: boolean;
}

function open(view: VisualPage, piece: Piece): Opened {
  let inner = piece;
  while (inner.element >= 0) {
    const { pieces: parts, hasRule } = partsOf(view, inner.element);
    const [only] = parts;
    if (only === undefined || parts.length > 1 || only.element < 0) return { inner, parts, hasRule };
    inner = only;
  }
  return { inner, parts: [], hasRule: false };
}

/** Whether the background of an element differs from its parent's. */
function isColoured(view: VisualPage, { element }: Piece): boolean {
  return element > 0 && view.background(element) !== view.background(view.document.parent[element]!);
}

function colouredDegree(view: VisualPage, piece: Piece, region: Piece): number {
  return Math.max(LEAST_COLOURED, degreeBySize(view, piece, region));
}

function degreeBySize(view: VisualPage, piece: Piece, region: Piece): number {
  const share = shareOf(piece, region);
  const [, degree] = DEGREE_BY_SHARE.find(([most]) => share <= most) ?? [1, LEAST_KEPT];
  return Math.min(MOST_KEPT, degree + ONE_THING[view.document.tag[piece.element]!]!);
}

/** The share of the region that a piece covers; 1 where the region has no size. */
function shareOf(piece: Piece, region: Piece): number {
  const whole = areaOf(region.box);
  return whole > 0 ? areaOf(piece.box) / whole : 1;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
