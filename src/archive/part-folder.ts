import { createReadStream, createWriteStream, existsSync, readdirSync } from "node:fs";
import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { NewsError } from "../errors/index.ts";
import { makeFolder } from "./output.ts";
import type { LineFields } from "./page-record.ts";
import { readFailure, writeFailure } from "./read-files.ts";
import { readWholeLines } from "./resume.ts";

/** The formats of the part files of a folder. */
export const PART_FORMATS = ["jsonl", "jsonl.gz", "parquet"] as const;
/** The format of the part files of a folder. */
export type PartFormat = (typeof PART_FORMATS)[number];

/** Where part files go. */
export interface PartPlace {
  readonly folder: string;
  /** What their names begin with, such as `part-`. */
  readonly prefix: string;
  readonly format: PartFormat;
  /** A part is full after the line that reaches this many bytes. */
  readonly partBytes: number;
  /** Writes a file of lines as a Parquet file, which appears when it is whole. */
  readonly encode: (linesPath: string, path: string) => Promise<void>;
}

/** Digits of a part's number. */
const DIGITS = 5;
const NEWLINE = 0x0a;

/**
 * Lines in part files. The current part is a file whose name begins with an underscore, which readers of such folders skip;
 * once it is full, it becomes the part by one rename.
 */
export class PartFolder {
  readonly #place: PartPlace;
  #number: number;
  #file: FileHandle | undefined;
  #bytes: number;
  /** Parts are encoded in the background, one at a time. */
  #sealing: Promise<void> = Promise.resolve();

  private constructor(place: PartPlace, number: number, bytes: number) {
    this.#place = place;
    this.#number = number;
    this.#bytes = bytes;
  }

  /** Opens a new folder, without the parts of the run that it replaces. */
  static async create(place: PartPlace): Promise<PartFolder> {
    makeFolder(place.folder);
    await removeParts(place);
    return PartFolder.open(place);
  }

  /** Continues the folder of a killed run. */
  static async open(place: PartPlace): Promise<PartFolder> {
    makeFolder(place.folder);
    const { sealed, spills, stale } = findParts(place);
    for (const number of stale) await rm(spillPath(place, number), { force: true });
    const last = spills.at(-1);
    const number = last ?? (sealed.at(-1) ?? -1) + 1;
    const bytes = last === undefined ? 0 : await keepWholeLines(spillPath(place, last));
    const folder = new PartFolder(place, number, bytes);
    for (const spill of spills.slice(0, -1)) await folder.#seal(spill);
    if (bytes >= place.partBytes) await folder.#next();
    return folder;
  }

