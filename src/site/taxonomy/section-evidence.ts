import { badModel, TreeEnsemble, toProbability } from "../../model/index.ts";
import { headlineKey } from "../../page/index.ts";
import { ADDRESS_KIND, type AddressKind, addressKind } from "../items/address-kind.ts";
import { type Address, prefixes, readAddress } from "./addresses.ts";
import { isTitle, type LabelNode, labelWords } from "./label-words.ts";
import { MENU_MARKS } from "./menu-marks.ts";
import { eachLabel, type PageLabels } from "./page-labels.ts";
import type { SectionConcept } from "./section-names.ts";
import { SECTION_TREES } from "./section-trees.data.ts";
import {
  addressWords,
  foldLetters,
  judgeWords,
  readPlaceWords,
  readWordOdds,
  type WordOdds,
} from "./section-words.ts";
import { HOLDER_WORDS, SERVICE_WORDS } from "./service-words.data.ts";
import type { MenuEvidence } from "./use-collector.ts";

/** What the pages of a site say about an address that short texts link to. */
export interface PlaceEvidence extends Omit<MenuEvidence, "lists" | "heads"> {
  readonly address: Address;
  /** Its names, as pages write them. */
  readonly texts: readonly string[];
  readonly language: string | undefined;
  /** Distinct stories below its name or address. */
  readonly stories: number;
  /** Whether some of these stories change from page to page, as those of menus do not. */
  readonly hasNews: boolean;
  /** Whether the addresses of other places go on from its own. */
  readonly isOuter: boolean;
  /** Lists of the keys of places near it; all places of a list have the same array, which holds themselves too. */
  readonly near: Readonly<Record<Nearness, readonly (readonly string[])[]>>;
}

/** The other entries of its menus, and the entries right above it in menus. */
const NEARNESS = ["neighbours", "heads"] as const;
/** One of `NEARNESS`. */
export type Nearness = (typeof NEARNESS)[number];

/** What a place is judged by on its own. */
const OWN_FEATURES = [
  "menu share",
  "entries below",
  "nested",
  "menu rank",
  "menu entries",
  "stories",
  "changing stories",
  "outer",
  "address kind",
  "depth",
  "parameters",
  "other host",
  "subdomain",
  "common name",
  "service name",
  "service address",
  "words",
  "characters",
  "names",
  "capitals",
  "end words",
  "end characters",
  "end digits",
  "name odds",
  "least name odds",
  "address odds",
  "least address odds",
] as const;

/** Those whose mean over the other places near a place is a feature too. */
const SHARED_FEATURES = [
  "stories",
  "changing stories",
  "outer",
  "address kind",
  "common name",
  "service name",
  "service address",
  "words",
  "menu share",
  "other host",
  "name odds",
  "address odds",
] as const satisfies readonly (typeof OWN_FEATURES)[number][];
const SHARED = SHARED_FEATURES.map((name) => OWN_FEATURES.indexOf(name));

/** The columns of the trees that judge places. */
export const PLACE_FEATURES: readonly string[] = [
  ...OWN_FEATURES,
  ...MENU_MARKS.map((mark) => `mark: ${mark}`),
  ...NEARNESS.flatMap((kind) => [kind, ...SHARED_FEATURES.map((name) => `${kind}: ${name}`)]),
];

/** Larger counts tell no more about a place; a menu of thousands of entries must not take their square in time. */
const MAX_STORIES = 31;
const MAX_NEAR = 200;

/** What judging a place reads besides its evidence: the names of common sections, and words that were learned. */
export interface PlaceNames {
  readonly conceptOf: SectionConcept;
  readonly oddsOf: WordOdds;
}

function ownFeatures(place: PlaceEvidence, { conceptOf, oddsOf }: PlaceNames): number[] {
  const { address, texts, home, language } = place;
  const end = address.parts.at(-1) ?? "";
  const [first = ""] = texts;
  const words = readPlaceWords(texts, address);
  const [nameOdds, leastNameOdds] = judgeWords(words.inNames, oddsOf);
  const [addressOdds, leastAddressOdds] = judgeWords(words.inAddress, oddsOf);
  const values: Record<(typeof OWN_FEATURES)[number], number | boolean> = {
    "menu share": place.menuShare,
    "entries below": Math.min(place.entriesBelow, MAX_NEAR),
    nested: place.isNested,
    "menu rank": place.menuRank,
    "menu entries": Math.min(place.menuSize, MAX_NEAR),
    stories: Math.min(place.stories, MAX_STORIES),
    "changing stories": place.hasNews,
    outer: place.isOuter,
    "address kind": addressKind(address.url),
    depth: address.parts.length,
    parameters: address.url.search !== "",
    "other host": address.host !== home,
    subdomain: home !== undefined && address.host !== home && address.host.endsWith(`.${home}`),
    "common name": texts.some((text) => conceptOf(text, language, home) !== undefined),
    "service name": texts.every(isService),
    "service address": isServiceAddress(address),
    words: texts.reduce((least, text) => Math.min(least, labelWords(text).length), MAX_NEAR),
    characters: first.length,
    names: texts.length,
    capitals: first === first.toUpperCase() && first !== first.toLowerCase(),
    "end words": (end.match(/\p{L}{2,}/gu) ?? []).length,
    "end characters": end.length,
    "end digits": /\d/.test(end),
    "name odds": nameOdds,
    "least name odds": leastNameOdds,
    "address odds": addressOdds,
    "least address odds": leastAddressOdds,
  };
  return OWN_FEATURES.map((name) => Number(values[name]));
}

