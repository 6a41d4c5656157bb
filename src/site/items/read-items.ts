import { contains, type Document } from "../../html/index.ts";
import type { Page } from "../../page/index.ts";
import { cardOf } from "./card.ts";
import { imageOf, teaserOf } from "./card-parts.ts";
import type { Headline } from "./headline.ts";
import { findHeadlines } from "./headlines.ts";
import type { Item } from "./item.ts";
import { isLabel } from "./section-labels.ts";
import { Sections } from "./sections.ts";
import { findTargets, type Targets } from "./targets.ts";

/** An article that a page announces more often than this has shown by then what it has. */
const MAX_MENTIONS = 6;

/** A headline and the largest element around it that announces nothing else. */
interface Card {
  readonly node: number;
  readonly headline: Headline;
}

/** The articles that a home or section page announces, each once, in the order of the page. */
export function readItems(page: Page): readonly Item[] {
  const targets = findTargets(page);
  const articles = cardsByTarget(page, targets, findHeadlines(page, targets));
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
function cardsByTarget(
  { document }: Page,
  targets: Targets,
  headlines: readonly Headline[],
): readonly (readonly Card[])[] {
  return [...mentionsByTarget(headlines).values()].map((mentions) => {
    const cards: Card[] = [];
    for (const headline of mentions) {
      const twins = mentions.filter((other) => isTwin(document, headline, other)).map(({ node }) => node);
      const node = cardOf(document, targets, headline, twins);
      const same = cards.findIndex((card) => card.node === node);
      if (same < 0) cards.push({ node, headline });
      else if (isAbove(headline, cards[same]!.headline)) cards[same] = { node, headline };
    }
    return cards;
  });
}

/** The first headlines of every article, without those that name a part of the page. */
function mentionsByTarget(headlines: readonly Headline[]): ReadonlyMap<number, readonly Headline[]> {
  const mentions = new Map<number, Headline[]>();
  for (const [index, headline] of headlines.entries()) {
    if (isLabel(headline, headlines[index + 1])) continue;
    const known = mentions.get(headline.target) ?? [];
    if (known.length < MAX_MENTIONS) known.push(headline);
    mentions.set(headline.target, known);
  }
  return mentions;
}

/** Whether two headlines are the same at two places, and not a heading and the link in it. */
function isTwin(document: Document, { title, node }: Headline, other: Headline): boolean {
  return (
    title === other.title && !contains(document, node, other.node) && !contains(document, other.node, node)
  );
}

/** Whether a headline is the title of a card rather than another, which then is its kicker. */
function isAbove(headline: Headline, other: Headline): boolean {
  if (headline.level !== other.level) return headline.level < other.level;
  return headline.title.length > other.title.length;
}

function firstOf<T>(list: readonly T[], read: (value: T) => string | null): string | null {
  for (const value of list) {
    const found = read(value);
    if (found !== null) return found;
  }
  return null;
}
