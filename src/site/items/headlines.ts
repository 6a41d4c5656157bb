import { attribute, type Document, HEADING_TAGS, NODE_KIND, TAG, tagName } from "../../html/index.ts";
import { leafAt, type Page, shownText, TEXT_LEAF } from "../../page/index.ts";
import { countWords, hasInk } from "../../text/index.ts";
import { ADDRESS_KIND, type AddressKind } from "./address-kind.ts";
import { linksWithin, NONE, type Targets, UNSEEN } from "./targets.ts";

/** Headlines that the page must mark before its markup is trusted: as few as two rows of cards. */
const MIN_HEADINGS = 6;
/** A smaller share of the candidates in headings means boxes next to lists of plain links. */
const MIN_HEADING_SHARE = 0.2;
/** Class names are not standardised: they are trusted only if they cover most candidates. */
const MIN_MARKED_SHARE = 0.5;
/** Text links below this share of the marked headlines are "more on this" links; above it they are short news. */
const MIN_LINE_SHARE = 0.25;
/** One more than the level of the lowest heading. */
const NO_LEVEL = 7;
/** Longer link texts are whole cards. */
const MAX_TITLE = 300;
/** Scripts without spaces, where the word counter counts every character as a word. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu;
/** The average word length in those scripts. */
const CHARACTERS_PER_WORD = 2;
const LETTER = /\p{L}/u;
/** An unrendered client-side template. */
const PLACEHOLDER = /\{\{[^}]*\}\}/;
/** Minimum words of a heading, by the kind of its address. */
const MIN_HEADING_WORDS: Readonly<Record<AddressKind, number>> = {
  0: Number.POSITIVE_INFINITY,
  1: 4,
  2: 3,
  3: 1,
};
/** A heading without a link may be the label of a section, and those are short. */
const MIN_UNLINKED_WORDS = 3;
/** How many levels up the link of an unlinked heading is searched. */
const MAX_CLIMB = 6;
/** `headline`, `card__headline`, `teaser-headline-text`, `articleHeadline`. */
const HEADLINE_NAME = /(?:^|[\s_-])headline(?:$|[\s_-])|[a-z]Headline\b/;
const HEADLINE_PROPERTY = /\bheadline\b/;
/** Minimum words of a link outside of headings, by the kind of its address. */
const MIN_LINK_WORDS: Readonly<Record<AddressKind, number>> = {
  0: Number.POSITIVE_INFINITY,
  1: Number.POSITIVE_INFINITY,
  2: 5,
  3: 4,
};
/** Minimum words of a link styled like known headlines. */
const MIN_ALIKE_WORDS = 2;
/** Minimum words of a text link without heading, picture or teaser. */
const MIN_LINE_WORDS = 5;
/** More than a card has; a hostile link may wrap the whole page. */
const MAX_LINK_LEAVES = 50;
/** Cards have a few dozen nodes; the limit keeps nested `article` elements from quadratic time. */
const MAX_CARD_NODES = 500;
/** Ancestors of a link that are part of its style. */
const DEPTH = 4;
/** Articles that links of one style must lead to before it counts as a headline style. */
const MIN_TARGETS = 3;

/**
 * The headlines of a page in document order. Headings and `article` elements are trusted first, then class names; where
 * neither covers enough of the page, every link with enough words is a headline.
 */
export function findHeadlines(page: Page, targets: Targets): readonly Headline[] {
  const named = headingHeadlines(page.document, targets);
  const headings = [...named.filter(({ level }) => level < NO_LEVEL), ...cardHeadlines(page, targets)];
  const marked = [...headings, ...named.filter(({ level }) => level === NO_LEVEL)];
  const plain = linkHeadlines(page, targets);
  const found = chosen(headings, marked, [...marked, ...plain]);
  return [...found, ...newsInLines(found, lineHeadlines(page, plain))].sort((a, b) => a.node - b.node);
}

