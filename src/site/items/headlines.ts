import type { Page } from "../../page/index.ts";
import { headingHeadlines } from "./heading-headlines.ts";
import type { Headline } from "./headline.ts";
import { cardHeadlines, linkHeadlines } from "./link-headlines.ts";
import type { Targets } from "./targets.ts";

/** Few enough for a section of one row of cards. */
const MIN_STRONG = 4;
/** Where headings carry fewer of the headlines, they are those of boxes beside a list of plain links. */
const MIN_STRONG_SHARE = 0.15;

/** The headlines of a page in document order: its headings and cards, and plain links only where it hardly uses those. */
export function findHeadlines(page: Page, targets: Targets): readonly Headline[] {
  const strong = [...headingHeadlines(page.document, targets), ...cardHeadlines(page, targets)];
  const plain = linkHeadlines(page, targets);
  const count = countTargets(strong);
  const isEnough = count >= MIN_STRONG && count >= MIN_STRONG_SHARE * countTargets(plain);
  return [...strong, ...(isEnough ? [] : plain)].sort((a, b) => a.node - b.node);
}

function countTargets(headlines: readonly Headline[]): number {
  return new Set(headlines.map(({ target }) => target)).size;
}
