import { canonicaliseUrl } from "../../url/index.ts";
import { siteOf } from "../source/page-source.ts";

const INDEX_FILE = /\/(?:index|default|home)\.[a-z]{2,5}$/i;
const EXTENSION = /\.[a-z]{2,5}$/i;
/** An address in a web archive, which contains that of the original page. */
const ARCHIVED = /^https?:\/\/[^/?#]+\/(?:[^?#]*\/)?(https?:)\/{1,2}([^/?#].*)$/i;
/** Sections are not deeper, and a long path must not take quadratic time. */
const MAX_PREFIXES = 12;

/** A normalised page address: host and path, without parts that never select the page. */
export interface Address {
  readonly url: URL;
  readonly host: string;
  /** The segments of the path, without an index file and without the extension of the last one. */
  readonly parts: readonly string[];
  /** The same for all spellings of one address. */
  readonly key: string;
}

/** Parses an address; undefined if it is not http or https. */
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

/** The decoded path; a badly encoded one stays as it is. */
function decodePath(path: string): string {
  try {
    return decodeURI(path);
  } catch (error) {
    if (error instanceof URIError) return path;
    throw error;
  }
}

/** Whether one address is below another: the same host, and the other's path as a proper prefix. */
export function liesUnder(inner: Address, outer: Address): boolean {
  return (
    inner.host === outer.host &&
    inner.parts.length > outer.parts.length &&
    outer.parts.every((part, at) => part === inner.parts[at])
  );
}

/** Host and path of an address without its parameters. */
export function pathKey({ host, parts }: Address): string {
  return `${host}/${parts.join("/")}`;
}

/** The path keys of all addresses above this one, the nearest first. */
export function prefixes({ host, parts }: Address): string[] {
  return parts
    .slice(0, MAX_PREFIXES)
    .map((_, at) => `${host}/${parts.slice(0, at).join("/")}`)
    .reverse();
}

function liveUrl(url: string): string {
  return url.replace(ARCHIVED, "$1//$2");
}

/** The registrable domain of an address, or of the original of an archived one. */
export function ownDomain(url: string): string | undefined {
  return siteOf(liveUrl(url));
}
