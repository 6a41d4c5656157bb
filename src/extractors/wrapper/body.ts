import type { Reason } from "../../page/index.ts";
import type { MeasuredPage } from "./measured-page.ts";
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

/** The columns of each feature choice. */
const CHOSEN = {
  all: [0, 6],
  content: [0, 2],
  spatial: [2, 6],
} as const satisfies Record<FeatureChoice, readonly [from: number, to: number]>;

/** A subtree that a rule excluded. */
export interface Pruned {
  readonly node: number;
  readonly rule: Reason;
}

/** Candidate subtrees in document order, and the excluded ones. */
export interface BodyCandidates {
  readonly nodes: readonly number[];
  readonly pruned: readonly Pruned[];
}

/** Figure 11, IdentifyBodyCandidates: a subtree that fails a rule is excluded with all of its own subtrees. */
export function findBodyCandidates(measured: MeasuredPage): BodyCandidates {
  const { document } = measured;
  const nodes: number[] = [];
  const pruned: Pruned[] = [];
  for (let node = 1; node < document.size; ) {
    if (!measured.isElement(node)) {
      node++;
      continue;
    }
    const rule = bodyRule(measured, node);
    if (rule !== undefined) {
      pruned.push({ node, rule });
      node = document.end[node]!;
      continue;
    }
    // An element without a box (html on some pages, display: contents) is not a candidate, but its children may be.
    if (measured.hasBox(node)) nodes.push(node);
    node++;
  }
  return { nodes, pruned };
}

/** The rule that a subtree fails as a body, or undefined. */
export function bodyRule(measured: MeasuredPage, node: number): Reason | undefined {
  const { settings } = measured;
  if (measured.wordsIn(node) < settings.minBodyWords) return "too small for the body";
  if (!measured.hasBox(node)) return undefined;
  if (measured.top(node) >= measured.reach) return "below the first screen";
  if (measured.width(node) * measured.height(node) < settings.minBodyArea) return "too small for the body";
  return undefined;
}

/** The six features of a body subtree (3.1). */
export function bodyRow(measured: MeasuredPage, node: number): Float64Array {
  const { count, ink, allCount, allInk } = measured.formatting;
  const { screen } = measured.layout;
  const twoScreens = 2 * screen.height;
  const row = Float64Array.of(
    share(count[node]!, allCount),
    share(ink[node]!, allInk),
    measured.left(node) / screen.width,
    measured.manner === "strict" ? measured.top(node) / twoScreens : measured.topRank(node),
    widthOnScreen(measured, node),
    shownHeight(measured, node, twoScreens),
  );
  const [from, to] = CHOSEN[measured.settings.features];
  return row.fill(0, 0, from).fill(0, to);
}

/** Deviation: without known screen positions the height itself is capped at two screens. */
function shownHeight(measured: MeasuredPage, node: number, twoScreens: number): number {
  const top = measured.manner === "strict" ? measured.top(node) : 0;
  const bottom = top + measured.height(node);
  return Math.max(0, Math.min(bottom, twoScreens) - top) / twoScreens;
}

/** The width up to the right edge of the screen, as a share of it. */
export function widthOnScreen(measured: MeasuredPage, node: number): number {
  const { width } = measured.layout.screen;
  return Math.max(0, Math.min(measured.right(node), width) - measured.left(node)) / width;
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}
