import type { Rated } from "./divide.ts";
import type { Looks } from "./looks.ts";
import { MAX_DEGREE } from "./options.ts";

/** How pieces lie: above each other, parted by horizontal separators, or beside each other. */
type Direction = "horizontal" | "vertical";

/** A strip of the page that no piece crosses. */
export interface Separator {
  /** How many of the pieces, in the order of their places, stand before it. */
  readonly before: number;
  /** The larger, the less what is before and after belongs together. */
  readonly weight: number;
}

/** Pieces in the order in which they lie in a direction, and the separators between them. */
export interface Separated {
  readonly pieces: readonly Rated[];
  readonly separators: readonly Separator[];
}

/** Boxes that overlap by less than this are set beside each other: layouts round. */
const ROUNDING_PX = 1;
/** The gap that weighs 1, about half a line of text. Weights count in degrees of coherence; docs/extractors/vips.md. */
const GAP_PX = 10;
const MOST_BY_GAP = 8;
/** What each cue adds. The method names the cues and leaves the figures to its users. */
const RULE_WEIGHT = 6;
const COLOUR_WEIGHT = 4;
const FONT_WEIGHT = 2;
const LARGER_BELOW_WEIGHT = 2;
const ALIKE_WEIGHT = -2;

/** Separator detection: the strips that part pieces in a direction, in one sweep over their edges. */
export function findSeparators(looks: Looks, pool: readonly Rated[], direction: Direction): Separated {
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
      separators.push({ before: index, weight: byGap + cues(looks, direction, farthest, piece) });
    }
    if (piece.box[end] >= farthest.box[end]) farthest = piece;
  }
  return { pieces, separators };
}

/** What speaks for or against a separator besides its width. */
function cues(looks: Looks, direction: Direction, before: Rated, after: Rated): number {
  const { fontSize, fontWeight } = looks.layout;
  const isOtherColour = looks.background(before.from) !== looks.background(after.from);
  const colour = isOtherColour ? COLOUR_WEIGHT : 0;
  if (direction === "vertical") return colour;
  const rule = looks.holdsRule(before.to, after.from) ? RULE_WEIGHT : 0;
  const above = looks.lastTextHolder(before.from, before.to);
  const below = looks.firstTextHolder(after.from, after.to);
  if (above < 0 || below < 0) return colour + rule;
  const isSameFont = fontSize[above] === fontSize[below] && fontWeight[above] === fontWeight[below];
  const larger = fontSize[above]! < fontSize[below]! ? LARGER_BELOW_WEIGHT : 0;
  if (!isSameFont) return colour + rule + FONT_WEIGHT + larger;
  return colour + rule + (isText(before) && isText(after) ? ALIKE_WEIGHT : 0);
}

function isText({ degree }: Rated): boolean {
  return degree >= MAX_DEGREE - 1;
}
