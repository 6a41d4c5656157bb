import type { WarningCode } from "../article/index.ts";
import { demandInteger, describeBytes, NewsError } from "../errors/index.ts";
import { isAsciiSpace } from "../text/index.ts";
import { decodeMarkup } from "./decode.ts";
import type { Document } from "./document.ts";
import { type DecodeOptions, encodingName, unmarkedUtf16 } from "./encoding.ts";
import { FILE_SIGNATURES } from "./file-signatures.data.ts";
import { type Markup, markupOfText, wholeText } from "./markup.ts";
import { parseMarkup } from "./parse.ts";
import { TAG } from "./tags.ts";

/** How to read a page. */
interface ReadOptions extends DecodeOptions {
  /** The largest input accepted, in bytes, or in UTF-16 units for a string. */
  readonly maxBytes?: number | undefined;
}

/**
 * A page as read. A class: an object literal with a getter gets a hidden class of its own at every call, and that keeps the page
 * alive until a full garbage collection.
 */
class ParsedHtml {
  readonly document: Document;
  /** The encoding of the bytes; undefined for a string. */
  readonly encoding: string | undefined;
  readonly warnings: readonly WarningCode[];
  readonly #source: Markup;

  constructor(
    document: Document,
    source: Markup,
    { encoding, warnings }: Pick<ParsedHtml, "encoding" | "warnings">,
  ) {
    this.document = document;
    this.encoding = encoding;
    this.warnings = warnings;
    this.#source = source;
  }

