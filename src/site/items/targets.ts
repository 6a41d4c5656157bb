import {
  attribute,
  type Document,
  HEADING_TAGS,
  NODE_FLAG,
  NODE_KIND,
  TAG,
  tagTable,
} from "../../html/index.ts";
import type { Link, Page } from "../../page/index.ts";
import { countWords } from "../../text/index.ts";
import { addressKey, canonicaliseUrl } from "../../url/index.ts";
import { isOtherFile, siteOf } from "../source/page-source.ts";
import { ADDRESS_KIND, type AddressKind, addressKind } from "./address-kind.ts";
import { SERVICE_FOLDERS, SOCIAL_SITES } from "./service-folders.data.ts";

/** A node with links to several articles. */
const SEVERAL = -2;
/** A page with this many linked pages below its path is a section, whatever its own address looks like. */
const SECTION_CHILDREN = 3;
/** How many levels above a link its `article` is searched, and how many nodes inside it for a heading. */
const MAX_CLIMB = 8;
/** Names of sections in headings have up to four words. */
const HEADLINE_WORDS = 5;
const MAX_LINK_NODES = 60;
/** More links than a heading or a card has; every heading of a hostile page may contain all of its links. */
const MAX_LINKS_WITHIN = 20;
/** Flags of nodes that readers do not see. */
export const UNSEEN = NODE_FLAG.hidden | NODE_FLAG.template | NODE_FLAG.noscript;
/** `rel` values of links to other things than articles, or to paid ones. */
const OTHER_KINDS = /(?:^|\s)(?:sponsored|author|tag|category|next|prev|search|help|license)(?:\s|$)/;
/** The prefix that web archives put before the address of a page, ending in the time of capture. */
const ARCHIVED = /^https?:\/\/(?:[^/]+\/){1,4}\d{4,14}(?:[a-z]{2}_)?\/(?=https?:\/\/)/i;
const MENUS = tagTable("nav", "menu", "dialog", "form", "address");
/** Headers and footers of the page, unless they are inside of one of `PARTS`. */
const ENDS = tagTable("header", "footer");
const PARTS = tagTable("article", "main", "section", "li", "aside");
const ROLES: ReadonlySet<string> = new Set([
  "navigation",
  "menu",
  "menubar",
  "banner",
  "contentinfo",
  "search",
  "dialog",
]);
/** The header of a page links to its sections, that of a card only to one article, its section and its author. */
const MIN_END_LINKS = 4;
/** An element whose links are mostly entries of a menu is one, whatever it is called, with the stories that it promotes. */
const MIN_MENU_ENTRIES = 12;
const MIN_ENTRY_SHARE = 0.75;
const MAX_ENTRY_CHARACTERS = 60;
const OUTSIDE = 0;
const NAVIGATION = 1;
const INSIDE_PART = 2;

/** A node without a link to an article. */
export const NONE = -1;

/** A page of the site that may be an article. */
interface Target extends Address {
  readonly kind: AddressKind;
}

/** The links of a page to pages of its own site. */
export interface Targets {
  readonly list: readonly Target[];
  /** Links that may lead to articles, in document order, without those of menus and paid ones. */
  readonly links: readonly TargetLink[];
  /** Links to sections, front pages and the page itself, including those of menus. */
  readonly sections: readonly TargetLink[];
  /** 1 for every node in a menu, the header or footer of the page, or a form. */
  readonly navigation: Uint8Array;
  /** For every node the only target linked inside or around it, else `NONE` or `SEVERAL`. */
  readonly inside: Int32Array;
}

/** Finds the links of a page to its own site and classifies their targets. */
export function findTargets(page: Page): Targets {
  const { document } = page;
  const navigation = findNavigation(page, "links");
  const { addresses, links: found } = findOwnLinks(page);
  const targetsWhere = (is: (link: Link, target: number) => boolean) =>
    new Set(found.filter(({ link, target }) => is(link, target)).map(({ target }) => target));
  const inMenus = targetsWhere(({ node }) => navigation[node] === 1);
  const announced = targetsWhere((link, target) => isAnnouncement(document, link, addresses[target]!.own));
  const list = withKinds(addresses, page, { inMenus, announced });
  const isSection = ({ target }: TargetLink) => list[target]!.kind === ADDRESS_KIND.section;
  const links = found.filter((own) => !isSection(own) && navigation[own.link.node] !== 1);
  const sections = found.filter(isSection);
  return { list, links, sections, navigation, inside: markInside(document, links) };
}

/** Targets by the places that link to them. */
interface LinkPlaces {
  readonly inMenus: ReadonlySet<number>;
  /** Targets in headings of `article` elements, or in headings that read like headlines. */
  readonly announced: ReadonlySet<number>;
}

/**
 * Whether a link is in a heading of an `article`, or around one: the usual markup of an announced article. Elsewhere the heading must
 * be as long as a headline, and the address no folder: "More of this topic" is announced as well.
 */
