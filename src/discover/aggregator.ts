import { attribute } from "../html/index.ts";
import { countShownWords, type Page } from "../page/index.ts";
import { registrableDomain, resolveUrl, type Suffixes } from "../url/index.ts";
import type { Announced } from "./announced.ts";

/** A list is an aggregator's if at least this share of its entries names another paper or leads to another site. */
const AGGREGATOR_SHARE = 0.5;

/** Whether a list announces the articles of others: its entries name their publishers or lead to other sites. */
export function isAggregator(entries: readonly Announced[], listUrl: string, suffixes: Suffixes): boolean {
  const own = registrableDomain(listUrl, suffixes);
  const foreign = entries.filter(
    ({ url, publisher }) => publisher !== undefined || registrableDomain(url, suffixes) !== own,
  );
  return foreign.length > 0 && foreign.length >= AGGREGATOR_SHARE * entries.length;
}

/** The entries of an aggregator with the publishers taken off their titles. */
export function splitPublishers(entries: readonly Announced[], suffixes: Suffixes): readonly Announced[] {
  const sites = new Set(entries.map(({ url }) => registrableDomain(url, suffixes)));
  // Behind one address, such as that of a service for feeds, are the stories of one paper: what ends a title is part of it.
  return entries.map((entry) =>
    entry.publisher === undefined && sites.size < 2 ? entry : splitPublisher(entry),
  );
}

const LAST_PART = /^(.*\S)\s+[-–—|·]\s+([^-–—|·]{2,60})$/s;

/** The publisher that aggregators put at the end of a title, taken off it; the publisher may be named apart as well. */
function splitPublisher({ title, publisher, ...rest }: Announced): Announced {
  if (title === undefined) return { title, publisher, ...rest };
  const [, headline, last] = LAST_PART.exec(title) ?? [];
  const isPublisher = last !== undefined && (publisher === undefined || folded(last) === folded(publisher));
  return isPublisher
    ? { ...rest, title: headline, publisher: publisher ?? last }
    : { ...rest, title, publisher };
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
