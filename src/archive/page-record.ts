import { realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { asNewsError, type FailureCode, NewsError } from "../errors/index.ts";
import type { Coding } from "./warc/http-message.ts";

/** Optional facts about a page. */
interface Hints {
  /** The charset of the bytes; the page's own declaration is ignored. */
  readonly encoding?: string | undefined;
  /** The charset of the HTTP header, which the bytes may contradict. */
  readonly charset?: string | undefined;
  readonly collectedTitle?: string | undefined;
}

/** A page of an input, not read yet: cheap to make and to hand to another thread. */
export type RawPage =
  | { readonly kind: "file"; readonly id: string; readonly path: string }
  /** A JSONL line; `id` is for records without one, and `htmlPath` is relative to `folder`. */
  | {
      readonly kind: "line";
      readonly id: string;
      readonly line: Uint8Array;
      readonly folder: string;
      /** Whether `htmlPath` may lead out of the folder. */
      readonly allowOutside?: boolean;
      /** How the file calls the fields that are read. */
      readonly names?: FieldNames | undefined;
    }
  /** An input that cannot be read. */
  | {
      readonly kind: "broken";
      readonly id: string;
      readonly url?: string | undefined;
      readonly code: FailureCode;
      readonly message: string;
    };

/** The names of fields in a file of many pages. */
export interface FieldNames {
  readonly id?: string | undefined;
  readonly url?: string | undefined;
  readonly html?: string | undefined;
}

/** A page of an archive, in memory. */
export interface StoredPage extends Hints {
  readonly kind: "stored";
  readonly id: string;
  readonly url?: string | undefined;
  readonly bytes: Uint8Array;
  /** The encodings of the bytes, undone when the page is read. */
  readonly codings?: readonly Coding[];
}

/** A page that is only an address so far. */
export interface UnfetchedPage extends Hints {
  readonly kind: "address";
  readonly id: string;
  readonly url: string;
}

/** A page as a server gave it. */
export interface ReceivedPage extends Hints {
  readonly kind: "received";
  readonly id: string;
  /** Where it came from, after redirects. */
  readonly url: string;
  readonly bytes: Uint8Array;
}

/** A page with the facts about it; its markup or its bytes are here or in a file. */
export interface PageRecord extends Hints {
  readonly id: string;
  readonly url?: string | undefined;
  readonly content: { readonly html: string | Uint8Array } | { readonly path: string };
}

/** A page that cannot be read, with the id under which it is reported. */
export interface UnreadablePage {
  readonly id: string;
  readonly error: NewsError;
}

/** The page of a line of an output. */
export interface LineFields {
  readonly id: string;
  readonly error?: unknown;
  readonly [name: string]: unknown;
}

/** Reads the record of a raw page. */
export function readRecord(raw: RawPage): PageRecord | UnreadablePage {
  switch (raw.kind) {
    case "file":
      return { id: raw.id, content: { path: raw.path } };
    case "broken":
      return { id: raw.id, error: new NewsError(raw.code, raw.message) };
    case "line":
      return readLine(raw);
  }
}

/** Longer lines usually hold a page: they are searched for `html` before they are parsed. */
const LONG_LINE_BYTES = 1 << 16;

/** The address of a line that has neither markup nor path; undefined for every other page. */
export function readAddress(raw: RawPage): UnfetchedPage | undefined {
  if (raw.kind !== "line" || (raw.line.length > LONG_LINE_BYTES && holdsMarkup(raw))) return undefined;
  const fields = readFields(raw);
  if ("error" in fields || !isAddressAlone(fields)) return undefined;
  const { id, url, encoding, collectedTitle } = fields;
  return { kind: "address", id, url, encoding, collectedTitle };
}

function holdsMarkup({ line, names }: RawPage & { readonly kind: "line" }): boolean {
  const bytes = Buffer.from(line.buffer, line.byteOffset, line.length);
  return ['"html', '"content"', ...(names?.html ? [`"${names.html}"`] : [])].some((name) =>
    bytes.includes(name),
  );
}

function readLine(raw: RawPage & { readonly kind: "line" }): PageRecord | UnreadablePage {
  const fields = readFields(raw);
  if ("error" in fields) return fields;
  const { id, html, htmlPath, htmlBase64, ...facts } = fields;
  if (!hasMarkup(fields)) {
    return { id, error: new NewsError("BAD_RECORD", `The line ${raw.id} has no html, htmlPath or url.`) };
  }
  try {
    if (html !== undefined) return { id, ...facts, content: { html } };
    if (htmlBase64 !== undefined)
      return { id, ...facts, content: { html: decodeBase64(htmlBase64, raw.id) } };
    return { id, ...facts, content: { path: locate(htmlPath ?? "", raw) } };
  } catch (error) {
    return { id, error: asNewsError(error) };
  }
}

/** Decodes base64; damaged text is refused, where Node would return a part. */
function decodeBase64(text: string, line: string): Uint8Array {
  const bytes = Buffer.from(text, "base64");
  const padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
  if (text.length % 4 === 0 && bytes.length === (text.length / 4) * 3 - padding) return bytes;
  throw new NewsError("BAD_RECORD", `The htmlBase64 of line ${line} is not base64.`);
}

const TEXT_FIELDS = [
  "html",
  "htmlBase64",
  "htmlPath",
  "url",
  "encoding",
  "charset",
  "collectedTitle",
] as const;

type OwnFields = { readonly id: string } & Readonly<Partial<Record<(typeof TEXT_FIELDS)[number], string>>>;

function isAddressAlone(fields: OwnFields): fields is OwnFields & { readonly url: string } {
  return !hasMarkup(fields) && fields.url !== undefined;
}

function hasMarkup({ html, htmlBase64, htmlPath }: OwnFields): boolean {
  return html !== undefined || htmlBase64 !== undefined || htmlPath !== undefined;
}

/** The fields of a line that are read, each of them checked to be text. */
function readFields(raw: RawPage & { readonly kind: "line" }): OwnFields | UnreadablePage {
  const bad = (message: string, id = raw.id): UnreadablePage => ({
    id,
    error: new NewsError("BAD_RECORD", message),
  });
  let fields: unknown;
  try {
    fields = JSON.parse(new TextDecoder().decode(raw.line));
  } catch {
    return bad(`The line ${raw.id} is not JSON.`);
  }
  if (typeof fields !== "object" || fields === null || Array.isArray(fields)) {
    return bad(`The line ${raw.id} is not a JSON object.`);
  }
  const given = new Map(Object.entries(fields).filter(([, value]) => value !== null));
  const nameOf = namesIn(given, raw.names);
  const ownId = given.get(nameOf("id"));
  const id = typeof ownId === "string" || typeof ownId === "number" ? String(ownId) : undefined;
  const texts: Partial<Record<(typeof TEXT_FIELDS)[number], string>> = {};
  for (const name of TEXT_FIELDS) {
    const value = given.get(nameOf(name));
    if (typeof value === "string") texts[name] = value;
    else if (value !== undefined) return bad(`The ${nameOf(name)} of line ${raw.id} is not text.`, id);
  }
  const { encoding } = texts;
  if (encoding !== undefined && !isCharset(encoding))
    return bad(`The encoding of line ${raw.id}, "${encoding}", is not a charset.`, id);
  const known: OwnFields = { id: id ?? raw.id, ...texts };
  // A page that is only an address has the address as its id, as in a list.
  return id === undefined && isAddressAlone(known) ? { ...known, id: known.url } : known;
}

/** The name of each field in a line: as configured, else its own; `content` is another common name of the markup. */
function namesIn(given: ReadonlyMap<string, unknown>, names: FieldNames = {}): (field: string) => string {
  const isPlain = ["html", "htmlBase64", "htmlPath"].some((name) => given.has(name));
  const html = names.html ?? (isPlain || typeof given.get("content") !== "string" ? "html" : "content");
  const told = new Map<string, string | undefined>(Object.entries({ ...names, html }));
  return (field) => told.get(field) ?? field;
}

/** Where the files of a list or of lines may be. */
interface FileFolder {
  readonly folder: string;
  readonly allowOutside?: boolean | undefined;
}

/** The path of a file that an input names. */
export function locate(path: string, { folder, allowOutside }: FileFolder): string {
  return allowOutside ? resolve(folder, path) : insidePath(folder, path);
}

/**
 * The real path of a file named relative to a folder; throws PATH_OUTSIDE if it is outside, links followed. A missing file is where
 * it would be written; opening it reports that it is missing.
 */
export function insidePath(folder: string, path: string): string {
  const named = resolve(folder, path);
  const real = realPath(named);
  const way = relative(realPlace(resolve(folder)), real ?? realPlace(named));
  if (way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way)) return real ?? named;
  throw new NewsError("PATH_OUTSIDE", `The path ${path} leads out of the folder ${folder}.`);
}

/** The real path of a file, there or not: its folder may be a link. */
function realPlace(path: string): string {
  const above = dirname(path);
  return realPath(path) ?? (above === path ? path : join(realPlace(above), basename(path)));
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}

/** Whether a charset has this name, as browsers know it. */
export function isCharset(label: string): boolean {
  try {
    new TextDecoder(label);
    return true;
  } catch {
    return false;
  }
}
