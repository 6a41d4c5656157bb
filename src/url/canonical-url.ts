import { isPlainAddress, parseHttpUrl } from "./http-url.ts";
import { TRACKING_PARAMETERS, TRACKING_PREFIXES } from "./tracking-parameters.data.ts";

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
  // Each setter parses the whole address anew, and most addresses need none.
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
