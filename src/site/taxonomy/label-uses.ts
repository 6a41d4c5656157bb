import { prefixes, readAddress } from "./addresses.ts";
import { labelWords } from "./label-words.ts";
import type { SiteLabels } from "./page-labels.ts";
import {
  findStories,
  isService,
  type PlaceEvidence,
  type SectionModel,
  type SiteStories,
  scorePlaces,
} from "./section-evidence.ts";
import { isDepartment, type SectionConcept } from "./section-names.ts";
import { type FoundUse, isNamedByAddress, type LinkedLabel, UseCollector } from "./use-collector.ts";

/** A label as one site uses it: a text that links to one section address. */
export interface LabelUse extends LinkedLabel {
  readonly site: string;
  /** Whether it is the proper name of its address; other labels are short-lived. */
  readonly isOwner: boolean;
  /** Normalised names from the label and, for an owner, from the end of its address. */
  readonly names: readonly string[];
  /** The common section that the label names in its language, if any. */
  readonly named: string | undefined;
  /** The same if it is the site's department of that name. */
  readonly common: string | undefined;
  /** The common sections that its single words name. */
  readonly wordCommons: readonly string[];
  /** The number of pages that show it. */
  readonly pages: number;
  readonly isInMenu: boolean;
  /** Whether menus have it and a single other name for its address; topics of the day have more. */
  readonly isOneOfTwo: boolean;
  /** The key of the nearest linked address that is a prefix of its own. */
  readonly folder: string | undefined;
  /** Keys of the addresses above it, in the trees of pages or by URL path. */
  readonly above: ReadonlySet<string>;
  /** Titles of its stories by their key. */
  readonly stories: ReadonlyMap<string, string>;
  /** Whether it is an owner and its stories change, as those of menus do not. */
  readonly hasNews: boolean;
  /** How likely its address is a section, 0..1. */
  readonly sectionScore: number;
}

/** What the pages of a site say about every address that short texts link to, except its home page and articles. */
export function readPlaces(site: SiteLabels): PlaceEvidence[] {
  return new SiteReader(site).places();
}

/** The labels of a site that may name sections: short ones that link to the site, but not to its home page. */
export function collectUses(site: SiteLabels, conceptOf: SectionConcept, model: SectionModel): LabelUse[] {
  return new SiteReader(site).uses(conceptOf, model);
}

/** The labels, menus and stories of a site by address. */
class SiteReader {
  readonly #site: string;
  readonly #pages: number;
  readonly #collector: UseCollector;
  readonly #labels: ReadonlyMap<string, readonly FoundUse[]>;
  readonly #stories: SiteStories;
  /** For each address those that are a prefix of it. */
  readonly #outer: ReadonlyMap<string, readonly string[]>;

  constructor({ site, pages }: SiteLabels) {
    this.#site = site;
    this.#pages = pages.length;
    this.#collector = new UseCollector(readAddress(pages[0]?.url));
    for (const page of pages) this.#collector.read(page);
    const labels = Map.groupBy(this.#collector.uses(), ({ label }) => label.address.key);
    this.#labels = labels;
    this.#stories = findStories(pages, new Set(labels.keys()));
    this.#outer = new Map(
      [...labels].map(([place, [first]]) => [
        place,
        prefixes(first!.label.address).filter((key) => labels.has(key)),
      ]),
    );
  }

  places(): PlaceEvidence[] {
    const { titles, withNews } = this.#stories;
    const isOuter = new Set([...this.#outer.values()].flat());
    return [...this.#labels].map(([place, labels]) => {
      const { lists, heads, ...menu } = this.#collector.menuEvidence(place);
      return {
        ...menu,
        address: labels[0]!.label.address,
        language: labels[0]!.label.language,
        texts: properNames(labels).map(({ label }) => label.text),
        stories: titles.get(place)?.size ?? 0,
        hasNews: withNews.has(place),
        isOuter: isOuter.has(place),
        near: { neighbours: lists, heads: [heads] },
      };
    });
  }

  /** Whether a name is in the menus of most pages of its site, without figures, which change. */
  #isLasting({ label, pages }: FoundUse): boolean {
    return !FIGURE.test(label.text) && !isService(label.text) && pages.size >= this.#pages / 2;
  }

  uses(conceptOf: SectionConcept, model: SectionModel): LabelUse[] {
    const scores = scorePlaces(this.places(), conceptOf, model);
    const named = ({ label }: FoundUse) => conceptOf(label.text, label.language, label.address.host);
    const namedAt = new Map(
      [...this.#labels].map(([place, labels]) => [
        place,
        properNames(labels).flatMap((use) => named(use) ?? []),
      ]),
    );
    return [...this.#labels].flatMap(([place, labels], at) => {
      const owner = findOwner(labels);
      const proper = properNames(labels);
      const lasting = proper.filter((use) => use.isInMenu && this.#isLasting(use));
      const above = new Set([...(this.#collector.above.get(place) ?? []), ...(this.#outer.get(place) ?? [])]);
      const outer = { above: [...above].flatMap((each) => namedAt.get(each) ?? []), conceptOf };
      return proper.map((use) => ({
        site: this.#site,
        ...use.label,
        isOwner: use === owner,
        names: use === owner ? [...new Set([...use.ownNames, ...use.addressNames])] : use.ownNames,
        named: named(use),
        common: [named(use)].find((each) => each && isDepartment(each, use.label.address, outer)),
        wordCommons: labelWords(use.label.text).flatMap((word) => conceptOf(word, use.label.language) ?? []),
        pages: use.pages.size,
        isInMenu: use.isInMenu,
        isOneOfTwo: lasting.length === 2 && proper.length === 2 && lasting.includes(use),
        folder: this.#outer.get(place)?.[0],
        above,
        stories: this.#stories.titles.get(place) ?? new Map<string, string>(),
        hasNews: use === owner && this.#stories.withNews.has(place),
        sectionScore: use === owner || use.isInMenu ? scores[at]! : 0,
      }));
    });
  }
}

/** Figures in names change: "12 comments", "Index +0.9 %". */
const FIGURE = /\p{N}/u;

/** Of several labels of one address, the one that the address repeats, else the one on most pages. */
function findOwner(labels: readonly FoundUse[]): FoundUse | undefined {
  const proper = properNames(labels);
  const named = proper.filter(isNamedByAddress);
  const candidates = named.length > 0 ? named : proper;
  return candidates.reduce((best, each) => (each.pages.size > best.pages.size ? each : best));
}

/** A border between two words that the page shows as boxes of their own: "OverviewSport". */
const GLUED = /(\p{Ll})(\p{Lu})/gu;

/** The names of an address without longer forms of another one: "More sport", "Sport home"; menus may have two names, "Sport" and "Sport & Games". */
function properNames(labels: readonly FoundUse[]): readonly FoundUse[] {
  const named = labels.map((use) => ({
    use,
    words: labelWords(use.label.text.replace(GLUED, "$1 $2")),
  }));
  return named
    .filter(({ use, words }) => {
      const shorter = named.filter(
        (other) => other.words.length < words.length && other.words.every((word) => words.includes(word)),
      );
      return shorter.every(
        (other) =>
          use.isInMenu &&
          words.every((word) => other.words.includes(word) || !isService(word)) &&
          words.length - other.words.length < 4 &&
          use.label.text.replace(GLUED, "$1 $2") === use.label.text,
      );
    })
    .map(({ use }) => use);
}

/** Adds a member to the set at a key. */
export function addToSet<K, V>(sets: Map<K, Set<V>>, key: K, member: V): void {
  const known = sets.get(key);
  if (known) known.add(member);
  else sets.set(key, new Set([member]));
}
