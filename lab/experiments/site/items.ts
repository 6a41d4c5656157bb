import { readFileSync } from "node:fs";
import { join } from "node:path";
import { formatShare } from "../../../src/eval/index.ts";
import { readHtml } from "../../../src/html/index.ts";
import { headlineKey, Page } from "../../../src/page/index.ts";
import { type Item, readItems } from "../../../src/site/index.ts";
import { canonicaliseUrl, registrableDomain, resolveUrl } from "../../../src/url/index.ts";
import { plainTable } from "../experiment.ts";
import type { SiteRun } from "./site-run.ts";

/** Letters and digits by which teasers are compared: lists cut them or add bylines. */
const TEASER_LETTERS = 30;

/** A line of a set of front pages. */
interface FrontLine {
  readonly id: string;
  readonly site: string;
  readonly url: string;
  readonly htmlPath: string;
  readonly encoding?: string;
  readonly items?: readonly ListedItem[];
}

const COLUMNS = ["precision", "recall", "f1", "linked", "order", "title", "teaser"] as const;
const HEADS = ["P", "R", "F1", "R of linked", "order", "same title", "same teaser"];

const RULE = `The items of real home pages against lists that other readers made of them, some minutes before or after. An item is right
where the list has its address (without fragment, tracking and slash at the end) or its title (letters and digits, in one case); where the list
has no address, also where its title begins with the item's. Doubles count once. \`R of linked\` leaves out what the page does not link on its
own site: stories that came or went in those minutes, and offers of others. \`order\` is the share of pairs of right items that both have in
the same order; \`same title\` and \`same teaser\` are shares of right items, teasers by their first ${TEASER_LETTERS} letters.
The rules were chosen with these pages in view; no site of them is unseen.`;

/** The section-page reader against lists of items, site by site. */
export async function measureItems({ folder: find, tell }: SiteRun): Promise<string> {
  const folder = await find("frontpages-de");
  const bySite = new Map<string, ItemScore[]>();
  for (const { id, site, url, htmlPath, encoding, items } of readLines(folder)) {
    if (items === undefined || items.length === 0) continue;
    tell(id);
    const { document } = readHtml(readFileSync(join(folder, htmlPath)), { encoding });
    const page = new Page(document, url);
    const links = page.links.map(({ href }) => href);
    const scores = bySite.get(site) ?? [];
    bySite.set(site, [...scores, scoreItems(readItems(page), items, { url, links })]);
  }
  const rows = [...bySite].map(([site, scores]) => rowOf(site, scores));
  const all = [...bySite.values()].flat();
  return `${RULE}\n\n${plainTable(["site", "pages", "items", "listed", ...HEADS], [...rows, rowOf("mean over pages", all)], 1)}`;
}

function readLines(folder: string): FrontLine[] {
  return readFileSync(join(folder, "index.jsonl"), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line): FrontLine => JSON.parse(line));
}

function rowOf(name: string, scores: readonly ItemScore[]): string[] {
  const sum = (of: "found" | "listed") => scores.reduce((total, score) => total + score[of], 0);
  const means = COLUMNS.map((column) => {
    const values = scores.flatMap((score) => score[column] ?? []);
    return values.length === 0 ? "" : formatShare(values.reduce((a, b) => a + b, 0) / values.length);
  });
  return [name, String(scores.length), String(sum("found")), String(sum("listed")), ...means];
}

/** An entry of a list that a person read off a page. */
interface ListedItem {
  readonly title: string;
  /** Absent, or ends with a word for it, where the reader found none. */
  readonly url?: string;
  readonly teaser?: string;
}

/** How well the items of a page agree with a list. */
interface ItemScore {
  readonly found: number;
  /** Different entries of the list. */
  readonly listed: number;
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
  /** Recall of the entries that the page links on its own site; undefined where there are none. */
  readonly linked: number | undefined;
  readonly order: number;
  readonly title: number;
  /** Undefined where no right entry has a teaser. */
  readonly teaser: number | undefined;
}

/** A pair that is the same article: an entry of the list, and the place of the item. */
interface Pair {
  readonly entry: ListedItem;
  readonly place: number;
}

/** The lists' text for a missing address. */
const NO_ADDRESS = "undefined";
/** Shorter titles are the beginning of too many others. */
const MIN_BEGINNING = 12;

