import {
  bodyRow,
  bodyRule,
  findBodyCandidates,
  findCategoryNames,
  findTitleCandidates,
  type MeasuredPage,
  titleRow,
  titleRule,
} from "../../extractors/index.ts";
import { nodeAt } from "../../html/index.ts";
import { shownText } from "../../page/index.ts";
import { foldTitle, type Label, subtreeLimits } from "../../sets/index.ts";
import { countWords, words } from "../../text/index.ts";
import type { SkipReason } from "../labelled-pages.ts";

/** The candidates of one page for one judge: their features, which of them are right, and which is the truth itself. */
export interface Candidates {
  readonly nodes: readonly number[];
  readonly rows: readonly Float64Array[];
  /** The place of the truth among them. */
  readonly truth: number;
  /** 1 for the truth and for its wrappers, which hold the same text. */
  readonly isRight: Uint8Array;
}

/** The training examples of one page, in one manner. */
export interface WrapperExample {
  readonly body: Candidates | undefined;
  readonly title: Candidates | undefined;
  /** The rules that the page's own body and title fail, as `body: too small for the body`. */
  readonly failed: readonly string[];
}

/** The training examples of a labelled page; the features of titles refer to the true body. */
export function makeExample(reading: MeasuredPage, label: Label): WrapperExample | SkipReason {
  const truth = findTruthNodes(reading, label);
  if (typeof truth === "string") return truth;
  const { body, title } = truth;
  const bodies = findBodyCandidates(reading).nodes;
  const example = {
    body: gather(reading, bodies, body, (node) => bodyRow(reading, node)),
    title:
      title === undefined
        ? undefined
        : gather(reading, findTitleCandidates(reading, body), title, (node) => titleRow(reading, node, body)),
  };
  const failed: string[] = [];
  if (example.body === undefined)
    failed.push(`body: ${bodyRule(reading, body) ?? "inside what a rule leaves out"}`);
  if (title !== undefined && example.title === undefined) {
    const rule = titleRule(reading, title, findCategoryNames(reading, body));
    failed.push(`title: ${rule ?? "inside what a rule leaves out"}`);
  }
  return { ...example, failed };
}

/** The candidates with their features; undefined where the truth is not among them. */
function gather(
  reading: MeasuredPage,
  nodes: readonly number[],
  truth: number,
  rowOf: (node: number) => Float64Array,
): Candidates | undefined {
  const isRight = Uint8Array.from(nodes, (node) =>
    Number(node === truth || holdsSameLeaves(reading, node, truth)),
  );
  // A label may point at a wrapper without a box; any node with the same text will do.
  const at = nodes.includes(truth) ? nodes.indexOf(truth) : isRight.lastIndexOf(1);
  return at < 0 ? undefined : { nodes, rows: nodes.map(rowOf), truth: at, isRight };
}

function holdsSameLeaves(reading: MeasuredPage, node: number, other: number): boolean {
  const outer = Math.min(node, other);
  const inner = Math.max(node, other);
  if (inner >= reading.document.end[outer]!) return false;
  return reading.inkIn(outer) === reading.inkIn(inner);
}

/** The nodes that are the article: the title's is undefined where the label has none or the page does not show it. */
interface TruthNodes {
  readonly body: number;
  readonly title: number | undefined;
}

/** The nodes of a label: the labelled ones, else the smallest subtrees with the label's texts. */
export function findTruthNodes(reading: MeasuredPage, { truth, nodes }: Label): TruthNodes | SkipReason {
  const pointed = [nodes?.title, nodes?.body].map((path) =>
    path === undefined ? undefined : nodeAt(reading.document, path),
  );
  if (pointed.includes(-1)) return "without the labelled node";
  const [title, body] = pointed;
  const found = body ?? subtreeLimits(reading.page, words(truth.body ?? "")).smallestWhole;
  if (found < 0) return "without the labelled body";
  return { body: found, title: title ?? findTitle(reading, truth.title) };
}

/** Larger than any font, so that nodes without other links come first. */
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
