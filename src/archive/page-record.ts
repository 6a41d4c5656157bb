import { realpathSync } from "node:fs";
import { isAbsolute, relative, resolve, sep } from "node:path";
import { asNewsError, type FailureCode, NewsError } from "../errors/index.ts";

/** Optional facts about a page. */
interface Hints {
  /** The charset of the bytes; the page's own declaration is ignored. */
  readonly encoding?: string | undefined;
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
    }
  /** An input that cannot be read. */
  | { readonly kind: "broken"; readonly id: string; readonly code: FailureCode; readonly message: string };

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
  /** The charset of the HTTP header. */
  readonly charset?: string | undefined;
}

/** A page with the facts about it; its markup is here or in a file. */
export interface PageRecord extends Hints {
  readonly id: string;
  readonly url?: string | undefined;
  readonly content: { readonly html: string } | { readonly path: string };
}

/** A page that cannot be read, with the id under which it is reported. */
export interface UnreadablePage {
  readonly id: string;
  readonly error: NewsError;
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
  if (raw.kind !== "line" || (raw.line.length > LONG_LINE_BYTES && Buffer.from(raw.line).includes('"html')))
    return undefined;
  const fields = readFields(raw);
  if ("error" in fields || !isAddressAlone(fields)) return undefined;
  const { id, url, encoding, collectedTitle } = fields;
  return { kind: "address", id, url, encoding, collectedTitle };
}

function readLine(raw: RawPage & { readonly kind: "line" }): PageRecord | UnreadablePage {
  const fields = readFields(raw);
  if ("error" in fields) return fields;
  const { id, url, html, htmlPath, encoding, collectedTitle } = fields;
  if (html === undefined && htmlPath === undefined) {
    return { id, error: new NewsError("BAD_RECORD", `The line ${raw.id} has no html and no htmlPath.`) };
  }
  try {
    const content = html !== undefined ? { html } : { path: locate(htmlPath ?? "", raw) };
    return { id, url, encoding, collectedTitle, content };
  } catch (error) {
    return { id, error: asNewsError(error) };
  }
}

const TEXT_FIELDS = ["html", "htmlPath", "url", "encoding", "collectedTitle"] as const;

type LineFields = { readonly id: string } & Readonly<Partial<Record<(typeof TEXT_FIELDS)[number], string>>>;

function isAddressAlone(fields: LineFields): fields is LineFields & { readonly url: string } {
  return fields.html === undefined && fields.htmlPath === undefined && fields.url !== undefined;
}

/** The fields of a line that are read, each of them checked to be text. */
function readFields(raw: RawPage & { readonly kind: "line" }): LineFields | UnreadablePage {
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
  const ownId = given.get("id");
  const id = typeof ownId === "string" || typeof ownId === "number" ? String(ownId) : undefined;
  const texts: Partial<Record<(typeof TEXT_FIELDS)[number], string>> = {};
  for (const name of TEXT_FIELDS) {
    const value = given.get(name);
    if (typeof value === "string") texts[name] = value;
    else if (value !== undefined) return bad(`The ${name} of line ${raw.id} is not text.`, id);
  }
  const { encoding } = texts;
  if (encoding !== undefined && !isCharset(encoding))
    return bad(`The encoding of line ${raw.id} is called "${encoding}", as no charset is.`, id);
  const known: LineFields = { id: id ?? raw.id, ...texts };
  // A page that is only an address has the address as its id, as in a list.
  return id === undefined && isAddressAlone(known) ? { ...known, id: known.url } : known;
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

/** The real path of a file named relative to a folder; throws PATH_OUTSIDE if it is outside, links followed. */
export function insidePath(folder: string, path: string): string {
  const named = resolve(folder, path);
  const real = realPath(named);
  // A missing file is checked by its name alone; opening it reports that it is missing.
  const way =
    real === undefined ? relative(resolve(folder), named) : relative(realPath(folder) ?? folder, real);
  if (way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way)) return real ?? named;
  throw new NewsError("PATH_OUTSIDE", `The path ${path} leads out of the folder ${folder}.`);
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
