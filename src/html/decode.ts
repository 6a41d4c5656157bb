import { NewsError } from "../errors/index.ts";
import {
  chooseLegacy,
  type Declaration,
  type DecodedHtml,
  type DecodeOptions,
  decodeAs,
  doubtsAbout,
  type EncodingSource,
  encodingName,
  markedEncoding,
  unmarkedUtf16,
} from "./encoding.ts";
import { isAscii, type Markup, utf8Units } from "./markup.ts";

/** Encodings in which short texts can be well-formed UTF-8 by chance: two bytes a character, both high. */
const PAIRED: ReadonlySet<string> = new Set(["gb18030", "big5", "euc-jp", "euc-kr", "shift_jis"]);
/** Characters of three bytes, and of any length, that rule chance out in practice: one in seven characters of Chinese text looks like UTF-8. */
const MIN_WIDE_CHARACTERS = 3;
const MIN_CHARACTERS = 20;
const UTF_8 = new TextDecoder("utf-8", { fatal: true });

/** Bytes as text, as browsers read them, except that a declaration which the bytes disprove is ignored. */
export function decodeHtml(bytes: Uint8Array, options: DecodeOptions = {}): DecodedHtml {
  return decodeBytes({ bytes }, options);
}

/** Bytes as markup: like `decodeHtml`, but in Node UTF-8 stays as bytes, and only the parts that are read are decoded. */
export function decodeMarkup(bytes: Uint8Array, options: DecodeOptions): DecodedMarkup {
  const units = utf8Units(bytes);
  const { text, encoding, warnings } = decodeBytes({ bytes, units }, options);
  return { source: { units: text, isUtf8: units !== undefined && encoding === "utf-8" }, encoding, warnings };
}

/** Markup to be parsed, with its encoding. */
interface DecodedMarkup extends Pick<DecodedHtml, "encoding" | "warnings"> {
  readonly source: Markup;
}

interface Input {
  readonly bytes: Uint8Array;
  /** The bytes as `utf8Units` gives them; used as the text of UTF-8. */
  readonly units?: string | undefined;
}

function decodeBytes(input: Input, options: DecodeOptions): DecodedHtml {
  const { bytes, units } = input;
  if (options.encoding !== undefined) {
    const certain = encodingName(options.encoding);
    if (certain === undefined) {
      throw new NewsError("BAD_OPTION", `There is no encoding called "${options.encoding}".`);
    }
    if (certain === "utf-8" && units !== undefined) {
      return { text: units, encoding: certain, source: "caller", warnings: [] };
    }
    return { ...decodeAs(bytes, certain, options.decode), source: "caller" };
  }
  const declarations = findDeclarations(input, options.charset);
  const wide = wideEncoding(bytes, declarations);
  if (wide !== undefined) return decodeProven(bytes, wide, declarations[0]);
  return decodeUtf8(input, declarations) ?? chooseLegacy(bytes, declarations, options);
}

/** Most binding first. */
function findDeclarations({ bytes, units }: Input, charset: string | undefined): Declaration[] {
  const marked = markedEncoding(bytes);
  const http = charset === undefined ? undefined : encodingName(charset);
  const meta = declaredEncoding(bytes, units);
  const declarations: Declaration[] = [];
  if (marked !== undefined) declarations.push({ encoding: marked, source: "bom" });
  if (http !== undefined) declarations.push({ encoding: http, source: "http" });
  if (meta !== undefined) declarations.push({ encoding: meta, source: "meta" });
  return declarations;
}

/** An encoding that the bytes themselves show. */
interface Proven {
  readonly encoding: string;
  readonly source: EncodingSource;
}

function proven(encoding: string, first: Declaration | undefined): Proven {
  return { encoding, source: first?.encoding === encoding ? first.source : "detected" };
}

/** UTF-16, by its byte-order mark or its zero bytes; a header alone proves nothing. */
function wideEncoding(bytes: Uint8Array, declarations: readonly Declaration[]): Proven | undefined {
  const first = declarations[0];
  if (first?.source === "bom" && first.encoding !== "utf-8") return first;
  const encoding = unmarkedUtf16(bytes);
  return encoding === undefined ? undefined : proven(encoding, first);
}

function decodeProven(
  bytes: Uint8Array,
  { encoding, source }: Proven,
  first: Declaration | undefined,
): DecodedHtml {
  const { text, warnings } = decodeAs(bytes, encoding);
  return { text, encoding, source, warnings: [...doubtsAbout(encoding, first), ...warnings] };
}

/** The text if the bytes are well-formed UTF-8, which other encodings do not produce by chance; declarations matter little. */
function decodeUtf8({ bytes, units }: Input, declarations: readonly Declaration[]): DecodedHtml | undefined {
  const text = units ?? wellFormedText(bytes);
  if (text === undefined) return undefined;
  const first = declarations[0];
  if (units === undefined ? text.length === bytes.length : isAscii(bytes)) {
    return decodeAscii(bytes, text, first);
  }
  if (first?.encoding === "utf-8") return { text, encoding: "utf-8", source: first.source, warnings: [] };
  if (first === undefined) return { text, encoding: "utf-8", source: "detected", warnings: [] };
  if (PAIRED.has(first.encoding) && !isBeyondChance(bytes)) {
    const declared = decodeAs(bytes, first.encoding);
    if (declared.warnings.length === 0) return { ...declared, source: first.source };
  }
  const agreed = declarations.find(({ encoding }) => encoding === "utf-8");
  return { text, encoding: "utf-8", source: agreed?.source ?? "detected", warnings: ["CHARSET_LIES"] };
}

