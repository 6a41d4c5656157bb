import { canonicaliseUrl, registrableDomain } from "../../url/index.ts";
import { publicSuffixes } from "../../url/public-suffixes.ts";

const INDEX_FILE = /\/(?:index|default|home)\.[a-z]{2,5}$/i;
const EXTENSION = /\.[a-z]{2,5}$/i;
/** Web archives keep a page under its whole address: the page is the one that they name. */
const ARCHIVED = /^https?:\/\/[^/?#]+\/(?:[^?#]*\/)?(https?:)\/{1,2}([^/?#].*)$/i;
/** Sections lie no deeper; a longer path must not cost the square of its length. */
const MAX_PREFIXES = 12;

/** Where a page lies, in the spelling that all links to it share: host and path, without what never chooses the page. */
export interface Address {
  readonly url: URL;
  readonly host: string;
  /** The parts of the path, without an index file and the extension of the last one. */
  readonly parts: readonly string[];
  /** The same for all spellings of one address. */
  readonly key: string;
}

/** Reads an address; undefined where it is none of the web. */
export function readAddress(url: string | undefined): Address | undefined {
  const canonical = url === undefined ? undefined : canonicaliseUrl(liveUrl(url));
  const parsed = canonical === undefined ? null : URL.parse(canonical);
  if (parsed === null) return undefined;
  const host = parsed.hostname.replace(/^www\./, "");
  const path = parsed.pathname.replace(INDEX_FILE, "/");
  const parts = decodePath(path)
    .split("/")
    .filter((part) => part !== "");
  const last = parts.at(-1)?.replace(EXTENSION, "");
  if (last !== undefined) parts[parts.length - 1] = last;
  return { url: parsed, host, parts, key: `${host}/${parts.join("/")}${parsed.search}` };
}

/** A path as people read it; one that was encoded wrongly stays as it is. */
function decodePath(path: string): string {
  try {
    return decodeURI(path);
  } catch (error) {
    if (error instanceof URIError) return path;
    throw error;
  }
}

/** Whether one address lies under another: the same host, and a path that goes on from the other's. */
export function liesUnder(inner: Address, outer: Address): boolean {
  return (
    inner.host === outer.host &&
    inner.parts.length > outer.parts.length &&
    outer.parts.every((part, at) => part === inner.parts[at])
  );
}

/** Host and path of an address, whatever its parameters. */
export function pathKey({ host, parts }: Address): string {
  return `${host}/${parts.join("/")}`;
}

/** The path keys of the addresses that an address may lie under, the nearest first. */
export function prefixes({ host, parts }: Address): string[] {
  return parts
    .slice(0, MAX_PREFIXES)
    .map((_, at) => `${host}/${parts.slice(0, at).join("/")}`)
    .reverse();
}

/** The domain that somebody registered, by the public suffix list. */
export function ownDomain(url: string): string | undefined {
  return registrableDomain(liveUrl(url), publicSuffixes);
}

function liveUrl(url: string): string {
  return url.replace(ARCHIVED, "$1//$2");
}
