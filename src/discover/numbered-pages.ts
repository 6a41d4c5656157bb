import { attribute } from "../html/index.ts";
import type { Page } from "../page/index.ts";
import { addressKey, resolveUrl } from "../url/index.ts";

/** The next of several numbered pages: what `rel=next` names, else the link whose address counts one up. */
export function nextPage(page: Page): string | undefined {
  const { url } = page;
  const next = statedNext(page) ?? countedUp(page);
  const isOnward = next !== undefined && url !== undefined && addressKey(next) !== addressKey(url);
  // A page on another site is never the next one, whatever the link says.
  return isOnward && URL.parse(next)?.host === URL.parse(url)?.host ? next : undefined;
}

/** The address of `rel=next`, in the head or on a link. */
function statedNext({ document, landmarks, links, baseUrl }: Page): string | undefined {
  const stated = landmarks.relations.find((node) => hasNext(attribute(document, node, "rel")));
  if (stated !== undefined) return resolveUrl(attribute(document, stated, "href") ?? "", baseUrl);
  return links.find(({ node }) => hasNext(attribute(document, node, "rel")))?.href;
}

function hasNext(rel: string | undefined): boolean {
  return rel?.toLowerCase().split(/\s+/).includes("next") ?? false;
}

/** The link that differs from the page's address only in a number, by one; a first page often has no number yet. */
function countedUp({ links, url }: Page): string | undefined {
  if (url === undefined) return undefined;
  return links.find(({ href }) => isCountedUp(href, url) || isSecondPage(href, url))?.href;
}

function isCountedUp(href: string, url: string): boolean {
  const [own, other] = [numbersOf(url), numbersOf(href)];
  if (other.shape !== own.shape) return false;
  const steps = other.numbers.map((number, at) => number - own.numbers[at]!).filter((step) => step !== 0);
  return steps.length === 1 && steps[0] === 1;
}

/** Whether an address is the page's own with a parameter or a path added that says 2. */
function isSecondPage(href: string, url: string): boolean {
  const added = href.startsWith(url) ? href.slice(url.length) : "";
  return /^\/?(?:[?&](?:p|page|pg|paged|seite|pagina)=2|page\/2\/?|\/page\/2\/?|-2|_2|\/2\/?)$/i.test(added);
}

function numbersOf(address: string): { readonly shape: string; readonly numbers: readonly number[] } {
  const plain = address.replace(/#.*$/, "");
  // Long numbers are ids and days.
  const numbers = [...plain.matchAll(/(?<!\d)\d{1,4}(?!\d)/g)].map(([digits]) => Number(digits));
  return { shape: plain.replace(/(?<!\d)\d{1,4}(?!\d)/g, "0"), numbers };
}

/**
 * The next part of an article that is spread over pages: the link that counts up, else `rel=next` below the article's address.
 * Without `first`, the address of the first part is derived from the page's own.
 */
export function nextPart(page: Page, first: string = firstPart(page.url ?? "")): string | undefined {
  const { links, url } = page;
  if (url === undefined) return undefined;
  const isFirst = addressKey(url) === addressKey(first);
  const counted = links.find(({ href }) =>
    isFirst ? isSecondPage(href, url) : href.startsWith(commonStart(url, first)) && isCountedUp(href, url),
  )?.href;
  const stated = counted === undefined ? statedNext(page) : undefined;
  return counted ?? (stated !== undefined && isBelow(stated, first) ? stated : undefined);
}

/** A named page number at the end of an address. */
const NAMED_NUMBER = /(?:\/?[?&](?:page|pg|paged|seite|pagina)=\d{1,2}|\/page\/\d{1,2}\/?)$/i;
/** A bare page number at the end of an address. */
const BARE_NUMBER = /[/_-](?:[2-9]|1\d)\/?$/;

/** The address of the first part, from that of any part; bare numbers count only after several words. */
function firstPart(url: string): string {
  const named = url.replace(NAMED_NUMBER, "");
  if (named !== url) return lastSegment(named).length >= 4 ? named : url;
  const bare = url.replace(BARE_NUMBER, "");
  return lastSegment(bare).includes("-") ? bare : url;
}

function lastSegment(url: string): string {
  const path = URL.parse(url)?.pathname ?? "";
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Whether an address extends that of an article; the `rel=next` of blogs is the next post, with another address. */
function isBelow(address: string, first: string): boolean {
  const { pathname, search, href } = new URL(first);
  const stem = href.replace(/[?#].*$/, "").replace(/(?:\.\w{2,5}|\/)$/, "");
  const isNamed = search === "" && /[^/]{4}/.test(pathname);
  return isNamed && address.startsWith(stem) && /^[-_/.?]/.test(address.slice(stem.length));
}

function commonStart(url: string, first: string): string {
  return url.startsWith(first.replace(/\/$/, "")) ? first.replace(/\/$/, "") : url;
}
