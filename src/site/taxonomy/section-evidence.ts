import { headlineKey } from "../../page/index.ts";
import { ADDRESS_KIND, type AddressKind, addressKind } from "../items/address-kind.ts";
import { type Address, prefixes, readAddress } from "./addresses.ts";
import { isTitle, type LabelNode, labelWords } from "./label-words.ts";
import { eachLabel, type PageLabels } from "./page-labels.ts";
import type { SectionConcept } from "./section-names.ts";
import { SECTION_WEIGHTS } from "./section-weights.data.ts";
import { SERVICE_WORDS } from "./service-words.data.ts";

/** What the pages of a site say about an address that short texts link to. */
export interface PlaceEvidence {
  readonly address: Address;
  /** Its names, as pages write them. */
  readonly texts: readonly string[];
  readonly language: string | undefined;
  /** The host of the home page. */
  readonly home: string | undefined;
  /** The share of the site's pages that have it in a menu. */
  readonly menuShare: number;
  /** Entries below it in menus. */
  readonly entriesBelow: number;
  /** Whether it is below another entry in a menu. */
  readonly isNested: boolean;
  /** Distinct stories below its name or address. */
  readonly stories: number;
  /** Whether some of these stories change from page to page, as those of menus do not. */
  readonly hasNews: boolean;
  /** Whether the addresses of other places go on from its own. */
  readonly isOuter: boolean;
  /** The keys of places near it; all places of a folder have the same list, which holds themselves too. */
  readonly near: Readonly<Record<Nearness, readonly string[]>>;
}

/** The other entries of its menus, the entries right above it in menus, and the places in the folder of its address. */
export const NEARNESS = ["neighbours", "heads", "folder"] as const;
/** One of `NEARNESS`. */
export type Nearness = (typeof NEARNESS)[number];

/** What a place is judged by on its own, in the order of the weights. */
export function placeFeatures(place: PlaceEvidence, conceptOf: SectionConcept): number[] {
  const { address, texts, home, stories, menuShare } = place;
  const kind = addressKind(address.url);
  const words = Math.min(...texts.map((text) => labelWords(text).length));
  const depth = address.parts.length;
  const flags = [
    menuShare > 0,
    place.entriesBelow > 0,
    place.isNested,
    stories > 0,
    place.hasNews,
    place.isOuter,
    kind === ADDRESS_KIND.unclear,
    kind === ADDRESS_KIND.likely,
    kind === ADDRESS_KIND.article,
    depth === 0,
    depth === 2,
    depth > 2,
    address.url.search !== "",
    address.host !== home,
    texts.some((text) => conceptOf(text, place.language, home) !== undefined),
    texts.every(isService),
    isServiceAddress(address),
    words > 1,
    words > 2,
    isHeadline(address),
  ];
  return [...flags.map(Number), menuShare, Math.log2(1 + Math.min(stories, 31)) / 5];
}

/** As many words at the end of an address are a headline; names of sections and articles alike have up to five. */
const HEADLINE_WORDS = 6;

/** Whether an address ends in a headline: some menus have stories in them. */
function isHeadline({ parts }: Address): boolean {
  return (parts.at(-1)?.match(/\p{L}{2,}/gu) ?? []).length >= HEADLINE_WORDS;
}

/** Rounds in which places near each other inform each other. */
const ROUNDS = 2;

/** How likely each place is a section, by logistic regression over its own features and the scores of the places near it. */
export function scorePlaces(places: readonly PlaceEvidence[], conceptOf: SectionConcept): number[] {
  const { bias, own } = SECTION_WEIGHTS;
  const base = places.map((place) =>
    placeFeatures(place, conceptOf).reduce((sum, value, at) => sum + value * (own[at] ?? 0), bias),
  );
  let scores = base.map(logistic);
  for (let round = 0; round < ROUNDS; round++) {
    const near = nearScores(places, scores);
    scores = base.map((value, at) =>
      logistic(NEARNESS.reduce((sum, kind, index) => sum + SECTION_WEIGHTS[kind] * near[at]![index]!, value)),
    );
  }
  return scores;
}

/** For each place and nearness the mean score of the other places near it, less a half; 0 without any. */
export function nearScores(places: readonly PlaceEvidence[], scores: readonly number[]): number[][] {
  const byKey = new Map(places.map(({ address }, at) => [address.key, scores[at]!]));
  const sumOf = (keys: readonly string[]): ScoreSum => {
    const known = keys.flatMap((key) => byKey.get(key) ?? []);
    return { sum: known.reduce((sum, score) => sum + score, 0), count: known.length };
  };
  // Once for each folder, which can hold thousands of places.
  const lists = new Set(places.map(({ near }) => near.folder));
  const folders = new Map(Array.from(lists, (keys) => [keys, sumOf(keys)]));
  return places.map(({ near }, at) =>
    NEARNESS.map((kind) => {
      const own = kind === "folder" ? { sum: scores[at]!, count: 1 } : NO_SCORES;
      const all = folders.get(near[kind]) ?? sumOf(near[kind]);
      const count = all.count - own.count;
      return count === 0 ? 0 : (all.sum - own.sum) / count - 0.5;
    }),
  );
}

interface ScoreSum {
  readonly sum: number;
  readonly count: number;
}

const NO_SCORES: ScoreSum = { sum: 0, count: 0 };

function logistic(value: number): number {
  return 1 / (1 + Math.exp(-value));
}

const MARKS = /\p{M}/gu;

function fold(text: string): string {
  return text.normalize("NFD").replace(MARKS, "").toLowerCase();
}

/** Whether a text has a word that pages other than sections have in their names. */
export function isService(text: string): boolean {
  return labelWords(text).some((word) => SERVICE_WORDS.has(fold(word)));
}

function isServiceAddress({ host, parts }: Address): boolean {
  const words = [...host.split(".").slice(0, -2), ...parts].flatMap((part) => fold(part).split(/[^\p{L}]+/u));
  return words.some((word) => SERVICE_WORDS.has(word));
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
