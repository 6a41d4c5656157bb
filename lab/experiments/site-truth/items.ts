import { headlineKey, leafAt, type Page } from "../../../src/page/index.ts";
import { readItems } from "../../../src/site/index.ts";
import { foldSpaces } from "../../../src/text/index.ts";
import { addressKey, canonicaliseUrl } from "../../../src/url/index.ts";
import { plainTable } from "../experiment.ts";
import type { SiteRun } from "../site/site-run.ts";
import { type ReadPage, readPages } from "./pages.ts";
import { Agreement, agreed, type PageMarks, partOf, partsOf, READERS, Tally } from "./truth.ts";

/** An item as the readers and the code see it. */
interface SeenItem {
  readonly address: string;
  readonly title: string;
}

/** Items of real home and section pages against two readers' labels. */
export async function measureItemTruth(run: SiteRun): Promise<string> {
  const pages = await readPages(run);
  const rows = partsOf(run).flatMap((part) => {
    const own = pages.filter(({ truth }) => partOf(truth) === part);
    if (own.length === 0) return [];
    const agreement = new Agreement();
    for (const { truth, page } of own) {
      const [a, b] = READERS.map((reader) => addresses(markedItems(page, truth[reader])));
      agreement.add(a!, b!);
    }
    return [
      ...own.map((page) => [part, page.truth.site, ...scoreItems([page])]),
      [part, "all", ...scoreItems(own)],
      [part, "all links (baseline)", ...scoreItems(own, allLinks)],
      [part, "agreement of the readers", agreement.cell],
    ];
  });
  return plainTable(["part", "site", "P", "R", "same title", "items of both readers"], rows, 2);
}

function scoreItems(
  pages: readonly ReadPage[],
  read: (page: Page) => readonly SeenItem[] = ownItems,
): string[] {
  const tally = new Tally();
  let [matched, same] = [0, 0];
  for (const { truth, page } of pages) {
    const [a, b] = READERS.map((reader) => markedItems(page, truth[reader]));
    const marks = agreed(addresses(a!), addresses(b!));
    const titles = new Map([...b!, ...a!].map((item) => [item.address, headlineKey(item.title)]));
    const byTitle = new Map([...titles].map(([address, title]) => [title, address]));
    const found = new Set<string>();
    for (const item of read(page)) {
      const key = headlineKey(item.title);
      const address = titles.has(item.address) ? item.address : (byTitle.get(key) ?? item.address);
      found.add(address);
      if (!marks.truth.has(address)) continue;
      matched++;
      if (titles.get(address) === key) same++;
    }
    tally.add(found, marks.truth, marks.doubtful);
  }
  return [
    ...tally.cells(),
    matched === 0 ? "–" : (same / matched).toFixed(3).replace(/^0/, ""),
    String(tally.truth),
  ];
}

function addresses(items: readonly SeenItem[]): Set<string> {
  return new Set(items.map(({ address }) => address));
}

function keyOf(url: string): string {
  return addressKey(canonicaliseUrl(url) ?? url);
}

function ownItems(page: Page): readonly SeenItem[] {
  return readItems(page).map(({ url, title }) => ({ address: keyOf(url), title }));
}

/** Baseline: every link with at least four words. */
function allLinks({ document, links }: Page): readonly SeenItem[] {
  return links.flatMap(({ href, textStart, textEnd }) => {
    const title = foldSpaces(document.text.slice(textStart, textEnd));
    return title.split(" ").length >= 4 ? [{ address: keyOf(href), title }] : [];
  });
}

/** The items that a reader marked: the address of the link around the headline, else of the nearest link in its card. */
function markedItems(page: Page, { items }: PageMarks): SeenItem[] {
  const { document, leaves } = page;
  const links = new Map(page.links.map((link) => [link.node, link.href]));
  return items.map(([from, to]) => {
    const texts: string[] = [];
    let anchor = -1;
    for (let leaf = leafAt(leaves, from); leaf < leaves.count && leaves.node[leaf]! <= to; leaf++) {
      const node = leaves.node[leaf]!;
      if (anchor < 0) anchor = leaves.anchor[leaf]!;
      texts.push(document.text.slice(document.textStart[node], document.textEnd[node]));
    }
    const url = links.get(anchor) ?? nearestLink(page, from, links);
    return { address: url === undefined ? `node ${from}` : keyOf(url), title: foldSpaces(texts.join(" ")) };
  });
}

/** The first link in the smallest element around a node that has one. */
function nearestLink(
  { document }: Page,
  node: number,
  links: ReadonlyMap<number, string>,
): string | undefined {
  for (let around = document.parent[node] ?? 0; around > 0; around = document.parent[around]!) {
    for (let at = around; at < document.end[around]!; at++) if (links.has(at)) return links.get(at);
  }
  return undefined;
}
