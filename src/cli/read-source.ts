import { statSync } from "node:fs";
import { dirname } from "node:path";
import { readBytes, readStream } from "../archive/index.ts";
import { NewsError } from "../errors/index.ts";
import { DEFAULT_MAX_BYTES } from "../html/index.ts";
import { isAddress } from "../url/index.ts";
import { demandHttp } from "./address-argument.ts";

const FILE_NAME = /\.(?:x?html?|jsonl|gz|txt)$/i;

/** A page as it was read, with what its server said of it. */
export interface Source {
  readonly bytes: Uint8Array;
  readonly url?: string;
  readonly charset?: string;
  /** The folder of a file. */
  readonly folder?: string;
}

/** Limits and manners of reading a SOURCE. */
export interface SourceOptions {
  readonly maxBytes?: number;
  readonly timeoutMs?: number;
  readonly allowPrivate?: boolean;
  readonly ignoreRobots?: boolean;
}

/** Reads the SOURCE of the command line: an address, a file, or `-` for standard input. */
export async function readSource(source: string, options: SourceOptions): Promise<Source> {
  const { maxBytes = DEFAULT_MAX_BYTES } = options;
  if (source === "") throw new NewsError("BAD_OPTION", "The source is empty.");
  if (source === "-") return { bytes: await readStream("standard input", process.stdin, maxBytes) };
  if (!isAddress(source)) return readPath(source, maxBytes);
  demandHttp(source);
  // Loaded here: a file needs no HTTP client.
  const { fetchPage } = await import("../fetch/index.ts");
  const { url, charset, bytes } = await fetchPage(source, options);
  return { bytes, url, ...(charset !== undefined && { charset }) };
}

function readPath(path: string, maxBytes: number): Source {
  try {
    return { bytes: readBytes(path, maxBytes), folder: dirname(path) };
  } catch (error) {
    throw error instanceof NewsError ? withHint(path, error) : error;
  }
}

/** Says what the user may have meant by a path that is no file. */
function withHint(path: string, error: NewsError): NewsError {
  const { code } = error;
  if (code === "FILE_UNREADABLE" && isFolder(path)) {
    return new NewsError(code, `The path ${path} is a folder; use galley batch ${path} for its pages.`, {
      cause: error,
    });
  }
  if (code === "FILE_NOT_FOUND" && isAddressLike(path)) {
    return new NewsError(code, `Cannot find the file ${path}; for an address write https://${path}`, {
      cause: error,
    });
  }
  return error;
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** Whether a path begins as addresses do where their scheme is left out. */
function isAddressLike(path: string): boolean {
  const [host = "", ...rest] = path.split("/");
  if (/^www\./i.test(host)) return true;
  return (
    rest.length > 0 &&
    /^[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}(?::\d+)?$/i.test(host) &&
    !FILE_NAME.test(host)
  );
}
