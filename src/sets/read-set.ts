import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { createReadStream, existsSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { insidePath, isCharset, readFileBytes, splitLines } from "../archive/index.ts";
import { parsePage } from "../default-extract.ts";
import { asNewsError, NewsError } from "../errors/index.ts";
import type { OpenPage } from "../extract.ts";
import { moveLabels, truthOfLabels } from "./label-truth.ts";
import { contentHash, decidingLabels, isWritable, type LabelLine } from "./made-labels.ts";

/** A page with its label. */
export interface LabelledPage {
  readonly label: Label;
  /** The page's bytes, or its markup where the label carries it. */
  readonly html: Uint8Array | string;
  /** The page as a browser shows it, where it was rendered. */
  readonly rendered?: OpenPage;
}

/** Larger than any label. */
const MAX_LINE_BYTES = 256_000_000;

/** The labels of a set, one a line of its `index.jsonl`, in order; labels of nodes replace their title and body. */
export async function* readLabels(folder: string): AsyncGenerator<Label> {
  const made = decidingLabels(folder);
  for await (const label of readIndex(folder)) yield withMade(label, made.get(label.id));
}

/** The lines of a set's `index.jsonl`, in order, without labels of nodes. */
export async function* readIndex(folder: string): AsyncGenerator<Label> {
  const set = basename(resolve(folder));
  const decoder = new TextDecoder();
  const index = join(folder, "index.jsonl");
  try {
    // Opening a pipe that nobody writes to would wait for ever.
    if (!statSync(index).isFile()) throw new NewsError("BAD_SET", `The index ${index} is not a file.`);
    // Only a line feed ends a line: bodies hold U+2028, at which readline would cut.
    for await (const { bytes, number } of splitLines(createReadStream(index), MAX_LINE_BYTES)) {
      const line = decoder.decode(bytes);
      if (line.trim() === "") continue;
      yield parseLabel(line, { set, lineNumber: number }, (path) => insidePath(folder, path));
    }
  } catch (cause) {
    if (cause instanceof NewsError) throw cause;
    throw new NewsError("BAD_SET", `The folder ${folder} has no readable index.jsonl.`, { cause });
  }
}

/** A label with the labelled title and body; labels of an older copy of the page are matched by text. */
function withMade(label: Label, made: LabelLine | undefined): Label {
  if (made === undefined) return label;
  try {
    const html = loadPage(label);
    const page = parsePage(html, label);
    const isSame = made.pageHash === contentHash(html);
    const { labels, lost } = isSame ? { labels: made.labels, lost: [] } : moveLabels(page, made.labels);
    // An incomplete truth is not used.
    if (lost.length > 0) return label;
    const { title, body, nodes } = truthOfLabels(page, labels);
    const { nodes: _, ...bare } = label;
    const truth = { ...label.truth, title, body, bodyIsPrefix: false };
    return { ...bare, truth, ...(Object.keys(nodes).length > 0 && { nodes }) };
  } catch (error) {
    if (asNewsError(error).code === "INTERNAL") throw error;
    return label;
  }
}

/** The labelled pages of a set, in order; pages without truth among them. */
export async function* readSet(folder: string): AsyncGenerator<LabelledPage> {
  for await (const label of readLabels(folder)) yield { label, html: loadPage(label) };
}

/** The page of a label as its server sent it: unpacked, without an archive's inserts. */
export function loadPage(label: Label): Uint8Array | string {
  if ("html" in label.source) return label.source.html;
  const { path } = label.source;
  try {
    return stripArchiveInserts(readFileBytes(path));
  } catch (cause) {
    throw new NewsError("BAD_SET", `The page ${path} of "${label.id}" in ${label.set} cannot be read.`, {
      cause,
    });
  }
}

/** The hash of everything that a page's scores depend on, except the code. */
export function hashPage({ id, url, encoding, truth }: Label, html: Uint8Array | string): string {
  return createHash("sha256")
    .update(JSON.stringify([id, url, encoding, truth]))
    .update(html)
    .digest("hex");
}

const TOOLBAR_BEGIN = "<!-- BEGIN WAYBACK TOOLBAR INSERT -->";
const TOOLBAR_END = "<!-- END WAYBACK TOOLBAR INSERT -->";
const HEAD_END = "<!-- End Wayback Rewrite JS Include -->";
/** Scripts and style sheets, nothing but white space between them, up to the end of the text. */
const LEADING_PARTS = /(?:<script\b[^>]*>[^<]*(?:<(?!\/script)[^<]*)*<\/script>\s*|<link\b[^>]*>\s*)+$/i;

/** The page as its server sent it: parts inside an archive's marker comments are removed, other pages are untouched. */
export function stripArchiveInserts(bytes: Uint8Array): Uint8Array {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!buffer.includes(TOOLBAR_BEGIN) && !buffer.includes(HEAD_END)) return bytes;
  // Latin-1 maps each byte to a character and back; the markers are ASCII in every charset of the web but UTF-16.
  return new Uint8Array(Buffer.from(stripHeadInsert(stripToolbar(buffer.toString("latin1"))), "latin1"));
}

