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
import { headlineKey, leafAt, type Page, TEXT_LEAF } from "../../page/index.ts";

/** The parts of a page that its article has. */
export interface KeptParts {
  /** The smallest element that holds the body, -1 where the body is in no element. */
  readonly root: number;
  /** The element that shows the title, -1 where none does; it can be inside or outside of the root. */
  readonly title: number;
  /** The elements outside of the root that show writers and dates, in document order. */
  readonly bylines: readonly number[];
  /** The last element before the body's text that shows title or byline inside of the root, -1 where none does. */
  readonly lastOfHead: number;
  /** What the page shows of the byline, as text. */
  readonly bylineText: string;
  /** Kept leaves by their nodes, with the kept texts of those that are kept only in part. */
  readonly leaves: ReadonlyMap<number, readonly string[] | undefined>;
  /** The elements around kept leaves up to root and title, and the breaks, rules and empty cells between them. */
  readonly elements: ReadonlySet<number>;
}

/** Longer texts are not headlines. */
const MAX_TITLE_CHARACTERS = 500;
/** The outcome for media without an address; a page without an address has loaded them even so. */
const NO_ADDRESS = "left out: nothing to show";
/** Media that an article in its page's style leaves out: an empty box would take their place. */
const UNWRITTEN = tagTable("iframe", "svg", "canvas");
/** Elements that mean something without holding anything. */
const BLANKS = tagTable("br", "hr", "wbr", "td", "th");

/** Finds what an article holds on its page; it must have been made with `explain`. */
export function findKeptParts(page: Page, article: Article): KeptParts {
  const { leaves, byline } = readLeaves(page, article);
  const isFromData = article.warnings.some(({ code }) => code === "TEXT_FROM_DATA");
  if (isFromData) leaves.clear();
  else addCaptions(page, article, leaves);
  const body = [...leaves.keys()].filter((node) => !byline.has(node));
  const root = commonParent(page, body);
  const title = findTitle(page, article);
  const isApart = title >= 0 && contains(page.document, title, Math.max(root, 0));
  const shownTitle = isApart ? -1 : title;
  if (shownTitle >= 0) addLeavesOf(page, shownTitle, leaves);
  const shown = [...byline].filter((node) => !contains(page.document, shownTitle, node));
  const tops = bylineTops(page, new Set(shown), [root, shownTitle]);
  const written = shown.filter((node) => tops.some((top) => contains(page.document, top, node)));
  for (const node of written) leaves.set(node, undefined);
  const isInside = (node: number) => root >= 0 && contains(page.document, root, node);
  const start = textStart(page, body);
  const heads = [shownTitle, ...tops].filter((node) => node >= 0 && isInside(node) && node < start);
  const parts = {
    root,
    title: shownTitle,
    leaves,
    bylines: tops.filter((top) => !isInside(top)),
    lastOfHead: Math.max(-1, ...heads),
    bylineText: written.map((node) => rawText(page.document, node)).join(" "),
  };
  return { ...parts, elements: elementsAround(page, parts) };
}

/** A standfirst is shorter than the first leaf of the text this long, and is above a byline on many pages. */
const MIN_TEXT_CHARACTERS = 140;

/** The first node of the body's long text, the last of all where it has none. */
function textStart({ document }: Page, body: readonly number[]): number {
  const isLong = (node: number) => document.textEnd[node]! - document.textStart[node]! >= MIN_TEXT_CHARACTERS;
  return body.find(isLong) ?? body.at(-1) ?? -1;
}

/** Elements of more leaves, hidden ones included, are not bylines. */
const MAX_BYLINE_LEAVES = 100;

/** The largest elements that hold nothing but leaves of the byline, or else the ones around these leaves; without those around `apart`. */
function bylineTops(page: Page, byline: ReadonlySet<number>, apart: readonly number[]): readonly number[] {
  const { document, leaves } = page;
  const isWhole = (element: number) => {
    const [from, to] = [leafAt(leaves, element), leafAt(leaves, document.end[element]!)];
    if (to - from > MAX_BYLINE_LEAVES) return false;
    return leaves.node
      .subarray(from, to)
      .every((node, at) => leaves.visible[from + at] !== 1 || byline.has(node));
  };
  const tops = new Set<number>();
  for (const node of byline) {
    let top = document.parent[node]!;
    while (document.parent[top]! > 0 && isWhole(document.parent[top]!)) top = document.parent[top]!;
    if (!apart.some((part) => part >= 0 && contains(document, top, part))) tops.add(top);
  }
  const found = [...tops].sort((a, b) => a - b);
  return found.filter((top, at) => !found.slice(0, at).some((outer) => contains(document, outer, top)));
}

/** The elements whose styles are needed: kept ones, their pictures, and those that paint the background. */
export function elementsToCapture(page: Page, parts: KeptParts): number[] {
  const { document } = page;
  const wanted = new Set(parts.elements);
  for (const leaf of parts.leaves.keys()) {
    if (document.kind[leaf] !== NODE_KIND.element) continue;
    for (let at = leaf; at < document.end[leaf]!; at++) {
      if (MEDIA_TAGS[document.tag[at]!] === 1) wanted.add(at);
    }
  }
  const painted = [parts.root >= 0 ? parts.root : bodyOf(page), parts.title, ...parts.bylines];
  for (const node of painted) for (let at = node; at > 0; at = document.parent[at]!) wanted.add(at);
  return [...wanted].sort((a, b) => a - b);
}

