import { WHOLE_PARTS } from "../../default-parts.ts";
import { decodeCharset } from "../../html/decode-charset.ts";
import { detectCharset } from "../../html/detect-charset.ts";
import { readHtml } from "../../html/index.ts";
import { Page, TEXT_LEAF } from "../../page/index.ts";
import { foldSpaces, hashText, joinHashes } from "../../text/index.ts";
import { addressKey, canonicaliseUrl, registrableDomain, resolveUrl } from "../../url/index.ts";
import { SITE_WARNINGS, type SiteWarningCode } from "../warnings.data.ts";

/** A page of a site, read. */
export interface SitePage {
  /** The id of the page in its source: a file path, a record id or an address. */
  readonly id: string;
  /** Its address, if known. */
  readonly url: string | undefined;
  readonly page: Page;
}

/** A source of the pages of one site: a folder of saved pages, or the network. */
export interface PageSource {
  /** The page that mining starts from: the home page, or the most similar to one. */
  home(): Promise<SitePage>;
  /** The page at an address; undefined if it is missing, forbidden, or beyond a limit. */
  open(url: string): Promise<SitePage | undefined>;
  /** All pages that the source knows in advance, one at a time; none if pages are found only by links. */
  pages(): AsyncIterable<SitePage>;
  /** The pages that could not be read so far, and why. */
  readonly failures: readonly { readonly id: string; readonly code: string; readonly message: string }[];
}

/** A warning about a site. */
export interface SiteWarning {
  readonly code: SiteWarningCode;
  readonly message: string;
}

/** An opened source, with the name of its site and the warnings so far. */
export interface OpenedSource extends PageSource {
  /** The registrable domain, or a placeholder if the pages have no address. */
  readonly site: string;
  /** The number of pages, if known in advance. */
  readonly pageCount?: number | undefined;
  /** The warnings so far. */
  readonly warningCodes: ReadonlySet<SiteWarningCode>;
  /** What a warning is about, as a sentence after its words. */
  readonly warningDetails?: ReadonlyMap<SiteWarningCode, string>;
}

/** The warnings of some codes, in the order of the table. */
export function warningsOf(
  warningCodes: ReadonlySet<SiteWarningCode>,
  details: OpenedSource["warningDetails"] = new Map(),
): readonly SiteWarning[] {
  const codes = Object.keys(SITE_WARNINGS) as SiteWarningCode[];
  return codes
    .filter((code) => warningCodes.has(code))
    .map((code) => ({ code, message: [SITE_WARNINGS[code], details.get(code)].filter(Boolean).join(" ") }));
}

/** What is known of a page before it is parsed. */
export interface PageFacts {
  readonly url: string | undefined;
  /** The charset of the bytes, if certain. */
  readonly encoding?: string | undefined;
  /** The charset of the HTTP header: a hint. */
  readonly charset?: string | undefined;
  readonly maxBytes?: number | undefined;
}

/** A parsed page. */
interface PageRead {
  readonly page: Page;
  /** The decoded markup. */
  readonly markup: string;
  /** Whether it was cut off. */
  readonly isTruncated: boolean;
}

/** Parses a page as `extract` does; throws if the input is not a page. */
export function readSitePage(html: Uint8Array | string, { url, ...options }: PageFacts): PageRead {
  const { document, markup, warnings } = readHtml(html, {
    ...options,
    detect: detectCharset,
    decode: decodeCharset,
  });
  return { page: new Page(document, url), markup, isTruncated: warnings.includes("TRUNCATED") };
}

/** A key that is equal for pages with the same visible text; undefined if there is none. */
export function textKey({ leaves, document }: Page): string | undefined {
  let first = 0;
  let second = 0;
  let length = 0;
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    if (leaves.kind[leaf] !== TEXT_LEAF || leaves.visible[leaf] === 0) continue;
    const node = leaves.node[leaf]!;
    const text = foldSpaces(document.text.slice(document.textStart[node], document.textEnd[node]));
    const hash = hashText(text);
    first = joinHashes(first, hash);
    // 32 bits would collide on large sites.
    second = joinHashes(hash ^ length, second);
    length += text.length;
  }
  return length === 0 ? undefined : `${length}-${first >>> 0}-${second >>> 0}`;
}

/** Extensions of linked files that are not pages and need not be fetched. */
const OTHER_FILE = /\.(?:jpe?g|png|gif|webp|avif|svg|ico|pdf|mp[34]|m4a|zip|xml|rss|css|js|json)$/i;

/** The site of an address: its registrable domain. */
export function siteOf(url: string): string | undefined {
  return registrableDomain(url, WHOLE_PARTS.suffixes);
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
