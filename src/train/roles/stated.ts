import { headlineKey, type Page } from "../../page/index.ts";
import { words } from "../../text/index.ts";
import type { BlockTruth } from "./block-truth.ts";

/** What truth and page state of the article beside its body, ready to be compared with blocks. */
export interface Stated {
  readonly titleKeys: ReadonlySet<string>;
  readonly authorKeys: readonly string[];
  /** Whether a short text names the day of publication. */
  isPublished(text: string): boolean;
  /** Whether a key is the page's description, which may be cut short. */
  isDescription(key: string): boolean;
}

/** Shorter keys are in every other word. */
const MIN_LATIN_NAME = 4;
const MIN_OTHER_NAME = 2;
/** Shorter descriptions are the site's name and the like. */
const MIN_DESCRIPTION = 30;
const DAY = /^\s*(\d{4})-(\d{1,2})-(\d{1,2})/;

/** Collects what is stated: the truth's title, authors and date, and the page's own title where the truth has none. */
export function readStated(page: Page, { title, authors, published }: BlockTruth): Stated {
  const titles = title === null ? ownTitles(page) : [title];
  const descriptions = ["description", "og:description", "twitter:description"]
    .flatMap((name) => page.meta.get(name) ?? [])
    .map(headlineKey)
    .filter((key) => key.length >= MIN_DESCRIPTION);
  const day = DAY.exec(published ?? "");
  return {
    titleKeys: new Set(titles.map(headlineKey).filter((key) => key !== "")),
    authorKeys: authors.map(headlineKey).filter(isTelling),
    isPublished: (text) => day !== null && namesDay(text, day),
    isDescription: (key) =>
      key.length >= MIN_DESCRIPTION &&
      descriptions.some((description) => key.startsWith(description) || description.startsWith(key)),
  };
}

/** Without what headings say: every h1 would be a headline by itself. */
function ownTitles({ titleCandidates }: Page): string[] {
  return titleCandidates.filter(({ source }) => source !== "h1").map(({ text }) => text);
}

function isTelling(key: string): boolean {
  return key.length >= (/^[\0-\u024f]*$/.test(key) ? MIN_LATIN_NAME : MIN_OTHER_NAME);
}

/** Year and day as numbers, in any order and language: months are mostly words. */
function namesDay(text: string, [, year, , day]: RegExpExecArray): boolean {
  const numbers = words(text).flatMap((word) => word.match(/\d+/g) ?? []);
  return numbers.includes(year ?? "") && numbers.some((number) => Number(number) === Number(day));
}
