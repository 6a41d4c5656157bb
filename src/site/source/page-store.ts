import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { makeFolder } from "../../archive/index.ts";
import { NewsError } from "../../errors/index.ts";

/** A fetched page in the store, decoded, so that it reads the same again without its HTTP headers. */
export interface StoredPage {
  /** The address after redirects. */
  readonly url: string;
  readonly markup: string;
}

/** Stores fetched pages by the keys of the requested addresses. */
export interface PageStore {
  get(key: string): StoredPage | undefined;
  put(key: string, page: StoredPage): void;
}

// Compression only saves space, and the fastest level saves most of it.
const LEVEL = 1;
const INDEX = "index.jsonl";
const PAGE_NAME = /^\d+\.html\.gz$/;

/** Stores pages in memory, gzipped. */
export function memoryStore(): PageStore {
  const gzipped = new Map<string, { readonly url: string; readonly bytes: Uint8Array }>();
  return {
    get: (key) => {
      const kept = gzipped.get(key);
      return kept && { url: kept.url, markup: gunzipSync(kept.bytes).toString("utf8") };
    },
    put: (key, { url, markup }) => void gzipped.set(key, { url, bytes: gzipSync(markup, { level: LEVEL }) }),
  };
}

interface IndexLine {
  /** The key of the requested address. */
  readonly id: string;
  readonly url: string;
  readonly htmlPath: string;
}

/** Stores pages in a folder that every command can read as saved pages; pages of an earlier run are reused. */
export function folderStore(folder: string): PageStore {
  makeFolder(folder);
  const index = join(folder, INDEX);
  const pages = new Map(readJsonLines(index, readLine).map((line) => [line.id, line]));
  return {
    get: (key) => {
      const line = pages.get(key);
      if (line === undefined) return undefined;
      const markup = readMarkup(join(folder, line.htmlPath));
      return markup === undefined ? undefined : { url: line.url, markup };
    },
    put: (key, { url, markup }) => {
      const known = pages.get(key);
      const line = known ?? { id: key, url, htmlPath: `${pages.size + 1}.html.gz` };
      try {
        writeFileSync(join(folder, line.htmlPath), gzipSync(markup, { level: LEVEL }));
      } catch (cause) {
        throw new NewsError("WRITE_FAILED", `Cannot keep a page in ${folder}.`, { cause });
      }
      // A damaged page is already in the index.
      if (known === undefined) addJsonLine(index, { ...line, encoding: "utf-8" });
      pages.set(key, line);
    },
  };
}

/** The markup of a stored page; undefined if the file is missing or damaged, so that the page is fetched again. */
function readMarkup(path: string): string | undefined {
  try {
    return gunzipSync(readFileSync(path)).toString("utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error) return undefined;
    throw error;
  }
}

function readLine(value: unknown): IndexLine | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const fields = new Map<string, unknown>(Object.entries(value));
  const [id, url, htmlPath] = ["id", "url", "htmlPath"].map((name) => fields.get(name));
  if (typeof id !== "string" || typeof url !== "string" || typeof htmlPath !== "string") return undefined;
  // Only names that we make: pages are written to these paths as well.
  return PAGE_NAME.test(htmlPath) ? { id, url, htmlPath } : undefined;
}

/**
 * The complete lines of a file, each parsed by `read`, which returns undefined for lines to skip. A partial last line, left
 * by a killed run, is cut off so that the next line starts cleanly.
 */
export function readJsonLines<Line>(
  path: string,
  read: (value: unknown) => Line | undefined,
): readonly Line[] {
  if (!existsSync(path)) return [];
  const text = readFileSync(path, "utf8");
  const whole = text.slice(0, text.lastIndexOf("\n") + 1);
  if (whole.length < text.length) writeFileSync(path, whole);
  return whole.split("\n").flatMap((line) => {
    const found = read(parse(line));
    return found === undefined ? [] : [found];
  });
}

/** Appends one line to a file, or throws WRITE_FAILED. */
export function addJsonLine(path: string, value: unknown): void {
  try {
    appendFileSync(path, `${JSON.stringify(value)}\n`);
  } catch (cause) {
    throw new NewsError("WRITE_FAILED", `Cannot write ${path}.`, { cause });
  }
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
