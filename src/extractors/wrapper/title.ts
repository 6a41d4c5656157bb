import { headlineKey, LEAF_KINDS } from "../../page/index.ts";
import { widthOnScreen } from "./body.ts";
import type { PageReading } from "./page-reading.ts";
import type { FeatureChoice } from "./settings.ts";

/** The features of a title subtree under the paper's names (4.1), spatial first. */
export const TITLE_FEATURES = [
  "RectLeft",
  "RectTop",
  "RectWidth",
  "RectHeight",
  "Overlap",
  "Distance",
  "Flat",
  "FontSize",
  "EndWithFullStop",
  "WordNum",
] as const;

const CHOSEN = {
  all: [0, 10],
  spatial: [0, 7],
  content: [7, 10],
} as const satisfies Record<FeatureChoice, readonly [from: number, to: number]>;

/** Why a subtree is no candidate for the title. */
export type TitleRule =
  | "no words or too many"
  | "not whole in the first screen"
  | "anchor text"
  | "category name";

/** Names of categories are shorter than headlines. */
const MAX_CATEGORY_WORDS = 4;
/**
 * Characters of a subtree that are looked at, white space with them. Few words may be long without end, and stand in a
 * thousand boxes around each other.
 */
const MAX_LENGTH = 2000;

const TEXT = LEAF_KINDS.indexOf("text");
/** Full stops of the scripts that have one; Thai has none. */
const FULL_STOPS = ".。．｡।۔";
/** A character that may stand behind the full stop of a sentence. */
const CLOSING = /[\s"'\u2018-\u201f\u00bb\u203a)\]\u300d\u300f]/u;

/** Figure 12, IdentifyTitleCandidates: the subtrees that may be the title of a body, in document order. */
export function findTitleCandidates(reading: PageReading, body: number): readonly number[] {
  const { document } = reading;
  const categories = findCategoryNames(reading, body);
  const nodes: number[] = [];
  for (let node = 1; node < document.size; ) {
    const isBelow = reading.hasBox(node) && reading.top(node) >= reading.reach;
    if (isBelow || !reading.isElement(node) || reading.wordsIn(node) === 0) {
      node = document.end[node]!;
      continue;
    }
    if (titleRule(reading, node, categories) === undefined) nodes.push(node);
    node++;
  }
  return nodes;
}

/** The rule that a subtree fails as a title, or undefined. */
export function titleRule(
  reading: PageReading,
  node: number,
  categories: ReadonlySet<string>,
): TitleRule | undefined {
  const words = reading.longWordsIn(node);
  if (!reading.hasBox(node) || words === 0 || words > reading.settings.maxTitleWords)
    return "no words or too many";
  if (reading.manner === "strict" && !isWholeInScreen(reading, node)) return "not whole in the first screen";
  if (reading.linkWordsIn(node) > 0) return "anchor text";
  return categories.has(headlineKey(textOf(reading, node))) ? "category name" : undefined;
}

function isWholeInScreen(reading: PageReading, node: number): boolean {
  const { width } = reading.layout.screen;
  return (
    reading.left(node) >= 0 &&
    reading.top(node) >= 0 &&
    reading.right(node) <= width &&
    reading.bottom(node) <= reading.reach
  );
}

/**
 * What the links above the body say (observation 3). Deviation: a link to the page itself is no category but, most
 * often, its headline at the end of a path; and no headline in a list of news is one.
 */
export function findCategoryNames(reading: PageReading, body: number): ReadonlySet<string> {
  const { page } = reading;
  const own = new Set([page.url, page.canonicalUrl]);
  const names = new Set<string>();
  for (const { node, href } of page.links) {
    if (own.has(href) || reading.top(node) >= reading.top(body)) continue;
    const words = reading.longWordsIn(node);
    if (words > 0 && words <= MAX_CATEGORY_WORDS) names.add(headlineKey(textOf(reading, node)));
  }
  return names;
}

/** The ten features of a title subtree (4.1). */
export function titleRow(reading: PageReading, node: number, body: number): Float64Array {
  const { screen, fontSize } = reading.layout;
  const width = reading.width(node);
  const height = reading.height(node);
  const row = Float64Array.of(
    reading.left(node) / screen.width,
    reading.manner === "strict" ? reading.top(node) / screen.height : reading.topRank(node),
    widthOnScreen(reading, node),
    height / screen.height,
    overlap(reading, node, body),
    // Reading: the paper does not say between which edges. From the title's lower one, so that it is below 0 inside the body.
    (reading.top(body) - reading.bottom(node)) / screen.height,
    Math.min(width, height) / Math.max(width, height),
    reading.largestFont === 0 ? 0 : fontSize[node]! / reading.largestFont,
    Number(endsWithFullStop(reading, node)),
    reading.longWordsIn(node) / reading.settings.maxTitleWords,
  );
  const [from, to] = CHOSEN[reading.settings.features];
  return row.fill(0, 0, from).fill(0, to);
}

/** How much of the body's width a title is above. */
function overlap(reading: PageReading, node: number, body: number): number {
  const from = Math.max(reading.left(node), reading.left(body));
  const to = Math.min(reading.right(node), reading.right(body));
  return Math.max(0, to - from) / Math.max(1, reading.width(body));
}

function endsWithFullStop(reading: PageReading, node: number): boolean {
  const { document, page } = reading;
  const [from, to] = reading.leavesIn(node);
  let steps = MAX_LENGTH;
  for (let leaf = to - 1; leaf >= from; leaf--) {
    if (!isShownText(reading, leaf)) continue;
    const at = page.leaves.node[leaf]!;
    for (let end = document.textEnd[at]!; end > document.textStart[at]!; end--) {
      const sign = document.text[end - 1]!;
      if (!CLOSING.test(sign)) return FULL_STOPS.includes(sign);
      if (--steps === 0) return false;
    }
  }
  return false;
}

/** The shown text of a subtree, as far as a name goes. */
function textOf(reading: PageReading, node: number): string {
  const { document, page } = reading;
  const [from, to] = reading.leavesIn(node);
  let text = "";
  for (let leaf = from; leaf < to && text.length < MAX_LENGTH; leaf++) {
    if (!isShownText(reading, leaf)) continue;
    const at = page.leaves.node[leaf]!;
    text += document.text.slice(document.textStart[at], document.textEnd[at]);
  }
  return text.slice(0, MAX_LENGTH);
}

function isShownText(reading: PageReading, leaf: number): boolean {
  return reading.page.leaves.kind[leaf] === TEXT && reading.isShown(leaf);
}
