import type { Page } from "../../page/index.ts";
import { cardOf } from "./card.ts";
import { imageOf, teaserOf } from "./card-parts.ts";
import type { Headline } from "./headline.ts";
import { findHeadlines } from "./headlines.ts";
import type { Item } from "./item.ts";
import { isLabel, sectionLabels } from "./section-labels.ts";
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
  const articles = cardsByTarget(page, targets);
  const labels = sectionLabels(
    page,
    articles.flat().map(({ node }) => node),
  );
  return articles.map((cards) => {
    const { headline, node } = cards[0]!;
    return {
      title: headline.title,
      url: targets.list[headline.target]!.url,
      teaser: firstOf(cards, (card) => teaserOf(page, card.node, card.headline)),
      image: firstOf(cards, (card) => imageOf(page, card.node)),
      section: labels.get(node) ?? null,
    };
  });
}

/** The cards of every article, the articles in the order of their first ones. */
function cardsByTarget(page: Page, targets: Targets): readonly (readonly Card[])[] {
  const byTarget = new Map<number, Card[]>();
  const headlines = findHeadlines(page, targets);
  for (const [index, headline] of headlines.entries()) {
    if (isLabel(headline, headlines[index + 1])) continue;
    const cards = byTarget.get(headline.target) ?? [];
    if (cards.length === MAX_MENTIONS) continue;
    const node = cardOf(page.document, targets, headline);
    const same = cards.findIndex((card) => card.node === node);
    if (same < 0) cards.push({ node, headline });
    else if (isAbove(headline, cards[same]!.headline)) cards[same] = { node, headline };
    byTarget.set(headline.target, cards);
  }
  return [...byTarget.values()];
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