/** A page that is listed. */
interface ListedPage {
  readonly url: string;
  /** The addresses that it links to. */
  readonly links: readonly string[];
}

/** Compares the items of a page with a list of them. */
function scoreItems(items: readonly Item[], list: readonly ListedItem[], page: ListedPage): ItemScore {
  const entries = withoutDoubles(list, page.url);
  const find = itemFinder(items, page.url);
  const pairs = entries.flatMap((entry): Pair[] => {
    const place = find(entry);
    return place === undefined ? [] : [{ entry, place }];
  });
  const recall = share(pairs.length, entries.length);
  const precision = share(new Set(pairs.map(({ place }) => place)).size, items.length);
  const isLinked = ownLinks(page);
  const linked = entries.filter(isLinked);
  const teasers = pairs.filter(({ entry }) => entry.teaser !== undefined);
  return {
    found: items.length,
    listed: entries.length,
    precision,
    recall,
    f1: precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall),
    linked: shareOfSome(pairs.filter(({ entry }) => isLinked(entry)).length, linked.length),
    order: orderAgreement(pairs.map(({ place }) => place)),
    title: share(
      pairs.filter(({ entry, place }) => headlineKey(entry.title) === headlineKey(items[place]!.title))
        .length,
      pairs.length,
    ),
    teaser: shareOfSome(
      teasers.filter(({ entry, place }) => isSameTeaser(entry, items[place]!)).length,
      teasers.length,
    ),
  };
}

function shareOfSome(part: number, whole: number): number | undefined {
  return whole === 0 ? undefined : part / whole;
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}

/** One spelling for one address; undefined where a list has none. */
function addressOf(url: string | undefined, base: string): string | undefined {
  const isKnown = url !== undefined && url.split("/").at(-1) !== NO_ADDRESS;
  const resolved = isKnown ? resolveUrl(url, base) : undefined;
  return resolved === undefined ? undefined : canonicaliseUrl(resolved)?.replace(/\/$/, "");
}

/** The entries of a list, those of one address or, without any, of one title only once. */
function withoutDoubles(list: readonly ListedItem[], base: string): readonly ListedItem[] {
  const entries = new Map<string, ListedItem>();
  for (const entry of list) {
    const key = addressOf(entry.url, base) ?? headlineKey(entry.title);
    if (!entries.has(key)) entries.set(key, entry);
  }
  return [...entries.values()];
}

/** Finds the place of the item that is an entry of a list. */
function itemFinder(items: readonly Item[], base: string): (entry: ListedItem) => number | undefined {
  const places = new Map<string, number>();
  const beginnings: (readonly [key: string, place: number])[] = [];
  for (const [place, { url, title }] of items.entries()) {
    const key = headlineKey(title);
    for (const name of [addressOf(url, base) ?? url, key]) if (!places.has(name)) places.set(name, place);
    if (key.length >= MIN_BEGINNING) beginnings.push([key, place]);
  }
  return ({ url, title }) => {
    const address = addressOf(url, base);
    const key = headlineKey(title);
    const place = (address === undefined ? undefined : places.get(address)) ?? places.get(key);
    if (place !== undefined || address !== undefined) return place;
    return beginnings.find(([beginning]) => key.startsWith(beginning))?.[1];
  };
}

/** Tells whether a page links an entry of a list on its own site. */
function ownLinks({ url, links }: ListedPage): (entry: ListedItem) => boolean {
  const site = registrableDomain(url);
  const addresses = new Set(
    links.filter((link) => registrableDomain(link) === site).map((link) => addressOf(link, url)),
  );
  return (entry) => {
    const address = addressOf(entry.url, url);
    return address !== undefined && addresses.has(address);
  };
}

/** The share of pairs of places that rise, 1 where there are none. */
function orderAgreement(places: readonly number[]): number {
  let pairs = 0;
  let rising = 0;
  for (const [index, place] of places.entries()) {
    for (const later of places.slice(index + 1)) {
      if (later === place) continue;
      pairs++;
      if (later > place) rising++;
    }
  }
  return pairs === 0 ? 1 : rising / pairs;
}

function isSameTeaser({ teaser = "" }: ListedItem, item: Item): boolean {
  const beginning = (text: string) => headlineKey(text).slice(0, TEASER_LETTERS);
  return beginning(teaser) === beginning(item.teaser ?? "");
}