/** The most reliable set of headlines that finds enough. */
function chosen(
  headings: readonly Headline[],
  marked: readonly Headline[],
  all: readonly Headline[],
): readonly Headline[] {
  const count = countTargets(all);
  if (countTargets(marked) >= Math.max(MIN_HEADINGS, MIN_MARKED_SHARE * count)) return marked;
  return countTargets(headings) >= Math.max(MIN_HEADINGS, MIN_HEADING_SHARE * count) ? headings : all;
}

/** Text links to articles that no other headline announces, if they are many. */
function newsInLines(found: readonly Headline[], lines: readonly Headline[]): readonly Headline[] {
  const known = new Set(found.map(({ target }) => target));
  const news = lines.filter(({ target }) => !known.has(target));
  return countTargets(news) >= MIN_LINE_SHARE * known.size ? news : [];
}

function countTargets(headlines: readonly Headline[]): number {
  return new Set(headlines.map(({ target }) => target)).size;
}

/** A place where a page announces an article, with the title given there. */
export interface Headline {
  /** The element with the title but without the teaser: a heading, a link, or a block inside one. */
  readonly node: number;
  readonly title: string;
  readonly target: number;
  /** The level of the heading that it is or is in, 1 to 6, else `NO_LEVEL`. */
  readonly level: number;
}

/** Whether a text has the length of a headline and is not just a time, a number or a placeholder. */
function isTitle(text: string, minWords: number): boolean {
  return (
    text.length <= MAX_TITLE && wordsOf(text) >= minWords && LETTER.test(text) && !PLACEHOLDER.test(text)
  );
}

/** The number of words in a text, estimated for scripts without spaces. */
export function wordsOf(text: string): number {
  const characters = text.match(UNSPACED)?.length ?? 0;
  return countWords(text) - characters + characters / CHARACTERS_PER_WORD;
}

type Named = Pick<Headline, "node" | "target">;

/** The headings that announce articles: with a link inside, in a link, or in a card that links to one article. */
function headingHeadlines(document: Document, targets: Targets): readonly Headline[] {
  const found: Headline[] = [];
  for (let node = 0; node < document.size; node++) {
    const level = headingLevel(document, node);
    if (level === undefined || (document.flags[node]! & UNSEEN) !== 0) continue;
    const named = linkedName(document, targets, node) ?? unlinkedName(document, targets, node);
    if (named === undefined) continue;
    const title = titleWithin(document, named.node);
    const minWords = MIN_HEADING_WORDS[targets.list[named.target]!.kind];
    if (isTitle(title, minWords)) found.push({ ...named, title, level });
  }
  return found;
}

/** Longer texts before a headline are a part of it, not a kicker. */
const MAX_KICKER_WORDS = 6;

/** The text of a heading without a kicker: an element before the last one, of another class. */
function titleWithin(document: Document, heading: number): string {
  let node = heading;
  let parts = shownChildren(document, node);
  while (parts.length === 1 && document.kind[parts[0]!] === NODE_KIND.element) {
    node = parts[0]!;
    parts = shownChildren(document, node);
  }
  const whole = titleText(document, heading);
  const last = parts.at(-1);
  if (
    last === undefined ||
    parts.length < 2 ||
    parts.some((part) => document.kind[part] !== NODE_KIND.element)
  )
    return whole;
  const classOf = (part: number) => attribute(document, part, "class") ?? "";
  const before = parts.slice(0, -1);
  const isKicker = before.every(
    (part) => classOf(part) !== classOf(last) && wordsOf(shownText(document, part)) <= MAX_KICKER_WORDS,
  );
  const title = titleText(document, last);
  return isKicker && wordsOf(title) >= MIN_UNLINKED_WORDS ? title : whole;
}

/** Class names of texts for screen readers only: "Live:", "Video, two minutes". */
const SCREEN_READER_ONLY = /\b(?:sr-only|visually-?hidden|screen-reader-text|element-invisible)\b/i;

