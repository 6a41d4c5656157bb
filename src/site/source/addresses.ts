import type { Page } from "../../page/index.ts";
import { canonicaliseUrl, registrableDomain, resolveUrl } from "../../url/index.ts";
import { publicSuffixes } from "../../url/public-suffixes.ts";

/** Extensions of linked files that are not pages and need not be fetched. */
const OTHER_FILE = /\.(?:jpe?g|png|gif|webp|avif|svg|ico|pdf|mp[34]|m4a|zip|xml|rss|css|js|json)$/i;

/** The site of an address: its registrable domain. */
export function siteOf(url: string): string | undefined {
  return registrableDomain(url, publicSuffixes);
}

/** A key that is equal for all spellings of an address: without scheme, www, tracking and session parameters, and final slash. */
export function addressKey(url: string): string {
  return (canonicaliseUrl(url) ?? url).replace(/^https?:\/\/(?:www\.)?/, "").replace(/\/$/, "");
}

/** Whether an address is that of a picture, a sound or another file that is not a page. */
export function isOtherFile(url: string): boolean {
  return OTHER_FILE.test(URL.parse(url)?.pathname ?? "");
}

/** The absolute address that a page states for itself, if any. */
export function statedAddress(page: Page): string | undefined {
  const openGraph = page.meta.get("og:url")?.[0];
  const stated =
    page.canonicalUrl ?? (openGraph === undefined ? undefined : resolveUrl(openGraph, page.baseUrl));
  return stated === undefined ? undefined : canonicaliseUrl(stated);
}

/** Makes the address of a page from its file path. */
export function addressOfPath(path: string, origin: string): string {
  const parts = path.toWellFormed().replace(/^\/+/, "").split("/").map(encodeURIComponent);
  const place = parts
    .join("/")
    .replace(/\.gz$/i, "")
    .replace(/(^|\/)index\.x?html?$/i, "$1");
  return new URL(`/${place}`, origin).href;
}

/** The addresses of the same site that a page links to, each once, in page order, without its own. */
export function siteLinks(page: Page): readonly string[] {
  const own = page.url === undefined ? undefined : siteOf(page.url);
  if (page.url === undefined || own === undefined) return [];
  const found = new Map<string, string>();
  for (const { href } of page.links) {
    const url = siteOf(href) === own ? canonicaliseUrl(href) : undefined;
    if (url === undefined || isOtherFile(url)) continue;
    if (!found.has(addressKey(url))) found.set(addressKey(url), url);
  }
  found.delete(addressKey(page.url));
  return [...found.values()];
}
