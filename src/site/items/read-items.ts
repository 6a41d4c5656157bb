import { pictureAddress, pictureSource } from "../../assemble/index.ts";
import {
  attribute,
  contains,
  type Document,
  HEADING_TAGS,
  NODE_KIND,
  TAG,
  tagTable,
} from "../../html/index.ts";
import { headlineKey, IMAGE_LEAF, leafAt, Page, TEXT_LEAF } from "../../page/index.ts";
import { foldSpaces } from "../../text/index.ts";
import { type PageFacts, readSitePage, statedAddress } from "../source/page-source.ts";
import { ADDRESS_KIND, addressKind } from "./address-kind.ts";
import { findHeadlines, type Headline, wordsOf } from "./headlines.ts";
import { looksLikeLabel, Sections } from "./sections.ts";
import { findTargets, type Targets } from "./targets.ts";

/** Headlines of one article that are read; later ones add nothing. */
const MAX_MENTIONS = 6;
/** In a card with two links, a first one with more words is the title if the second is `TEASER_TIMES` as long. */
const MAX_KICKER_WORDS = 4;
const TEASER_TIMES = 2;

/** An article that a home or section page announces. `null` means that the page does not say. */
export interface Item {
  readonly title: string;
  /** Absolute, without fragment and tracking parameters. */
  readonly url: string;
  readonly teaser: string | null;
  /** The address of its picture, absolute. */
  readonly image: string | null;
  /** The label of its part of the page. */
  readonly section: string | null;
}

/** The articles that a home or section page announces, each once, in the order of the page. */
export function readItems(page: Page): readonly Item[] {
  const targets = findTargets(page);
  const articles = cardsByArticle(page, targets);
  const sections = new Sections(
    page,
    targets,
    articles.flat().map(({ node }) => node),
  );
  return articles.map((cards) => {
    const { headline, node } = cards[0]!;
    return {
      title: headline.title,
      url: targets.list[headline.target]!.url,
      teaser: firstOf(cards, (card) => teaserOf(page, card.node, card.headline)),
      image: firstOf(cards, (card) => imageOf(page, card.node)),
      section: sections.of(node),
    };
  });
}

/** The articles that an HTML page announces; throws if the input is not a page. */
export function itemsOf(html: Uint8Array | string, facts: PageFacts): readonly Item[] {
  const { page } = readSitePage(html, facts);
  return readItems(page.url === undefined ? new Page(page.document, statedAddress(page)) : page);
}

/** A headline and the largest element around it that announces no other article. */
interface Card {
  readonly node: number;
  readonly headline: Headline;
}

/** A headline that may be a section label instead. */
interface Mention extends Headline {
  readonly isLabelLike: boolean;
}

/** The cards of every article, in the order of the first cards. */
function cardsByArticle(page: Page, targets: Targets): readonly (readonly Card[])[] {
  const { document } = page;
  const articles = mentionsByArticle(targets, findHeadlines(page, targets)).map((headlines) => {
    const cards: Card[] = [];
    for (const headline of headlines) {
      const twins = headlines.filter((other) => isTwin(document, headline, other)).map(({ node }) => node);
      const node = cardOf(document, targets, headline, twins);
      const same = cards.findIndex((card) => card.node === node);
      const isBare = () => imageOf(page, node) === null && teaserOf(page, node, headline) === null;
      if (headline.isLabelLike && isBare()) continue;
      if (same < 0) cards.push({ node, headline });
      else if (isAbove(headline, cards[same]!.headline)) cards[same] = { node, headline };
    }
    return cards;
  });
  return articles.filter((cards) => cards.length > 0);
}

/** The first headlines of every article: those with one target, or with the same title and address up to its parameters. */
function mentionsByArticle(
  { list }: Targets,
  headlines: readonly Headline[],
): readonly (readonly Mention[])[] {
  const articles: Mention[][] = [];
  const known = new Map<number | string, Mention[]>();
  for (const [index, headline] of headlines.entries()) {
    const { target, title } = headline;
    const { host, pathname, origin } = list[target]!.own;
    const isNamed = addressKind(new URL(pathname, origin)) === ADDRESS_KIND.article;
    const name = isNamed ? `${host}${pathname} ${headlineKey(title)}` : target;
    let mentions = known.get(target) ?? known.get(name);
    if (mentions === undefined) {
      mentions = [];
      articles.push(mentions);
    }
    known.set(target, mentions).set(name, mentions);
    const isLabelLike = looksLikeLabel(headline, headlines[index + 1]);
    if (mentions.length < MAX_MENTIONS) mentions.push({ ...headline, isLabelLike });
  }
  return articles;
}

/** Whether two headlines repeat one title at different places, other than a heading and the link in it. */
function isTwin(document: Document, { title, node }: Headline, other: Headline): boolean {
  return (
    title === other.title && !contains(document, node, other.node) && !contains(document, other.node, node)
  );
}

/** Whether a headline is the title of its card, and the one before it the kicker. */
function isAbove(headline: Headline, other: Headline): boolean {
  if (headline.level !== other.level) return headline.level < other.level;
  const isTeaser =
    wordsOf(other.title) > MAX_KICKER_WORDS && headline.title.length > TEASER_TIMES * other.title.length;
  return headline.title.length > other.title.length && !isTeaser;
}

