import { parseFeed, parseOpml } from "feedsmith";
import { NewsError } from "../errors/index.ts";
import { readDate } from "../metadata/index.ts";
import { plainText } from "../page/index.ts";
import { resolveUrl } from "../url/index.ts";
import type { Announced } from "./announced.ts";

/** The most entries read of one feed; real feeds have up to a few hundred. */
export const MAX_FEED_ENTRIES = 10_000;

/** A feed: RSS, RDF, Atom or JSON Feed. */
interface Feed {
  readonly title: string | undefined;
  /** In the order of the feed, each with an absolute address. */
  readonly entries: readonly Announced[];
  /** The address of the page with older entries, where the feed names one. */
  readonly next: string | undefined;
  /** Whether the feed was cut off, and its unfinished entry left out. */
  readonly isRepaired: boolean;
  /** Whether the feed has more entries than are read. */
  readonly hasMore: boolean;
}

/** Reads a feed of any kind, found at `url`; throws BAD_FEED if it is not a feed. */
export function readFeed(text: string, url: string): Feed {
  const whole = hasEnd(text) ? tryParse(text) : undefined;
  const parsed = whole ?? tryParse(repairFeed(text) ?? text);
  if (parsed === undefined) {
    const found = /^\s*(?:<!doctype html|<html)/i.test(text) ? "is an HTML page" : "cannot be read as one";
    throw new NewsError("BAD_FEED", `The feed ${url} ${found}.`);
  }
  const { title, links, next } = readParsed(parsed);
  return {
    title: textOf(title),
    entries: links.slice(0, MAX_FEED_ENTRIES).flatMap((link) => readEntry(link, url)),
    next: next === undefined ? undefined : resolveUrl(next, url),
    isRepaired: whole === undefined,
    hasMore: links.length > MAX_FEED_ENTRIES,
  };
}