/** The text of a headline without what is no part of it: times, buttons, and texts for screen readers before or after it. */
function titleText(document: Document, node: number): string {
  let title = shownText(document, node);
  const asides: string[] = [];
  const end = Math.min(document.end[node]!, node + MAX_CARD_NODES);
  for (let at = node + 1; at < end; at++)
    if (document.kind[at] === NODE_KIND.element && isAside(document, at))
      asides.push(shownText(document, at));
  const isShorter = (aside: string) => aside !== "" && aside.length < title.length;
  for (const aside of asides)
    if (isShorter(aside) && title.startsWith(aside)) title = title.slice(aside.length).trim();
  for (const aside of asides.toReversed())
    if (isShorter(aside) && title.endsWith(aside)) title = title.slice(0, -aside.length).trim();
  return title;
}

function isAside(document: Document, node: number): boolean {
  const tag = document.tag[node]!;
  if (tag === TAG.time || tag === TAG.button) return true;
  return SCREEN_READER_ONLY.test(attribute(document, node, "class") ?? "");
}

function shownChildren(document: Document, node: number): number[] {
  const found: number[] = [];
  for (let at = document.firstChild[node]!; at >= 0; at = document.nextSibling[at]!)
    if (
      (document.flags[at]! & UNSEEN) === 0 &&
      hasInk(document.text, document.textStart[at]!, document.textEnd[at]!)
    )
      found.push(at);
  return found;
}

/** The link with the longest text in a heading, since a link to the section may precede it; or the heading, if a link wraps it. */
function linkedName(document: Document, targets: Targets, heading: number): Named | undefined {
  const { inside } = targets;
  // The class name "headlines" is also used for lists of links.
  if (HEADING_TAGS[document.tag[heading]!] !== 1 && inside[heading]! < 0) return undefined;
  let longest = 0;
  let named: Named | undefined;
  for (const { link, target } of linksWithin(targets, heading, document.end[heading]!)) {
    const length = link.textEnd - link.textStart;
    if (length <= longest) continue;
    longest = length;
    named = { node: link.node, target };
  }
  const around = inside[heading]!;
  return named ?? (around >= 0 ? { node: heading, target: around } : undefined);
}

/** A heading in the card of one article whose links have fewer words than it ("read on"). */
function unlinkedName(document: Document, targets: Targets, heading: number): Named | undefined {
  const { inside } = targets;
  let card = heading;
  for (let step = 0; step < MAX_CLIMB && inside[card] === NONE; step++) card = document.parent[card]!;
  const target = inside[card] ?? NONE;
  if (target < 0) return undefined;
  const title = shownText(document, heading);
  const isHeadline =
    wordsOf(title) >= MIN_UNLINKED_WORDS &&
    linksWithin(targets, card, document.end[card]!).every(
      ({ link }) => wordsOf(shownText(document, link.node)) < wordsOf(title),
    );
  return isHeadline ? { node: heading, target } : undefined;
}

/** The level of a heading, `NO_LEVEL` for an element that only its attributes call a headline, else undefined. */
function headingLevel(document: Document, node: number): number | undefined {
  const tag = document.tag[node]!;
  if (HEADING_TAGS[tag] === 1) return 1 + tag - TAG.h1;
  if (tag === TAG.hgroup) return NO_LEVEL;
  if (document.attributeStart[node] === document.attributeStart[node + 1]) return undefined;
  const isMarked =
    attribute(document, node, "role") === "heading" ||
    HEADLINE_PROPERTY.test(attribute(document, node, "itemprop") ?? "") ||
    HEADLINE_NAME.test(attribute(document, node, "class") ?? "");
  return isMarked ? NO_LEVEL : undefined;
}

/** The links with enough words for a headline, and shorter ones of the same style. */
function linkHeadlines(page: Page, targets: Targets): readonly Headline[] {
  const styles = new LinkStyles(page.document);
  for (const { link, target } of targets.links) {
    if (titleBlock(page, link.node, MIN_LINK_WORDS[targets.list[target]!.kind]))
      styles.add(link.node, target);
  }
  return targets.links.flatMap(({ link, target }) => {
    const { kind } = targets.list[target]!;
    const isAlike = kind >= ADDRESS_KIND.likely && styles.has(link.node);
    const named = titleBlock(page, link.node, isAlike ? MIN_ALIKE_WORDS : MIN_LINK_WORDS[kind]);
    return named === undefined ? [] : [{ ...named, target, level: NO_LEVEL }];
  });
}

