import { TAG, tagTable } from "../../html/index.ts";
import { areaOf, type Box, type VisualPage } from "./visual-page.ts";

/** The highest degree of coherence; 1 is the lowest. */
export const MAX_DEGREE = 10;

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
export interface RatedPiece extends Piece {
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
