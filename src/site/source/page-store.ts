import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { makeFolder } from "../../archive/index.ts";
import { NewsError } from "../../errors/index.ts";

/** A fetched page as it is kept: decoded, so that it reads the same again whatever its server said of it. */
export interface StoredPage {
  /** The address that it came from in the end. */
  readonly url: string;
  readonly markup: string;
}

/** Keeps what was fetched, by the keys of the addresses asked for. */
export interface PageStore {
  get(key: string): StoredPage | undefined;
  put(key: string, page: StoredPage): void;
}

// Packing is for room alone; the fastest level brings most of it.
const LEVEL = 1;
const INDEX = "index.jsonl";

/** Keeps pages for as long as the program runs, packed. */
export function memoryStore(): PageStore {
  const packed = new Map<string, { readonly url: string; readonly bytes: Uint8Array }>();
  return {
    get: (key) => {
      const kept = packed.get(key);
      return kept && { url: kept.url, markup: gunzipSync(kept.bytes).toString("utf8") };
    },
    put: (key, { url, markup }) => void packed.set(key, { url, bytes: gzipSync(markup, { level: LEVEL }) }),
  };
}

interface IndexLine {
  /** The key asked for. */
  readonly id: string;
  readonly url: string;
  readonly htmlPath: string;
}

/** Keeps pages in a folder that any command reads as saved pages; what an earlier run left there is known. */
export function folderStore(folder: string): PageStore {
  makeFolder(folder);
  const index = join(folder, INDEX);
  const pages = new Map(readIndex(index).map((line) => [line.id, line]));
  return {
    get: (key) => {
      const line = pages.get(key);
      return line && { url: line.url, markup: readMarkup(join(folder, line.htmlPath)) };
    },
    put: (key, { url, markup }) => {
      const line = { id: key, url, htmlPath: `${pages.size + 1}.html.gz` };
      try {
        writeFileSync(join(folder, line.htmlPath), gzipSync(markup, { level: LEVEL }));
        // After the page: a line whose page is missing would break every later run.
        appendFileSync(index, toLine(line));
      } catch (cause) {
        throw new NewsError("WRITE_FAILED", `Cannot keep a page in ${folder}.`, { cause });
      }
      pages.set(key, line);
    },
  };
}

/** Forgets what earlier runs have fetched. */
export function emptyStore(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

function toLine(line: IndexLine): string {
  return `${JSON.stringify({ ...line, encoding: "utf-8" })}\n`;
}

function readMarkup(path: string): string {
  return gunzipSync(readFileSync(path)).toString("utf8");
}

/** The whole lines of an index; a run that was killed may have left half of one, which is taken off. */
function readIndex(path: string): readonly IndexLine[] {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, "utf8").split("\n").slice(0, -1).map(parseLine).filter(isIndexLine);
  writeFileSync(path, lines.map(toLine).join(""));
  return lines;
}

function parseLine(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isIndexLine(value: unknown): value is IndexLine {
  if (typeof value !== "object" || value === null) return false;
  const fields = new Map(Object.entries(value));
  return ["id", "url", "htmlPath"].every((name) => typeof fields.get(name) === "string");
}