/** The plain links that are one line of text and long enough without a known style. */
function lineHeadlines(page: Page, headlines: readonly Headline[]): readonly Headline[] {
  return headlines.filter(
    ({ node, title }) =>
      page.document.tag[node] === TAG.a && isTitle(title, MIN_LINE_WORDS) && isLine(page, node),
  );
}

/** The links of `article` elements that link to one article and have no heading. */
function cardHeadlines(page: Page, targets: Targets): readonly Headline[] {
  const { document } = page;
  const found: Headline[] = [];
  for (let node = 0; node < document.size; node++) {
    if (document.tag[node] !== TAG.article) continue;
    const target = targets.inside[node]!;
    if (target < 0 || isLargeOrHeaded(document, node)) continue;
    const minWords = MIN_LINK_WORDS[targets.list[target]!.kind];
    for (const { link } of linksWithin(targets, node, document.end[node]!)) {
      const named = titleBlock(page, link.node, minWords);
      if (named === undefined) continue;
      found.push({ ...named, target, level: NO_LEVEL });
      break;
    }
  }
  return found;
}

/** The first block in a link with enough words for a headline: a kicker comes before it, the teaser after it. */
function titleBlock(
  { document, leaves, blocks }: Page,
  link: number,
  minWords: number,
): Pick<Headline, "node" | "title"> | undefined {
  const last = leafAt(leaves, document.end[link]!);
  const most = leafAt(leaves, link) + MAX_LINK_LEAVES;
  for (let leaf = leafAt(leaves, link); leaf < last && leaf < most; ) {
    const block = blocks.ofLeaf[leaf]!;
    const container = blocks.container[block]!;
    const node = Math.max(container, link);
    const title = titleText(document, node);
    if (isTitle(title, minWords)) return { node, title };
    leaf = Math.max(leaf + 1, blocks.firstLeaf[block + 1]!);
  }
  return undefined;
}

/** Whether a link is one line of text: no picture, all in one block. */
function isLine({ document, leaves, blocks }: Page, link: number): boolean {
  const last = leafAt(leaves, document.end[link]!);
  const first = leafAt(leaves, link);
  for (let leaf = first; leaf < last; leaf++) {
    if (leaves.kind[leaf] !== TEXT_LEAF || blocks.ofLeaf[leaf] !== blocks.ofLeaf[first]) return false;
  }
  return true;
}

function isLargeOrHeaded(document: Document, node: number): boolean {
  const end = document.end[node]!;
  if (end - node > MAX_CARD_NODES) return true;
  for (let at = node; at < end; at++) if (HEADING_TAGS[document.tag[at]!] === 1) return true;
  return false;
}

/** Counts the articles per link style: the tag and class names of a link and its ancestors. */
class LinkStyles {
  readonly #document: Document;
  readonly #targets = new Map<string, Set<number>>();

  constructor(document: Document) {
    this.#document = document;
  }

  /** Counts a link that is a headline. */
  add(link: number, target: number): void {
    const style = this.#styleOf(link);
    const targets = this.#targets.get(style) ?? new Set();
    this.#targets.set(style, targets.add(target));
  }

  /** Whether a link has the style of headlines. */
  has(link: number): boolean {
    return (this.#targets.get(this.#styleOf(link))?.size ?? 0) >= MIN_TARGETS;
  }

  #styleOf(link: number): string {
    const parts: string[] = [];
    for (let at = link, step = 0; at > 0 && step <= DEPTH; at = this.#document.parent[at]!, step++) {
      parts.push(`${tagName(this.#document, at)}.${attribute(this.#document, at, "class") ?? ""}`);
    }
    return parts.join("<");
  }
}
