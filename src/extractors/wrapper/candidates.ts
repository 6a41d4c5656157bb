import { headlineKey, isSiteName, type Reason, TEXT_LEAF } from "../../page/index.ts";
import type { FeatureChoice, MeasuredPage } from "./measured-page.ts";

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
const BODY_COLUMNS = {
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
  const [from, to] = BODY_COLUMNS[measured.settings.features];
  return row.fill(0, 0, from).fill(0, to);
}

/** Deviation: without known screen positions the height itself is capped at two screens. */
function shownHeight(measured: MeasuredPage, node: number, twoScreens: number): number {
  const top = measured.manner === "strict" ? measured.top(node) : 0;
  const bottom = top + measured.height(node);
  return Math.max(0, Math.min(bottom, twoScreens) - top) / twoScreens;
}

/** The width up to the right edge of the screen, as a share of it. */
function widthOnScreen(measured: MeasuredPage, node: number): number {
  const { width } = measured.layout.screen;
  return Math.max(0, Math.min(measured.right(node), width) - measured.left(node)) / width;
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}

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

const TITLE_COLUMNS = {
  all: [0, 10],
  spatial: [0, 7],
  content: [7, 10],
} as const satisfies Record<FeatureChoice, readonly [from: number, to: number]>;

/** Why a subtree is not a title candidate. */
type TitleRule = "no words or too many" | "not whole in the first screen" | "anchor text" | "category name";

/** Names of categories are shorter than headlines. */
const MAX_CATEGORY_WORDS = 4;
/** Characters of a subtree that are read, including white space: hostile pages nest very long words in thousands of boxes. */
const MAX_LENGTH = 2000;

