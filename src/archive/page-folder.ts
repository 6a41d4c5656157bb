import { readdirSync, rmSync } from "node:fs";
import { rename, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { NewsError } from "../errors/index.ts";
import { isAddress } from "../url/index.ts";
import { writeFailure } from "./file-errors.ts";
import { makeFolder, partialPath, statOutput, type Target } from "./output.ts";

const INDEX = "index.jsonl";
/** Digits of the number that a name begins with. */
const DIGITS = 6;
/** File systems take names of up to 255 bytes, or 143 if they encrypt them; a name also has its number and ending. */
const MAX_SLUG_BYTES = 100;
const FILE_NAME = /^[a-z]?(?<number>\d{6,})(?:-[^/]*)?\.(?:txt|md|html|json|xml)(?:\.partial)?$/;

/** A page for a folder: its line of the index, and the content of its file if it has one. */
interface FolderPage {
  readonly fields: { readonly id: string } & Readonly<Record<string, unknown>>;
  readonly content?: string;
}

/** The index of a folder of pages, written like the lines of a batch; the folder need not exist yet. */
export function findIndex(out: string): Target {
  if (out === "" || out === "-" || /\.jsonl(?:\.gz)?$/i.test(out)) {
    throw new NewsError(
      "BAD_OPTION",
      `The option --format writes a file a page, so -o ${out} must be a folder.`,
    );
  }
  const found = statOutput(out);
  if (found && !found.isDirectory()) throw new NewsError("WRITE_FAILED", `The output ${out} is no folder.`);
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
      "BAD_OPTION",
      `The folder ${path} is not empty; name a new one, or go on with its run by --resume.`,
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
