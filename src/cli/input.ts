import { type BigIntStats, fstatSync, statSync } from "node:fs";
import { dirname, isAbsolute, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { type Input, partialPath, readBytes, readStream, type Target } from "../archive/index.ts";
import { NewsError } from "../errors/index.ts";
import type { FetchOptions } from "../fetch/index.ts";
import { DEFAULT_MAX_BYTES } from "../html/index.ts";
import { isAddress } from "../url/index.ts";

/** One page that the command line names, with what its server said of it. */
export interface InputPage {
  readonly bytes: Uint8Array;
  readonly url?: string;
  readonly charset?: string | undefined;
  /** The folder of a file. */
  readonly folder?: string;
}

/** Reads one page: an address, a file, or `-` for standard input. */
export async function readInputPage(name: string, options: FetchOptions): Promise<InputPage> {
  const { maxBytes = DEFAULT_MAX_BYTES } = options;
  if (name === "") throw new NewsError("BAD_OPTION", "The source is empty.");
  if (name === "-") return { bytes: await readStream("standard input", process.stdin, maxBytes) };
  if (!isAddress(name)) return readPath(name, maxBytes);
  demandHttp(name);
  // Loaded here: a file needs no HTTP client.
  const { fetchPage } = await import("../fetch/index.ts");
  const { url, charset, bytes } = await fetchPage(name, options);
  return { bytes, url, charset };
}

function readPath(path: string, maxBytes: number): InputPage {
  try {
    return { bytes: readBytes(path, maxBytes), folder: dirname(path) };
  } catch (error) {
    throw error instanceof NewsError ? withHint(path, error) : error;
  }
}

/** Says what the user may have meant by a path that is not a file. */
function withHint(path: string, cause: NewsError): NewsError {
  const { code } = cause;
  if (code === "FILE_UNREADABLE" && isFolder(path)) {
    const message = `The path ${path} is a folder; use galley batch ${path} for its pages.`;
    return new NewsError(code, message, { cause });
  }
  if (code === "FILE_NOT_FOUND" && isAddressLike(path)) {
    const message = `Cannot find the file ${path}; for an address write https://${path}`;
    return new NewsError(code, message, { cause });
  }
  return cause;
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

const FILE_NAME = /\.(?:x?html?|jsonl|gz|txt)$/i;

/** Whether a path looks like an address without its scheme. */
function isAddressLike(path: string): boolean {
  const [host = "", ...rest] = path.split("/");
  if (/^www\./i.test(host)) return true;
  return (
    rest.length > 0 &&
    /^[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}(?::\d+)?$/i.test(host) &&
    !FILE_NAME.test(host)
  );
}

/** Throws BAD_URL unless an address is http or https; a file: URL in a list must not read files. */
export function demandHttp(address: string): void {
  if (/^https?:\/\//i.test(address)) return;
  const path = pathOf(address);
  const hint = path === undefined ? "" : `; name the file by its path, ${path}`;
  throw new NewsError("BAD_URL", `The address ${address} is not http or https${hint}.`);
}

function pathOf(address: string): string | undefined {
  try {
    return fileURLToPath(address);
  } catch {
    return undefined;
  }
}

/** The argument of commands that read labelled sets, as commander takes it: its name and what it is. */
export const SETS_ARGUMENT = [
  "<set...>",
  "a folder with an index.jsonl, or the name of a set in GALLEY_DATA, else in ./data",
] as const;

/** The folders of the sets that a user names. */
export async function findSets(names: readonly string[]): Promise<readonly string[]> {
  // Loaded here: other commands read no labelled sets.
  const { dataPlaces, findSets: find } = await import("../sets/index.ts");
  return find(
    names,
    dataPlaces((message) => process.stderr.write(`galley: ${message}\n`)),
  );
}

/** Throws if the output is one of the files that are read (`-` is standard input), also by another name or link. */
export function refuseOverwriting(read: readonly string[], { name, path }: Target): void {
  if (path === undefined) return;
  // The output is first written to its partial file, which would be lost too.
  const written = [path, partialPath(path)].flatMap(statFile);
  const isRead = read
    .flatMap(statFile)
    .some((file) => written.some(({ dev, ino }) => dev === file.dev && ino === file.ino));
  if (isRead) throw new NewsError("BAD_OPTION", `The output ${name} is an input too and would be replaced.`);
}

/** A file's device and inode, which links and other spellings share; empty where there is no file. */
function statFile(path: string): readonly BigIntStats[] {
  try {
    const found = path === "-" ? fstatSync(0, { bigint: true }) : statSync(path, { bigint: true });
    return found.isFile() ? [found] : [];
  } catch {
    return [];
  }
}

/** Refuses an output that is the input or lies in its folder, where the next run would read it as a page. */
export function refuseInside(input: Input, output: string): void {
  if (input.path === undefined || output === "-") return;
  const way = relative(resolve(input.path), resolve(output));
  const isSet = input.kind === "lines" && input.name === "index.jsonl";
  const isInside =
    way === "" ||
    (isSet && resolve(dirname(input.path)) === resolve(output)) ||
    (input.kind === "folder" && !isAbsolute(way) && !/^\.\.(?:[/\\]|$)/.test(way));
  if (!isInside) return;
  throw new NewsError(
    "BAD_OPTION",
    `The output ${output} is or lies in the input; name a place outside of it.`,
  );
}
