import { contains, type Document } from "../../html/index.ts";
import { headlineKey, type Page } from "../../page/index.ts";
import { ADDRESS_KIND, addressKind } from "./address-kind.ts";
import { cardOf } from "./card.ts";
import { imageOf, teaserOf } from "./card-parts.ts";
import { type Headline, wordsOf } from "./headline.ts";
import { findHeadlines } from "./headlines.ts";
import type { Item } from "./item.ts";
import { looksLikeLabel } from "./section-labels.ts";
import { Sections } from "./sections.ts";
import { findTargets, type Targets } from "./targets.ts";

/** An article that a page announces more often than this has shown by then what it has. */
const MAX_MENTIONS = 6;

/** Of two links in a card the first is its title where it has more words, and the second is its teaser where it is so much longer. */
const MAX_KICKER_WORDS = 4;
const TEASER_TIMES = 2;

/** A headline and the largest element around it that announces nothing else. */
interface Card {
  readonly node: number;
  readonly headline: Headline;
}

/** A headline that may be the label of what follows. */
interface Mention extends Headline {
  readonly isLabelLike: boolean;
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

/** The cards of every article, the articles in the order of their first ones. */
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

/** The first headlines of every article: those of one target, or of one title and one address but for its parameters. */
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

/** Whether two headlines are the same at two places, and not a heading and the link in it. */
function isTwin(document: Document, { title, node }: Headline, other: Headline): boolean {
  return (
    title === other.title && !contains(document, node, other.node) && !contains(document, other.node, node)
  );
}

/** Whether a headline is the title of a card rather than another one before it, which then is its kicker. */
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
