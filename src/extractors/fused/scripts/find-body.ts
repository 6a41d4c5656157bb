import type { Facts, Page } from "../../../page/index.ts";
import { headlineKey } from "../../../page/index.ts";
import { words } from "../../../text/index.ts";
import { addressKey, resolveUrl } from "../../../url/index.ts";
import { elementOf, kindOf, kindOfTag, valueAt } from "./block-kinds.ts";
import { type Branch, isBranch, type Value } from "./read-code.ts";
import { type RichText, TextReader } from "./rich-text.ts";

/** A body that was found in data. */
export interface FoundBody {
  readonly text: RichText;
  /** Whether it is next to a title or the address of the page. */
  readonly isOwn: boolean;
  /** The authors and the date that are stated next to it. */
  readonly facts: Facts;
}

/** Shorter titles are in any data. */
const MIN_TITLE_KEY = 8;
/** Titles this long when folded may differ by the site's name at an end. */
const MIN_PART_KEY = 20;
/** Neither headlines nor descriptions are longer. */
const MAX_TITLE = 500;
/** Words next to the page's title are worth more: data may hold many articles, of which one is the page's. */
const OWN_WEIGHT = 4;
/** Bodies that are compared with the title. */
const MAX_BODIES = 8;
/** An own text with fewer words may be a summary. */
const MIN_OWN_WORDS = 50;
/** An own text inside a longer own one is the body if it has this share of its words. */
const MIN_OWN_SHARE = 0.4;
/** Slugs that are shorter are in many addresses. */
const MIN_SLUG = 10;

const TITLE_KEY = /^(?:title|headline|heading)$/i;
const ADDRESS_KEY = /^(?:url|href|link|permalink|canonical\w*|slug|path|pathname|uri|website_url)$/i;
/** Keys that articles have and their parts do not. */
const ARTICLE_KEY =
  /^(?:url|href|link|permalink|canonical\w*|authors?|byline|(?:date|publi(?:shed|sh|cation)|first_?published|created)_?\w*)$/i;

/** Finds the likeliest bodies in data, the best first: the longest, those next to the page's title before others. */
export function findBodies(
  page: Page,
  branches: readonly Branch[],
  roots: readonly Branch[],
): readonly FoundBody[] {
  const own = new OwnMarks(page);
  const reader = new TextReader((branch) => own.isOfAnother(branch));
  const titled = new Set<Branch>();
  const found: FoundBody[] = [];
  const add = (branch: Branch, isOwn: boolean) => {
    const text = reader.textOf(branch);
    if (text !== undefined && text.words > 0)
      found.push({ text, isOwn, facts: isOwn ? factsOf(branch) : {} });
    return text !== undefined && text.words > 0;
  };
  for (const branch of branches) {
    const isTitled = own.isTitled(branch) || hasBareTitle(branch, titled);
    if (!isTitled && !own.isHere(branch)) continue;
    // A title without a text belongs to the text around it; an address may be that of a menu.
    if (!add(branch, true) && isTitled) titled.add(branch);
  }
  for (const root of roots) add(root, false);
  return best(found);
}

function best(found: readonly FoundBody[]): readonly FoundBody[] {
  const worth = ({ text, isOwn }: FoundBody) =>
    text.words * (isOwn && text.words >= MIN_OWN_WORDS ? OWN_WEIGHT : 1);
  const sorted = found.toSorted((a, b) => worth(b) - worth(a)).slice(0, MAX_BODIES);
  const [longest] = sorted;
  if (longest === undefined) return [];
  // What holds the page's own body holds other things besides, or the same text again.
  const enough = longest.isOwn ? longest.text.words * MIN_OWN_SHARE : MIN_OWN_WORDS;
  const inner = sorted.find(
    ({ text, isOwn }) => isOwn && text !== longest.text && text.words >= enough && holds(longest.text, text),
  );
  const first = inner ?? longest;
  const same = sorted.filter(({ text }) => text === first.text);
  const facts = same.find((one) => Object.keys(one.facts).length > 0)?.facts ?? first.facts;
  return [{ ...first, facts }, ...sorted.filter(({ text }) => text !== first.text)];
}

/** Whether a text is part of another; a reference may repeat parts without end. */
function holds(whole: RichText, text: RichText): boolean {
  const seen = new Set<RichText>([whole]);
  // A set is walked in the order in which it grows.
  for (const one of seen) {
    if (one === text) return true;
    for (const part of one.parts) if (typeof part !== "string") seen.add(part);
  }
  return false;
}

/** Whether an object holds a title without a text, or a list has such a title as a heading. */
function hasBareTitle(branch: Branch, titled: ReadonlySet<Branch>): boolean {
  const { isList, values } = branch;
  const element = isList ? elementOf(branch) : undefined;
  if (element !== undefined) return values.some((value) => isBranch(value) && titled.has(value));
  return values.some((value) => isBranch(value) && titled.has(value) && (!isList || isHeading(value)));
}