/** Full stops of the scripts that have one; Thai has none. */
const FULL_STOPS = ".。．｡।۔";
/** A character that may follow the full stop of a sentence. */
const CLOSING = /[\s"'\u2018-\u201f\u00bb\u203a)\]\u300d\u300f]/u;

/** Figure 12, IdentifyTitleCandidates: the subtrees that may be the title of a body, in document order. */
export function findTitleCandidates(measured: MeasuredPage, body: number): readonly number[] {
  const { document } = measured;
  const categories = findCategoryNames(measured, body);
  const nodes: number[] = [];
  for (let node = 1; node < document.size; ) {
    const isBelow = measured.hasBox(node) && measured.top(node) >= measured.reach;
    if (isBelow || !measured.isElement(node) || measured.wordsIn(node) === 0) {
      node = document.end[node]!;
      continue;
    }
    if (titleRule(measured, node, categories) === undefined) nodes.push(node);
    node++;
  }
  return nodes;
}

/** A candidate that is a smaller part of a stated title is the name of a site or section in it. Chosen on half of the sites of six sets. */
const MIN_STATED_SHARE = 0.3;

/** A year and a time of day: the date line of an article, or a box that holds headline and date. */
const YEAR = /(?<!\d)(?:19|20)\d\d(?!\d)/;
const TIME_OF_DAY = /(?<!\d)\d{1,2}[:.h时時]\d\d(?!\d)/;

/** The candidates that head or data state as the title, perhaps with other words around them; where none is stated, all that hold no date and time. */
export function preferStated(measured: MeasuredPage, nodes: readonly number[]): readonly number[] {
  if (measured.settings.titles === "looks") return nodes;
  const stated = nodes.filter((node) => isStated(measured, node));
  if (stated.length > 0) return stated;
  const undated = nodes.filter((node) => {
    const text = textOf(measured, node);
    return !YEAR.test(text) || !TIME_OF_DAY.test(text);
  });
  return undated.length > 0 ? undated : nodes;
}

/** Whether head or data state the text of a subtree as the title, perhaps with other words around it. */
export function isStated(measured: MeasuredPage, node: number): boolean {
  const text = textOf(measured, node);
  const key = headlineKey(text);
  const { titles, siteNames } = measured.stated;
  const isPart = titles.some((title) => key.length >= MIN_STATED_SHARE * title.length && title.includes(key));
  // A site that states only its own name shows that in its header.
  return key !== "" && isPart && !isSiteName(text, siteNames);
}

/** The rule that a subtree fails as a title, or undefined. */
export function titleRule(
  measured: MeasuredPage,
  node: number,
  categories: ReadonlySet<string>,
): TitleRule | undefined {
  const words = measured.longWordsIn(node);
  if (!measured.hasBox(node) || words === 0 || words > measured.settings.maxTitleWords)
    return "no words or too many";
  if (measured.manner === "strict" && !isWholeInScreen(measured, node))
    return "not whole in the first screen";
  if (measured.linkWordsIn(node) > 0) return "anchor text";
  return categories.has(headlineKey(textOf(measured, node))) ? "category name" : undefined;
}

function isWholeInScreen(measured: MeasuredPage, node: number): boolean {
  const { width } = measured.layout.screen;
  return (
    measured.left(node) >= 0 &&
    measured.top(node) >= 0 &&
    measured.right(node) <= width &&
    measured.bottom(node) <= measured.reach
  );
}

/**
 * Link texts above the body (observation 3). Deviation: a link to the page itself is not a category but usually its
 * headline in a breadcrumb; neither is a headline in a list of news.
 */
export function findCategoryNames(measured: MeasuredPage, body: number): ReadonlySet<string> {
  const { page } = measured;
  const own = new Set([page.url, page.canonicalUrl]);
  const names = new Set<string>();
  for (const { node, href } of page.links) {
    if (own.has(href) || measured.top(node) >= measured.top(body)) continue;
    const words = measured.longWordsIn(node);
    if (words > 0 && words <= MAX_CATEGORY_WORDS) names.add(headlineKey(textOf(measured, node)));
  }
  return names;
}

/** The ten features of a title subtree (4.1). */
export function titleRow(measured: MeasuredPage, node: number, body: number): Float64Array {
  const { screen, fontSize } = measured.layout;
  const width = measured.width(node);
  const height = measured.height(node);
  const row = Float64Array.of(
    measured.left(node) / screen.width,
    measured.manner === "strict" ? measured.top(node) / screen.height : measured.topRank(node),
    widthOnScreen(measured, node),
    height / screen.height,
    overlap(measured, node, body),
    // Interpretation: the paper does not say between which edges. From the lower one of the title, so it is negative inside the body.
    (measured.top(body) - measured.bottom(node)) / screen.height,
    Math.min(width, height) / Math.max(width, height),
    measured.largestFont === 0 ? 0 : fontSize[node]! / measured.largestFont,
    Number(endsWithFullStop(measured, node)),
    measured.longWordsIn(node) / measured.settings.maxTitleWords,
  );
  const [from, to] = TITLE_COLUMNS[measured.settings.features];
  return row.fill(0, 0, from).fill(0, to);
}

/** The share of the body's width that the title is above. */
function overlap(measured: MeasuredPage, node: number, body: number): number {
  const from = Math.max(measured.left(node), measured.left(body));
  const to = Math.min(measured.right(node), measured.right(body));
  return Math.max(0, to - from) / Math.max(1, measured.width(body));
}

function endsWithFullStop(measured: MeasuredPage, node: number): boolean {
  const { document, page } = measured;
  const [from, to] = measured.leavesIn(node);
  let steps = MAX_LENGTH;
  for (let leaf = to - 1; leaf >= from; leaf--) {
    if (!isShownText(measured, leaf)) continue;
    const at = page.leaves.node[leaf]!;
    for (let end = document.textEnd[at]!; end > document.textStart[at]!; end--) {
      const sign = document.text[end - 1]!;
      if (!CLOSING.test(sign)) return FULL_STOPS.includes(sign);
      if (--steps === 0) return false;
    }
  }
  return false;
}

/** The visible text of a subtree, truncated. */
function textOf(measured: MeasuredPage, node: number): string {
  const { document, page } = measured;
  const [from, to] = measured.leavesIn(node);
  let text = "";
  for (let leaf = from; leaf < to && text.length < MAX_LENGTH; leaf++) {
    if (!isShownText(measured, leaf)) continue;
    const at = page.leaves.node[leaf]!;
    text += document.text.slice(document.textStart[at], document.textEnd[at]);
  }
  return text.slice(0, MAX_LENGTH);
}

function isShownText(measured: MeasuredPage, leaf: number): boolean {
  return measured.page.leaves.kind[leaf] === TEXT_LEAF && measured.isShown(leaf);
}