  /** The decoded markup of the document, decoded on demand. */
  get markup(): string {
    return wholeText(this.#source);
  }
}

/** Checks, decodes and parses a page; throws EMPTY_INPUT, NOT_HTML, INPUT_TOO_LARGE or PAGE_TOO_DEEP. */
export function readHtml(input: Uint8Array | string, options: ReadOptions = {}): ParsedHtml {
  checkInput(input, options);
  const { source, encoding, warnings } =
    typeof input === "string"
      ? { source: markupOfText(input), encoding: undefined, warnings: [] }
      : decodeMarkup(input, options);
  const found: WarningCode[] = [...warnings];
  let read = withoutMark(source);
  if (mayHaveNul(input) && read.units.includes("\0")) {
    read = markupOfText(wholeText(read).replaceAll("\0", ""));
    found.push("NUL_CHARACTERS");
  }
  if (isTruncated(read.units)) found.push("TRUNCATED");
  let document = parseMarkup(read, { hasNul: false, bytes: bytesOf(input, read) });
  const ended = endTitle(read, document);
  if (ended !== undefined) {
    read = markupOfText(ended);
    document = parseMarkup(read, { hasNul: false });
    found.push("TITLE_UNCLOSED");
  }
  return new ParsedHtml(document, read, { encoding, warnings: found });
}

function withoutMark(source: Markup): Markup {
  const mark = source.isUtf8 ? "\xef\xbb\xbf" : "\ufeff";
  return source.units.startsWith(mark) ? { ...source, units: source.units.slice(mark.length) } : source;
}

/** The bytes of markup in UTF-8: the end of the input's. */
function bytesOf(input: Uint8Array | string, { units, isUtf8 }: Markup): Uint8Array | undefined {
  return isUtf8 && typeof input !== "string" ? input.subarray(input.length - units.length) : undefined;
}

/** NUL is a NUL byte in every encoding; searching bytes is fast, while in two-byte strings engines stop at half of every letter. */
function mayHaveNul(input: Uint8Array | string): boolean {
  return typeof input === "string" || input.includes(0);
}

/** The default limit; the largest real pages we have are under 6 MB. */
export const DEFAULT_MAX_BYTES = 64 * 1024 * 1024;
/** The longest string that engines can make, whatever the caller allows. */
const LONGEST_TEXT = 2 ** 29 - 24;

const SAMPLE_BYTES = 8192;
/** Enough to distinguish random bytes from text; every page pays for it. */
const CONTROL_SAMPLE_BYTES = 1024;
/** One random byte in ten is a control character; text has none but a stray NUL. */
const MAX_CONTROL_SHARE = 0.05;
/** Tags that outweigh any number of control characters. */
const MARKUP = /<(?:!doctype|html|head|body|meta|title|script|div|table|p|h1|a)[\s>/]/i;

/** What the caller knows about an input. */
interface InputFacts {
  readonly maxBytes?: number | undefined;
  readonly encoding?: string | undefined;
}

/** Throws if the input cannot be a page: neither text nor bytes, empty, too large, or another kind of file. */
export function checkInput(
  input: Uint8Array | string,
  { maxBytes = DEFAULT_MAX_BYTES, encoding }: InputFacts = {},
): void {
  // By its tag: test runners and frames have a Uint8Array of their own.
  if (typeof input !== "string" && Object.prototype.toString.call(input) !== "[object Uint8Array]") {
    throw new NewsError("BAD_OPTION", "A page is a string or a Uint8Array.");
  }
  // With NaN as the limit, every length would pass.
  demandInteger("maxBytes", maxBytes, [1, Number.MAX_SAFE_INTEGER]);
  const most = Math.min(maxBytes, LONGEST_TEXT);
  if (input.length > most) {
    throw new NewsError("INPUT_TOO_LARGE", `The page is over ${describeBytes(most)}.`);
  }
  const start =
    typeof input === "string" ? lowBytes(input.slice(0, SAMPLE_BYTES)) : input.subarray(0, SAMPLE_BYTES);
  if (isBlank(input, start))
    throw new NewsError("EMPTY_INPUT", "The input is empty or holds only white space.");
  const format = FILE_SIGNATURES.find(({ offset, bytes }) => hasAt(start, offset, bytes));
  if (format !== undefined) throw new NewsError("NOT_HTML", `The input is ${format.name}, not a page.`);
  if (isBinary(start, encoding)) throw new NewsError("NOT_HTML", "The input is binary data, not a page.");
  // Not by spreading: an object a byte would be a tenth of all that a page allocates.
  const head: string = Reflect.apply(String.fromCharCode, undefined, start.subarray(0, FEED_START_BYTES));
  if (FEED.test(head))
    throw new NewsError("NOT_HTML", "The input is a feed or a sitemap; galley collect reads it.");
}

/** The first element of RSS, Atom and sitemaps, after what can precede it in XML; a byte order mark of a string is 0xff here. */
const FEED = /^(?:[\s\xef\xbb\xbf\xff]|<[?!][^>]*>)*<(?:rss|feed|rdf:RDF|urlset|sitemapindex)[\s>]/;
/** A declaration, a style sheet and a comment are shorter. */
const FEED_START_BYTES = 1024;

function hasAt(start: Uint8Array, offset: number, bytes: readonly number[]): boolean {
  return bytes.every((byte, index) => start[offset + index] === byte);
}

function isBlank(input: Uint8Array | string, start: Uint8Array): boolean {
  if (typeof input === "string") return !/[^\s\ufeff]/.test(input);
  const isInk = (byte: number) =>
    byte > 0x20 && byte !== 0xef && byte !== 0xbb && byte !== 0xbf && byte < 0xfe;
  // NUL is not blank here: a file of NULs is broken, not empty.
  if (start.some((byte) => isInk(byte) || byte === 0)) return false;
  return !input.some(isInk);
}

function isBinary(start: Uint8Array, encoding: string | undefined): boolean {
  let controls = 0;
  const length = Math.min(start.length, CONTROL_SAMPLE_BYTES);
  for (let at = 0; at < length; at++) {
    const byte = start[at]!;
    const isWritten = byte >= 0x20 || (byte >= 0x08 && byte <= 0x0d) || byte === 0x1b || byte === 0x1a;
    if (!isWritten) controls++;
  }
  if (controls <= length * MAX_CONTROL_SHARE) return false;
  const isMarked = (start[0] === 0xff && start[1] === 0xfe) || (start[0] === 0xfe && start[1] === 0xff);
  if (isMarked || unmarkedUtf16(start) !== undefined) return false;
  const name = encoding === undefined ? undefined : encodingName(encoding);
  return !MARKUP.test(new TextDecoder(name ?? "windows-1252").decode(start));
}

/** The first characters of a string as bytes, so that files that were read as text are recognized too. */
function lowBytes(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = Math.min(text.charCodeAt(at), 0xff);
  return bytes;
}

const RAW_TEXT_TAG = /<\/?(?:script|style|textarea|title)(?=[\t\n\f\r />])/iy;
const LESS = 0x3c;
const OPEN_TAG = /^<[a-z!/?][^<>]*$/i;

/** The end of the page in which a cut script or comment is searched: searching all of a large page costs more than it finds. */
const TAIL_CHARACTERS = 65_536;

/** Whether the markup ends inside a tag, a comment, a script or another raw text element. */
export function isTruncated(source: string): boolean {
  const end = source.slice(-TAIL_CHARACTERS, endOfInk(source));
  if (endsInComment(end)) return true;
  // Most complete pages end with this tag, and need no search.
  if (end === "" || end.endsWith("</html>")) return false;
  const lastTag = end.lastIndexOf("<");
  if (lastTag >= 0 && OPEN_TAG.test(end.slice(lastTag))) return true;
  return endsInRawText(end);
}

/** Whether the last tag of such an element opens one; it is most often near the end. */
function endsInRawText(source: string): boolean {
  for (let at = source.length - 1; at >= 0; at--) {
    if (source.charCodeAt(at) !== LESS) continue;
    RAW_TEXT_TAG.lastIndex = at;
    if (RAW_TEXT_TAG.test(source)) return source[at + 1] !== "/";
  }
  return false;
}

/** Where the white space at the end begins: ASCII only, as the markup may be UTF-8 with a unit per byte. */
function endOfInk(source: string): number {
  let end = source.length;
  while (end > 0 && isAsciiSpace(source.charCodeAt(end - 1))) end--;
  return end;
}

/**
 * Whether a comment starts after the last one that ends. Searched forwards, which engines do many times as fast, and without
 * the `<`: they stop at every occurrence of the first character.
 */
function endsInComment(source: string): boolean {
  for (let at = source.indexOf("!--"); at >= 0; ) {
    const isStart = at > 0 && source.charCodeAt(at - 1) === LESS;
    const end = isStart ? source.indexOf("-->", at) : at;
    if (end < 0) return true;
    at = source.indexOf("!--", end + 1);
  }
  return false;
}

/** Longer than any real title: beyond it, the title has swallowed the page. */
const MAX_TITLE_CHARACTERS = 1000;
const TAG_START = /<[a-z!/]/i;
const START_TAG = /<title\b[^>]*>/i;
const END_OF_TITLE = /[<\r\n]/g;

/**
 * The markup with its title closed at the end of its line or at its first tag, if the title has no end tag and has swallowed
 * the page; else undefined. Browsers show nothing of such a page. Six of 325 news pages of 2008 are like it.
 */
function endTitle(source: Markup, { tag, text, textStart, textEnd }: Document): string | undefined {
  const title = tag.indexOf(TAG.title);
  if (title < 0 || textEnd[title]! - textStart[title]! <= MAX_TITLE_CHARACTERS) return undefined;
  if (!TAG_START.test(text.slice(textStart[title], textEnd[title]))) return undefined;
  const markup = wholeText(source);
  const start = START_TAG.exec(markup);
  if (start === null) return undefined;
  END_OF_TITLE.lastIndex = start.index + start[0].length;
  const end = END_OF_TITLE.exec(markup)?.index;
  return end === undefined ? undefined : `${markup.slice(0, end)}</title>${markup.slice(end)}`;
}
