import type { TreeEnsemble } from "../../model/index.ts";
import { ADDRESS_KIND, addressKind } from "../items/address-kind.ts";
import { type Address, prefixes, readAddress } from "./addresses.ts";
import {
  isLabel,
  type LabelNode,
  type LabelStems,
  labelKey,
  labelWords,
  makeLabelStems,
} from "./label-words.ts";
import { eachLabel, type PageLabels, type SiteLabels } from "./page-labels.ts";
import {
  findStories,
  isService,
  type PlaceEvidence,
  type SiteStories,
  scorePlaces,
} from "./section-evidence.ts";
import { isDepartment, type SectionConcept } from "./section-names.ts";

/** A label links to few places: from the menu, the footer and an old address. */
const MAX_PLACES_OF_A_LABEL = 3;

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
export function collectUses(
  site: SiteLabels,
  conceptOf: SectionConcept,
  sectionTrees: TreeEnsemble,
): LabelUse[] {
  return new SiteReader(site).uses(conceptOf, sectionTrees);
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
  /** The addresses in each folder. */
  readonly #inFolder: ReadonlyMap<string, readonly string[]>;

  constructor({ site, pages }: SiteLabels) {
    this.#site = site;
    this.#pages = pages.length;
    this.#collector = new UseCollector(readAddress(pages[0]?.url));
    for (const page of pages) this.#collector.read(page);
    const labels = Map.groupBy(this.#collector.uses(), ({ label }) => label.address.key);
    this.#labels = labels;
    this.#stories = findStories(pages, new Set(labels.keys()));
    this.#inFolder = new Map(
      [...Map.groupBy(labels, ([, [first]]) => folderOf(first!.label.address))].map(([folder, own]) => [
        folder,
        own.map(([place]) => place),
      ]),
    );
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
      const { neighbours, heads, ...menu } = this.#collector.menuEvidence(place);
      return {
        ...menu,
        address: labels[0]!.label.address,
        language: labels[0]!.label.language,
        texts: properNames(labels).map(({ label }) => label.text),
        stories: titles.get(place)?.size ?? 0,
        hasNews: withNews.has(place),
        isOuter: isOuter.has(place),
        near: { neighbours, heads, folder: this.#inFolder.get(folderOf(labels[0]!.label.address)) ?? [] },
      };
    });
  }

  /** Whether a name is in the menus of most pages of its site, without figures, which change. */
  #isLasting({ label, pages }: FoundUse): boolean {
    return !FIGURE.test(label.text) && !isService(label.text) && pages.size >= this.#pages / 2;
  }

  uses(conceptOf: SectionConcept, trees: TreeEnsemble): LabelUse[] {
    const scores = scorePlaces(this.places(), conceptOf, trees);
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

/** The host and path around an address. */
function folderOf({ host, parts }: Address): string {
  return `${host}/${parts.slice(0, -1).join("/")}`;
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

function isNamedByAddress({ ownNames, addressNames }: FoundUse): boolean {
  return ownNames.some((name) => addressNames.includes(name));
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

/** A label and its address, as found on the pages of a site. */
interface FoundUse {
  readonly label: LinkedLabel;
  /** The label and the end of its address, normalised to be compared across sites. */
  readonly ownNames: readonly string[];
  readonly addressNames: readonly string[];
  /** The pages that show it. */
  readonly pages: Set<string>;
  isInMenu: boolean;
}

/** What menus say about an address. */
interface MenuUse {
  /** The pages that have it in a menu. */
  readonly pages: Set<string>;
  readonly neighbours: Set<string>;
  /** The nearest entries above it that have a link. */
  readonly heads: Set<string>;
  below: number;
  isNested: boolean;
  /** The first place among the menus of a page, 0..1, and the most entries of a menu that has it. */
  rank: number;
  size: number;
}

/** Collects the distinct pairs of label and address of a site. */
class UseCollector {
  /** By label and address. */
  readonly #uses = new Map<string, FoundUse>();
  readonly #menus = new Map<string, MenuUse>();
  /** For each address those of its ancestor labels. */
  readonly above = new Map<string, Set<string>>();
  readonly #home: Address | undefined;
  readonly #stemsOf: LabelStems = makeLabelStems();
  #pages = 0;
  /** The menu that is read: where it is among those of its page, 0 for the first, and its number of entries. */
  #menu = { rank: 0, size: 0 };

  constructor(home: Address | undefined) {
    this.#home = home;
  }

  /** All labels except those with many addresses that do not repeat them: they name an action ("More", "Comments") rather than a section. */
  uses(): FoundUse[] {
    const places = Map.groupBy(this.#uses.values(), ({ label }) => labelKey(label.text));
    return [...places.values()].flatMap((uses) =>
      uses.length <= MAX_PLACES_OF_A_LABEL ? uses : uses.filter(isNamedByAddress),
    );
  }

  read(page: PageLabels): void {
    this.#pages++;
    this.#readTree(page, page.labels, []);
    const menus = page.menus ?? [];
    for (const [at, menu] of menus.entries()) {
      let size = 0;
      eachLabel(menu.children, () => size++);
      this.#menu = { rank: at / menus.length, size };
      this.#readMenu(page, menu.children, []);
    }
  }

  /** What the menus of the site say about an address. */
  menuEvidence(place: string) {
    const menu = this.#menus.get(place);
    return {
      home: this.#home?.host,
      menuShare: (menu?.pages.size ?? 0) / Math.max(1, this.#pages),
      entriesBelow: menu?.below ?? 0,
      isNested: menu?.isNested ?? false,
      menuRank: menu?.rank ?? 1,
      menuSize: menu?.size ?? 0,
      neighbours: [...(menu?.neighbours ?? [])],
      heads: [...(menu?.heads ?? [])],
    };
  }

  #readTree(page: PageLabels, nodes: readonly LabelNode[], above: readonly string[]): void {
    for (const node of nodes) {
      const place = this.#read(node, page)?.label.address.key;
      if (place !== undefined) this.#addAbove(place, above);
      this.#readTree(page, node.children, place === undefined ? above : [...above, place]);
    }
  }

  #readMenu(page: PageLabels, nodes: readonly LabelNode[], above: readonly string[]): void {
    const found = nodes.flatMap((node) => {
      const use = this.#read(node, page, { isInMenu: true });
      const place = use?.label.address.key;
      this.#readMenu(page, node.children, place === undefined ? above : [...above, place]);
      return place === undefined ? [] : [{ place, below: node.children.length }];
    });
    for (const { place, below } of found) {
      const menu = this.#menuAt(place);
      menu.pages.add(page.id);
      menu.below = Math.max(menu.below, below);
      menu.isNested ||= above.length > 0;
      menu.rank = Math.min(menu.rank, this.#menu.rank);
      menu.size = Math.max(menu.size, this.#menu.size);
      for (const { place: other } of found) if (other !== place) menu.neighbours.add(other);
      const head = above.at(-1);
      if (head !== undefined && head !== place) menu.heads.add(head);
      this.#addAbove(place, above);
    }
  }

  #menuAt(place: string): MenuUse {
    const menu = this.#menus.get(place) ?? {
      pages: new Set(),
      neighbours: new Set(),
      heads: new Set(),
      below: 0,
      isNested: false,
      rank: 1,
      size: 0,
    };
    this.#menus.set(place, menu);
    return menu;
  }

  #addAbove(place: string, above: readonly string[]): void {
    for (const outer of above) if (outer !== place) addToSet(this.above, place, outer);
  }

  /** Some sites number their sections as others do their articles: only menus are trusted to lead to them. */
  #read(
    { text, url }: LabelNode,
    { id, language }: PageLabels,
    { isInMenu }: { readonly isInMenu: boolean } = { isInMenu: false },
  ): FoundUse | undefined {
    const address = readAddress(url);
    if (url === undefined || address === undefined || !isLabel(text)) return undefined;
    if (this.#isHome(address) || isOfPerson(address) || DATE.test(address.parts.join("/"))) return undefined;
    if (!isInMenu && addressKind(address.url) === ADDRESS_KIND.article) return undefined;
    const key = `${labelKey(text)}\n${address.key}`;
    const known = this.#uses.get(key) ?? this.#find(text, url, address, language);
    known.pages.add(id);
    known.isInMenu ||= isInMenu;
    this.#uses.set(key, known);
    return known;
  }

  #find(text: string, url: string, address: Address, language: string | undefined): FoundUse {
    const stemsOf = (name: string): string[] => this.#stemsOf(name, language);
    const end = (address.parts.at(-1) ?? address.host.split(".")[0] ?? "").replace(/[-_+.]/g, " ");
    return {
      label: { language, text, stems: stemsOf(text), url, address },
      ownNames: namesOf(text, stemsOf),
      addressNames: isLabel(end) ? namesOf(end, stemsOf) : [],
      pages: new Set(),
      isInMenu: false,
    };
  }

  /** A subdomain such as sport.news.example is a section; the host of the first page is home. */
  #isHome({ key }: Address): boolean {
    return key === this.#home?.key || key === `${this.#home?.host}/`;
  }
}

/** Path segments above the pages of single writers. */
const PEOPLE =
  /^(?:authors?|autor(?:en|es|i)?|auteurs?|by|byline|staff|journalists?|profiles?|columnists?|people|experts?|experten|kolumnisten)$/i;

function isOfPerson({ parts }: Address): boolean {
  return parts.slice(0, -1).some((part) => PEOPLE.test(part));
}

/** An archive by year, month or day; other numbers are sections of sites that number them. */
const DATE = /^(?:19|20)\d\d(?:\/(?:0?[1-9]|1[0-2])(?:\/(?:0?[1-9]|[12]\d|3[01]))?)?$/;

/** Words as well as stems, without diacritics: addresses often lack them, or are in English on sites in other languages. */
function namesOf(text: string, stemsOf: (text: string) => string[]): string[] {
  const names = [labelWords(text).sort().join(" "), stemsOf(text).join(" ")];
  return [...new Set(names.map((name) => name.normalize("NFD").replace(/\p{M}/gu, "")))];
}

/** Adds a member to the set at a key. */
export function addToSet<K, V>(sets: Map<K, Set<V>>, key: K, member: V): void {
  const known = sets.get(key);
  if (known) known.add(member);
  else sets.set(key, new Set([member]));
}
