import { fileURLToPath } from "node:url";
import { readBytes, readStream } from "../archive/index.ts";
import { NewsError } from "../errors/index.ts";
import { DEFAULT_MAX_BYTES } from "../html/index.ts";

/** A page as it was read, with what its server said of it. */
export interface Source {
  readonly bytes: Uint8Array;
  readonly url?: string;
  readonly charset?: string;
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
  if (source === "-") return { bytes: await readStream("standard input", process.stdin, maxBytes) };
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(source)?.[1]?.toLowerCase();
  if (scheme === undefined) return { bytes: readBytes(source, maxBytes) };
  if (scheme === "file") return { bytes: readBytes(pathOf(source), maxBytes) };
  if (scheme !== "http" && scheme !== "https") {
    throw new NewsError("BAD_URL", `The source ${source} is no http, https or file address.`);
  }
  // Loaded here: a file needs no HTTP client.
  const { fetchPage } = await import("../fetch/index.ts");
  const { url, charset, bytes } = await fetchPage(source, options);
  return { bytes, url, ...(charset !== undefined && { charset }) };
}

function pathOf(address: string): string {
  try {
    return fileURLToPath(address);
  } catch (error) {
    throw new NewsError("BAD_URL", `The source ${address} names no file of this machine.`, { cause: error });
  }
}