function isHeading(branch: Branch): boolean {
  return (branch.isList ? kindOfTag(elementOf(branch) ?? branch) : kindOf(branch)) === "heading";
}

/** The marks by which data about this page is recognised. */
class OwnMarks {
  readonly #titles: readonly string[];
  readonly #marks: ReadonlySet<string>;
  readonly #titleWords: readonly ReadonlySet<string>[];
  readonly #baseUrl: string | undefined;
  readonly #addresses: ReadonlySet<string>;
  readonly #paths: readonly string[];

  constructor(page: Page) {
    const titles = page.titleCandidates.map(({ text }) => text);
    this.#titles = [...new Set(titles.map(headlineKey))].filter(({ length }) => length >= MIN_TITLE_KEY);
    const descriptions = ["og:description", "description", "twitter:description"].flatMap(
      (name) => page.meta.get(name)?.[0] ?? [],
    );
    const keys = descriptions.map(headlineKey).filter(({ length }) => length >= MIN_PART_KEY);
    this.#marks = new Set([...this.#titles, ...keys]);
    this.#titleWords = titles.map((title) => new Set(words(title)));
    this.#baseUrl = page.baseUrl;
    const urls = [page.url, page.canonicalUrl].filter((url) => url !== undefined);
    this.#addresses = new Set(urls.map(addressKey));
    this.#paths = urls.map((url) => url.replace(/[?#].*$/s, "").replace(/(?:\.\w{2,5}|\/)$/, ""));
  }

  /** Whether one of an object's own strings is a title or the description of the page. */
  isTitled({ values }: Branch): boolean {
    return values.some((value) => typeof value === "string" && this.#isMark(value));
  }

  /** Whether an object has the page's address. */
  isHere({ keys, values }: Branch): boolean {
    return keys.some((key, at) => ADDRESS_KEY.test(key) && this.#isAddress(values[at]));
  }

  /** Whether an object is an article with a title that has little to do with the page's. */
  isOfAnother(branch: Branch): boolean {
    const { isList, keys, values } = branch;
    if (isList || !keys.some((key) => ARTICLE_KEY.test(key))) return false;
    const at = keys.findIndex((key, place) => TITLE_KEY.test(key) && typeof values[place] === "string");
    const title = values[at];
    if (typeof title !== "string" || title.length > MAX_TITLE) return false;
    return !this.#isAlike(title) && !this.isTitled(branch) && !this.isHere(branch);
  }

  #isMark(text: string): boolean {
    if (text.length < MIN_TITLE_KEY || text.length > MAX_TITLE) return false;
    const key = headlineKey(text);
    if (this.#marks.has(key)) return true;
    if (key.length < MIN_PART_KEY) return false;
    return this.#titles.some((title) => {
      const [short, long] = title.length < key.length ? [title, key] : [key, title];
      return short.length * 2 >= long.length && (long.startsWith(short) || long.endsWith(short));
    });
  }

  #isAlike(title: string): boolean {
    const telling = words(title);
    return this.#titleWords.some((own) => {
      const shared = telling.filter((word) => own.has(word)).length;
      return shared * 2 >= Math.min(own.size, telling.length);
    });
  }

  #isAddress(value: Value): boolean {
    if (typeof value !== "string" || value.length > MAX_TITLE || value.length < MIN_SLUG) return false;
    if (!value.includes("/")) return this.#paths.some((path) => path.endsWith(value));
    const url = resolveUrl(value, this.#baseUrl);
    return url !== undefined && this.#addresses.has(addressKey(url));
  }
}

/** Strings that are longer state more than a name or a date. */
const MAX_FACT = 80;
/** No article has more. */
const MAX_AUTHORS = 20;
const PUBLISHED = /^(?:first_?)?(?:date_?published|publi(?:shed|sh|cation)_?(?:at|on|date|time|datetime)?)$/i;
const AUTHORS = /^(?:authors?|by_?line|writers?|creators?)$/i;
const NAMES = ["name", "displayName", "fullName", "display_name", "full_name"];

/** The authors and the date that an object states; its first date counts. */
function factsOf({ keys, values }: Branch): Facts {
  const authors = keys.flatMap((key, at) => (AUTHORS.test(key) ? namesIn(values[at]) : []));
  const published = values.find((value, at) => PUBLISHED.test(keys[at] ?? "") && isFact(value));
  return {
    ...(authors.length > 0 && { authors: authors.slice(0, MAX_AUTHORS) }),
    ...(typeof published === "string" && { published }),
  };
}

function namesIn(value: Value): readonly string[] {
  if (!isBranch(value)) return isFact(value) ? [value] : [];
  if (value.isList) return value.values.slice(0, MAX_AUTHORS).flatMap(nameOf);
  return nameOf(value);
}

function nameOf(value: Value): readonly string[] {
  if (!isBranch(value)) return isFact(value) ? [value] : [];
  const name = NAMES.map((key) => valueAt(value, key)).find(isFact);
  return name === undefined ? [] : [name];
}

function isFact(value: Value): value is string {
  return typeof value === "string" && value.length <= MAX_FACT;
}
