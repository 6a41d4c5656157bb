import { encodingName } from "./encoding-name.ts";

/** The standard's prescan reads 1,024 bytes; its parser then still obeys a later `meta`, and 703 of 4,959 real pages have it later. */
const WINDOW_BYTES = 32_768;
/** Up to here the prescan also reads inside scripts; after it only what a parser would see counts. */
const PRESCAN_BYTES = 1024;
/** Gives ASCII characters right, in whatever encoding the rest is. */
const SINGLE_BYTES = new TextDecoder("windows-1252");

const ATTRIBUTE =
  /[\t\n\f\r /]*([^\t\n\f\r />][^\t\n\f\r />=]*)(?:[\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^"]*)(?:"|$)|'([^']*)(?:'|$)|([^\t\n\f\r >]*)))?/y;
const TAG_NAME = /\/?[a-z][^\t\n\f\r >]*/iy;
const TAG_END = /[\t\n\f\r /]*>/y;
const CHARSET = /charset/i;
const CHARSET_IN_CONTENT =
  /charset[\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^"]*)"|'([^']*)'|([^\t\n\f\r ;"'][^\t\n\f\r ;]*))/i;
const XML_ENCODING = /^<\?xml[^>]*?\sencoding\s*=\s*(?:"([^">]*)"|'([^'>]*)')/;

/** The encoding that a page's own markup declares: the first good `meta`, else the XML declaration. The units are the bytes as a text, where there is one. */
export function declaredEncoding(bytes: Uint8Array, units?: string): string | undefined {
  const source = units?.slice(0, WINDOW_BYTES) ?? SINGLE_BYTES.decode(bytes.subarray(0, WINDOW_BYTES));
  return metaEncoding(source) ?? xmlEncoding(source);
}

function metaEncoding(source: string): string | undefined {
  // Whatever declares an encoding says so: most of those that declare none are spared a look at every tag.
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

/** The attributes of a tag, the first of each name; undefined where the window ends inside it. */
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

/** The standard's corrections: a declaration that could be read as ASCII cannot be in UTF-16. */
function readableAsAscii(name: string | undefined): string | undefined {
  if (name === "utf-16le" || name === "utf-16be") return "utf-8";
  return name === "x-user-defined" ? "windows-1252" : name;
}
