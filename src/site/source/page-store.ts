import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { makeFolder } from "../../archive/index.ts";
import { NewsError } from "../../errors/index.ts";
import { addJsonLine, readJsonLines } from "../json-lines.ts";

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
const PAGE_NAME = /^\d+\.html\.gz$/;

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
      // A page that was damaged has its line already.
      if (known === undefined) addJsonLine(index, { ...line, encoding: "utf-8" });
      pages.set(key, line);
    },
  };
}

/** The markup of a kept page; undefined where the file is gone or damaged, so that the page is fetched again. */
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
  // Only names of our own making: pages are written there as well.
  return PAGE_NAME.test(htmlPath) ? { id, url, htmlPath } : undefined;
}
