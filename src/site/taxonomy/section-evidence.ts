import { ADDRESS_KIND, addressKind } from "../items/address-kind.ts";
import type { Address } from "./addresses.ts";
import { labelWords } from "./label-words.ts";
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
  /** The keys of its neighbours in menus. */
  readonly neighbours: readonly string[];
}

/** What a place is judged by, in the order of the weights; `neighbours` is the mean score of its neighbours in menus. */
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
  ];
  return [...flags.map(Number), menuShare, Math.log2(1 + Math.min(stories, 31)) / 5];
}

/** Rounds in which neighbours in menus inform each other. */
const ROUNDS = 2;

/** How likely each place is a section, by logistic regression over its own features and the scores of its neighbours. */
export function scorePlaces(places: readonly PlaceEvidence[], conceptOf: SectionConcept): number[] {
  const { bias, own, neighbours } = SECTION_WEIGHTS;
  const base = places.map((place) =>
    placeFeatures(place, conceptOf).reduce((sum, value, at) => sum + value * (own[at] ?? 0), bias),
  );
  const byKey = new Map(places.map(({ address }, at) => [address.key, at]));
  let scores = base.map(logistic);
  for (let round = 0; round < ROUNDS; round++) {
    const before = scores;
    scores = places.map((place, at) => {
      const mean = meanOf(place.neighbours.flatMap((key) => before[byKey.get(key) ?? -1] ?? []));
      return logistic(base[at]! + neighbours * (mean === undefined ? 0 : mean - 0.5));
    });
  }
  return scores;
}

function logistic(value: number): number {
  return 1 / (1 + Math.exp(-value));
}

function meanOf(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length;
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
