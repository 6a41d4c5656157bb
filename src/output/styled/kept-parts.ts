import type { Article } from "../../article/index.ts";
import { NewsError } from "../../errors/index.ts";
import {
  childNodes,
  closest,
  contains,
  HEADING_TAGS,
  MEDIA_TAGS,
  NODE_KIND,
  nodePaths,
  rawText,
  TAG,
  tagTable,
} from "../../html/index.ts";
import { headlineKey, type Page, shownText } from "../../page/index.ts";

/** What of a page stands in its article. */
export interface KeptParts {
  /** The smallest element that holds the body, -1 where the body stands in no element. */
  readonly root: number;
  /** The element that shows the title, -1 where none does; it may be inside or outside of the root. */
  readonly title: number;
  /** Kept leaves by their nodes, with the kept texts of those that are kept only in part. */
  readonly leaves: ReadonlyMap<number, readonly string[] | undefined>;
  /** The elements around kept leaves up to root and title, and the breaks, rules and empty cells between them. */
  readonly elements: ReadonlySet<number>;
}

/** What assembly says of a headline that the extractor had kept. */
const HEADLINE = "left out: headline";
/** Elements that mean something without holding anything. */
const BLANKS = tagTable("br", "hr", "wbr", "td", "th");

/** Finds what an article holds on its page; it must have been made with `explain`. */
export function findKeptParts(page: Page, article: Article): KeptParts {
  const { leaves, headline } = readLeaves(page, article);
  const isFromData = article.warnings.some(({ code }) => code === "TEXT_FROM_DATA");
  if (isFromData) leaves.clear();
  const root = commonParent(page, [...leaves.keys()]);
  const title = findTitle(page, article, headline);
  const isApart = title >= 0 && contains(page.document, title, Math.max(root, 0));
  const shownTitle = isApart ? -1 : title;
  if (shownTitle >= 0) addLeavesOf(page, shownTitle, leaves);
  const parts = { root, title: shownTitle, leaves };
  return { ...parts, elements: elementsAround(page, parts) };
}

/** The elements whose looks are needed: those that are kept, their pictures, and what is behind the root. */
export function elementsToCapture(page: Page, parts: KeptParts): number[] {
  const { document } = page;
  const wanted = new Set(parts.elements);
  for (const leaf of parts.leaves.keys()) {
    if (document.kind[leaf] !== NODE_KIND.element) continue;
    for (let at = leaf; at < document.end[leaf]!; at++) {
      if (MEDIA_TAGS[document.tag[at]!] === 1) wanted.add(at);
    }
  }
  const behind = parts.root >= 0 ? parts.root : bodyOf(page);
  for (let at = behind; at > 0; at = document.parent[at]!) wanted.add(at);
  return [...wanted].sort((a, b) => a - b);
}

/** The body of a page, else its last node. */
export function bodyOf({ document }: Page): number {
  const found = document.tag.indexOf(TAG.body);
  return found < 0 ? document.size - 1 : found;
}

function readLeaves(page: Page, article: Article) {
  if (article.explanation === undefined) {
    throw new NewsError("BAD_OPTION", "An article in its page's style must be made with explain: true.");
  }
  const leaves = new Map<number, string[] | undefined>();
  const headline: number[] = [];
  const nodes = new Map(nodePaths(page.document, page.leaves.node).map((path, leaf) => [path, leaf]));
  const told = Map.groupBy(article.explanation.leaves, ({ path }) => path);
  for (const [path, pieces] of told) {
    const leaf = nodes.get(path);
    if (leaf === undefined) continue;
    const node = page.leaves.node[leaf]!;
    const kept = pieces.filter((piece) => piece.kept);
    if (kept.length > 0)
      leaves.set(node, kept.length < pieces.length ? kept.map(({ text }) => text) : undefined);
    else if (pieces.some(({ reason }) => reason === HEADLINE)) headline.push(node);
  }
  return { leaves, headline };
}

/** The smallest element around nodes in document order, -1 without any. */
function commonParent({ document }: Page, nodes: readonly number[]): number {
  const first = nodes[0];
  const last = nodes.at(-1);
  if (first === undefined || last === undefined) return -1;
  let at = document.parent[first]!;
  while (at > 0 && !contains(document, at, last)) at = document.parent[at]!;
  return at;
}

function findTitle(page: Page, article: Article, headline: readonly number[]): number {
  const { document, titleCandidates, landmarks } = page;
  if (headline.length > 0) {
    const shown = commonParent(page, headline);
    const heading = closest(document, shown, HEADING_TAGS);
    const isWhole = heading >= 0 && rawText(document, heading).trim() === rawText(document, shown).trim();
    return isWhole ? heading : shown;
  }
  const key = headlineKey(article.title ?? "");
  if (key === "") return -1;
  const named = titleCandidates.find(
    ({ source, node, text }) => source === "h1" && node >= 0 && headlineKey(text) === key,
  );
  if (named !== undefined) return named.node;
  return landmarks.headings.find((node) => headlineKey(shownText(document, node)) === key) ?? -1;
}

function addLeavesOf(
  { document, leaves }: Page,
  node: number,
  kept: Map<number, string[] | undefined>,
): void {
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    const at = leaves.node[leaf]!;
    // The name of the site in a drawing beside the headline is no part of it.
    if (contains(document, node, at) && leaves.kind[leaf] === 0) kept.set(at, undefined);
  }
}

function elementsAround({ document }: Page, parts: Omit<KeptParts, "elements">): Set<number> {
  const { root, title, leaves } = parts;
  const elements = new Set<number>();
  for (const leaf of leaves.keys()) {
    const isOfTitle = title >= 0 && contains(document, title, leaf) && !contains(document, root, title);
    const top = isOfTitle ? title : root;
    let at = document.parent[leaf]!;
    for (; at > 0 && at >= top && !elements.has(at); at = document.parent[at]!) elements.add(at);
  }
  for (const element of [...elements]) {
    for (const child of childNodes(document, element)) {
      const isBlank = BLANKS[document.tag[child]!] === 1 && rawText(document, child).trim() === "";
      if (isBlank && document.end[child] === child + 1 + Number(document.firstChild[child]! >= 0)) {
        elements.add(child);
      }
    }
  }
  return elements;
}
