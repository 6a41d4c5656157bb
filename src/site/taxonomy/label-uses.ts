import { headlineKey } from "../../page/index.ts";
import { ADDRESS_KIND, type AddressKind, addressKind } from "../items/address-kind.ts";
import {
  type Address,
  contentWords,
  eachLabel,
  isLabel,
  isTitle,
  type LabelNode,
  type LabelStems,
  labelKey,
  labelWords,
  makeLabelStems,
  type PageLabels,
  prefixes,
  readAddress,
  type SiteLabels,
} from "./page-labels.ts";

/** A label links to few places: from the menu, the footer and an old address. */
const MAX_PLACES_OF_A_LABEL = 3;
/** A title in more places is in a shared list, such as most read. */
const MAX_PLACES_OF_A_TITLE = 3;
/** A title on more pages than this, and on most pages of the site, may be permanent. */
const MAX_PAGES_OF_NEWS = 2;

/** A text that links to an address. */
interface LinkedLabel {
  readonly language: string | undefined;
  readonly text: string;
  readonly stems: readonly string[];
  readonly url: string;
  readonly address: Address;
}

/** A label as one site uses it: a text that links to one section address. */
export interface LabelUse extends LinkedLabel {
  readonly site: string;
  /** Whether it is the proper name of its address; other labels are short-lived. */
  readonly isOwner: boolean;
  /** Normalised names from the label and, for an owner, from the end of its address. */
  readonly names: readonly string[];
  /** The number of pages that show it. */
  readonly pages: number;
  /** Keys of the addresses above it, in the trees of pages or by URL path. */
  readonly above: ReadonlySet<string>;
  /** Titles of its stories by their key. */
  readonly stories: ReadonlyMap<string, string>;
  /** Whether it is an owner and its stories change, as those of menus do not. */
  readonly hasNews: boolean;
  /** Word counts of those titles and of the pages below its address. */
  readonly vocabulary: ReadonlyMap<string, number>;
}

/** The labels of a site that may name sections: short ones that link to the site, but not to its home page. */
export function collectUses({ site, pages }: SiteLabels): LabelUse[] {
  const collector = new UseCollector(readAddress(pages[0]?.url));
  for (const page of pages) collector.read(page);
  const uses = collector.uses();
  const places = Map.groupBy(uses, ({ label }) => label.address.key);
  const stories = findStories(pages, new Set(places.keys()));
  const outer = outerPlaces(uses);
  return [...places].flatMap(([place, labels]) => {
    const owner = findOwner(labels);
    return labels.map((use) => ({
      site,
      ...use.label,
      isOwner: use === owner,
      names: use === owner ? [...new Set([...use.ownNames, ...use.addressNames])] : use.ownNames,
      pages: use.pages.size,
      above: new Set([...(collector.above.get(place) ?? []), ...(outer.get(place) ?? [])]),
      stories: stories.titles.get(place) ?? new Map<string, string>(),
      hasNews: use === owner && stories.withNews.has(place),
      vocabulary: stories.vocabularies.get(place) ?? new Map<string, number>(),
    }));
  });
}

/** Of several labels of one address, the one that the address repeats, else the one on most pages. */
function findOwner(labels: readonly FoundUse[]): FoundUse | undefined {
  const named = labels.filter(({ ownNames, addressNames }) =>
    ownNames.some((name) => addressNames.includes(name)),
  );
  const candidates = named.length > 0 ? named : labels;
  return candidates.reduce((best, each) => (each.pages.size > best.pages.size ? each : best));
}

/** For each place those whose address is a prefix of its own. */
function outerPlaces(uses: readonly FoundUse[]): Map<string, string[]> {
  const all = new Map(uses.map(({ label: { address } }) => [address.key, address]));
  return new Map(
    [...all].map(([place, address]) => [place, prefixes(address).filter((key) => all.has(key))]),
  );
}

/** A label and its address, as found on the pages of a site. */
interface FoundUse {
  readonly label: LinkedLabel;
  /** The label and the end of its address, normalised to be compared across sites. */
  readonly ownNames: readonly string[];
  readonly addressNames: readonly string[];
  /** The pages that show it. */
  readonly pages: Set<string>;
}

/** Collects the distinct pairs of label and address of a site. */
class UseCollector {
  /** By label and address. */
  readonly #uses = new Map<string, FoundUse>();
  /** For each address those of its ancestor labels. */
  readonly above = new Map<string, Set<string>>();
  readonly #home: Address | undefined;
  readonly #stemsOf: LabelStems = makeLabelStems();

  constructor(home: Address | undefined) {
    this.#home = home;
  }

  /** All labels except those with many addresses, which name an action ("More", "Comments") rather than a section. */
  uses(): FoundUse[] {
    const places = Map.groupBy(this.#uses.values(), ({ label }) => labelKey(label.text));
    return [...places.values()].filter((uses) => uses.length <= MAX_PLACES_OF_A_LABEL).flat();
  }

  read(page: PageLabels, nodes: readonly LabelNode[] = page.labels, above: readonly string[] = []): void {
    for (const node of nodes) {
      const place = this.#read(node, page)?.key;
      if (place !== undefined)
        for (const outer of above) if (outer !== place) addToSet(this.above, place, outer);
      this.read(page, node.children, place === undefined ? above : [...above, place]);
    }
  }

  #read({ text, url }: LabelNode, { id, language }: PageLabels): Address | undefined {
    const address = readAddress(url);
    if (url === undefined || address === undefined || !isLabel(text)) return undefined;
    if (this.#isHome(address) || addressKind(address.url) === ADDRESS_KIND.article) return undefined;
    const key = `${labelKey(text)}\n${address.key}`;
    const known = this.#uses.get(key) ?? this.#find(text, url, address, language);
    known.pages.add(id);
    this.#uses.set(key, known);
    return address;
  }

  #find(text: string, url: string, address: Address, language: string | undefined): FoundUse {
    const stemsOf = (name: string): string[] => this.#stemsOf(name, language);
    const end = (address.parts.at(-1) ?? address.host.split(".")[0] ?? "").replace(/[-_+.]/g, " ");
    return {
      label: { language, text, stems: stemsOf(text), url, address },
      ownNames: namesOf(text, stemsOf),
      addressNames: isLabel(end) ? namesOf(end, stemsOf) : [],
      pages: new Set(),
    };
  }

  /** A subdomain such as sport.news.example is a section; the host of the first page is home. */
  #isHome({ key }: Address): boolean {
    return key === this.#home?.key || key === `${this.#home?.host}/`;
  }
}

/** Words as well as stems, without diacritics: addresses often lack them, or are in English on sites in other languages. */
function namesOf(text: string, stemsOf: (text: string) => string[]): string[] {
  const names = [labelWords(text).sort().join(" "), stemsOf(text).join(" ")];
  return [...new Set(names.map((name) => name.normalize("NFD").replace(/\p{M}/gu, "")))];
}

/** The stories of each place of a site, by the key of its address. */
interface SiteStories {
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
function findStories(pages: readonly PageLabels[], places: ReadonlySet<string>): SiteStories {
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

/** Adds a member to the set at a key. */
export function addToSet<K, V>(sets: Map<K, Set<V>>, key: K, member: V): void {
  const known = sets.get(key);
  if (known) known.add(member);
  else sets.set(key, new Set([member]));
}
