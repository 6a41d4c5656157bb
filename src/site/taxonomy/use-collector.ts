import { ADDRESS_KIND, addressKind } from "../items/address-kind.ts";
import { type Address, readAddress } from "./address.ts";
import { type LabelStems, makeLabelStems } from "./label-stems.ts";
import { isLabel, labelKey, labelWords } from "./label-text.ts";
import { put } from "./member-sets.ts";
import type { LabelNode, PageLabels } from "./page-labels.ts";

/** A label and where it leads, as found on the pages of a site. */
export interface FoundUse {
  readonly language: string | undefined;
  readonly text: string;
  readonly stems: readonly string[];
  readonly url: string;
  readonly address: Address;
  /** The label, and the end of its address, as they are compared with those of other sites. */
  readonly ownNames: readonly string[];
  readonly addressNames: readonly string[];
  /** The pages that show it. */
  readonly pages: Set<string>;
}

/** Menu, footer and an old address. */
const MAX_PLACES_OF_A_LABEL = 3;

/** Notes each label of a site once for each place that it leads to. */
export class UseCollector {
  /** By label and address. */
  readonly #uses = new Map<string, FoundUse>();
  /** For each address those of the labels above it. */
  readonly above = new Map<string, Set<string>>();
  readonly #home: Address | undefined;
  readonly #stemsOf: LabelStems = makeLabelStems();

  constructor(home: Address | undefined) {
    this.#home = home;
  }

  /** All labels but those that lead to many places: they say what a link does ("More", "Comments"), not where it leads. */
  uses(): FoundUse[] {
    const places = Map.groupBy(this.#uses.values(), ({ text }) => labelKey(text));
    return [...places.values()].filter((uses) => uses.length <= MAX_PLACES_OF_A_LABEL).flat();
  }

  read(page: PageLabels, nodes: readonly LabelNode[] = page.labels, above: readonly string[] = []): void {
    for (const node of nodes) {
      const place = this.#read(node, page)?.key;
      if (place !== undefined) for (const outer of above) if (outer !== place) put(this.above, place, outer);
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
      language,
      text,
      stems: stemsOf(text),
      url,
      address,
      ownNames: namesOf(text, stemsOf),
      addressNames: isLabel(end) ? namesOf(end, stemsOf) : [],
      pages: new Set(),
    };
  }

  /** A host of its own, as in sport.news.example, is a section; the host of the first page is home. */
  #isHome({ key }: Address): boolean {
    return key === this.#home?.key || key === `${this.#home?.host}/`;
  }
}

/** Addresses are often written without the marks on letters, and in English on sites that are not: words count as well as stems. */
function namesOf(text: string, stemsOf: (text: string) => string[]): string[] {
  const names = [labelWords(text).sort().join(" "), stemsOf(text).join(" ")];
  return [...new Set(names.map((name) => name.normalize("NFD").replace(/\p{M}/gu, "")))];
}
