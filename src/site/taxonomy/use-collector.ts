import { ADDRESS_KIND, addressKind } from "../items/address-kind.ts";
import { type Address, readAddress } from "./addresses.ts";
import {
  isLabel,
  type LabelNode,
  type LabelStems,
  labelKey,
  labelWords,
  makeLabelStems,
} from "./label-words.ts";
import { MENU_MARKS } from "./menu-marks.ts";
import { eachLabel, type PageLabels } from "./page-labels.ts";

/** A label links to few places: from the menu, the footer and an old address. */
const MAX_PLACES_OF_A_LABEL = 3;

/** A text that links to an address. */
export interface LinkedLabel {
  readonly language: string | undefined;
  readonly text: string;
  readonly stems: readonly string[];
  readonly url: string;
  readonly address: Address;
}

/** A label and its address, as found on the pages of a site. */
export interface FoundUse {
  readonly label: LinkedLabel;
  /** The label and the end of its address, normalised to be compared across sites. */
  readonly ownNames: readonly string[];
  readonly addressNames: readonly string[];
  /** The pages that show it. */
  readonly pages: Set<string>;
  isInMenu: boolean;
}

/** Whether an address repeats a label. */
export function isNamedByAddress({ ownNames, addressNames }: FoundUse): boolean {
  return ownNames.some((name) => addressNames.includes(name));
}

/** What menus say about an address. */
interface MenuUse {
  /** The pages that have it in a menu. */
  readonly pages: Set<string>;
  /** The lists that it stands in, each once. */
  readonly lists: Set<readonly string[]>;
  /** The nearest entries above it that have a link. */
  readonly heads: Set<string>;
  below: number;
  isNested: boolean;
  /** The first place among the menus of a page, 0..1, and the most entries of a menu that has it. */
  rank: number;
  size: number;
  /** How many entries it has, and how many of them have each mark. */
  entries: number;
  readonly marks: number[];
}

/** What the menus of a site say about an address, as judging it needs. */
export interface MenuEvidence {
  /** The host of the home page. */
  readonly home: string | undefined;
  /** The share of the site's pages that have it in a menu. */
  readonly menuShare: number;
  /** Entries below it in menus. */
  readonly entriesBelow: number;
  /** Whether it is below another entry in a menu. */
  readonly isNested: boolean;
  /** The first place of a menu that has it among those of a page, 0..1, and the most entries of such a menu. */
  readonly menuRank: number;
  readonly menuSize: number;
  /** The share of its entries that have each of `MENU_MARKS`. */
  readonly marks: readonly number[];
  /** The lists of menus that it stands in; all their entries have the same arrays. */
  readonly lists: readonly (readonly string[])[];
  /** The nearest entries above it that have a link. */
  readonly heads: readonly string[];
}

/** Collects the distinct pairs of label and address of a site. */
export class UseCollector {
  /** By label and address. */
  readonly #uses = new Map<string, FoundUse>();
  readonly #menus = new Map<string, MenuUse>();
  /** By their entries: the menus of all pages of a site are the same. */
  readonly #lists = new Map<string, readonly string[]>();
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
  menuEvidence(place: string): MenuEvidence {
    const menu = this.#menus.get(place);
    const entries = Math.max(1, menu?.entries ?? 0);
    return {
      home: this.#home?.host,
      menuShare: (menu?.pages.size ?? 0) / Math.max(1, this.#pages),
      entriesBelow: menu?.below ?? 0,
      isNested: menu?.isNested ?? false,
      menuRank: menu?.rank ?? 1,
      menuSize: menu?.size ?? 0,
      marks: MENU_MARKS.map((_, bit) => (menu?.marks[bit] ?? 0) / entries),
      lists: [...(menu?.lists ?? [])],
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
      return place === undefined ? [] : [{ place, node }];
    });
    const list = this.#listOf(found.map(({ place }) => place));
    const head = above.at(-1);
    for (const { place, node } of found) {
      const menu = this.#menuAt(place);
      menu.pages.add(page.id);
      menu.below = Math.max(menu.below, node.children.length);
      menu.isNested ||= above.length > 0;
      menu.rank = Math.min(menu.rank, this.#menu.rank);
      menu.size = Math.max(menu.size, this.#menu.size);
      menu.lists.add(list);
      menu.entries++;
      for (const bit of menu.marks.keys()) menu.marks[bit]! += ((node.marks ?? 0) >> bit) & 1;
      if (head !== undefined && head !== place) menu.heads.add(head);
      this.#addAbove(place, above);
    }
  }

  #listOf(places: readonly string[]): readonly string[] {
    const list = [...new Set(places)];
    const key = list.join("\n");
    const known = this.#lists.get(key) ?? list;
    this.#lists.set(key, known);
    return known;
  }

  #menuAt(place: string): MenuUse {
    const menu = this.#menus.get(place) ?? {
      pages: new Set(),
      lists: new Set(),
      heads: new Set(),
      below: 0,
      isNested: false,
      rank: 1,
      size: 0,
      entries: 0,
      marks: MENU_MARKS.map(() => 0),
    };
    this.#menus.set(place, menu);
    return menu;
  }

  #addAbove(place: string, above: readonly string[]): void {
    const known = this.above.get(place) ?? new Set();
    for (const outer of above) if (outer !== place) known.add(outer);
    this.above.set(place, known);
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
