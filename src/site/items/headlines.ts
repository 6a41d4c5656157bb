import type { Page } from "../../page/index.ts";
import { headingHeadlines } from "./heading-headlines.ts";
import { type Headline, NO_LEVEL } from "./headline.ts";
import { cardHeadlines, lineHeadlines, linkHeadlines } from "./link-headlines.ts";
import type { Targets } from "./targets.ts";

/** Few enough for a section of two rows of cards. */
const MIN_HEADINGS = 6;
/** Where headings carry a smaller share of what may be headlines, they are those of boxes beside lists of plain links. */
const MIN_HEADING_SHARE = 0.2;
/** Names of classes are no standard: followed only where they cover most of what may be a headline. */
const MIN_MARKED_SHARE = 0.5;

/** Lines of words that are a smaller share of what a page marks lead to more of the same; else they are its shorter news. */
const MIN_LINE_SHARE = 0.25;

/**
 * The headlines of a page in document order. A page that says which links are headlines is believed, by headings and
 * `article` elements, then by the names of its classes, unless many more of its stories are lines of words; on other
 * pages it is every link with words enough.
 */
export function findHeadlines(page: Page, targets: Targets): readonly Headline[] {
  const named = headingHeadlines(page.document, targets);
  const headings = [...named.filter(({ level }) => level < NO_LEVEL), ...cardHeadlines(page, targets)];
  const marked = [...headings, ...named.filter(({ level }) => level === NO_LEVEL)];
  const plain = linkHeadlines(page, targets);
  const found = chosen({ headings, marked, all: [...marked, ...plain] });
  return [...found, ...newsInLines(found, lineHeadlines(page, plain))].sort((a, b) => a.node - b.node);
}

interface Readings {
  readonly headings: readonly Headline[];
  readonly marked: readonly Headline[];
  readonly all: readonly Headline[];
}

/** The reading with the best evidence that finds enough. */
function chosen({ headings, marked, all }: Readings): readonly Headline[] {
  const count = countTargets(all);
  if (countTargets(marked) >= Math.max(MIN_HEADINGS, MIN_MARKED_SHARE * count)) return marked;
  return countTargets(headings) >= Math.max(MIN_HEADINGS, MIN_HEADING_SHARE * count) ? headings : all;
}

/** The lines that announce what nothing else does, where they are many. */
function newsInLines(found: readonly Headline[], lines: readonly Headline[]): readonly Headline[] {
  const known = new Set(found.map(({ target }) => target));
  const news = lines.filter(({ target }) => !known.has(target));
  return countTargets(news) >= MIN_LINE_SHARE * known.size ? news : [];
}

function countTargets(headlines: readonly Headline[]): number {
  return new Set(headlines.map(({ target }) => target)).size;
}
