import type { MeasuredPage } from "../../extractors/index.ts";
import { nodeAt } from "../../html/index.ts";
import { shownText } from "../../page/index.ts";
import { foldTitle, type Label, subtreeLimits } from "../../sets/index.ts";
import { countWords, words } from "../../text/index.ts";
import type { DropReason } from "../drops.ts";

/** The nodes that are the article: the title's is undefined where the label has none or the page does not show it. */
export interface TruthNodes {
  readonly body: number;
  readonly title: number | undefined;
}

/** The nodes of a label: those that were pointed at, else the smallest subtrees with the label's texts. */
export function findTruthNodes(reading: MeasuredPage, { truth, nodes }: Label): TruthNodes | DropReason {
  const pointed = [nodes?.title, nodes?.body].map((path) =>
    path === undefined ? undefined : nodeAt(reading.document, path),
  );
  if (pointed.includes(-1)) return "without the labelled node";
  const [title, body] = pointed;
  const found = body ?? subtreeLimits(reading.page, words(truth.body ?? "")).smallestWhole;
  if (found < 0) return "without the labelled body";
  return { body: found, title: title ?? findTitle(reading, truth.title) };
}

/** Larger than any font, so that what leads nowhere else comes first. */
const ABOVE_ALL_FONTS = 1e6;

/**
 * The smallest subtree whose text is the title. Pages repeat their headline in paths, menus and lists: of several the one in
 * the largest font, the first on ties, and one that leads elsewhere only where there is no other.
 */
function findTitle(reading: MeasuredPage, title: string | null): number | undefined {
  const folded = title === null ? "" : foldTitle(title);
  if (title === null || folded === "") return undefined;
  const { document, layout } = reading;
  const count = countWords(title);
  const isTitle = (node: number) =>
    reading.isElement(node) &&
    reading.wordsIn(node) === count &&
    foldTitle(shownText(document, node)) === folded;
  let best: number | undefined;
  const merit = (node: number) =>
    (reading.linkWordsIn(node) === 0 ? ABOVE_ALL_FONTS : 0) + layout.fontSize[node]!;
  for (let node = document.size - 1; node > 0; node--) {
    if (!isTitle(node)) continue;
    const isAroundBest = best !== undefined && best < document.end[node]!;
    if (best === undefined || (!isAroundBest && merit(node) >= merit(best))) best = node;
  }
  return best;
}
