import { type Document, NODE_FLAG } from "../../html/index.ts";
import type { Link, Page } from "../../page/index.ts";
import { canonicaliseUrl, registrableDomain } from "../../url/index.ts";
import { publicSuffixes } from "../../url/public-suffixes.ts";
import { ADDRESS_KIND, type AddressKind, addressKind } from "./address-kind.ts";
import { findFurniture } from "./furniture.ts";

/** No article is linked inside of a node. */
export const NONE = -1;
/** More than one is. */
export const SEVERAL = -2;

/** A page of the site that may be an article. */
export interface Target {
  readonly url: string;
  readonly kind: AddressKind;
}

/** A link to a page of the site. */
export interface TargetLink {
  readonly link: Link;
  /** Its place in `Targets.list`. */
  readonly target: number;
}

/** The links of a page to pages of its site, and where they stand. */
export interface Targets {
  readonly list: readonly Target[];
  /** Those that may lead to articles, in document order; none of menus, none paid for. */
  readonly links: readonly TargetLink[];
  /** Those that lead to sections, front pages and the page itself, those of menus included. */
  readonly sections: readonly TargetLink[];
  /** 1 for every node that is in a menu, the head or foot of the page, or a form. */
  readonly furniture: Uint8Array;
  /** For every node the one target of `links` inside of it or around it, `NONE` or `SEVERAL`. */
  readonly inside: Int32Array;
}

/** Pages below a page that make it a section, whatever its own address looks like. */
const SECTION_CHILDREN = 3;
/** More links than a heading or a card has; every heading of a hostile page may hold all of its links. */
const MAX_LINKS_WITHIN = 20;
const UNSEEN = NODE_FLAG.hidden | NODE_FLAG.template | NODE_FLAG.noscript;
const PAID = /\bsponsored\b/;

/** Finds where the page links to pages of its own site. */
export function findTargets(page: Page): Targets {
  const { document } = page;
  const furniture = findFurniture(page);
  const { addresses, links: found } = ownLinks(page);
  const list = withKinds(addresses, page);
  const isSection = ({ target }: TargetLink) => list[target]!.kind === ADDRESS_KIND.section;
  const links = found.filter((own) => !isSection(own) && furniture[own.link.node] !== 1);
  const sections = found.filter(isSection);
  return { list, links, sections, furniture, inside: markInside(document, links) };
}

/** The links to pages of the site that a reader sees, and the addresses behind them, each once. */
function ownLinks(page: Page): { readonly addresses: readonly URL[]; readonly links: readonly TargetLink[] } {
  const { flags } = page.document;
  const isOwn = ownSite(page);
  const numbers = new Map<string, number>();
  const addresses: URL[] = [];
  const links: TargetLink[] = [];
  for (const link of page.links) {
    if ((flags[link.node]! & UNSEEN) !== 0 || PAID.test(link.rel)) continue;
    const url = canonicaliseUrl(link.href);
    if (url === undefined || !isOwn(url)) continue;
    let target = numbers.get(url);
    if (target === undefined) {
      target = addresses.push(new URL(url)) - 1;
      numbers.set(url, target);
    }
    links.push({ link, target });
  }
  return { addresses, links };
}

/** Tells whether an address is of the page's own site. */
function ownSite({ url, canonicalUrl, baseUrl, links }: Page): (address: string) => boolean {
  const stated = [url, canonicalUrl, baseUrl].map((own) => own && registrableDomain(own, publicSuffixes));
  const site = stated.find((domain) => domain) ?? commonDomain(links);
  const hosts = new Map<string, boolean>();
  return (address) => {
    const { host } = new URL(address);
    const isOwn = hosts.get(host) ?? registrableDomain(address, publicSuffixes) === site;
    hosts.set(host, isOwn);
    return isOwn;
  };
}

/** The domain that most links of a page without address lead to. */
function commonDomain(links: readonly Link[]): string | undefined {
  const counts = new Map<string, number>();
  for (const { href } of links) {
    const domain = registrableDomain(href, publicSuffixes);
    if (domain !== undefined) counts.set(domain, (counts.get(domain) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
}

function withKinds(addresses: readonly URL[], { url, canonicalUrl }: Page): readonly Target[] {
  const itself = new Set([url, canonicalUrl].map((own) => own && canonicaliseUrl(own)));
  const children = new Map<string, number>();
  for (const { host, pathname } of addresses) {
    for (const folder of foldersOf(`${host}${pathname}`)) {
      children.set(folder, (children.get(folder) ?? 0) + 1);
    }
  }
  return addresses.map((address) => {
    const path = `${address.host}${address.pathname}`.replace(/\/$/, "");
    const kind = addressKind(address);
    const isParent = kind !== ADDRESS_KIND.article && (children.get(path) ?? 0) >= SECTION_CHILDREN;
    const isSection = isParent || itself.has(address.href);
    return { url: address.href, kind: isSection ? ADDRESS_KIND.section : kind };
  });
}

/** The folders that a path lies in; a hostile one may have thousands. */
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
  // Children come behind their parents, so that backwards every node is whole before it is passed on.
  for (let node = size - 1; node > 0; node--) {
    const own = inside[node]!;
    const above = parent[node]!;
    if (own === NONE || inside[above] === own) continue;
    inside[above] = inside[above] === NONE ? own : SEVERAL;
  }
  return inside;
}

/** The links in a range of nodes, the first of them where there are many. */
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
