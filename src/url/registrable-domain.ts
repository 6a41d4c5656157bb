import { addressParts } from "./http-url.ts";

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
