import { contains, type Document } from "../../html/index.ts";
import { headlineKey, Page } from "../../page/index.ts";
import { type PageFacts, readSitePage, statedAddress } from "../source/index.ts";
import { ADDRESS_KIND, addressKind } from "./address-kind.ts";
import { cardOf, imageOf, teaserOf } from "./cards.ts";
import { findHeadlines, type Headline, wordsOf } from "./headlines.ts";
import { looksLikeLabel, Sections } from "./sections.ts";
import { findTargets, type Targets } from "./targets.ts";

/** Headlines of one article that are read; later ones add nothing. */
const MAX_MENTIONS = 6;
/** Of two links in a card, a first one with more words than this is the title if the second is `TEASER_TIMES` as long. */
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

/** The articles that an HTML page announces; throws where the input is not a page. */
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
      if (headline.isLabelLike && isBare(page, { node, headline })) continue;
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

/** Whether a card has nothing but its headline. */
function isBare(page: Page, { node, headline }: Card): boolean {
  return imageOf(page, node) === null && teaserOf(page, node, headline) === null;
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
