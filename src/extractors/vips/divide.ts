import { tagTable } from "../../html/index.ts";
import { areaOf } from "./box.ts";
import type { Looks } from "./looks.ts";
import { MAX_DEGREE } from "./options.ts";
import { type Piece, partsOf } from "./piece.ts";

/** A piece that a round does not divide, with its degree of coherence. */
export interface Rated extends Piece {
  readonly degree: number;
}

/** Shares of a round's region below which elements are small. The method leaves such figures to its users: set on samples. */
const SMALL_WITH_TEXT = 0.1;
const SMALL_PART = 0.3;

/** Degrees of what is kept whole for its size, by the share of the region that it takes up at most. */
const DEGREE_BY_SHARE = [
  [1 / 16, 8],
  [1 / 4, 7],
  [1 / 2, 6],
] as const;
const LEAST_KEPT = 5;
const MOST_KEPT = 8;
const LEAST_COLOURED = 6;
const MIXED_TEXT = 9;
/** Elements that hold one thing rather than a part of the page: a degree more coherent. */
const ONE_THING = tagTable("p", "li", "dd", "dt", "blockquote", "figure", "pre", "td", "th");

/** Block extraction: the pieces that the rules make of one in a round, in document order; at least one. */
export function dividePiece(looks: Looks, root: Piece): readonly Rated[] {
  const region = open(looks, root).inner;
  const pool: Rated[] = [];
  const waiting = [region];
  for (let piece = waiting.pop(); piece !== undefined; piece = waiting.pop()) {
    const opened = open(looks, piece);
    // A part of another colour than the whole waits for the next round.
    const waits = piece !== region && isColoured(looks, piece);
    const answer = waits ? colouredDegree(looks, piece, region) : judge(looks, opened, region);
    if (typeof answer === "number") pool.push({ ...opened.inner, degree: answer });
    else for (const part of answer.toReversed()) waiting.push(part);
  }
  return pool;
}

/** The other rules in their order: the degree of a piece that is not divided in this round, or its parts. */
function judge(looks: Looks, { inner, parts, hasRule }: Opened, region: Piece): number | readonly Piece[] {
  // Only text, or media.
  if (parts.length < 2) return looks.hasOneFont(inner.from, inner.to) ? MAX_DEGREE : MIXED_TEXT;
  const isLine = !looks.breaksLine(inner.element);
  if (inner === region || isLine || hasRule || parts.some((part) => isColoured(looks, part))) return parts;
  // Parts that stick out do not belong together.
  if (sum(parts.map(({ box }) => areaOf(box))) > areaOf(inner.box)) return parts;
  const holdsText = parts.some(({ element }) => element < 0);
  const isSmall = holdsText && shareOf(inner, region) < SMALL_WITH_TEXT;
  const isOfSmallParts = parts.every((part) => shareOf(part, region) < SMALL_PART);
  return isSmall || isOfSmallParts ? degreeBySize(looks, inner, region) : parts;
}

/** A piece as the rules see it. */
interface Opened {
  /** What is left of it without the boxes that hold only one other. */
  readonly inner: Piece;
  /** None of media and of runs. */
  readonly parts: readonly Piece[];
  readonly hasRule: boolean;
}

function open(looks: Looks, piece: Piece): Opened {
  let inner = piece;
  while (inner.element >= 0) {
    const { pieces: parts, hasRule } = partsOf(looks, inner.element);
    const [only] = parts;
    if (only === undefined || parts.length > 1 || only.element < 0) return { inner, parts, hasRule };
    inner = only;
  }
  return { inner, parts: [], hasRule: false };
}

/** Whether another colour is behind an element than behind what is around it. */
function isColoured(looks: Looks, { element }: Piece): boolean {
  return element > 0 && looks.background(element) !== looks.background(looks.document.parent[element]!);
}

function colouredDegree(looks: Looks, piece: Piece, region: Piece): number {
  return Math.max(LEAST_COLOURED, degreeBySize(looks, piece, region));
}

function degreeBySize(looks: Looks, piece: Piece, region: Piece): number {
  const share = shareOf(piece, region);
  const [, degree] = DEGREE_BY_SHARE.find(([most]) => share <= most) ?? [1, LEAST_KEPT];
  return Math.min(MOST_KEPT, degree + ONE_THING[looks.document.tag[piece.element]!]!);
}

/** How much of the region a piece takes up; all of it where nothing has a size. */
function shareOf(piece: Piece, region: Piece): number {
  const whole = areaOf(region.box);
  return whole > 0 ? areaOf(piece.box) / whole : 1;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
