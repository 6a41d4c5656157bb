import type { Reason } from "../../page/index.ts";
import type { PageReading } from "./page-reading.ts";
import type { FeatureChoice } from "./settings.ts";

/** The features of a body subtree under the paper's names (3.1), content first. */
export const BODY_FEATURES = [
  "FormattingElementsNum",
  "FormattedContentLen",
  "RectLeft",
  "RectTop",
  "RectWidth",
  "RectHeight",
] as const;

/** Columns of each choice of features. */
const CHOSEN = {
  all: [0, 6],
  content: [0, 2],
  spatial: [2, 6],
} as const satisfies Record<FeatureChoice, readonly [from: number, to: number]>;

/** A subtree that a rule has left out, with all that is in it. */
export interface Pruned {
  readonly node: number;
  readonly rule: Reason;
}

/** The subtrees that may be the body, in document order, and those that may not. */
export interface BodyCandidates {
  readonly nodes: readonly number[];
  readonly pruned: readonly Pruned[];
}

/** Figure 11, IdentifyBodyCandidates: a subtree that fails a rule is left out with all of its own subtrees. */
export function findBodyCandidates(reading: PageReading): BodyCandidates {
  const { document } = reading;
  const nodes: number[] = [];
  const pruned: Pruned[] = [];
  for (let node = 1; node < document.size; ) {
    if (!reading.isElement(node)) {
      node++;
      continue;
    }
    const rule = bodyRule(reading, node);
    if (rule !== undefined) {
      pruned.push({ node, rule });
      node = document.end[node]!;
      continue;
    }
    // An element without a box of its own (html in some pages, display: contents) is walked through.
    if (reading.hasBox(node)) nodes.push(node);
    node++;
  }
  return { nodes, pruned };
}

/** The rule that a subtree fails as a body, or undefined. */
export function bodyRule(reading: PageReading, node: number): Reason | undefined {
  const { settings } = reading;
  if (reading.wordsIn(node) < settings.minBodyWords) return "too small for the body";
  if (!reading.hasBox(node)) return undefined;
  if (reading.top(node) >= reading.reach) return "below the first screen";
  if (reading.width(node) * reading.height(node) < settings.minBodyArea) return "too small for the body";
  return undefined;
}

/** The six features of a body subtree (3.1). */
export function bodyRow(reading: PageReading, node: number): Float64Array {
  const { count, ink, allCount, allInk } = reading.formatting;
  const { screen } = reading.layout;
  const twoScreens = 2 * screen.height;
  const row = Float64Array.of(
    share(count[node]!, allCount),
    share(ink[node]!, allInk),
    reading.left(node) / screen.width,
    reading.manner === "strict" ? reading.top(node) / twoScreens : reading.topRank(node),
    widthOnScreen(reading, node),
    shownHeight(reading, node, twoScreens),
  );
  const [from, to] = CHOSEN[reading.settings.features];
  return row.fill(0, 0, from).fill(0, to);
}

/** Deviation: where the first screens are not known, no part of a height can lie below them; it is cut at two screens instead. */
function shownHeight(reading: PageReading, node: number, twoScreens: number): number {
  const top = reading.manner === "strict" ? reading.top(node) : 0;
  const bottom = top + reading.height(node);
  return Math.max(0, Math.min(bottom, twoScreens) - top) / twoScreens;
}

/** The width up to the right edge of the screen, as a share of it. */
export function widthOnScreen(reading: PageReading, node: number): number {
  const { width } = reading.layout.screen;
  return Math.max(0, Math.min(reading.right(node), width) - reading.left(node)) / width;
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}
