import { headlineKey } from "../../page/index.ts";
import { type Address, prefixes, readAddress } from "./address.ts";
import { isTitle, tellingWords } from "./label-text.ts";
import { put } from "./member-sets.ts";
import type { LabelNode, PageLabels } from "./page-labels.ts";

/** What stands under each place of a site, by the key of its address. */
export interface SiteStories {
  /** Titles by their key. */
  readonly titles: ReadonlyMap<string, ReadonlyMap<string, string>>;
  readonly vocabularies: ReadonlyMap<string, ReadonlyMap<string, number>>;
}

/** A title that more places of a site show is in a list of its own, such as what others read. */
const MAX_PLACES_OF_A_TITLE = 3;

/**
 * Finds the place that each story of a site belongs to: by its address where that lies under a place, else the label
 * that it stands under, else the page that shows it.
 */
export function findStories(pages: readonly PageLabels[], places: ReadonlySet<string>): SiteStories {
  const found = new Map<string, string>();
  const placesOf = new Map<string, Set<string>>();
  const vocabularies = new Map<string, Map<string, number>>();
  for (const page of pages) {
    const at = readAddress(page.url);
    const home = placeOf(at, places);
    if (home !== undefined) addWords(vocabularies, home, Object.entries(page.vocabulary));
    walk(page.labels, at !== undefined && places.has(at.key) ? at.key : undefined, places, (text, place) => {
      const key = headlineKey(text);
      found.set(key, text);
      put(placesOf, key, place);
    });
  }
  const titles = new Map<string, Map<string, string>>();
  for (const [key, shownAt] of placesOf) {
    if (shownAt.size > MAX_PLACES_OF_A_TITLE) continue;
    const text = found.get(key) ?? "";
    for (const place of shownAt) {
      titles.set(place, (titles.get(place) ?? new Map<string, string>()).set(key, text));
      const each = tellingWords(text).map((word): [string, number] => [word, 1]);
      addWords(vocabularies, place, each);
    }
  }
  return { titles, vocabularies };
}

function walk(
  nodes: readonly LabelNode[],
  outer: string | undefined,
  places: ReadonlySet<string>,
  see: (title: string, place: string) => void,
): void {
  for (const { text, url, children } of nodes) {
    const address = readAddress(url);
    const own = address !== undefined && places.has(address.key) ? address.key : undefined;
    if (own === undefined && address !== undefined && isTitle(text)) {
      const place = placeOf(address, places) ?? outer;
      if (place !== undefined) see(text, place);
    }
    walk(children, own ?? outer, places, see);
  }
}

/** The place at an address, else the nearest one that it lies under. */
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