/** The body of a page, else its last node. */
export function bodyOf({ document }: Page): number {
  const found = document.tag.indexOf(TAG.body);
  return found < 0 ? document.size - 1 : found;
}

/** Kept leaves, and those that show the byline whether they are kept or not, by their nodes. */
function readLeaves(page: Page, article: Article) {
  if (article.explanation === undefined) {
    throw new NewsError("BAD_OPTION", "An article in its page's style must be made with explain: true.");
  }
  const leaves = new Map<number, string[] | undefined>();
  const byline = new Set<number>();
  const nodes = new Map(nodePaths(page.document, page.leaves.node).map((path, leaf) => [path, leaf]));
  const byPath = Map.groupBy(article.explanation.leaves, ({ path }) => path);
  for (const [path, pieces] of byPath) {
    const leaf = nodes.get(path);
    if (leaf === undefined) continue;
    const node = page.leaves.node[leaf]!;
    if (pieces[0]?.part === "byline") byline.add(node);
    if (UNWRITTEN[page.document.tag[node]!] === 1) continue;
    const isMedia = page.document.kind[node] === NODE_KIND.element;
    const kept = pieces.filter((piece) => piece.kept || (isMedia && piece.reason === NO_ADDRESS));
    if (kept.length > 0)
      leaves.set(node, kept.length < pieces.length ? kept.map(({ text }) => text) : undefined);
  }
  return { leaves, byline };
}

/** A caption is in the same small box as its picture: in the next cell, or on the next line. */
const CAPTION_BOX = { levels: 4, characters: 1_000, leaves: 50 } as const;

/** Adds the captions of kept pictures that are in no `figure`: old pages have them in cells and lines beside the picture. */
function addCaptions(page: Page, { media }: Article, kept: Map<number, string[] | undefined>): void {
  const { document } = page;
  const captions = media.flatMap(({ caption, credit }) => {
    const key = headlineKey(caption ?? "");
    return key === "" ? [] : [{ key, whole: headlineKey(`${caption}${credit ?? ""}`) }];
  });
  if (captions.length === 0) return;
  for (const picture of [...kept.keys()]) {
    if (document.kind[picture] !== NODE_KIND.element) continue;
    let around = document.parent[picture]!;
    for (
      let level = 0;
      level < CAPTION_BOX.levels && around > 0;
      level++, around = document.parent[around]!
    ) {
      const words = wordsOfBox(page, around);
      const all = headlineKey(words.map((node) => rawText(document, node)).join(""));
      const found = captions.find(({ key }) => all.includes(key));
      if (found === undefined) continue;
      for (const node of words)
        if (found.whole.includes(headlineKey(rawText(document, node)))) kept.set(node, undefined);
      break;
    }
  }
}

/** The text leaves of a box that is small enough to be a picture with its caption. */
function wordsOfBox({ document, leaves }: Page, box: number): readonly number[] {
  const [from, to] = [leafAt(leaves, box), leafAt(leaves, document.end[box]!)];
  const isLarge = document.textEnd[box]! - document.textStart[box]! > CAPTION_BOX.characters;
  if (isLarge || to - from > CAPTION_BOX.leaves) return [];
  return [...leaves.node.subarray(from, to)].filter(
    (node) => document.kind[node] === NODE_KIND.text && headlineKey(rawText(document, node)) !== "",
  );
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

/** The element that shows the title in the largest letters. */
function findTitle(page: Page, article: Article): number {
  const { document, blocks, leaves, layout } = page;
  const key = headlineKey(article.title ?? "");
  if (key === "") return -1;
  let found = -1;
  for (let block = 0; block < blocks.count; block++) {
    const nodes = [...leaves.node.subarray(blocks.firstLeaf[block], blocks.firstLeaf[block + 1])];
    if (leaves.visible[blocks.firstLeaf[block]!] !== 1) continue;
    const shown = commonParent(page, nodes);
    // All blocks of a page can be in one element: its text is read only where it can be a title.
    if (document.textEnd[shown]! - document.textStart[shown]! > MAX_TITLE_CHARACTERS) continue;
    if (headlineKey(rawText(document, shown)) !== key) continue;
    if (found < 0 || (layout?.fontSize[shown] ?? 0) > (layout?.fontSize[found] ?? 0)) found = shown;
  }
  if (found < 0) return -1;
  const heading = closest(document, found, HEADING_TAGS);
  return heading >= 0 && headlineKey(rawText(document, heading)) === key ? heading : found;
}

function addLeavesOf(
  { document, leaves }: Page,
  node: number,
  kept: Map<number, string[] | undefined>,
): void {
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    const at = leaves.node[leaf]!;
    // The name of the site in a drawing beside the headline is no part of it.
    if (contains(document, node, at) && leaves.kind[leaf] === TEXT_LEAF) kept.set(at, undefined);
  }
}

function elementsAround({ document }: Page, parts: Omit<KeptParts, "elements">): Set<number> {
  const { root, title, bylines, leaves } = parts;
  const elements = new Set<number>();
  for (const leaf of leaves.keys()) {
    const isOfTitle = title >= 0 && contains(document, title, leaf) && !contains(document, root, title);
    const top = isOfTitle ? title : (bylines.find((one) => contains(document, one, leaf)) ?? root);
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
