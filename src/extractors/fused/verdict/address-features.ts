import type { Page } from "../../../page/index.ts";
import { parseHttpUrl } from "../../../url/index.ts";
import { type ADDRESS, ADDRESS_WORDS } from "./verdict-features.data.ts";

/** Longer paths are data in the guise of an address. */
const MAX_PATH = 500;
const WORD_GAP = /[-_+.]|%20/;
const NUMBERS = /\d+/g;
const DATED = /\/(?:19|20)\d\d[/-]?(?:0?[1-9]|1[0-2])(?:[/-]|\d\d)/;
const EXTENSION = /\.[a-z]{2,5}$/i;
const KINDS = Object.values(ADDRESS_WORDS).map((list) => new Set<string>(list));

/** What the page's address is like, and flags for `ADDRESS_WORDS`; undefined where it has none. */
export function describeAddress(
  page: Page,
):
  | { readonly values: Readonly<Record<keyof typeof ADDRESS, number>>; readonly flags: readonly number[] }
  | undefined {
  const url = parseHttpUrl(page.url ?? page.canonicalUrl ?? page.meta.get("og:url")?.[0] ?? "");
  if (!url) return undefined;
  const path = url.pathname.slice(0, MAX_PATH).toLowerCase();
  const parts = path.split("/").filter((part) => part !== "");
  const wordsOf = (part: string) => part.split(WORD_GAP).filter((word) => word !== "").length;
  const numbers = path.match(NUMBERS) ?? [];
  const words = parts.map(wordsOf);
  const values = {
    depth: parts.length,
    length: path.length,
    words: Math.max(0, ...words),
    lastWords: words.at(-1) ?? 0,
    digits: numbers.reduce((sum, number) => sum + number.length, 0),
    longestNumber: Math.max(0, ...numbers.map((number) => number.length)),
    isDated: Number(DATED.test(path)),
    parameters: url.searchParams.size,
    hasExtension: Number(EXTENSION.test(path)),
    endsInSlash: Number(path.endsWith("/")),
    subdomains: url.hostname.split(".").filter((part) => part !== "www").length - 2,
  };
  const stems = [...parts, ...url.hostname.split(".")].map((part) => part.replace(EXTENSION, ""));
  return { values, flags: KINDS.map((kind) => Number(stems.some((stem) => kind.has(stem)))) };
}