/** Whether the text ends as a feed does, since the parser accepts some that are cut off. */
function hasEnd(text: string): boolean {
  return /^\s*\{/.test(text) || ROOT_END.test(text.slice(-MAX_END_CHARACTERS));
}

const ROOT_END = /<\/(?:rss|(?:[\w-]+:)?(?:feed|RDF))\s*>/i;
/** The closing tag of a feed, with the comments that some servers add to every file. */
const MAX_END_CHARACTERS = 2000;

type Parsed = ReturnType<typeof parseFeed>;

/** The parsed feed; undefined if it is broken or not a feed. */
function tryParse(text: string): Parsed | undefined {
  try {
    return parseFeed(text, { maxItems: MAX_FEED_ENTRIES + 1 });
  } catch {
    // The XML and JSON parsers throw errors of many kinds, all for broken input.
    return undefined;
  }
}

/** What a feed of any kind says of an entry, as written. */
interface Link {
  readonly address: string | undefined;
  readonly title: string | undefined;
  readonly date: unknown;
  readonly changed?: unknown;
  readonly publisher?: string | undefined;
}

interface ParsedFeed {
  readonly title: string | undefined;
  readonly links: readonly Link[];
  readonly next: string | undefined;
}

function readParsed({ format, feed }: Parsed): ParsedFeed {
  switch (format) {
    case "rss":
      return {
        title: feed.title,
        next: feed.atom?.links?.find(({ rel }) => rel === "next")?.href,
        links: (feed.items ?? []).map((item) => ({
          // A guid is an address unless it says that it is not one.
          address: item.link ?? (item.guid?.isPermaLink === false ? undefined : item.guid?.value),
          title: item.title,
          date: item.pubDate ?? item.dc?.dates?.[0],
          publisher: item.source?.title,
        })),
      };
    case "rdf":
      return {
        title: feed.title,
        next: undefined,
        links: (feed.items ?? []).map(({ link, rdf, title, dc }) => ({
          address: link ?? rdf?.about,
          title,
          date: dc?.dates?.[0],
        })),
      };
    case "atom":
      return {
        title: feed.title?.value,
        next: feed.links?.find(({ rel }) => rel === "next")?.href,
        links: (feed.entries ?? []).map(({ links, title, published, updated, source }) => ({
          address: links?.find(({ rel = "alternate" }) => rel === "alternate")?.href,
          title: title?.value,
          date: published ?? updated,
          changed: updated,
          publisher: source?.title?.value,
        })),
      };
    case "json":
      return {
        title: feed.title,
        next: feed.next_url,
        links: (feed.items ?? []).map(({ url, external_url, title, date_published, date_modified }) => ({
          // An entry about another page names that page.
          address: external_url ?? url,
          title,
          date: date_published ?? date_modified,
          changed: date_modified,
        })),
      };
  }
}

/** An entry, if it has a web address. */
function readEntry({ address, title, date, changed, publisher }: Link, base: string): readonly Announced[] {
  const url = address === undefined ? undefined : resolveUrl(address.trim(), base);
  if (url === undefined || !/^https?:/.test(url)) return [];
  const [published, modified] = [dateOf(date), dateOf(changed)];
  return [{ url, title: textOf(title), published, modified, publisher: textOf(publisher) }];
}

/** Feeds have dates of every kind; invalid ones are left out. */
function dateOf(stated: unknown): string | undefined {
  return typeof stated === "string" ? readDate(stated) : undefined;
}

function textOf(stated: string | undefined): string | undefined {
  return stated === undefined ? undefined : plainText(stated) || undefined;
}

/** The most outlines read of one OPML file. */
const MAX_OUTLINES = 100_000;

interface Opml {
  /** The addresses of its feeds, each once. */
  readonly addresses: readonly string[];
  /** What it calls them, by address. */
  readonly titles: ReadonlyMap<string, string>;
  /** What is wrong with outlines that are left out, one sentence each. */
  readonly warnings: readonly string[];
}

/** Reads the feeds of an OPML file; throws BAD_FEED if it is not OPML. */
export function readOpml(text: string, name: string): Opml {
  let opml: ReturnType<typeof parseOpml>;
  try {
    opml = parseOpml(text);
  } catch (cause) {
    // The parser throws on an empty list.
    if (/<opml[\s>]/i.test(text) && !/<outline[\s>]/i.test(text))
      return { addresses: [], titles: new Map(), warnings: [] };
    throw new NewsError("BAD_FEED", `The list ${name} cannot be read as OPML.`, { cause });
  }
  const addresses = new Set<string>();
  const titles = new Map<string, string>();
  const warnings: string[] = [];
  const waiting = [...(opml.body?.outlines ?? [])];
  for (let at = 0; at < waiting.length && at < MAX_OUTLINES; at++) {
    const { xmlUrl, type, title, text: label = "", outlines = [] } = waiting[at]!;
    const address = xmlUrl?.trim();
    if (address !== undefined && /^https?:/i.test(address)) {
      addresses.add(address);
      const stated = textOf(title ?? label);
      if (stated !== undefined && !titles.has(address)) titles.set(address, stated);
    } else if (xmlUrl !== undefined)
      warnings.push(`${name}, line ${lineOf(text, xmlUrl)}: ${xmlUrl} is not a web address; left out.`);
    else if (type !== undefined && /^(?:rss|atom|feed)$/i.test(type))
      warnings.push(`${name}, line ${lineOf(text, label)}: the feed ${label} has no xmlUrl; left out.`);
    waiting.push(...outlines);
  }
  return { addresses: [...addresses], titles, warnings };
}

/** The line on which a value is written; the parser does not tell. */
function lineOf(text: string, value: string): number {
  const at = text.indexOf(`"${value}"`);
  return text.slice(0, Math.max(0, at)).split("\n").length;
}

const XML_ENCODING = /^\s*<\?xml[^>]*?encoding\s*=\s*["']([\w-]+)["']/i;
/** The declaration is at the start, in ASCII. */
const DECLARATION_BYTES = 200;

/** The text of a feed or sitemap: by its byte-order mark, the HTTP header, its declaration, else UTF-8. */
export function decodeXml(bytes: Uint8Array, charset: string | undefined): string {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, DECLARATION_BYTES));
  const declared = XML_ENCODING.exec(start.toString("latin1"))?.[1];
  const mark =
    start[0] === 0xff && start[1] === 0xfe
      ? "utf-16le"
      : start[0] === 0xfe && start[1] === 0xff
        ? "utf-16be"
        : undefined;
  for (const label of [mark, charset, declared]) {
    if (label === undefined) continue;
    try {
      return new TextDecoder(label).decode(bytes);
    } catch {
      // An unknown label says nothing.
    }
  }
  return new TextDecoder().decode(bytes);
}

