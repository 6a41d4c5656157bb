import { headlineKey } from "../../page/index.ts";
import { ADDRESS_KIND, type AddressKind, addressKind } from "../items/address-kind.ts";
import { type Address, prefixes, readAddress } from "./addresses.ts";
import type { LabelNode } from "./label-words.ts";
import { contentWords, isTitle } from "./label-words.ts";
import { eachLabel, type PageLabels } from "./page-labels.ts";

/** A title in more places is in a shared list, such as most read. */
const MAX_PLACES_OF_A_TITLE = 3;
/** A title on more pages than this, and on most pages of the site, may be permanent. */
const MAX_PAGES_OF_NEWS = 2;

/** The stories of each place of a site, by the key of its address. */
export interface SiteStories {
  /** Titles by their key. */
  readonly titles: ReadonlyMap<string, ReadonlyMap<string, string>>;
  readonly vocabularies: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** Places with titles that change, as those of a menu or footer do not. */
  readonly withNews: ReadonlySet<string>;
}

/** A title and the places and pages that show it. */
interface Shown {
  readonly text: string;
  readonly places: Set<string>;
  readonly pages: Set<PageLabels>;
}

/**
 * Finds the place of each story: the one whose address is a prefix of the story's, else that of the label above it, else
 * that of the page that shows it.
 */
export function findStories(pages: readonly PageLabels[], places: ReadonlySet<string>): SiteStories {
  const vocabularies = readVocabularies(pages, places);
  const titles = new Map<string, Map<string, string>>();
  const withNews = new Set<string>();
  const maxPages = Math.max(MAX_PAGES_OF_NEWS, pages.length / 2);
  for (const [key, shown] of findTitles(pages, places)) {
    if (shown.places.size > MAX_PLACES_OF_A_TITLE) continue;
    for (const place of shown.places) {
      titles.set(place, (titles.get(place) ?? new Map<string, string>()).set(key, shown.text));
      if (shown.pages.size <= maxPages) withNews.add(place);
      const each = contentWords(shown.text).map((word): [string, number] => [word, 1]);
      addWords(vocabularies, place, each);
    }
  }
  return { titles, vocabularies, withNews };
}

function readVocabularies(
  pages: readonly PageLabels[],
  places: ReadonlySet<string>,
): Map<string, Map<string, number>> {
  const found = new Map<string, Map<string, number>>();
  for (const { url, vocabulary } of pages) {
    const place = placeOf(readAddress(url), places);
    if (place !== undefined) addWords(found, place, Object.entries(vocabulary));
  }
  return found;
}

function findTitles(pages: readonly PageLabels[], places: ReadonlySet<string>): Map<string, Shown> {
  const found = new Map<string, Shown>();
  const leastKind = medianKind(pages, places);
  for (const page of pages) {
    const at = readAddress(page.url)?.key;
    walk(page.labels, at !== undefined && places.has(at) ? at : undefined, places, (text, address, outer) => {
      const place = placeOf(address, places) ?? outer;
      if (place === undefined || addressKind(address.url) < leastKind) return;
      const key = headlineKey(text);
      const shown = found.get(key) ?? { text, places: new Set(), pages: new Set() };
      shown.places.add(place);
      shown.pages.add(page);
      found.set(key, shown);
    });
  }
  return found;
}

/** The median kind of address that titles link to: stories have that kind, offers and legal pages a lower one. */
function medianKind(pages: readonly PageLabels[], places: ReadonlySet<string>): AddressKind {
  const kinds = new Map<string, AddressKind>();
  for (const { labels } of pages) {
    eachLabel(labels, ({ text, url }) => {
      const address = readAddress(url);
      if (address !== undefined && !places.has(address.key) && isTitle(text))
        kinds.set(address.key, addressKind(address.url));
    });
  }
  const sorted = [...kinds.values()].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? ADDRESS_KIND.section;
}

function walk(
  nodes: readonly LabelNode[],
  outer: string | undefined,
  places: ReadonlySet<string>,
  see: (title: string, address: Address, outer: string | undefined) => void,
): void {
  for (const { text, url, children } of nodes) {
    const address = readAddress(url);
    const own = address !== undefined && places.has(address.key) ? address.key : undefined;
    if (own === undefined && address !== undefined && isTitle(text)) see(text, address, outer);
    walk(children, own ?? outer, places, see);
  }
}

/** The place at an address, else the one with the longest prefix of it. */
function placeOf(at: Address | undefined, places: ReadonlySet<string>): string | undefined {
  if (at === undefined) return undefined;
  return [at.key, ...prefixes(at)].find((key) => places.has(key));
}

function addWords(
  vocabularies: Map<string, Map<string, number>>,
  place: string,
  counts: readonly (readonly [string, number])[],
): void {
  const known = vocabularies.get(place) ?? new Map<string, number>();
  for (const [word, count] of counts) known.set(word, (known.get(word) ?? 0) + count);
  vocabularies.set(place, known);
}
