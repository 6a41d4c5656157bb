import { attribute } from "../html/index.ts";
import { countShownWords, type Page, plainText } from "../page/index.ts";
import { words } from "../text/index.ts";
import { addressKey, registrableDomain, resolveUrl, type Suffixes } from "../url/index.ts";
import type { Announced } from "./announced.ts";

/** A list of which at least this share of entries names another paper or site is an aggregator. */
const AGGREGATOR_SHARE = 0.5;

/** Whether the entries of a list name other publishers or lead to other sites. */
export function isAggregator(entries: readonly Announced[], listUrl: string, suffixes: Suffixes): boolean {
  if (endsWithPublishers(entries)) return true;
  const own = registrableDomain(listUrl, suffixes);
  const foreign = entries.filter(
    ({ url, publisher }) => publisher !== undefined || registrableDomain(url, suffixes) !== own,
  );
  return foreign.length > 0 && foreign.length >= AGGREGATOR_SHARE * entries.length;
}

/** The entries of an aggregator with the publishers taken off their titles. */
export function splitPublishers(entries: readonly Announced[], suffixes: Suffixes): readonly Announced[] {
  const sites = new Set(entries.map(({ url }) => registrableDomain(url, suffixes)));
  // A single host, such as a feed service, mostly has the stories of one paper, whose titles are left whole.
  const isOne = sites.size < 2 && !endsWithPublishers(entries);
  const unnamed = entries.filter(({ publisher }) => publisher === undefined);
  const ended = unnamed.filter(({ title = "" }) => LAST_PART.test(title));
  // So are titles of a paper with two domains, of which only some end like a name: "… - live updates".
  const isTitle = isOne || ended.length < AGGREGATOR_SHARE * unnamed.length;
  return entries.map((entry) => (entry.publisher === undefined && isTitle ? entry : splitPublisher(entry)));
}

/** Fewer entries than this may end alike by chance. */
const MIN_ENDINGS = 5;
/** Almost every title of an aggregator ends with a publisher's name. */
const ENDING_SHARE = 0.8;

/**
 * Whether the titles of a list end with the names of several papers, and its addresses, like those of redirects, hold no words of
 * the titles. Titles of a paper's own stories end with its name or a section, and their addresses hold words of them.
 */
function endsWithPublishers(entries: readonly Announced[]): boolean {
  const endings = entries.flatMap(({ url, title = "", publisher }) => {
    const [, headline = "", last] = LAST_PART.exec(title) ?? [];
    return last === undefined || publisher !== undefined || namesStory(url, headline) ? [] : [folded(last)];
  });
  return endings.length >= Math.max(MIN_ENDINGS, ENDING_SHARE * entries.length) && new Set(endings).size > 1;
}

function namesStory(url: string, headline: string): boolean {
  const address = url.toLowerCase();
  return words(headline).some((word) => word.length >= 4 && address.includes(word));
}

const LAST_PART = /^(.*\S)\s+[-–—|·]\s+([^-–—|·]{2,60})$/s;

/** Removes the publisher that aggregators put at the end of a title; the publisher may be named separately as well. */
function splitPublisher({ title, publisher, ...rest }: Announced): Announced {
  if (title === undefined) return { title, publisher, ...rest };
  const [, headline, last] = LAST_PART.exec(title) ?? [];
  const isPublisher = last !== undefined && (publisher === undefined || folded(last) === folded(publisher));
  return isPublisher
    ? { ...rest, title: headline, publisher: publisher ?? last }
    : { ...rest, title, publisher };
}

/** Headlines have more words than names, labels and buttons. */
const MIN_HEADLINE_WORDS = 4;
/** Fewer links to other sites are advertisements or partner links. */
const MIN_FOREIGN = 5;

/** The headlines of a page that links to stories of other sites; none if it links to few, or to one site. */
export function foreignItems(page: Page, suffixes: Suffixes): readonly Announced[] {
  const own = registrableDomain(page.url ?? "", suffixes);
  const items = new Map<string, Announced>();
  const sites = new Set<string>();
  for (const { href, rel, textStart, textEnd } of page.links) {
    const site = registrableDomain(href, suffixes);
    const title = plainText(page.document.text.slice(textStart, textEnd));
    const isStory = site !== undefined && site !== own && URL.parse(href)?.pathname !== "/";
    if (!isStory || /\bsponsored\b/.test(rel) || words(title).length < MIN_HEADLINE_WORDS) continue;
    sites.add(site);
    if (!items.has(addressKey(href))) items.set(addressKey(href), { url: href, title, published: undefined });
  }
  return sites.size > 1 && items.size >= MIN_FOREIGN ? [...items.values()] : [];
}

function folded(name: string): string {
  return name
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "");
}

/** A page that redirects says little else. */
const MAX_REDIRECT_WORDS = 60;
/** Pages that reload themselves do so after minutes. */
const MAX_REFRESH_SECONDS = 10;

/** The address that a page sends its readers on to by `meta refresh`; aggregators and link shorteners do. */
export function refreshTarget(page: Page): string | undefined {
  const { document, landmarks } = page;
  for (const node of landmarks.metas) {
    if (attribute(document, node, "http-equiv")?.trim().toLowerCase() !== "refresh") continue;
    const content = attribute(document, node, "content") ?? "";
    const [, seconds, address] = /^\s*([\d.]+)\s*[;,]\s*url\s*=\s*["']?([^"']+)/i.exec(content) ?? [];
    const url = address === undefined ? undefined : resolveUrl(address.trim(), page.baseUrl);
    const isOnward = url !== undefined && /^https?:/.test(url) && url !== page.url;
    if (isOnward && Number(seconds) <= MAX_REFRESH_SECONDS && countShownWords(page) <= MAX_REDIRECT_WORDS)
      return url;
  }
  return undefined;
}