function isAnnouncement(
  document: Document,
  { node: link, textStart, textEnd }: Link,
  { pathname }: URL,
): boolean {
  let isHeading = false;
  const end = Math.min(document.end[link]!, link + MAX_LINK_NODES);
  for (let node = link; node < end; node++) isHeading ||= HEADING_TAGS[document.tag[node]!] === 1;
  for (let at = link, step = 0; at > 0 && step < MAX_CLIMB; at = document.parent[at]!, step++) {
    isHeading ||= HEADING_TAGS[document.tag[at]!] === 1;
    if (document.tag[at] === TAG.article) return isHeading;
  }
  if (!isHeading || pathname.endsWith("/")) return false;
  return countWords(document.text.slice(textStart, textEnd)) >= HEADLINE_WORDS;
}

/** Adds the kind of each address; a page that menus link to, or with pages below its path, is a section if its address allows. */
function withKinds(
  addresses: readonly Address[],
  { url, canonicalUrl }: Page,
  { inMenus, announced }: LinkPlaces,
): readonly Target[] {
  const itself = new Set([url, canonicalUrl].map(keyOf));
  const children = new Map<string, number>();
  for (const { own } of addresses) {
    for (const folder of foldersOf(`${own.host}${own.pathname}`)) {
      children.set(folder, (children.get(folder) ?? 0) + 1);
    }
  }
  return addresses.map((address, target) => {
    const { own } = address;
    const path = `${own.host}${own.pathname}`.replace(/\/$/, "");
    const kind = addressKind(own);
    const isFront = inMenus.has(target) || (children.get(path) ?? 0) >= SECTION_CHILDREN;
    const isSection = itself.has(addressKey(own.href)) || (isFront && kind !== ADDRESS_KIND.article);
    if (isSection) return { ...address, kind: ADDRESS_KIND.section };
    const isUnclear = kind === ADDRESS_KIND.section && announced.has(target);
    return { ...address, kind: isUnclear ? ADDRESS_KIND.unclear : kind };
  });
}

function keyOf(address: string | undefined): string | undefined {
  const own = address === undefined ? undefined : ownAddress(address);
  return own && addressKey(own.href);
}

/** The parent folders of a path, at most ten, since a hostile path may have thousands. */
function foldersOf(path: string): readonly string[] {
  const folders: string[] = [];
  let end = path.indexOf("/");
  while (end >= 0 && end < path.length - 1 && folders.length < 10) {
    folders.push(path.slice(0, end));
    end = path.indexOf("/", end + 1);
  }
  return folders;
}

function markInside({ size, parent, end }: Document, links: readonly TargetLink[]): Int32Array {
  const inside = new Int32Array(size).fill(NONE);
  for (const { link, target } of links) inside.fill(target, link.node, end[link.node]);
  // Children come after their parents, so going backwards every node is complete before its parent reads it.
  for (let node = size - 1; node > 0; node--) {
    const own = inside[node]!;
    const above = parent[node]!;
    if (own === NONE || inside[above] === own) continue;
    inside[above] = inside[above] === NONE ? own : SEVERAL;
  }
  return inside;
}

/** The links in a range of nodes, at most `MAX_LINKS_WITHIN`. */
export function linksWithin({ links }: Targets, from: number, to: number): readonly TargetLink[] {
  let [low, high] = [0, links.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (links[middle]!.link.node < from) low = middle + 1;
    else high = middle;
  }
  let end = low;
  while (end < links.length && end < low + MAX_LINKS_WITHIN && links[end]!.link.node < to) end++;
  return links.slice(low, end);
}

/** A link to a page of the site. */
interface TargetLink {
  readonly link: Link;
  /** The index of its address in `Targets.list`. */
  readonly target: number;
}

/** The address that one or more links lead to. */
interface Address {
  /** As the first link spells it. */
  readonly url: string;
  /** The original address if `url` is that of a web archive. */
  readonly own: URL;
}

/** The visible links to the page's own site and others of its publisher, without paid links and files; each address once. */
function findOwnLinks(page: Page) {
  const { flags } = page.document;
  // Boxes of links may be of partners; what the markup calls a menu is not.
  const isOwn = ownSites(page, findNavigation(page, "markup"));
  const numbers = new Map<string, number>();
  const addresses: Address[] = [];
  const links: TargetLink[] = [];
  for (const link of page.links) {
    if ((flags[link.node]! & UNSEEN) !== 0 || OTHER_KINDS.test(link.rel)) continue;
    const url = canonicaliseUrl(link.href);
    const own = url === undefined ? undefined : ownAddress(url);
    if (url === undefined || own === undefined || !isOwn(url) || isOtherFile(own.href)) continue;
    if (isService(own)) continue;
    const key = addressKey(own.href);
    let target = numbers.get(key);
    if (target === undefined) {
      target = addresses.push({ url, own }) - 1;
      numbers.set(key, target);
    }
    links.push({ link, target });
  }
  return { addresses, links };
}

