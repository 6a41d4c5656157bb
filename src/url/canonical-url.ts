import { parseHttpUrl } from "./parse-http-url.ts";
import { isPlainAddress } from "./plain-address.ts";
import { TRACKING_PARAMETERS, TRACKING_PREFIXES } from "./tracking-parameters.data.ts";

/** Where servers of Java keep a reader's session. */
const PATH_SESSION = /;jsessionid=[^/;]*/gi;
/** Signs of what may have to go from an address that is plain otherwise. */
const NEEDS_PARTS = /[;?]/;

/** One spelling for one page: no fragment, tracking parameters, session, credentials or default port; undefined when no http URL. */
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
    // With its own mark, since the setter would take one off a query that starts with another.
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