  /** Writes whole lines. */
  async write(lines: Uint8Array): Promise<void> {
    let rest = lines;
    while (rest.length > 0) {
      const from = Math.max(0, this.#place.partBytes - this.#bytes - 1);
      const newline = from < rest.length ? rest.indexOf(NEWLINE, from) : -1;
      const part = newline === -1 ? rest : rest.subarray(0, newline + 1);
      await this.#append(part);
      rest = rest.subarray(part.length);
      if (this.#bytes >= this.#place.partBytes) await this.#next();
    }
  }

  async #append(bytes: Uint8Array): Promise<void> {
    const path = spillPath(this.#place, this.#number);
    try {
      this.#file ??= await open(path, "a");
      await this.#file.appendFile(bytes);
    } catch (error) {
      throw writeFailure(path, error);
    }
    this.#bytes += bytes.length;
  }

  /** Begins the next part, while the one before becomes a file. */
  async #next(): Promise<void> {
    await this.#close();
    await this.#sealing;
    const number = this.#number++;
    this.#bytes = 0;
    this.#sealing = this.#seal(number);
    // The next write reports the failure.
    this.#sealing.catch(() => undefined);
  }

  async #seal(number: number): Promise<void> {
    const { format, encode } = this.#place;
    const lines = spillPath(this.#place, number);
    const path = partPath(this.#place, number);
    try {
      if (format === "parquet") await encode(lines, path);
      else if (format === "jsonl.gz") {
        await pipeline(
          createReadStream(lines),
          createGzip(),
          createWriteStream(`${path}.partial`, { flush: true }),
        );
        await rename(`${path}.partial`, path);
      } else return await rename(lines, path);
      await rm(lines);
    } catch (error) {
      throw writeFailure(path, error);
    }
  }

  /** Finishes: the last part becomes a file too; a run without lines leaves one empty part. */
  async finish(): Promise<void> {
    const isEmpty = this.#number === 0 && this.#bytes === 0;
    if (isEmpty) await this.#append(new Uint8Array(0));
    if (isEmpty || this.#bytes > 0) await this.#next();
    await this.#sealing;
  }

  /** Stops early: the lines of the open part stay for a resumed run. */
  async leave(): Promise<void> {
    await this.#close().catch(() => undefined);
    await this.#sealing.catch(() => undefined);
  }

  async #close(): Promise<void> {
    const file = this.#file;
    this.#file = undefined;
    try {
      await file?.sync();
      await file?.close();
    } catch (error) {
      throw writeFailure(spillPath(this.#place, this.#number), error);
    }
  }

  /** The paths of the parts, in their order. */
  static list(place: PartPlace): readonly string[] {
    return findParts(place).sealed.map((number) => partPath(place, number));
  }
}

/** The pages in parts: their ids, and the codes of those that failed. */
export async function* readParts(place: PartPlace): AsyncGenerator<LineFields, void, undefined> {
  const { sealed, spills } = findParts(place);
  for (const number of sealed) {
    const path = partPath(place, number);
    // Loaded here: other formats need none of it.
    if (place.format === "parquet") yield* (await import("./parquet/read-parquet.ts")).readAnswers(path);
    else for await (const { fields } of readWholeLines(path)) yield fields;
  }
  for (const number of spills) {
    for await (const { fields } of readWholeLines(spillPath(place, number))) yield fields;
  }
}

/** Whether a folder holds parts of this place, whole or not. */
export function hasParts(place: PartPlace): boolean {
  if (!existsSync(place.folder)) return false;
  const { sealed, spills } = findParts(place);
  return sealed.length + spills.length > 0;
}

/** The names of part files, with or without a shard; the current one is a partial file. */
const PART_NAME =
  /^_?(?<prefix>part-(?:\d+-of-(?<count>\d+)-)?|group-)(?<number>\d{5,})\.(?:jsonl|jsonl\.gz|parquet)(?:\.partial)?$/;

/** Removes the parts of a run that is replaced; a run without shards replaces those of all shards. */
async function removeParts({ folder, prefix }: PartPlace): Promise<void> {
  const isReplaced = (name: string): boolean => {
    const found = PART_NAME.exec(name)?.groups;
    return found !== undefined && (found.prefix === prefix || prefix === "part-");
  };
  try {
    for (const name of readdirSync(folder).filter(isReplaced)) await rm(join(folder, name), { force: true });
  } catch (error) {
    throw writeFailure(folder, error);
  }
}

/** Refuses a folder with files of this run, of another number of shards, which would duplicate pages, or of other programs. */
export function refuseUsed(place: PartPlace): void {
  if (!existsSync(place.folder)) return;
  const count = PART_NAME.exec(`${place.prefix}00000.jsonl`)?.groups?.count;
  const isOther = (name: string): boolean => {
    const found = PART_NAME.exec(name)?.groups;
    return count !== undefined && found?.count === count && found.prefix !== place.prefix;
  };
  const foreign = readdirSync(place.folder).find((name) => !name.startsWith("_run") && !isOther(name));
  if (foreign === undefined) return;
  throw new NewsError("OUTPUT_EXISTS", `The folder ${place.folder} holds ${foreign} already.`);
}

/** The numbers of whole parts and of files of lines that are not parts yet. */
function findParts(place: PartPlace): {
  readonly sealed: readonly number[];
  readonly spills: readonly number[];
  /** Whole parts whose files of lines were not removed yet. */
  readonly stale: readonly number[];
} {
  let names: readonly string[];
  try {
    names = existsSync(place.folder) ? readdirSync(place.folder) : [];
  } catch (error) {
    throw readFailure(place.folder, error);
  }
  const found = new Set(names);
  const numbers = names
    .flatMap((name) => {
      const { prefix, number } = PART_NAME.exec(name)?.groups ?? {};
      return prefix === place.prefix && number !== undefined ? number : [];
    })
    .map(Number);
  const sorted = [...new Set(numbers)].sort((a, b) => a - b);
  const sealed = sorted.filter((number) => found.has(basename(partPath(place, number))));
  const left = sorted.filter((number) => found.has(basename(spillPath(place, number))));
  const isSealed = new Set(sealed);
  const spills = left.filter((number) => !isSealed.has(number));
  return { sealed, spills, stale: left.filter((number) => isSealed.has(number)) };
}

function partPath({ folder, prefix, format }: PartPlace, number: number): string {
  return join(folder, `${prefix}${String(number).padStart(DIGITS, "0")}.${format}`);
}

function spillPath({ folder, prefix }: PartPlace, number: number): string {
  return join(folder, `_${prefix}${String(number).padStart(DIGITS, "0")}.jsonl.partial`);
}

/** Cuts off a line that a killed run did not finish; returns the bytes of the others. */
async function keepWholeLines(path: string): Promise<number> {
  let bytes = 0;
  for await (const { line } of readWholeLines(path)) bytes += line.length + 1;
  try {
    const file = await open(path, "r+");
    await file.truncate(bytes).finally(() => file.close());
  } catch (error) {
    throw writeFailure(path, error);
  }
  return bytes;
}
