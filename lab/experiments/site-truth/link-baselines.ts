import { tagName } from "../../../src/html/index.ts";
import type { SitePage } from "../../../src/site/source/page-source.ts";
import { readAddress } from "../../../src/site/taxonomy/addresses.ts";
import { isLabel, labelKey } from "../../../src/site/taxonomy/label-words.ts";
import { foldSpaces } from "../../../src/text/index.ts";
import { hashName } from "./truth.ts";

/** Sections of a site as some method gives them, and which of them is above which. */
export interface SiteSections {
  readonly sections: readonly { readonly names: readonly string[]; readonly addresses: readonly string[] }[];
  readonly above: readonly (readonly [broader: number, narrower: number])[];
}

const LISTS = new Set(["ul", "ol", "dl", "menu"]);

/** For the baseline of every short link. */
export function isLinked(): boolean {
  return true;
}

/** For the baseline of links in headings. */
export function isInHeading({ page }: SitePage, node: number): boolean {
  const { document } = page;
  for (let at = node; at > 0; at = document.parent[at]!)
    if (/^h[1-6]$/.test(tagName(document, at))) return true;
  return false;
}

/** Baseline: every short link is a section, and a link is below the first link of the list item around it. */
export function domSections(
  pages: readonly SitePage[],
  isTaken: (page: SitePage, node: number) => boolean,
): SiteSections {
  const sections: { names: string[]; addresses: string[] }[] = [];
  const numbers = new Map<string, number>();
  const above = new Set<string>();
  for (const site of pages) {
    const { document, links } = site.page;
    const firstOfItem = new Map<number, number>();
    for (const { node, href, textStart, textEnd } of links) {
      const text = foldSpaces(document.text.slice(textStart, textEnd));
      const address = readAddress(href);
      if (!isLabel(text) || address === undefined || !isTaken(site, node)) continue;
      const number =
        numbers.get(address.key) ?? sections.push({ names: [], addresses: addressHash(href) }) - 1;
      numbers.set(address.key, number);
      sections[number]!.names.push(hashName(labelKey(text)));
      for (let at = document.parent[node]!, depth = 0; at > 0; at = document.parent[at]!) {
        if (LISTS.has(tagName(document, at))) depth++;
        if (tagName(document, at) !== "li") continue;
        const first = firstOfItem.get(at);
        if (first === undefined) firstOfItem.set(at, number);
        else if (first !== number && depth > 0) above.add(`${first} ${number}`);
      }
    }
  }
  const pairs = [...above].map((pair) => pair.split(" ").map(Number) as [number, number]);
  return { sections, above: pairs };
}

/** The hash of an address, if it is one. */
export function addressHash(url: string): string[] {
  const key = readAddress(url)?.key;
  return key === undefined ? [] : [hashName(key)];
}