function wellFormedText(bytes: Uint8Array): string | undefined {
  try {
    return UTF_8.decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

/** Bytes below 0x80 read the same in every encoding but ISO-2022-JP, which has escape sequences. */
function decodeAscii(bytes: Uint8Array, text: string, first: Declaration | undefined): DecodedHtml {
  if (text.includes("\x1b$B") || text.includes("\x1b$@")) {
    return decodeProven(bytes, proven("iso-2022-jp", first), first);
  }
  const isUtf16 = first?.encoding.startsWith("utf-16") === true;
  if (first === undefined || isUtf16) {
    return { text, encoding: "windows-1252", source: "default", warnings: isUtf16 ? ["CHARSET_LIES"] : [] };
  }
  return { text, encoding: first.encoding, source: first.source, warnings: [] };
}

/** Whether UTF-8 has so many characters beyond ASCII that it cannot be another encoding. */
function isBeyondChance(bytes: Uint8Array): boolean {
  let wide = 0;
  let count = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    // Lead bytes; those of characters of three bytes or more are the higher ones.
    if (byte < 0xc0) continue;
    const units = byte >= 0xf0 ? 2 : 1;
    if (byte >= 0xe0) wide += units;
    count += units;
    if (count >= MIN_CHARACTERS || wide >= MIN_WIDE_CHARACTERS) return true;
  }
  return false;
}

/** The standard's prescan reads 1,024 bytes, but its parser still obeys a later `meta`, and 703 of 4,959 real pages have it later. */
const WINDOW_BYTES = 32_768;
/** Up to here the prescan also reads inside scripts; after it only what a parser would see counts. */
const PRESCAN_BYTES = 1024;
/** Right for ASCII characters, whatever the encoding of the rest. */
const SINGLE_BYTES = new TextDecoder("windows-1252");

const ATTRIBUTE =
  /[\t\n\f\r /]*([^\t\n\f\r />][^\t\n\f\r />=]*)(?:[\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^"]*)(?:"|$)|'([^']*)(?:'|$)|([^\t\n\f\r >]*)))?/y;
const TAG_NAME = /\/?[a-z][^\t\n\f\r >]*/iy;
const TAG_END = /[\t\n\f\r /]*>/y;
const CHARSET = /charset/i;
const CHARSET_IN_CONTENT =
  /charset[\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^"]*)"|'([^']*)'|([^\t\n\f\r ;"'][^\t\n\f\r ;]*))/i;
const XML_ENCODING = /^<\?xml[^>]*?\sencoding\s*=\s*(?:"([^">]*)"|'([^'>]*)')/;

/** The encoding that a page's own markup declares: the first valid `meta`, else the XML declaration. `units` saves decoding the bytes. */
export function declaredEncoding(bytes: Uint8Array, units?: string): string | undefined {
  const source = units?.slice(0, WINDOW_BYTES) ?? SINGLE_BYTES.decode(bytes.subarray(0, WINDOW_BYTES));
  return metaEncoding(source) ?? xmlEncoding(source);
}

function metaEncoding(source: string): string | undefined {
  // A page without the word declares nothing, and its tags need not be read.
  if (!CHARSET.test(source)) return undefined;
  for (let at = source.indexOf("<"); at >= 0; at = source.indexOf("<", at)) {
    if (source.startsWith("<!--", at)) {
      at = source.indexOf("-->", at + 2);
      if (at < 0) return undefined;
      continue;
    }
    TAG_NAME.lastIndex = at + 1;
    const name = TAG_NAME.exec(source)?.[0].toLowerCase();
    if (name === undefined) {
      at++;
      continue;
    }
    const tag = readAttributes(source, TAG_NAME.lastIndex);
    if (tag === undefined) return undefined;
    const encoding = name === "meta" ? encodingOfMeta(tag.attributes) : undefined;
    if (encoding !== undefined) return encoding;
    at = tag.end;
    if (at > PRESCAN_BYTES && (name === "script" || name === "style")) {
      at = source.indexOf(`</${name}`, at);
      if (at < 0) return undefined;
    }
  }
  return undefined;
}

/** The attributes of a tag, the first of each name; undefined if the window ends inside it. */
function readAttributes(
  source: string,
  start: number,
): { readonly attributes: ReadonlyMap<string, string>; readonly end: number } | undefined {
  const attributes = new Map<string, string>();
  let at = start;
  for (;;) {
    TAG_END.lastIndex = at;
    if (TAG_END.test(source)) return { attributes, end: TAG_END.lastIndex };
    ATTRIBUTE.lastIndex = at;
    const match = ATTRIBUTE.exec(source);
    if (match === null) return undefined;
    const name = match[1]!.toLowerCase();
    if (!attributes.has(name)) attributes.set(name, match[2] ?? match[3] ?? match[4] ?? "");
    at = ATTRIBUTE.lastIndex;
  }
}

function encodingOfMeta(attributes: ReadonlyMap<string, string>): string | undefined {
  let label = attributes.get("charset");
  if (label === undefined && attributes.get("http-equiv")?.toLowerCase() === "content-type") {
    const match = CHARSET_IN_CONTENT.exec(attributes.get("content") ?? "");
    label = match?.[1] ?? match?.[2] ?? match?.[3];
  }
  return label === undefined ? undefined : readableAsAscii(encodingName(label));
}

function xmlEncoding(source: string): string | undefined {
  const match = XML_ENCODING.exec(source);
  const label = match?.[1] ?? match?.[2];
  return label === undefined ? undefined : readableAsAscii(encodingName(label));
}

/** The standard's corrections: a declaration that is readable as ASCII cannot be in UTF-16. */
function readableAsAscii(name: string | undefined): string | undefined {
  if (name === "utf-16le" || name === "utf-16be") return "utf-8";
  return name === "x-user-defined" ? "windows-1252" : name;
}
