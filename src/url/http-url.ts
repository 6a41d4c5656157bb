import { copyOf } from "../text/index.ts";

/** The text as an http or https URL, or undefined if it is not one. */
export function parseHttpUrl(text: string): URL | undefined {
  const url = URL.parse(text.trim());
  return url && isHttp(url) && url.hostname !== "" ? url : undefined;
}

/** Whether the URL is fetched over http or https. */
export function isHttp(url: URL): boolean {
  return url.protocol === "http:" || url.protocol === "https:";
}

/** Whether a word of a command line or a list is an address of any scheme rather than a file path. */
export function isAddress(word: string): boolean {
  return /^(?:[a-z][a-z0-9+.-]*:\/\/|file:)/i.test(word);
}

/** Characters that the URL standard leaves as they are in paths and queries. */
const SIGN = "\\w~!$&()*+,;=:@\\-";
/** A segment that cannot be a spelling of `.` or `..`. */
const SEGMENT = `[${SIGN}][${SIGN}.%]*`;
/** A host name whose last label has no digits, so that it cannot be an IP address; no label is punycode. */
const HOST = "(?:[a-z\\d]+(?:-[a-z\\d]+)*\\.)+[a-z]{2,}";
const PLAIN = new RegExp(`^https?://${HOST}/(?:(?:${SEGMENT})?/)*(?:${SEGMENT})?(?:[?][${SIGN}.%/?]*)?$`);
/** Longer ones are rare. */
const MAX_CHARACTERS = 2_000;

/** Whether an address is absolute and already in the URL parser's form: most are, and need no parsing. */
export function isPlainAddress(address: string): boolean {
  return address.length <= MAX_CHARACTERS && PLAIN.test(address);
}

/** The parts of an http address that most callers need. */
type AddressParts = Readonly<Pick<URL, "href" | "hostname" | "pathname">>;

/** The parts of an http or https address as the URL parser gives them, undefined if it is not one. Plain ones are only cut. */
export function addressParts(text: string): AddressParts | undefined {
  if (!isPlainAddress(text)) return parseHttpUrl(text);
  const host = text.indexOf("//") + 2;
  const path = text.indexOf("/", host);
  const query = text.indexOf("?", path);
  return {
    href: text,
    hostname: text.slice(host, path),
    pathname: text.slice(path, query < 0 ? text.length : query),
  };
}

// A closed list: whatever a browser could run (javascript:, vbscript:, data:, blob:) is left out by not being named.
const SAFE_SCHEMES: ReadonlySet<string> = new Set(["http:", "https:", "mailto:"]);

/** The absolute form of a link of a page, or undefined when it is broken, unsafe, or relative without a base. */
export function resolveUrl(href: string, base: string | URL | undefined): string | undefined {
  // A copy, since site mining keeps addresses long after their pages.
  if (isPlainAddress(href)) return copyOf(href);
  const against = typeof base === "string" ? parseBase(base) : base;
  const url = against ? URL.parse(href.trim(), against) : URL.parse(href.trim());
  return url && SAFE_SCHEMES.has(url.protocol) ? url.href : undefined;
}

/** The last base parsed, which all links of a page share. */
let lastBase: { readonly text: string; readonly url: URL | undefined } = { text: "", url: undefined };

function parseBase(text: string): URL | undefined {
  if (lastBase.text !== text) lastBase = { text, url: parseHttpUrl(text) };
  return lastBase.url;
}
