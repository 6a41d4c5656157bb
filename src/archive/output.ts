import { mkdirSync, readlinkSync, realpathSync, rmdirSync, type Stats, statSync } from "node:fs";
import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { NewsError } from "../errors/index.ts";
import { systemCode, writeFailure } from "./file-errors.ts";

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

/** What is at a path to be written; undefined where nothing is there. */
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

/** Where the OUT of a batch goes: `-`, a .jsonl or .jsonl.gz file, or a pipe or device. */
export function findTarget(name: string): Target {
  const target = findFile(name);
  if (target.path === undefined || LINES_NAME.test(name)) return target;
  const later = name.endsWith(".parquet") ? " Parquet files cannot be written yet." : "";
  throw new NewsError("BAD_OPTION", `The output ${name} is not a .jsonl or .jsonl.gz file, nor "-".${later}`);
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

  /** All is written: the file appears under its own name. */
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

  /** Stops early: the partial file stays for a resumed run, unless it is empty. */
  async leave(): Promise<void> {
    const isEmpty = await this.#isEmpty().catch(() => false);
    await this.#file?.close().catch(() => undefined);
    const { path } = this.#target;
    if (isEmpty && path !== undefined) await rm(partialPath(path), { force: true });
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
  const target = findFile(name);
  const bytes = new TextEncoder().encode(text);
  const output = await Output.open(target);
  try {
    await output.write(target.isGzip ? gzipSync(bytes) : bytes);
    await output.finish();
  } catch (error) {
    await output.discard();
    throw error;
  }
}

/**
 * Makes a folder and its missing parents, or throws WRITE_FAILED; returns the function that removes those that are still
 * empty. Node's `recursive` loops for ever on file systems such as /proc, where a missing folder cannot be made.
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

/** Whether it was made here and not by another process meanwhile. */
function makeOne(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    if (systemCode(error) !== "EEXIST" || !statSync(folder).isDirectory()) throw error;
    return false;
  }
}
