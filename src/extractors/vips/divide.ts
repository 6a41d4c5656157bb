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
  const region = innermost(looks, root);
  const pool: Rated[] = [];
  const waiting: (Piece | Rated)[] = [region];
  for (let piece = waiting.pop(); piece !== undefined; piece = waiting.pop()) {
    const answer = piece !== region && "degree" in piece ? piece.degree : judge(looks, piece, region);
    if (typeof answer === "number") pool.push({ ...piece, degree: answer });
    else for (const part of answer.toReversed()) waiting.push(part);
  }
  return pool;
}

/** What is left of a piece without the boxes around it that hold nothing else. */
function innermost(looks: Looks, piece: Piece): Piece {
  let inner = piece;
  while (inner.element >= 0) {
    const [only, second] = partsOf(looks, inner.element).pieces;
    if (only === undefined || second !== undefined || only.element < 0) break;
    inner = only;
  }
  return inner;
}

/** The rules in their order: the degree of a piece that is not divided in this round, or its parts. */
function judge(looks: Looks, piece: Piece, region: Piece): number | readonly (Piece | Rated)[] {
  const { element } = piece;
  const textDegree = looks.hasOneFont(piece.from, piece.to) ? MAX_DEGREE : MIXED_TEXT;
  if (element < 0) return textDegree;
  const { pieces, hasRule } = partsOf(looks, element);
  const [only] = pieces;
  // Media have no parts.
  if (only === undefined) return MAX_DEGREE;
  // Only text, or only one child.
  if (pieces.length === 1) return only.element < 0 ? textDegree : pieces;
  const parts = keepColoured(looks, element, pieces, region);
  const isColoured = parts.some((part) => "degree" in part);
  // The region itself, a line around boxes, boxes apart by a rule or their colour, and boxes that stick out.
  if (piece === region || !looks.breaksLine(element) || hasRule || isColoured) return parts;
  if (sum(pieces.map(({ box }) => areaOf(box))) > areaOf(piece.box)) return parts;
  const share = shareOf(piece, region);
  const holdsText = pieces.some((part) => part.element < 0);
  if (holdsText && share < SMALL_WITH_TEXT) return degreeBySize(looks, piece, region);
  const isOfSmallParts = pieces.every((part) => shareOf(part, region) < SMALL_PART);
  return isOfSmallParts ? degreeBySize(looks, piece, region) : parts;
}

/** Parts whose colour differs from that of the whole are not divided in the same round. */
function keepColoured(
  looks: Looks,
  element: number,
  pieces: readonly Piece[],
  region: Piece,
): readonly (Piece | Rated)[] {
  const colour = looks.background(element);
  return pieces.map((part) => {
    if (part.element < 0 || looks.background(part.element) === colour) return part;
    return { ...part, degree: Math.max(LEAST_COLOURED, degreeBySize(looks, part, region)) };
  });
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