function stripToolbar(html: string): string {
  const begin = html.indexOf(TOOLBAR_BEGIN);
  const end = html.indexOf(TOOLBAR_END, begin);
  if (begin < 0 || end < 0) return html;
  return html.slice(0, begin) + html.slice(end + TOOLBAR_END.length);
}

/** The insert in the head has no opening marker: it is the scripts and sheets right before the closing one. */
function stripHeadInsert(html: string): string {
  const end = html.indexOf(HEAD_END);
  if (end < 0) return html;
  return html.slice(0, end).replace(LEADING_PARTS, "") + html.slice(end + HEAD_END.length);
}

/** The labelled article of a page; null or empty where the label has no value. */
export interface Truth {
  readonly title: string | null;
  readonly authors: readonly string[];
  readonly published: string | null;
  readonly body: string | null;
  /** Whether `body` is only the beginning of the article. */
  readonly bodyIsPrefix: boolean;
  /** Passages that belong to the article. */
  readonly with: readonly string[];
  /** Passages of the page that do not. */
  readonly without: readonly string[];
}

/** One line of a labelled set: where its page is and what is known of it. */
export interface Label {
  readonly id: string;
  /** The name of the set's folder. */
  readonly set: string;
  readonly site: string | null;
  readonly url: string | null;
  /** The primary language, lower case: `en` for `en-US`. */
  readonly language: string | null;
  readonly pageType: string | null;
  /** The year or time the page is from, in sets that cover several. */
  readonly era: string | null;
  readonly source: { readonly path: string } | { readonly html: string };
  /** The known charset of the bytes; null where it has to be detected. */
  readonly encoding: string | null;
  readonly truth: Truth;
  /** Paths of the labelled nodes. */
  readonly nodes?: LabelledNodes;
}

/** Paths of the title's and the body's node, as `nodePath` writes them. */
interface LabelledNodes {
  readonly title?: string;
  readonly body?: string;
}

/** Reads one line of an `index.jsonl`; `locate` turns its `htmlPath` into a path. */
export function parseLabel(
  line: string,
  where: { readonly set: string; readonly lineNumber: number },
  locate: (htmlPath: string) => string,
): Label {
  const read = new FieldReader(line, `line ${where.lineNumber} of ${where.set}/index.jsonl`);
  const htmlPath = read.text("htmlPath");
  const html = read.text("html");
  if (htmlPath === null && html === null) throw read.bad("it has neither htmlPath nor html");
  const title = read.text("titlePath");
  const body = read.text("bodyPath");
  return {
    id: read.id(),
    set: where.set,
    site: read.text("site"),
    url: read.text("url"),
    language: read.text("lang")?.split(/[-_]/)[0]?.toLowerCase() ?? null,
    pageType: read.text("pageType"),
    era: read.text("era"),
    source: htmlPath === null ? { html: html ?? "" } : { path: locate(htmlPath) },
    encoding: read.charset("encoding"),
    truth: readTruth(read, UNRELIABLE_FIELDS[where.set] ?? []),
    ...((title !== null || body !== null) && {
      nodes: { ...(title !== null && { title }), ...(body !== null && { body }) },
    }),
  };
}

/** Whether a label has any truth to measure against. */
export function hasTruth({ truth }: Label): boolean {
  return (
    truth.body !== null ||
    truth.title !== null ||
    truth.published !== null ||
    truth.authors.length + truth.with.length + truth.without.length > 0
  );
}

/** What labels have for an author if none is known. */
const NOBODY = /^\s*(?:unknown)?\s*$/i;

function readTruth(read: FieldReader, unreliable: readonly string[]): Truth {
  const published = read.text("published");
  return {
    title: read.text("title"),
    authors: read.texts("authors").filter((name) => !NOBODY.test(name)),
    published: unreliable.includes("published") ? null : published,
    body: read.text("body"),
    bodyIsPrefix: read.flag("bodyIsPrefix"),
    with: read.texts("with"),
    without: read.texts("without"),
  };
}

/** Takes fields out of a record: null is absent, a field of the wrong kind is an error. */
class FieldReader {
  readonly #record: Readonly<Record<string, unknown>>;
  readonly #where: string;

  constructor(line: string, where: string) {
    this.#where = where;
    let record: unknown;
    try {
      record = JSON.parse(line);
    } catch (cause) {
      throw this.bad("it is not JSON", cause);
    }
    if (typeof record !== "object" || record === null || Array.isArray(record)) {
      throw this.bad("it is not a JSON object");
    }
    this.#record = { ...record };
  }

  bad(problem: string, cause?: unknown): NewsError {
    return new NewsError("BAD_RECORD", `In ${this.#where}: ${problem}.`, { cause });
  }

