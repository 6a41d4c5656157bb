import { type Document, HEADING_TAGS, TAG } from "../../html/index.ts";
import type { Page } from "../../page/index.ts";
import { addressKey } from "../source/index.ts";
import { ADDRESS_KIND, type AddressKind, addressKind } from "./address-kind.ts";
import { findFurniture } from "./furniture.ts";
import { ownAddress } from "./own-address.ts";
import { type Address, findOwnLinks, type TargetLink } from "./own-links.ts";

/** No article is linked inside of a node. */
export const NONE = -1;
/** More than one is. */
const SEVERAL = -2;

/** A page of the site that may be an article. */
interface Target extends Address {
  readonly kind: AddressKind;
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
/** How far above a link the `article` around it is looked for, and how far inside it a heading. */
const MAX_CLIMB = 8;
const MAX_LINK_NODES = 60;
/** More links than a heading or a card has; every heading of a hostile page may hold all of its links. */
const MAX_LINKS_WITHIN = 20;

/** Finds where the page links to pages of its own site. */
export function findTargets(page: Page): Targets {
  const { document } = page;
  const furniture = findFurniture(page);
  const { addresses, links: found } = findOwnLinks(page, furniture);
  const targetsWhere = (is: (node: number) => boolean) =>
    new Set(found.filter(({ link }) => is(link.node)).map(({ target }) => target));
  const inMenus = targetsWhere((node) => furniture[node] === 1);
  const announced = targetsWhere((node) => isAnnouncement(document, node));
  const list = withKinds(addresses, page, { inMenus, announced });
  const isSection = ({ target }: TargetLink) => list[target]!.kind === ADDRESS_KIND.section;
  const links = found.filter((own) => !isSection(own) && furniture[own.link.node] !== 1);
  const sections = found.filter(isSection);
  return { list, links, sections, furniture, inside: markInside(document, links) };
}

/** Where targets are linked, by their numbers. */
interface Standing {
  readonly inMenus: ReadonlySet<number>;
  /** In headings of `article` elements. */
  readonly announced: ReadonlySet<number>;
}

/** Whether a link stands in a heading of an `article`, or around it: that is how publishers mark what they announce. */
function isAnnouncement(document: Document, link: number): boolean {
  let isHeading = false;
  const end = Math.min(document.end[link]!, link + MAX_LINK_NODES);
  for (let node = link; node < end; node++) isHeading ||= HEADING_TAGS[document.tag[node]!] === 1;
  for (let at = link, step = 0; at > 0 && step < MAX_CLIMB; at = document.parent[at]!, step++) {
    isHeading ||= HEADING_TAGS[document.tag[at]!] === 1;
    if (document.tag[at] === TAG.article) return isHeading;
  }
  return false;
}

/** Adds what the addresses are; a page that menus link to, or that others lie below, is a section if it can be. */
function withKinds(
  addresses: readonly Address[],
  { url, canonicalUrl }: Page,
  { inMenus, announced }: Standing,
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
