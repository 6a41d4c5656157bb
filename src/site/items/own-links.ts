import { NODE_FLAG } from "../../html/index.ts";
import type { Link, Page } from "../../page/index.ts";
import { canonicaliseUrl, registrableDomain } from "../../url/index.ts";
import { publicSuffixes } from "../../url/public-suffixes.ts";
import { addressKey, isOtherFile } from "../source/index.ts";
import { ownAddress } from "./own-address.ts";

/** A link to a page of the site. */
export interface TargetLink {
  readonly link: Link;
  /** The place of its address among those of all such links. */
  readonly target: number;
}

/** Where links lead. */
export interface Address {
  /** As the first of them has it. */
  readonly url: string;
  /** Of the page itself, where an archive keeps it under another. */
  readonly own: URL;
}

/** The links of a page that stay with its publisher. */
interface OwnLinks {
  /** Where they lead, each page once. */
  readonly addresses: readonly Address[];
  /** In document order. */
  readonly links: readonly TargetLink[];
}

const UNSEEN = NODE_FLAG.hidden | NODE_FLAG.template | NODE_FLAG.noscript;
/** Kinds of links that lead to no article, or to one that is paid for. */
const OTHER_KINDS = /(?:^|\s)(?:sponsored|author|tag|category|next|prev|search|help|license)(?:\s|$)/;

/** The links to the page's own site and to others of its publisher that a reader sees, those paid for and to other than articles left out. */
export function findOwnLinks(page: Page, furniture: Uint8Array): OwnLinks {
  const { flags } = page.document;
  const isOwn = ownSites(page, furniture);
  const numbers = new Map<string, number>();
  const addresses: Address[] = [];
  const links: TargetLink[] = [];
  for (const link of page.links) {
    if ((flags[link.node]! & UNSEEN) !== 0 || OTHER_KINDS.test(link.rel)) continue;
    const url = canonicaliseUrl(link.href);
    const own = url === undefined ? undefined : ownAddress(url);
    if (url === undefined || own === undefined || !isOwn(url) || isOtherFile(own.href)) continue;
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

/** Tells whether an address is of the page's own site, or of one that its menus lead to: advertisers are not in menus. */
function ownSites(page: Page, furniture: Uint8Array): (address: string) => boolean {
  const { url, canonicalUrl, baseUrl, links } = page;
  const domains = new DomainReader();
  const stated = [url, canonicalUrl, baseUrl].map((own) => own && domains.of(own));
  const own = new Set([stated.find((domain) => domain) ?? commonDomain(page, domains)]);
  for (const { node, href } of links) if (furniture[node] === 1) own.add(domains.of(href));
  own.delete(undefined);
  return (address) => own.has(domains.of(address));
}

/** The domain that most links of a page without address lead to; relative ones lead to one that nobody knows. */
function commonDomain({ links, landmarks }: Page, domains: DomainReader): string | undefined {
  const counts = new Map<string, number>();
  for (const { href } of links) {
    const domain = domains.of(href);
    if (domain !== undefined) counts.set(domain, (counts.get(domain) ?? 0) + 1);
  }
  return [...counts].find(([, count]) => count > landmarks.anchors.length / 2)?.[0];
}

/** Reads registrable domains, that of each host once. */
class DomainReader {
  readonly #known = new Map<string, string | undefined>();

  of(address: string): string | undefined {
    const own = ownAddress(address);
    if (own === undefined) return undefined;
    if (!this.#known.has(own.host)) this.#known.set(own.host, registrableDomain(own.href, publicSuffixes));
    return this.#known.get(own.host);
  }
}
