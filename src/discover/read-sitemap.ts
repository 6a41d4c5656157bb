import { createGunzip } from "node:zlib";
import { describeBytes, NewsError } from "../errors/index.ts";
import { readDate } from "../metadata/index.ts";
import { plainText } from "../page/index.ts";
import { resolveUrl } from "../url/index.ts";
import type { Announced } from "./announced.ts";

/** The unpacked size that the protocol allows. */
export const MAX_SITEMAP_BYTES = 50 * 1024 * 1024;
/** Entries of a sitemap; the protocol allows half as many. */
export const MAX_SITEMAP_ENTRIES = 100_000;
/** The longest entry, with its pictures and translations; a longer one is left out. */
const MAX_ENTRY_CHARACTERS = 200_000;

/** An entry of a sitemap: a page, or another sitemap. */
export interface SitemapEntry extends Announced {
  readonly kind: "page" | "sitemap";
}

type Chunks = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/**
 * Reads a sitemap as it arrives, gzipped or not: pages with the titles and dates of news sitemaps, sitemaps of an index, or
 * one address a line. A sitemap that is cut off gives its whole entries, one with too many the first; other files give nothing.
 */
export async function* readSitemap(
  chunks: Chunks,
  url: string,
  onTooMany: () => void = () => undefined,
): AsyncGenerator<SitemapEntry, void, undefined> {
  let count = 0;
  for await (const entry of entriesOf(textOf(await unpacked(chunks), url), url)) {
    if (++count > MAX_SITEMAP_ENTRIES) return onTooMany();
    yield entry;
  }
}

/** The bytes, unpacked if they are gzipped; the file's name and its header are often wrong about that. */
async function unpacked(chunks: Chunks): Promise<AsyncIterable<Uint8Array>> {
  const rest = chunkIterator(chunks);
  const first = await rest.next();
  const whole = (async function* () {
    if (!first.done) yield first.value;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  })();
  const isGzip = !first.done && first.value[0] === 0x1f && first.value[1] === 0x8b;
  return isGzip ? gunzipped(whole) : whole;
}

async function* chunkIterator(chunks: Chunks): AsyncGenerator<Uint8Array, void, undefined> {
  yield* chunks;
}

/** Unpacks; a stream that is cut off or damaged ends where it does. */
async function* gunzipped(packed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  const { Readable, pipeline } = await import("node:stream");
  const unpacker = pipeline(Readable.from(packed), createGunzip(), () => undefined);
  try {
    for await (const chunk of unpacker) yield chunk as Uint8Array;
  } catch (error) {
    const isDamage = error instanceof Error && "code" in error && String(error.code).startsWith("Z_");
    if (!isDamage) throw error;
  }
}

async function* textOf(
  chunks: AsyncIterable<Uint8Array>,
  url: string,
): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder();
  let sizeBytes = 0;
  for await (const chunk of chunks) {
    sizeBytes += chunk.length;
    yield decoder.decode(chunk, { stream: true });
    if (sizeBytes > MAX_SITEMAP_BYTES)
      throw new NewsError(
        "FETCH_TOO_LARGE",
        `The sitemap ${url} is over ${describeBytes(MAX_SITEMAP_BYTES)}.`,
      );
  }
  yield decoder.decode();
}

const ENTRY_START = /<(?:[\w-]+:)?(url|sitemap)[\s>]/;

/** Cuts the text into entries; what is between them is dropped. */
async function* entriesOf(
  texts: AsyncIterable<string>,
  base: string,
): AsyncGenerator<SitemapEntry, void, undefined> {
  let held = "";
  let isPlain: boolean | undefined;
  for await (const text of texts) {
    held += text;
    if (isPlain === undefined) held = held.trimStart();
    if (isPlain === undefined && held !== "") isPlain = !held.startsWith("<");
    if (isPlain) {
      const end = held.lastIndexOf("\n") + 1;
      yield* readLines(held.slice(0, end), base);
      held = held.slice(end);
      continue;
    }
    for (let start = ENTRY_START.exec(held); start; start = ENTRY_START.exec(held)) {
      const close = new RegExp(`</(?:[\\w-]+:)?${start[1]}\\s*>`).exec(held.slice(start.index));
      if (close === null) break;
      const end = start.index + close.index;
      if (close.index > MAX_ENTRY_CHARACTERS) {
        held = held.slice(end - MAX_ENTRY_CHARACTERS);
        continue;
      }
      const entry = readEntry(held.slice(start.index, end), start[1] === "url" ? "page" : "sitemap", base);
      if (entry) yield entry;
      held = held.slice(end + close[0].length);
    }
    held = trimHeld(held);
  }
  if (isPlain) yield* readLines(held, base);
}

/** Keeps an entry that has begun, or the end of the text where one may begin. */
function trimHeld(held: string): string {
  const start = ENTRY_START.exec(held);
  if (start === null) return held.includes("<") ? held.slice(held.lastIndexOf("<")) : "";
  // Nothing closes yet, so whatever began earlier than this is too long as well.
  return held.length - start.index > MAX_ENTRY_CHARACTERS
    ? trimHeld(held.slice(-MAX_ENTRY_CHARACTERS))
    : held.slice(start.index);
}

function* readLines(text: string, base: string): Generator<SitemapEntry, void, undefined> {
  for (const line of text.split(/\r?\n/)) {
    const url = /^https?:\/\/\S+$/i.test(line.trim()) ? resolveUrl(line.trim(), base) : undefined;
    if (url !== undefined)
      yield { kind: "page", url, title: undefined, published: undefined, modified: undefined };
  }
}

function readEntry(markup: string, kind: SitemapEntry["kind"], base: string): SitemapEntry | undefined {
  const address = elementText(markup, "loc");
  const url = address === undefined ? undefined : resolveUrl(address, base);
  if (url === undefined || !/^https?:/.test(url)) return undefined;
  const published = dateOf(elementText(markup, "publication_date"));
  // Pictures and films of the entry have titles too; only that of the news is the page's.
  const news = /<(?:[\w-]+:)?news[\s>][\s\S]*/.exec(markup)?.[0] ?? "";
  return {
    kind,
    url,
    title: elementText(news, "title"),
    published,
    modified: dateOf(elementText(markup, "lastmod")),
  };
}

function dateOf(stated: string | undefined): string | undefined {
  return stated === undefined ? undefined : readDate(stated);
}

const VALUES: ReadonlyMap<string, RegExp> = new Map(
  ["loc", "lastmod", "publication_date", "title"].map((name) => [
    name,
    new RegExp(`<(?:[\\w-]+:)?${name}(?:\\s[^<>]*)?>\\s*(?:<!\\[CDATA\\[([\\s\\S]*?)\\]\\]>|([^<]*))`),
  ]),
);

/** The text of the first element of a name, whatever its namespace. */
function elementText(markup: string, name: string): string | undefined {
  const [, literal, escaped = ""] = VALUES.get(name)?.exec(markup) ?? [];
  return plainText(literal ?? escaped) || undefined;
}
