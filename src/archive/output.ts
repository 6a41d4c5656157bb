import {
  existsSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  rmdirSync,
  rmSync,
  type Stats,
  statSync,
} from "node:fs";
import { type FileHandle, open, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { NewsError } from "../errors/index.ts";
import { isAddress } from "../url/index.ts";
import { systemCode, writeFailure } from "./read-files.ts";

const LINES_NAME = /\.jsonl(?:\.gz)?$/i;

/** Where output goes, checked but not opened yet. */
export interface Target {
  /** As the user named it. */
  readonly name: string;
  /** Whether the bytes written to it must be gzip members. */
  readonly isGzip: boolean;
  /** The path of a file, which appears only when it is whole; pipes and devices have none. */
  readonly path?: string;
}

/** Where a file of any name goes: `-` is standard output. */
export function findFile(name: string): Target {
  if (name === "") throw new NewsError("BAD_OPTION", "The output is empty.");
  if (name === "-") return { name, isGzip: false };
  const found = statOutput(name);
  if (found?.isDirectory()) throw new NewsError("WRITE_FAILED", `The output ${name} is a folder.`);
  const isGzip = name.toLowerCase().endsWith(".gz");
  if (found && !found.isFile()) return { name, isGzip };
  // Through a link, so that finishing replaces the file and not the link.
  return { name, isGzip, path: found ? realpathSync(name) : newPlace(name) };
}

/** The state of a path to be written; undefined where nothing is there. */
export function statOutput(name: string): Stats | undefined {
  try {
    return statSync(name, { throwIfNoEntry: false });
  } catch (error) {
    throw writeFailure(name, error);
  }
}

/** The path of a new file: the target of a dangling link, else its own name. */
function newPlace(name: string): string {
  try {
    return resolve(dirname(name), readlinkSync(name));
  } catch {
    return resolve(name);
  }
}

/** Where lines go: `-`, a .jsonl or .jsonl.gz file, or a pipe or device; `wanted` says what the command could take. */
export function findTarget(name: string, wanted = "a .jsonl or .jsonl.gz file"): Target {
  const target = findFile(name);
  if (target.path === undefined || LINES_NAME.test(name)) return target;
  throw new NewsError("BAD_OPTION", `The output ${name} is not ${wanted}, nor "-".`);
}

/** Refuses an existing file, which may be the only copy of its content. */
export function refuseFile({ name, path }: Target): void {
  if (path !== undefined && existsSync(path))
    throw new NewsError("OUTPUT_EXISTS", `The output ${name} exists already.`);
}

/** The name of a file until it is whole. */
export function partialPath(path: string): string {
  return `${path}.partial`;
}

/** An open output: a file that appears under its name only when it is whole, or a stream. */
export class Output {
  readonly #target: Target;
  readonly #file: FileHandle | undefined;

  private constructor(target: Target, file: FileHandle | undefined) {
    this.#target = target;
    this.#file = file;
  }

  /** Opens a new file, or continues the partial one of an earlier run. */
  static async open(target: Target, from: "new" | "partial" = "new"): Promise<Output> {
    if (target.name === "-") return new Output(target, undefined);
    const path = target.path === undefined ? target.name : partialPath(target.path);
    try {
      return new Output(target, await open(path, from === "new" ? "w" : "a"));
    } catch (error) {
      throw writeFailure(target.name, error);
    }
  }

  /** Writes whole lines; as gzip members where the target is gzip. */
  async write(bytes: Uint8Array): Promise<void> {
    try {
      await (this.#file ? this.#file.appendFile(bytes) : writeStandardOutput(bytes));
    } catch (error) {
      throw writeFailure(this.#target.name, error);
    }
  }

  /** Finishes: the file appears under its own name. */
  async finish(): Promise<void> {
    if (this.#target.isGzip && (await this.#isEmpty())) await this.write(gzipSync(""));
    const { path } = this.#target;
    try {
      // Some file systems report a full disk only now, and the name must not appear before its bytes.
      if (path !== undefined) await this.#file?.sync();
      await this.#file?.close();
      if (path !== undefined) await rename(partialPath(path), path);
    } catch (error) {
      throw writeFailure(this.#target.name, error);
    }
  }

  /** Stops early; returns whether the partial file stays for a resumed run, as it does unless it is empty. */
  async leave(): Promise<boolean> {
    const isEmpty = await this.#isEmpty().catch(() => false);
    await this.#file?.close().catch(() => undefined);
    const { path } = this.#target;
    if (path === undefined) return false;
    if (isEmpty) await rm(partialPath(path), { force: true });
    return existsSync(partialPath(path));
  }

  /** Gives up: removes the partial file. */
  async discard(): Promise<void> {
    await this.#file?.close().catch(() => undefined);
    const { path } = this.#target;
    if (path !== undefined) await rm(partialPath(path), { force: true });
  }

  async #isEmpty(): Promise<boolean> {
    return (await this.#file?.stat())?.size === 0;
  }
}

/** Writes to standard output and waits until its reader has taken it. */
function writeStandardOutput(data: Uint8Array): Promise<void> {
  return new Promise((done, fail) => {
    process.stdout.write(data, (error) => (error ? fail(writeFailure("standard output", error)) : done()));
  });
}

/** Writes one whole file, or to standard output for `-`. */
export async function writeWhole(name: string, text: string): Promise<void> {
  await writeOutput(findFile(name), (put) => put(text));
}

/** Writes an output piece by piece, gzipped if its name ends in .gz; a failure leaves no file. */
export async function writeOutput(
  target: Target,
  write: (put: (piece: string | Uint8Array) => Promise<void>) => Promise<void>,
): Promise<void> {
  const output = await Output.open(target);
  const encoder = new TextEncoder();
  try {
    await write((piece) => {
      const bytes = typeof piece === "string" ? encoder.encode(piece) : piece;
      return output.write(target.isGzip ? gzipSync(bytes) : bytes);
    });
    await output.finish();
  } catch (error) {
    await output.discard();
    throw error;
  }
}

/**
 * Makes a folder and its missing parents, or throws WRITE_FAILED; returns a function that removes new folders if still empty.
 * Not by Node's `recursive`, which loops for ever on file systems such as /proc, where no folder can be made.
 */
export function makeFolder(path: string): () => void {
  const missing: string[] = [];
  const made: string[] = [];
  try {
    let at = resolve(path);
    for (; statSync(at, { throwIfNoEntry: false }) === undefined; at = dirname(at)) missing.push(at);
    if (!statSync(at).isDirectory()) throw new NewsError("WRITE_FAILED", `The path ${at} is not a folder.`);
    for (const folder of missing.reverse()) {
      if (makeOne(folder)) made.unshift(folder);
    }
  } catch (error) {
    removeEmpty(made);
    throw writeFailure(path, error);
  }
  return () => removeEmpty(made);
}

function removeEmpty(folders: readonly string[]): void {
  try {
    for (const folder of folders) rmdirSync(folder);
  } catch {
    // Not empty any more: it is in use.
  }
}

/** Makes a folder; false where another process has made it meanwhile. */
function makeOne(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    if (systemCode(error) !== "EEXIST" || !statSync(folder).isDirectory()) throw error;
    return false;
  }
}

const INDEX = "index.jsonl";
/** Digits of the number that a name begins with. */
const DIGITS = 6;
/** File systems take names of 255 bytes, encrypted ones 143, and a name also has a number and an ending. */
const MAX_SLUG_BYTES = 100;
const FILE_NAME = /^[a-z]?(?<number>\d{6,})(?:-[^/]*)?\.(?:txt|md|html|json|xml)(?:\.partial)?$/;

/** A page for a folder: its line of the index, and the content of its file if it has one. */
export interface FolderPage {
  readonly fields: { readonly id: string } & Readonly<Record<string, unknown>>;
  readonly content?: string;
}

/** Endings that a folder of pages would hardly have; one that is meant ends with a slash. */
const FILE_ENDING = /\.(?:txt|md|html?|json|xml|jsonl|parquet|warc|gz|zst)$/i;

/** The index of a folder of pages, written like the lines of a batch; the folder need not exist yet. */
export function findIndex(out: string): Target {
  const found = statOutput(out);
  if (out === "" || out === "-" || (!found && FILE_ENDING.test(out))) {
    const message = `The option --format writes a file for each page, so -o "${out}" must be a folder; write its name with a slash at its end, such as -o articles/.`;
    throw new NewsError("BAD_OPTION", message);
  }
  if (found && !found.isDirectory())
    throw new NewsError("WRITE_FAILED", `The output ${out} is not a folder.`);
  return { name: join(out, INDEX), isGzip: false, path: resolve(out, INDEX) };
}

/** A folder with a file for each page. */
export class PageFolder {
  readonly #path: string;
  readonly #ending: string;
  #lastNumber: number;

  /** `lastNumber`: the number of the last page of a resumed run. */
  constructor(path: string, ending: string, lastNumber = 0) {
    this.#path = path;
    this.#ending = ending;
    this.#lastNumber = lastNumber;
  }

  /** Makes the folder; one that is not empty is refused, as the files of two runs would mix. */
  static make(path: string): void {
    makeFolder(path);
    // A run that was killed early leaves only a partial index.
    if (readdirSync(path).every((name) => name.startsWith(`${INDEX}.`))) return;
    throw new NewsError(
      "OUTPUT_EXISTS",
      `The folder ${path} is not empty, and a file for each page is never written over.`,
    );
  }

  /** Removes files that a killed run wrote but did not enter into its index: their pages are extracted again. */
  removeUnlisted(): void {
    for (const name of readdirSync(this.#path)) {
      if ((numberOf(name) ?? 0) > this.#lastNumber) rmSync(join(this.#path, name));
    }
  }

  /** Writes the files of some pages, each whole or not at all; returns their lines of the index. */
  async write(pages: readonly FolderPage[]): Promise<Uint8Array> {
    const lines = await Promise.all(pages.map((page) => this.#writeOne(page, ++this.#lastNumber)));
    return new TextEncoder().encode(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  }

  async #writeOne({ fields, content }: FolderPage, number: number): Promise<object> {
    if (content === undefined) return fields;
    const { id, title, ...rest } = fields;
    const file = nameFile(number, typeof title === "string" ? title : "", id) + this.#ending;
    const path = join(this.#path, file);
    try {
      await writeFile(partialPath(path), content);
      await rename(partialPath(path), path);
    } catch (error) {
      throw writeFailure(path, error);
    }
    return { id, file, title, ...rest };
  }
}

/** The number that a file of such a folder begins with. */
export function numberOf(file: string): number | undefined {
  const number = FILE_NAME.exec(file)?.groups?.number;
  return number === undefined ? undefined : Number(number);
}

/** A file name without its ending: the number, which sorts and is unique, and words of the title or id. */
export function nameFile(number: number, title: string, id: string): string {
  const digits = String(number).padStart(DIGITS, "0");
  // A letter sorts after all digits, so that the millionth page comes after the one before it.
  const order = digits.length > DIGITS ? "abcdefghij".charAt(digits.length - DIGITS - 1) : "";
  const slug = slugOf(title) || slugOf(lastPart(id));
  return `${order}${digits}${slug && `-${slug}`}`;
}

/** Letters and digits of any script, with hyphens for everything else: no separators, control characters or trailing dots. */
function slugOf(text: string): string {
  const words =
    text
      .normalize("NFC")
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  let slug = "";
  for (const word of words) {
    const longer = slug === "" ? word : `${slug}-${word}`;
    if (Buffer.byteLength(longer) > MAX_SLUG_BYTES) break;
    slug = longer;
  }
  return slug || cut(words[0] ?? "");
}

/** The beginning of a word that is too long for a name, such as a title without spaces. */
function cut(word: string): string {
  let part = "";
  for (const character of word) {
    if (Buffer.byteLength(part + character) > MAX_SLUG_BYTES) break;
    part += character;
  }
  return part;
}

/** The last part of an id: the file name of a path, the last segment of an address. */
function lastPart(id: string): string {
  const path = isAddress(id) ? (URL.parse(id)?.pathname ?? "") : id;
  const last = path.split(/[/\\]/).findLast((part) => part !== "") ?? "";
  return decoded(last).replace(/\.(?:x?html?|php|aspx?)(?:\.gz)?$/i, "");
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