function firstOf<T>(list: readonly T[], read: (value: T) => string | null): string | null {
  for (const value of list) {
    const found = read(value);
    if (found !== null) return found;
  }
  return null;
}

/** How many levels above its headline a card may begin. */
const MAX_CLIMB = 12;
/** Characters in a card at most; more is a part of the page that happens to have one link. */
const MAX_TEXT = 3_000;
const NEVER_CARDS = tagTable("html", "body", "main");
/** Fewer words are a kicker, a byline or a date, unless they end as sentences do. */
const MIN_TEASER_WORDS = 8;
const MIN_SENTENCE_WORDS = 5;
const SENTENCE_END = /[\p{Sentence_Terminal}…]["'”’»«“)\]]*$/u;
/** Longer teasers are cut. */
const MAX_TEASER = 1_000;
/** Cards have a few dozen nodes. */
const MAX_CARD_NODES = 500;
const SOFT_HYPHEN = /\u00ad/g;

/** The largest element around a headline that announces this article alone, once, and has no other label before it. */
function cardOf(document: Document, targets: Targets, headline: Headline, twins: readonly number[]): number {
  const { parent, tag, textStart, textEnd } = document;
  let card = headline.node;
  for (let step = 0; step < MAX_CLIMB; step++) {
    const above = parent[card]!;
    // An `article` is a whole card, unless a link around it includes the picture too.
    if (tag[card] === TAG.article && tag[above] !== TAG.a) break;
    const isCard =
      targets.inside[above] === headline.target &&
      NEVER_CARDS[tag[above]!] !== 1 &&
      textEnd[above]! - textStart[above]! <= MAX_TEXT &&
      !isLabelled(document, above, card, headline) &&
      !twins.some((twin) => contains(document, above, twin));
    if (!isCard) break;
    card = above;
  }
  return card;
}

/** Whether a heading of the same or a higher level comes before the card and does not contain its headline. */
function isLabelled(document: Document, from: number, card: number, { level, node }: Headline): boolean {
  for (let at = from; at < card; at++) {
    const tag = document.tag[at]!;
    if (HEADING_TAGS[tag] === 1 && 1 + tag - TAG.h1 <= level && !contains(document, at, node)) return true;
  }
  return false;
}

/** The longest text of a card outside of headings that reads like a sentence, or null. */
function teaserOf(page: Page, card: number, headline: Headline): string | null {
  const { document, leaves, blocks } = page;
  const titleKey = headlineKey(headline.title);
  const last = leafAt(leaves, document.end[card]!);
  let longest = "";
  for (let leaf = leafAt(leaves, card); leaf < last; ) {
    const block = blocks.ofLeaf[leaf]!;
    const end = Math.min(last, blocks.firstLeaf[block + 1]!);
    if (HEADING_TAGS[document.tag[blocks.container[block]!]!] !== 1) {
      const text = textOf(page, leaf, end, headline.node);
      if (text.length > longest.length && isTeaser(text, titleKey)) longest = text;
    }
    leaf = end;
  }
  return longest === "" ? null : longest.slice(0, MAX_TEASER);
}

/** The first picture of a card that is not a layout image, or null. */
function imageOf({ document, leaves, baseUrl }: Page, card: number): string | null {
  const base = baseUrl === undefined ? undefined : (URL.parse(baseUrl) ?? undefined);
  const last = leafAt(leaves, document.end[card]!);
  for (let leaf = leafAt(leaves, card); leaf < last; leaf++) {
    if (leaves.kind[leaf] !== IMAGE_LEAF) continue;
    const source = pictureSource(document, leaves.node[leaf]!, base);
    if (source !== undefined) return source;
  }
  return scriptedImage(document, card, base);
}

/** The picture of a custom element such as `amp-img`. */
function scriptedImage(document: Document, card: number, base: URL | undefined): string | null {
  const end = Math.min(document.end[card]!, card + MAX_CARD_NODES);
  for (let node = card; node < end; node++) {
    if (document.kind[node] !== NODE_KIND.element || document.tag[node] !== 0) continue;
    const isImage = document.otherNames.get(node)?.endsWith("-img") === true;
    const source = isImage ? pictureAddress(attribute(document, node, "src") ?? "", base) : undefined;
    if (source !== undefined) return source;
  }
  return null;
}

/** The visible text of some leaves without those of the headline. */
function textOf({ document, leaves }: Page, from: number, to: number, headline: number): string {
  const { text, textStart, textEnd } = document;
  let shown = "";
  let before = -1;
  for (let leaf = from; leaf < to; leaf++) {
    const node = leaves.node[leaf]!;
    if (leaves.kind[leaf] !== TEXT_LEAF || leaves.visible[leaf] === 0 || contains(document, headline, node)) {
      continue;
    }
    // White space between two leaves is not a leaf of its own.
    if (before >= 0 && textStart[node]! > before) shown += " ";
    shown += text.slice(textStart[node], textEnd[node]);
    before = textEnd[node]!;
  }
  return foldSpaces(shown.replace(SOFT_HYPHEN, ""));
}

/** Whether a text is long enough for a teaser and not a part of the title. */
function isTeaser(text: string, titleKey: string): boolean {
  const words = wordsOf(text);
  const isLong = words >= MIN_TEASER_WORDS || (words >= MIN_SENTENCE_WORDS && SENTENCE_END.test(text));
  return isLong && !titleKey.includes(headlineKey(text));
}
