import type { Page } from "../../page/index.ts";
import { headingHeadlines } from "./heading-headlines.ts";
import { type Headline, NO_LEVEL } from "./headline.ts";
import { cardHeadlines, linkHeadlines } from "./link-headlines.ts";
import type { Targets } from "./targets.ts";

/** Few enough for a section of two rows of cards. */
const MIN_HEADINGS = 6;
/** Where headings carry a smaller share of what may be headlines, they are those of boxes beside lists of plain links. */
const MIN_HEADING_SHARE = 0.2;
/** Names of classes are no standard: followed only where they cover most of what may be a headline. */
const MIN_MARKED_SHARE = 0.5;

/**
 * The headlines of a page in document order. A page that says which links are headlines is believed, by headings and
 * `article` elements, then by the names of its classes; on other pages it is every link with words enough.
 */
export function findHeadlines(page: Page, targets: Targets): readonly Headline[] {
  const named = headingHeadlines(page.document, targets);
  const headings = [...named.filter(({ level }) => level < NO_LEVEL), ...cardHeadlines(page, targets)];
  const marked = [...headings, ...named.filter(({ level }) => level === NO_LEVEL)];
  const all = [...marked, ...linkHeadlines(page, targets)];
  return chosen({ headings, marked, all }).sort((a, b) => a.node - b.node);
}

interface Readings {
  readonly headings: Headline[];
  readonly marked: Headline[];
  readonly all: Headline[];
}

/** The reading with the best evidence that finds enough. */
function chosen({ headings, marked, all }: Readings): Headline[] {
  const count = countTargets(all);
  if (countTargets(marked) >= Math.max(MIN_HEADINGS, MIN_MARKED_SHARE * count)) return marked;
  return countTargets(headings) >= Math.max(MIN_HEADINGS, MIN_HEADING_SHARE * count) ? headings : all;
}

function countTargets(headlines: readonly Headline[]): number {
  return new Set(headlines.map(({ target }) => target)).size;
}