/** Whether an address is in a shop, of a subscription or another page that only looks like an article; the last part may be a headline. */
function isService({ hostname, pathname }: URL): boolean {
  const folders = [...hostname.split(".").slice(0, -1), ...pathname.split("/").slice(0, -1)];
  return folders.some((folder) => SERVICE_FOLDERS.has(folder.toLowerCase()));
}

/** Tests whether an address is of the page's own site or of one that its menus link to: advertisers are not in menus. */
function ownSites(page: Page, navigation: Uint8Array): (address: string) => boolean {
  const { url, canonicalUrl, baseUrl, links } = page;
  const domains = new DomainReader();
  const stated = [url, canonicalUrl, baseUrl].map((own) => own && domains.of(own));
  const own = new Set([stated.find((domain) => domain) ?? commonDomain(page, domains)]);
  for (const { node, href } of links) if (navigation[node] === 1) own.add(domains.of(href));
  own.delete(undefined);
  for (const site of SOCIAL_SITES) own.delete(site);
  return (address) => own.has(domains.of(address));
}

/** The domain of most links of a page without an address; relative links count against it. */
function commonDomain({ links, landmarks }: Page, domains: DomainReader): string | undefined {
  const counts = new Map<string, number>();
  for (const { href } of links) {
    const domain = domains.of(href);
    if (domain !== undefined) counts.set(domain, (counts.get(domain) ?? 0) + 1);
  }
  return [...counts].find(([, count]) => count > landmarks.anchors.length / 2)?.[0];
}

/** Caches the registrable domain of each host. */
class DomainReader {
  readonly #known = new Map<string, string | undefined>();

  of(address: string): string | undefined {
    const own = ownAddress(address);
    if (own === undefined) return undefined;
    if (!this.#known.has(own.host)) this.#known.set(own.host, siteOf(own.href));
    return this.#known.get(own.host);
  }
}

/** The original address of a page, also if the address is that of a web archive. */
export function ownAddress(address: string): URL | undefined {
  return URL.parse(address.replace(ARCHIVED, "")) ?? undefined;
}

/** Whether an address is the front page of its site. */
export function isHome({ pathname, search }: URL): boolean {
  return pathname === "/" && search === "";
}

/** Marks with 1 every node in a menu, the header or footer of the page, a form or an address: by the markup alone, or by their links too. */
function findNavigation({ document, landmarks, links }: Page, by: "markup" | "links"): Uint8Array {
  const { size, parent, kind } = document;
  const entries = by === "markup" ? [] : links.filter((link) => isMenuEntry(document, link));
  const counts: LinkCounts = {
    links: countBefore(size, landmarks.anchors),
    entries: countBefore(
      size,
      entries.map(({ node }) => node),
    ),
  };
  const states = new Uint8Array(size);
  for (let node = 1; node < size; node++) {
    const above = states[parent[node]!]!;
    if (above === NAVIGATION || kind[node] !== NODE_KIND.element) states[node] = above;
    else states[node] = stateOf(document, node, above, counts);
  }
  return states;
}

/** Whether a link is an entry of a menu: a short text that leads to a section by its address. */
function isMenuEntry(document: Document, { href, textStart, textEnd }: Link): boolean {
  const text = document.text.slice(textStart, Math.min(textEnd, textStart + MAX_ENTRY_CHARACTERS));
  if (textEnd - textStart > MAX_ENTRY_CHARACTERS || countWords(text) >= HEADLINE_WORDS) return false;
  const own = ownAddress(href);
  return own !== undefined && addressKind(own) === ADDRESS_KIND.section;
}

/** Links, and entries of menus, before each node. */
interface LinkCounts {
  readonly links: Int32Array;
  readonly entries: Int32Array;
}

function stateOf(document: Document, node: number, above: number, counts: LinkCounts): number {
  const tag = document.tag[node]!;
  const end = document.end[node]!;
  const linksBefore = counts.links;
  const entries = counts.entries[end]! - counts.entries[node]!;
  const isList =
    entries >= MIN_MENU_ENTRIES && entries >= MIN_ENTRY_SHARE * (linksBefore[end]! - linksBefore[node]!);
  if (isList) return NAVIGATION;
  // Some publishing systems wrap a whole page in one form.
  if (MENUS[tag] === 1 && !(tag === TAG.form && end - node > document.size / 2)) return NAVIGATION;
  if (ENDS[tag] === 1 && above === OUTSIDE && linksBefore[end]! - linksBefore[node]! >= MIN_END_LINKS) {
    return NAVIGATION;
  }
  if (ROLES.has(attribute(document, node, "role")?.trim().toLowerCase() ?? "")) return NAVIGATION;
  return PARTS[tag] === 1 ? INSIDE_PART : above;
}

/** Prefix counts: how many of `nodes` come before each node. */
function countBefore(size: number, nodes: readonly number[]): Int32Array {
  const counts = new Int32Array(size + 1);
  for (const node of nodes) counts[node + 1]!++;
  for (let node = 1; node <= size; node++) counts[node]! += counts[node - 1]!;
  return counts;
}