/** What each place is judged by: its own features, and for each nearness the number of places and the means of theirs. */
export function placeRows(places: readonly PlaceEvidence[], names: PlaceNames): Float32Array[] {
  const own = places.map((place) => ownFeatures(place, names));
  const rowOf = new Map(places.map(({ address }, at) => [address.key, own[at]!]));
  // Once for each list: menus can hold thousands of places.
  const known = new Map<readonly string[], RowSum>();
  const sumOf = (keys: readonly string[]): RowSum => {
    const sum =
      known.get(keys) ?? sumRows(keys.map((key) => rowOf.get(key)).filter((row) => row !== undefined));
    known.set(keys, sum);
    return sum;
  };
  return places.map(({ near, marks }, at) => {
    const around = NEARNESS.flatMap((kind) => {
      const self = kind === "heads" ? 0 : 1;
      const lists = near[kind].map(sumOf);
      const count = lists.reduce((sum, list) => sum + list.count - self, 0);
      const means = SHARED.map((column, index) => {
        const sum = lists.reduce((total, { sums }) => total + sums[index]! - self * own[at]![column]!, 0);
        return count === 0 ? Number.NaN : sum / count;
      });
      return [Math.min(count, MAX_NEAR), ...means];
    });
    return Float32Array.from([...own[at]!, ...marks, ...around]);
  });
}

function sumRows(rows: readonly (readonly number[])[]): RowSum {
  return {
    count: rows.length,
    sums: SHARED.map((column) => rows.reduce((sum, row) => sum + row[column]!, 0)),
  };
}

interface RowSum {
  readonly count: number;
  readonly sums: readonly number[];
}

/** What judges places: trees over `PLACE_FEATURES`, and the words that these were learned with. */
export interface SectionModel {
  readonly trees: TreeEnsemble;
  readonly oddsOf: WordOdds;
}

let shipped: SectionModel | undefined;

/** What was learned on all labelled sites. */
export function shippedSectionModel(): SectionModel {
  shipped ??= { trees: readSectionTrees(SECTION_TREES), oddsOf: readWordOdds() };
  return shipped;
}

/** Throws BAD_MODEL where the trees are of other columns or damaged. */
export function readSectionTrees({ features, trees }: typeof SECTION_TREES): TreeEnsemble {
  if (features !== PLACE_FEATURES.join("|"))
    throw badModel("its trees are of other features of addresses than this galley computes");
  const read = TreeEnsemble.decode(trees, PLACE_FEATURES);
  if (read === undefined) throw badModel("its trees are damaged");
  return read;
}

/** How likely each place is a section. */
export function scorePlaces(
  places: readonly PlaceEvidence[],
  conceptOf: SectionConcept,
  { trees, oddsOf }: SectionModel,
): number[] {
  return placeRows(places, { conceptOf, oddsOf }).map((row) => toProbability(trees.scoreRow(row, 0)));
}

/** Whether a text has a word that pages other than sections, or menus, have in their names. */
export function isService(text: string): boolean {
  return labelWords(text).some(
    (word) => SERVICE_WORDS.has(foldLetters(word)) || HOLDER_WORDS.has(foldLetters(word)),
  );
}

function isServiceAddress(address: Address): boolean {
  return addressWords(address).some((word) => SERVICE_WORDS.has(word));
}

/** A title in more places is in a shared list, such as most read. */
const MAX_PLACES_OF_A_TITLE = 3;
/** A title on more pages than this, and on most pages of the site, may be permanent. */
const MAX_PAGES_OF_NEWS = 2;

/** The stories of each place of a site, by the key of its address. */
export interface SiteStories {
  /** Titles by their key. */
  readonly titles: ReadonlyMap<string, ReadonlyMap<string, string>>;
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
  const titles = new Map<string, Map<string, string>>();
  const withNews = new Set<string>();
  const maxPages = Math.max(MAX_PAGES_OF_NEWS, pages.length / 2);
  for (const [key, shown] of findTitles(pages, places)) {
    if (shown.places.size > MAX_PLACES_OF_A_TITLE) continue;
    for (const place of shown.places) {
      titles.set(place, (titles.get(place) ?? new Map<string, string>()).set(key, shown.text));
      if (shown.pages.size <= maxPages) withNews.add(place);
    }
  }
  return { titles, withNews };
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
