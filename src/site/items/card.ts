import { contains, type Document, HEADING_TAGS, TAG, tagTable } from "../../html/index.ts";
import type { Headline } from "./headline.ts";
import type { Targets } from "./targets.ts";

/** How far above its headline a card may begin. */
const MAX_CLIMB = 12;
/** Characters in a card at most; more is a part of the page that happens to hold one link. */
const MAX_TEXT = 3_000;
const NEVER_CARDS = tagTable("html", "body", "main");

/** The largest element around a headline that announces it once and nothing else, and does not begin with another label. */
export function cardOf(
  document: Document,
  targets: Targets,
  headline: Headline,
  twins: readonly number[],
): number {
  const { parent, tag, textStart, textEnd } = document;
  let card = headline.node;
  for (let step = 0; step < MAX_CLIMB; step++) {
    const above = parent[card]!;
    // An `article` is a whole card, unless a link around it holds the picture too.
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

/** Whether a heading of the same level or a higher one, and of no link to the same article, stands before a card. */
function isLabelled(document: Document, from: number, card: number, { level, node }: Headline): boolean {
  for (let at = from; at < card; at++) {
    const tag = document.tag[at]!;
    if (HEADING_TAGS[tag] === 1 && 1 + tag - TAG.h1 <= level && !contains(document, at, node)) return true;
  }
  return false;
}