  id(): string {
    const { id } = this.#record;
    if (typeof id === "number") return String(id);
    const text = this.text("id");
    if (text === null || text === "") throw this.bad("it has no id");
    return text;
  }

  text(name: string): string | null {
    const value = this.#record[name] ?? null;
    if (value === null || typeof value === "string") return value;
    throw this.bad(`${name} is not a text`);
  }

  charset(name: string): string | null {
    const label = this.text(name);
    if (label === null || isCharset(label)) return label;
    throw this.bad(`no charset is called "${label}"`);
  }

  texts(name: string): readonly string[] {
    const value = this.#record[name] ?? [];
    if (Array.isArray(value) && value.every((item) => typeof item === "string")) return value;
    throw this.bad(`${name} is not a list of texts`);
  }

  flag(name: string): boolean {
    const value = this.#record[name] ?? false;
    if (typeof value === "boolean") return value;
    throw this.bad(`${name} is neither true nor false`);
  }
}

/** Label fields that do not describe the page, by set; from the notes that come with the sets. */
const UNRELIABLE_FIELDS: Readonly<Record<string, readonly string[]>> = {
  // The day of the crawl, not of the article.
  "daniel-en-zh-pl": ["published"],
};

/** Where sets are looked for, and who is notified when one is unpacked. */
export interface DataPlaces {
  /** The folder of archives and sets, undefined where there is none. */
  readonly data: string | undefined;
  /** Where sets go when the folder of archives cannot be written. */
  readonly temporary: string;
  notify(message: string): void;
}

const run = promisify(execFile);

/** The folder of labelled sets: `GALLEY_DATA`, else `./data`; undefined where that is not there. */
export function findData(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const folder = resolve(env.GALLEY_DATA || "data");
  return existsSync(folder) ? folder : undefined;
}

/** The usual places: the data folder and the temporary folder that its `unpack` falls back to. */
export function dataPlaces(notify: (message: string) => void): DataPlaces {
  return { data: findData(), temporary: join(tmpdir(), "galley-data"), notify };
}

/** The folder of a set given by path or by bare name; unpacks it where only its archive is there. */
export async function findSet(nameOrPath: string, places: DataPlaces): Promise<string> {
  if (existsSync(nameOrPath)) return checkSet(nameOrPath);
  const isName = !/[\\/]/.test(nameOrPath);
  const name = basename(nameOrPath);
  if (isName) {
    const data = places.data === undefined ? [] : [join(places.data, "unpacked"), places.data];
    const found = [...data, places.temporary].find((parent) => isSet(join(parent, name)));
    if (found !== undefined) return join(found, name);
  }
  const above = dirname(resolve(nameOrPath));
  const parents = isName ? (places.data === undefined ? [] : [places.data]) : [above, dirname(above)];
  const archives = parents.find((parent) => hasArchive(parent, name));
  if (archives === undefined) throw notFound(nameOrPath, places);
  const wanted = isName ? join(archives, "unpacked") : above;
  return unpack(archives, { name, target: canMake(wanted) ? wanted : places.temporary }, places);
}

/** The folders of several sets, in their order. */
export async function findSets(names: readonly string[], places: DataPlaces): Promise<string[]> {
  const folders: string[] = [];
  for (const name of names) folders.push(await findSet(name, places));
  return folders;
}

function checkSet(path: string): string {
  if (basename(path) === "index.jsonl") return dirname(path);
  if (isSet(path)) return path;
  throw new NewsError("BAD_SET", `The path ${path} has no index.jsonl.`);
}

function isSet(folder: string): boolean {
  return existsSync(join(folder, "index.jsonl"));
}

function hasArchive(folder: string, name: string): boolean {
  return existsSync(join(folder, `${name}.tar.xz`)) && existsSync(join(folder, "unpack"));
}

/** Whether files can be made in a folder, or in the first one above it that exists. */
function canMake(folder: string): boolean {
  if (existsSync(folder)) return isWritable(folder);
  return dirname(folder) !== folder && canMake(dirname(folder));
}

function notFound(nameOrPath: string, { data }: DataPlaces): NewsError {
  const hint =
    data === undefined
      ? "set GALLEY_DATA to the folder of labelled sets"
      : `unpack it with "${join(data, "unpack")}" or give a set's name`;
  return new NewsError("FILE_NOT_FOUND", `There is no labelled set ${nameOrPath}; ${hint}.`);
}

async function unpack(
  archives: string,
  job: { readonly name: string; readonly target: string },
  places: DataPlaces,
): Promise<string> {
  const folder = join(job.target, job.name);
  if (isSet(folder)) return folder;
  places.notify(`unpacking ${job.name} to ${folder}`);
  try {
    await run("sh", [join(archives, "unpack"), job.target, job.name]);
  } catch (cause) {
    throw new NewsError("BAD_SET", `The set ${job.name} could not be unpacked to ${job.target}.`, { cause });
  }
  return checkSet(folder);
}
