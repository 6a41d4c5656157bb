import { ADDRESS_KIND, addressKind } from "../items/address-kind.ts";
import { type Address, liesUnder, readAddress } from "./address.ts";
import { put } from "./cluster.ts";
import { type LabelStems, makeLabelStems } from "./label-stems.ts";
import { findStories } from "./label-stories.ts";
import { isLabel, labelKey, labelWords } from "./label-text.ts";
import type { LabelNode, PageLabels, SiteLabels } from "./page-labels.ts";

/** A label as one site uses it: a text that links to one place of the site. */
export interface LabelUse {
  readonly site: string;
  readonly language: string | undefined;
  readonly text: string;
  readonly stems: readonly string[];
  readonly url: string;
  readonly address: Address;
  /** What the label and the end of its address call the place, for comparison with other sites. */
  readonly names: readonly string[];
  /** Pages of the site that show it. */
  readonly pages: number;
  /** Keys of the addresses that it stands under, in the trees of pages or by its own address. */
  readonly above: ReadonlySet<string>;
  /** Titles of stories that stand under it alone, by their key. */
  readonly stories: ReadonlyMap<string, string>;
  /** Words of those titles, and of the pages that lie under it. */
  readonly vocabulary: ReadonlyMap<string, number>;
}

/** Menu, footer and an old address. */
const MAX_PLACES_OF_A_LABEL = 3;

type FoundUse = Omit<LabelUse, "pages" | "above" | "stories" | "vocabulary">;

/** The labels of a site that may name sections: they are short, link to the site itself and not to its home page. */
export function collectUses({ site, pages }: SiteLabels): LabelUse[] {
  const collector = new UseCollector(site, readAddress(pages[0]?.url));
  for (const page of pages) collector.read(page, page.labels, []);
  collector.dropButtons();
  const uses = [...collector.uses.values()];
  const stories = findStories(pages, new Set(uses.map(({ address }) => address.key)));
  return [...collector.uses].map(([key, use]) => ({
    ...use,
    pages: collector.pages.get(key)?.size ?? 0,
    above: new Set([
      ...(collector.above.get(use.address.key) ?? []),
      ...uses.filter(({ address }) => liesUnder(use.address, address)).map(({ address }) => address.key),
    ]),
    stories: stories.titles.get(use.address.key) ?? new Map(),
    vocabulary: stories.vocabularies.get(use.address.key) ?? new Map(),
  }));
}

/** Notes each label of a site once for each place that it leads to. */
class UseCollector {
  readonly uses = new Map<string, FoundUse>();
  readonly pages = new Map<string, Set<string>>();
  readonly above = new Map<string, Set<string>>();
  readonly #site: string;
  readonly #home: Address | undefined;
  readonly #stemsOf: LabelStems = makeLabelStems();

  constructor(site: string, home: Address | undefined) {
    this.#site = site;
    this.#home = home;
  }

  read(page: PageLabels, nodes: readonly LabelNode[], above: readonly string[]): void {
    for (const node of nodes) {
      const address = this.#read(node, page);
      for (const outer of address === undefined ? [] : above)
        if (address !== undefined && outer !== address.key) put(this.above, address.key, outer);
      this.read(page, node.children, address === undefined ? above : [...above, address.key]);
    }
  }

  /** A text that leads to many places says what a link does ("More", "Comments"), not where it leads. */
  dropButtons(): void {
    const places = Map.groupBy(this.uses.keys(), (key) => key.split("\n", 1)[0]);
    for (const keys of places.values())
      if (keys.length > MAX_PLACES_OF_A_LABEL) for (const key of keys) this.uses.delete(key);
  }

  #read({ text, url }: LabelNode, { id, language }: PageLabels): Address | undefined {
    const address = readAddress(url);
    if (url === undefined || address === undefined || !isLabel(text)) return undefined;
    if (this.#isHome(address) || addressKind(address.url) === ADDRESS_KIND.article) return undefined;
    const key = `${labelKey(text)}\n${address.key}`;
    put(this.pages, key, id);
    if (this.uses.has(key)) return address;
    const stems = this.#stemsOf(text, language);
    const names = namesOf(text, address, (name) => this.#stemsOf(name, language));
    this.uses.set(key, { site: this.#site, language, text, stems, url, address, names });
    return address;
  }

  /** A host of its own, as in sport.news.example, is a section; the host of the first page is home. */
  #isHome({ key }: Address): boolean {
    return key === this.#home?.key || key === `${this.#home?.host}/`;
  }
}

/** Addresses are often written without the marks on letters, and in English on sites that are not. */
function namesOf(text: string, { host, parts }: Address, stemsOf: (text: string) => string[]): string[] {
  const end = (parts.at(-1) ?? host.split(".")[0] ?? "").replace(/[-_+.]/g, " ");
  const written = isLabel(end) ? [text, end] : [text];
  const all = written.flatMap((name) => [labelWords(name).sort().join(" "), stemsOf(name).join(" ")]);
  return [...new Set(all.map((name) => name.normalize("NFD").replace(/\p{M}/gu, "")))];
}
