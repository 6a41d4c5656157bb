import { copyOf } from "../text/index.ts";
import { TRACKING_PARAMETERS, TRACKING_PREFIXES } from "./tracking-parameters.data.ts";

/** The text as an http or https URL, or undefined if it is not one. */
export function parseHttpUrl(text: string): URL | undefined {
  const url = URL.parse(text.trim());
  return url && isHttp(url) && url.hostname !== "" ? url : undefined;
}

/** The address of a page that somebody has open, as it is kept: without name and password, and without its fragment. */
export function keptAddress(text: string): string | undefined {
  const url = parseHttpUrl(text);
  if (url === undefined) return undefined;
  url.hash = url.username = url.password = "";
  return url.href;
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

type AddressParts = Readonly<Pick<URL, "href" | "hostname" | "pathname" | "search">>;

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
    search: query < 0 || query + 1 === text.length ? "" : text.slice(query),
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

/** Where Java servers keep a reader's session. */
const PATH_SESSION = /;jsessionid=[^/;]*/gi;
/** Characters of an otherwise plain address that may have parts to remove. */
const NEEDS_PARTS = /[;?]/;

/** One spelling for one page: no fragment, tracking parameters, session, credentials or default port; undefined if it is not an http URL. */
export function canonicaliseUrl(url: string | URL): string | undefined {
  const text = String(url);
  if (isPlainAddress(text) && !NEEDS_PARTS.test(text)) return text;
  const parsed = parseHttpUrl(text);
  if (!parsed) return undefined;
  const { href } = parsed;
  // Each setter parses the whole address again, and most addresses need none.
  if (href.includes("#")) parsed.hash = "";
  if (href.includes("@")) parsed.username = parsed.password = "";
  if (parsed.hostname.endsWith(".")) parsed.hostname = parsed.hostname.slice(0, -1);
  if (href.includes(";")) parsed.pathname = parsed.pathname.replace(PATH_SESSION, "");
  if (href.includes("?")) {
    const kept = withoutTracking(parsed.search);
    // With its own question mark, since the setter would strip one from a query that starts with another.
    parsed.search = kept === "" ? "" : `?${kept}`;
  }
  return parsed.href;
}

/** A key that is equal for all spellings of an address: without scheme, www, tracking and session parameters, and final slash. */
export function addressKey(url: string): string {
  return (canonicaliseUrl(url) ?? url).replace(/^https?:\/\/(?:www\.)?/, "").replace(/\/$/, "");
}

// Works on the raw query because URLSearchParams would re-encode the parameters that stay; their order is kept,
// since a few sites read them by position.
function withoutTracking(search: string): string {
  return search
    .slice(1)
    .split("&")
    .filter((pair) => pair !== "" && !isTracking(pair))
    .join("&");
}

function isTracking(pair: string): boolean {
  const name = pair.split("=", 1)[0]!.toLowerCase();
  return TRACKING_PARAMETERS.has(name) || TRACKING_PREFIXES.some((prefix) => name.startsWith(prefix));
}

// A section name is rarely more than two words ("real-estate"), a headline in an address rarely fewer than three.
const MIN_SLUG_WORDS = 3;
// Shorter mixtures of letters and digits are names that mean something (g20, covid19, 4x4).
const MIN_ID_LENGTH = 8;
const EXTENSION = /\.[a-z]{2,5}$/i;

/** The pattern that pages of one kind share: host, path with numbers, ids and slugs folded to tokens, parameter names. */
export function urlShape(url: string | URL): string | undefined {
  const parsed = parseHttpUrl(String(url));
  if (!parsed) return undefined;
  const path = parsed.pathname.split("/").map(segmentShape).join("/");
  const names = [...parsed.searchParams.keys()];
  return `${parsed.host}${path}${names.length > 0 ? `?${names.join("&")}` : ""}`;
}

function segmentShape(segment: string): string {
  const extension = EXTENSION.exec(segment)?.[0] ?? "";
  const stem = segment.slice(0, segment.length - extension.length);
  return stemShape(stem) + extension.toLowerCase();
}

function stemShape(stem: string): string {
  if (stem.split(/[-_+]|%20/).filter((word) => word !== "").length >= MIN_SLUG_WORDS) return "{slug}";
  if (isMixedId(stem)) return "{id}";
  return stem.replace(/\d+/g, "0");
}

// Letters and digits that alternate at least twice, as in hashes and short links.
function isMixedId(stem: string): boolean {
  return stem.length >= MIN_ID_LENGTH && /^[a-z0-9]+$/i.test(stem) && (stem.match(/\d+/g) ?? []).length >= 2;
}

/** The public suffix of a host name ("co.uk" for "news.example.co.uk"), or undefined when unknown. */
export type Suffixes = (host: string) => string | undefined;

// Second-level labels under which country registries sell names; a stand-in of a few bytes for the 200 KB list.
const SECOND_LEVEL: ReadonlySet<string> = new Set(
  "ac asn co com edu go gob gouv gov gub id ltd mil ne net nhs nom or org plc sch".split(" "),
);

/** Suffixes without a list: the last label, or two where a country sells names under a word such as "co". */
export const guessSuffix: Suffixes = (host) => {
  const labels = host.split(".");
  const last = labels.at(-1)!;
  const beforeLast = labels.at(-2);
  const isCountry = last.length === 2;
  return isCountry && beforeLast !== undefined && SECOND_LEVEL.has(beforeLast)
    ? `${beforeLast}.${last}`
    : last;
};

/** The domain somebody registered ("example.co.uk"); the host itself for addresses, single labels and bare suffixes. */
export function registrableDomain(url: string | URL, suffixes: Suffixes = guessSuffix): string | undefined {
  const host = addressParts(String(url))?.hostname.replace(/\.$/, "");
  if (!host || isIpAddress(host)) return host;
  const suffix = suffixes(host);
  if (suffix === undefined || !host.endsWith(`.${suffix}`)) return host;
  const owner = host
    .slice(0, -suffix.length - 1)
    .split(".")
    .at(-1);
  return `${owner}.${suffix}`;
}

// The URL parser has already brought every notation of an address to one of these two forms.
function isIpAddress(host: string): boolean {
  return host.startsWith("[") || /^\d+(\.\d+){3}$/.test(host);
}

const PICTURE_FILE = /\.(?:jpe?g|png|gif|webp|avif|svg|bmp)$/i;
/** Sizes of one picture at the end of a file name. */
const SIZE_MARKS =
  /(?:[-_.@](?:\d{2,4}x\d{2,4}|\d{2,4}(?:px|w|h)|[wh]_?\d{2,4}|s\d{2,4}|[23]x|r?scaled|small|medium|large|thumb(?:nail)?|orig(?:inal)?|full|crop(?:ped)?))+$/i;
/** Folders of a size: `/1100/`, `/640x360/`, `/w_300/`. */
const SIZE_FOLDER = /^(?:\d{2,4}|\d{2,4}x\d{2,4}|[wh][_-]?\d{2,4}|thumbs?|small|medium|large)$/i;
/** Parameters of resizing services. */
const SIZE_PARAMETERS = /(?:^|&)(?:w|h|width|height|q|quality|format|fit|crop|dpr|resize)=[^&]*/g;
/** Many pictures share shorter file names ('image', '1'): the folder distinguishes them. */
const MIN_STEM = 9;

/**
 * Names of files and folders of page furniture: icons, logos, avatars. A story about a brand may show its logo: what a page states
 * about a picture elsewhere counts more.
 */
const FURNITURE = wordTest(
  "icon icons logo logos monogram avatar avatars gravatar favicon sprite sprites spinner loader",
  "emoji smiley smilies headshot authors masthead noimage",
);
/** Words that name furniture only in short names: a story may be about a bullet train. */
const SHORT_FURNITURE = wordTest(
  "emblem button buttons btn badge badges ad ads advert cta arrow bullet rss placeholder",
  "newsletter author partners divider separator navigation print default",
);
const MAX_SHORT_WORDS = 3;
/** Words in the file names of offers; only checked for pictures that are links. */
const OFFER = wordTest(
  "banner banners promo promotion offer coupon subscribe subscription trial signup shop ebook",
  "webinar download sponsor affiliate buy",
);
const THEME_FOLDER = /\/wp-(?:content\/(?:themes|plugins)|includes)\//;

function wordTest(...lines: readonly string[]): RegExp {
  const words = lines.join(" ").replaceAll(" ", "|");
  return new RegExp(`(?:^|[^a-z\\d])(?:${words})(?![a-z\\d])`, "i");
}

/** What the addresses of one picture in several sizes have in common. */
export function pictureKey(address: string): string {
  const inner = innermost(address);
  const host = inner.indexOf("//") + 2;
  const from = host < 2 ? 0 : inner.indexOf("/", host) + 1;
  const query = inner.search(/[?#]/);
  const end = query < 0 ? inner.length : query;
  const file = inner.slice(Math.max(from, inner.lastIndexOf("/", end) + 1), end);
  if (!PICTURE_FILE.test(file)) {
    const parameters = inner.slice(end + 1).replace(SIZE_PARAMETERS, "");
    return `${inner.slice(from, end)}?${parameters}`.toLowerCase();
  }
  const stem = file.replace(PICTURE_FILE, "").replace(SIZE_MARKS, "").toLowerCase();
  if (stem.length >= MIN_STEM) return stem;
  const folders = inner.slice(from, end - file.length).split("/");
  return [...folders.filter((part) => part !== "" && !SIZE_FOLDER.test(part)), stem].join("/").toLowerCase();
}

/** Whether the name of a picture's file or of its folder says that it is part of the page's furniture. */
export function namesFurniture(address: string): boolean {
  const name = fileName(address);
  if (FURNITURE.test(name) || THEME_FOLDER.test(address)) return true;
  if (!SHORT_FURNITURE.test(name)) return false;
  // The last word is the kind of the file.
  const words = name.slice(name.indexOf("/") + 1).split(/[^a-z]+/i);
  return words.length - 1 <= MAX_SHORT_WORDS;
}

/** Whether the name of a picture's file says that it advertises something. */
export function namesOffer(address: string): boolean {
  return OFFER.test(fileName(address));
}

function fileName(address: string): string {
  const inner = innermost(address);
  const query = inner.search(/[?#]/);
  const end = query < 0 ? inner.length : query;
  return inner.slice(inner.lastIndexOf("/", inner.lastIndexOf("/", end) - 1) + 1, end);
}

/** The address of the original inside that of a resizing service. */
function innermost(address: string): string {
  const at = address.lastIndexOf("http");
  if (at <= 0) return address;
  const inner = address.slice(at);
  try {
    return decodeURIComponent(inner).split("&")[0]!;
  } catch {
    // A stray percent sign, or bytes of another encoding than UTF-8.
    return inner;
  }
}

/** Parameters that ask for another form of the same article. */
const FORM_PARAMETERS: ReadonlySet<string> = new Set([
  "amp",
  "outputtype",
  "print",
  "printable",
  "view",
  "mode",
  "display",
]);
const FORM_VALUES: ReadonlySet<string> = new Set([
  "",
  "1",
  "true",
  "yes",
  "amp",
  "print",
  "printable",
  "printer",
  "printerfriendly",
]);
/** Path segments of other forms, at the start or at the end; in the middle they are part of a name. */
const FORM_SEGMENT = /^(?:amp|print|printable|drucken|imprimer|imprimir|stampa)$/i;
const INDEX_FILE = /\/index\.(?:x?html?|php|aspx?)$/i;

/**
 * One address for one article, under whatever form it was found: https, without www, tracking parameters, fragment, final slash,
 * and the marks of its AMP and print forms. It identifies an article and is not meant to be fetched.
 */
export function identityUrl(address: string): string {
  const url = URL.parse(canonicaliseUrl(address) ?? address);
  if (!url || !/^https?:$/.test(url.protocol)) return address;
  const isDefaultPort = url.port === "" || url.port === "80" || url.port === "443";
  const host =
    url.hostname.replace(/^(?:www\d?|amp)\.(?=[^.]+\.)/, "") + (isDefaultPort ? "" : `:${url.port}`);
  return `https://${host}${plainPath(url.pathname)}${plainSearch(url.search)}`;
}

function plainPath(path: string): string {
  const segments = path
    .replace(INDEX_FILE, "/")
    .replace(/\.amp(?=\.html?$)|\.amp$/i, "")
    .split("/")
    .filter((segment) => segment !== "");
  if (segments.length > 1 && FORM_SEGMENT.test(segments.at(-1)!)) segments.pop();
  if (segments.length > 1 && FORM_SEGMENT.test(segments[0]!)) segments.shift();
  return segments.length === 0 ? "" : `/${segments.join("/")}`;
}

function plainSearch(search: string): string {
  const pairs = search
    .slice(1)
    .split("&")
    .filter((pair) => pair !== "" && !asksForForm(pair));
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
}

function asksForForm(pair: string): boolean {
  const [name = "", value = ""] = pair.toLowerCase().split("=", 2);
  return FORM_PARAMETERS.has(name) && FORM_VALUES.has(value);
}
