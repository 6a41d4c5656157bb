import { headlineKey } from "../../page/index.ts";
import { words } from "../../text/index.ts";
import { type Address, readAddress } from "./address.ts";
import { makeLabelStems } from "./label-stems.ts";
import { isLabel, isTitle, labelKey, labelWords } from "./label-text.ts";
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
  /** Titles of stories that stand under it alone, by their key. */
  readonly stories: ReadonlyMap<string, string>;
  /** Words of those titles, and of the pages that lie under it. */
  readonly vocabulary: ReadonlyMap<string, number>;
}

interface OpenUse {
  readonly use: Omit<LabelUse, "pages" | "stories" | "vocabulary">;
  readonly pages: Set<string>;
  readonly stories: Map<string, string>;
  readonly vocabulary: Map<string, number>;
}

/** A title that more places of a site show is a list of its own, such as what others read. */
const MAX_PLACES_OF_A_TITLE = 3;

/** The labels of a site that may name sections: they are short, link to the site itself and not to its home page. */
export function collectUses({ site, pages }: SiteLabels): LabelUse[] {
  const stemsOf = makeLabelStems();
  const home = readAddress(pages[0]?.url);
  const open = new Map<string, OpenUse>();
  for (const page of pages) {
    eachLabel(page.labels, (node) => {
      const address = readAddress(node.url);
      if (address === undefined || !isLabel(node.text) || isHome(address, home)) return;
      const key = `${labelKey(node.text)}\n${address.key}`;
      const known = open.get(key) ?? {
        use: {
          site,
          language: page.language,
          text: node.text,
          stems: stemsOf(node.text, page.language),
          url: node.url ?? "",
          address,
          names: namesOf(node.text, address, (text) => stemsOf(text, page.language)),
        },
        pages: new Set(),
        stories: new Map(),
        vocabulary: new Map(),
      };
      known.pages.add(page.id);
      eachLabel(node.children, ({ text, url }) => {
        if (url !== undefined && isTitle(text)) known.stories.set(headlineKey(text), text);
      });
      open.set(key, known);
    });
  }
  const uses = [...open.values()];
  addPages(uses, pages);
  dropSharedStories(uses);
  return uses.map(close);
}

/** Addresses are often written without the marks on letters, and in English on sites that are not. */
function namesOf(text: string, { host, parts }: Address, stemsOf: (text: string) => string[]): string[] {
  const end = parts.at(-1) ?? host.split(".")[0] ?? "";
  const written = [text, ...(isLabel(end) ? [end.replace(/[-_+.]|%20/g, " ")] : [])];
  const all = written.flatMap((name) => [labelWords(name).sort().join(" "), stemsOf(name).join(" ")]);
  return [...new Set(all.map((name) => name.normalize("NFD").replace(/\p{M}/gu, "")))];
}

/** A host of its own, as in sport.news.example, is a section; the host of the first page is home. */
function isHome(address: Address, home: Address | undefined): boolean {
  return address.key === home?.key || address.key === `${home?.host}/`;
}

/** Calls back for every label of a tree, outer ones first. */
export function eachLabel(nodes: readonly LabelNode[], see: (node: LabelNode) => void): void {
  for (const node of nodes) {
    see(node);
    eachLabel(node.children, see);
  }
}

/** What a label links to is about the same as the label: the page there, pages below it, and stories with such addresses. */
function addPages(uses: readonly OpenUse[], pages: readonly PageLabels[]): void {
  const places = Map.groupBy(uses, ({ use }) => use.address.key);
  for (const page of pages) {
    const at = readAddress(page.url);
    for (const { stories, vocabulary } of at === undefined ? [] : around(places, at)) {
      addAll(vocabulary, page.vocabulary);
      if (at !== undefined && places.has(at.key))
        eachTitle(page.labels, (text) => stories.set(headlineKey(text), text));
    }
    eachTitle(page.labels, (text, url) => {
      const target = readAddress(url);
      for (const { stories } of target === undefined ? [] : around(places, target))
        stories.set(headlineKey(text), text);
    });
  }
}

/** The uses that link to a place, else those of the nearest place that it lies under. */
function around(places: ReadonlyMap<string, readonly OpenUse[]>, at: Address): readonly OpenUse[] {
  const exact = places.get(at.key);
  if (exact !== undefined) return exact;
  for (let length = at.parts.length - 1; length >= 0; length--) {
    const found = places.get(`${at.host}/${at.parts.slice(0, length).join("/")}`);
    if (found !== undefined) return found;
  }
  return [];
}

function eachTitle(nodes: readonly LabelNode[], see: (text: string, url: string) => void): void {
  eachLabel(nodes, ({ text, url }) => {
    if (url !== undefined && isTitle(text)) see(text, url);
  });
}

function dropSharedStories(uses: readonly OpenUse[]): void {
  const places = new Map<string, Set<string>>();
  for (const { use, stories } of uses)
    for (const title of stories.keys())
      places.set(title, (places.get(title) ?? new Set()).add(use.address.key));
  for (const { stories } of uses)
    for (const title of [...stories.keys()])
      if ((places.get(title)?.size ?? 0) > MAX_PLACES_OF_A_TITLE) stories.delete(title);
}

function close({ use, pages, stories, vocabulary }: OpenUse): LabelUse {
  for (const title of stories.values())
    addAll(vocabulary, Object.fromEntries(words(title).map((word) => [word, 1])));
  return { ...use, pages: pages.size, stories, vocabulary };
}

function addAll(into: Map<string, number>, counts: Readonly<Record<string, number>>): void {
  for (const [word, count] of Object.entries(counts)) into.set(word, (into.get(word) ?? 0) + count);
}
