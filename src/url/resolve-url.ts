import { copyOf } from "../text/index.ts";
import { parseHttpUrl } from "./parse-http-url.ts";
import { isPlainAddress } from "./plain-address.ts";

// A closed list: whatever a browser could run (javascript:, vbscript:, data:, blob:) is left out by not being named.
const SAFE_SCHEMES: ReadonlySet<string> = new Set(["http:", "https:", "mailto:"]);

/** The last base, which all links of a page share. */
let known: { readonly text: string; readonly url: URL | undefined } = { text: "", url: undefined };

function parseBase(text: string): URL | undefined {
  if (known.text !== text) known = { text, url: parseHttpUrl(text) };
  return known.url;
}

/** The absolute form of a link of a page, or undefined when it is broken, unsafe, or relative without a base. */
export function resolveUrl(href: string, base: string | URL | undefined): string | undefined {
  // Those who mine sites keep addresses long after their pages.
  if (isPlainAddress(href)) return copyOf(href);
  const against = typeof base === "string" ? parseBase(base) : base;
  const url = against ? URL.parse(href.trim(), against) : URL.parse(href.trim());
  return url && SAFE_SCHEMES.has(url.protocol) ? url.href : undefined;
}
