import { canonicaliseUrl } from "./http-url.ts";

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
 * and the marks of its AMP and print forms. It tells articles apart and is not made to be fetched.
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