/** Elements that are one entry of a feed. */
const ENTRY_ELEMENTS: ReadonlySet<string> = new Set(["item", "entry"]);
/** The start and end of parts of XML that hold no tags. */
const OPAQUE = [
  ["<!--", "-->"],
  ["<![CDATA[", "]]>"],
  ["<?", "?>"],
] as const;

/** A feed that was cut off, up to its last whole entry and with everything closed; undefined if no entry begins. */
export function repairFeed(text: string): string | undefined {
  return /^\s*\{/.test(text) ? repairJson(text) : repairXml(text);
}

/** An element that is open; a linked list, so that remembering a place among a thousand open elements copies nothing. */
interface OpenElement {
  readonly name: string;
  readonly parent: OpenElement | undefined;
}

/** Walks over the tags and remembers what was open after the last whole entry. */
function repairXml(text: string): string | undefined {
  let open: OpenElement | undefined;
  let whole: { readonly end: number; readonly open: OpenElement | undefined } | undefined;
  for (let at = text.indexOf("<"); at >= 0; at = text.indexOf("<", at)) {
    const opaque = OPAQUE.find(([start]) => text.startsWith(start, at));
    const end = opaque ? endOf(text, opaque[1], at) : endOfTag(text, at);
    if (end < 0) break;
    if (!opaque && text[at + 1] !== "!") {
      const tag = text.slice(at, end);
      const name = /^<\/?([^\s/>]+)/.exec(tag)?.[1];
      if (name === undefined) break;
      if (!tag.startsWith("</")) {
        if (ENTRY_ELEMENTS.has(name)) whole ??= { end: at, open };
        if (!tag.endsWith("/>")) open = { name, parent: open };
      } else if (open?.name !== name) break;
      else {
        open = open.parent;
        if (ENTRY_ELEMENTS.has(name)) whole = { end, open };
      }
    }
    at = end;
  }
  if (whole === undefined) return undefined;
  const closing: string[] = [];
  for (let element = whole.open; element; element = element.parent) closing.push(`</${element.name}>`);
  return text.slice(0, whole.end) + closing.join("");
}

/** One past a mark; -1 if it is missing. */
function endOf(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  return at < 0 ? -1 : at + mark.length;
}

/** One past the end of a tag, whose attributes may hold the mark that ends it; -1 if it is cut off. */
function endOfTag(text: string, from: number): number {
  let quote = "";
  for (let at = from + 1; at < text.length; at++) {
    const character = text[at]!;
    if (quote !== "") {
      if (character === quote) quote = "";
    } else if (character === '"' || character === "'") quote = character;
    else if (character === ">") return at + 1;
    // A tag cannot begin inside another one: this one lost its end.
    else if (character === "<") return -1;
  }
  return -1;
}

/** Walks over brackets and strings, and remembers what was open after the last whole element of `items`. */
function repairJson(text: string): string | undefined {
  const open: string[] = [];
  let whole: { readonly end: number; readonly open: readonly string[] } | undefined;
  const itemsAt = /"items"\s*:\s*\[/.exec(text);
  if (itemsAt === null) return undefined;
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!;
    if (character === '"') {
      at = endOfString(text, at) - 1;
      if (at < 0) break;
    } else if (character === "{") open.push("}");
    else if (character === "[") {
      open.push("]");
      if (at === itemsAt.index + itemsAt[0].length - 1) whole = { end: at + 1, open: [...open] };
    } else if (character === "}" || character === "]") {
      if (open.pop() !== character) break;
      const isItem = character === "}" && open.length === 2 && open[1] === "]" && at > itemsAt.index;
      if (isItem) whole = { end: at + 1, open: [...open] };
    }
  }
  return whole && text.slice(0, whole.end) + whole.open.toReversed().join("");
}

/** One past the quote that ends a string; 0 if it is cut off. */
function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === '"') return at + 1;
  }
  return 0;
}
