import { addressKey } from "../url/index.ts";
import { ARTICLE_TYPES, WEB_PAGE_TYPES } from "./schema-types.data.ts";
import {
  firstText,
  isOfType,
  isThing,
  type JsonLd,
  type Microdata,
  type Thing,
  textOf,
  valuesOf,
} from "./structured-data.ts";
import { headlineKey } from "./titles.ts";

/** The structured data about this page, and not about an article it links to. */
export interface MainThings {
  /** The article in JSON-LD. */
  readonly article: Thing | undefined;
  /** The page in JSON-LD. */
  readonly webPage: Thing | undefined;
  /** The article in microdata. */
  readonly item: Thing | undefined;
}

/** What a thing is compared with. */
interface Known {
  /** The page's titles, as `headlineKey` folds them. */
  readonly titleKeys: ReadonlySet<string>;
  readonly isOwnAddress: (url: string) => boolean;
}

/** Candidates past this number are not weighed: lists of teasers come late. */
const MAX_CANDIDATES = 100;

/** The page's address is the strongest sign, its headline the next; a type alone says little. */
const WEIGHT = { url: 4, headline: 3, hasHeadline: 1, hasDate: 0.5, specificType: 0.25 } as const;

/** Chooses among all articles and pages that the structured data describes, by the page's addresses and titles. */
export function findMainThings(
  { jsonLd, microdata }: { readonly jsonLd: JsonLd; readonly microdata: Microdata },
  urls: readonly string[],
  titles: readonly string[],
): MainThings {
  const known: Known = {
    titleKeys: new Set(titles.map(headlineKey)),
    isOwnAddress: addressTest(urls),
  };
  const choose = (things: readonly Thing[], types: ReadonlySet<string>) =>
    best(things.filter((thing) => isOfType(thing, types)).slice(0, MAX_CANDIDATES), known);
  const article = choose(jsonLd.things, ARTICLE_TYPES);
  const isOwn = article !== undefined && !isOfAnotherPage(article, known);
  return {
    article: isOwn ? article : undefined,
    webPage: choose(jsonLd.things, WEB_PAGE_TYPES),
    item: choose(microdata.items, ARTICLE_TYPES),
  };
}

/** Shorter words are in every headline. */
const MIN_TELLING_LETTERS = 4;

/** Whether an article has neither the page's address nor any telling word of its titles: it is left over from another. */
function isOfAnotherPage(thing: Thing, known: Known): boolean {
  const headline = firstText(thing, "headline") ?? "";
  // Most data repeats one of the titles: all of its words are there.
  if (known.titleKeys.has(headlineKey(headline)) || isAt(thing, known)) return false;
  const telling = headline
    .split(" ")
    .map(headlineKey)
    .filter((word) => word.length >= MIN_TELLING_LETTERS);
  // Scripts without spaces give one long word, which says nothing.
  const titles = [...known.titleKeys];
  if (telling.length < 2 || titles.length === 0) return false;
  return !telling.some((word) => titles.some((title) => title.includes(word)));
}

function best(things: readonly Thing[], known: Known): Thing | undefined {
  if (things.length < 2) return things[0];
  let chosen: Thing | undefined;
  let chosenWeight = -1;
  for (const thing of things) {
    const weight = weigh(thing, known);
    // Strictly more: among equals the first is the page's own, teasers follow.
    if (weight > chosenWeight) [chosen, chosenWeight] = [thing, weight];
  }
  return chosen;
}

function weigh(thing: Thing, known: Known): number {
  const headline = firstText(thing, "headline") ?? firstText(thing, "name");
  let weight = 0;
  if (isAt(thing, known)) weight += WEIGHT.url;
  if (headline !== undefined) weight += WEIGHT.hasHeadline;
  if (headline !== undefined && known.titleKeys.has(headlineKey(headline))) weight += WEIGHT.headline;
  if (firstText(thing, "datePublished") !== undefined) weight += WEIGHT.hasDate;
  if (!isOfType(thing, GENERAL_TYPES)) weight += WEIGHT.specificType;
  return weight;
}

function isAt(thing: Thing, { isOwnAddress }: Known): boolean {
  return statedUrls(thing).some(isOwnAddress);
}

/** Recognises the page's own addresses. Mostly the data repeats one to the letter: then no key is made. */
function addressTest(urls: readonly string[]): (url: string) => boolean {
  let keys: ReadonlySet<string> | undefined;
  return (url) => {
    if (urls.includes(url)) return true;
    keys ??= new Set(urls.map(addressKey));
    return keys.has(url) || keys.has(addressKey(url));
  };
}

const GENERAL_TYPES: ReadonlySet<string> = new Set(["creativework", "article", "webpage"]);

const URL_PROPERTIES = ["mainEntityOfPage", "url", "@id"] as const;

/** The addresses a thing gives as its own. */
export function statedUrls(thing: Thing): readonly string[] {
  const urls: string[] = [];
  for (const name of URL_PROPERTIES) {
    for (const value of valuesOf(thing, name)) {
      const url = textOf(isThing(value) ? (value["@id"] ?? value.url) : value);
      if (url !== undefined) urls.push(url);
    }
  }
  return urls;
}
