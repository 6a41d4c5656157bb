import { createReadStream, existsSync, readdirSync, statSync } from "node:fs";
import { join, sep } from "node:path";
import { insidePath, splitLines } from "../../archive/index.ts";
import { NewsError } from "../../errors/index.ts";
import { type DamagedLine, parseLabel } from "../../sets/index.ts";
import type { PagePlace } from "./pages/open-page.ts";

/** Facts about a page, without reading it. */
export interface IndexedPage {
  readonly id: string;
  readonly url: string | null;
  readonly site: string | null;
  readonly title: string | null;
  readonly place: PagePlace;
}

/** The pages of a set in the order of its index, and the lines that cannot be read. */
export interface SetIndex {
  readonly pages: readonly IndexedPage[];
  readonly damaged: readonly DamagedLine[];
  /** Changes when the index does. */
  readonly stamp: string;
}

/** An index whose pages can be found by their id. */
export interface ReadIndex extends SetIndex {
  readonly byId: ReadonlyMap<string, IndexedPage>;
}

/** An index with its pages by id. */
export function asReadIndex(index: SetIndex): ReadIndex {
  return { ...index, byId: new Map(index.pages.map((page) => [page.id, page])) };
}

const INDEX = "index.jsonl";
const MAX_LINE_BYTES = 256_000_000;
const PAGE_FILE = /\.html?(?:\.gz)?$/i;
/** The most files of a folder without an index. */
const MAX_FILES = 100_000;

/** A stamp that changes when the index of a set does. */
export function stampOfSet(folder: string): string {
  const index = statSync(join(folder, INDEX), { throwIfNoEntry: false });
  if (index !== undefined) return `${index.ino} ${index.size} ${index.mtimeMs}`;
  return `folder ${statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? "gone"}`;
}

/** Reads the index of a set, not its pages: only ids, addresses and places are kept. Without an index, pages are files. */
export async function indexSet(folder: string): Promise<SetIndex> {
  const stamp = stampOfSet(folder);
  if (!existsSync(join(folder, INDEX))) return { pages: listFiles(folder), damaged: [], stamp };
  const pages: IndexedPage[] = [];
  const damaged: DamagedLine[] = [];
  const ids = new Set<string>();
  const decoder = new TextDecoder();
  let from = 0;
  const index = createReadStream(insidePath(folder, INDEX));
  for await (const { bytes, number } of splitLines(index, MAX_LINE_BYTES)) {
    if (bytes === undefined) {
      // The positions of later lines are unknown.
      damaged.push({ file: INDEX, line: number, message: "it is too long, and what follows it is not read" });
      break;
    }
    const to = from + bytes.length;
    const place = { folder, from, to, line: number };
    from = to + 1;
    const line = decoder.decode(bytes);
    if (line.trim() === "") continue;
    const page = readLine(line, place);
    if (typeof page === "string") damaged.push({ file: INDEX, line: number, message: page });
    else if (ids.has(page.id))
      damaged.push({ file: INDEX, line: number, message: `there is another page called "${page.id}"` });
    else {
      ids.add(page.id);
      pages.push(page);
    }
  }
  return { pages, damaged, stamp };
}

/** The page of a line, or what is wrong with it. */
function readLine(line: string, place: PagePlace & { readonly line: number }): IndexedPage | string {
  try {
    // The path of the page is checked when it is opened.
    const { id, url, site, truth } = parseLabel(line, { set: "", lineNumber: place.line }, (path) => path);
    return { id, url, site, title: truth.title, place };
  } catch (error) {
    if (!(error instanceof NewsError)) throw error;
    return error.message.replace(/^In line \d+ of [^:]*: /, "");
  }
}

function listFiles(folder: string): readonly IndexedPage[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    // Links may lead out of the folder.
    .filter((entry) => entry.isFile() && PAGE_FILE.test(entry.name))
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .split(sep)
        .join("/"),
    )
    .sort()
    .slice(0, MAX_FILES);
  if (files.length === 0)
    throw new NewsError("NO_PAGES", `The folder ${folder} has neither an index.jsonl nor .html files.`);
  return files.map((file) => ({ id: file, url: null, site: null, title: null, place: { folder, file } }));
}
