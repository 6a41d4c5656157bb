import { type Dirent, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { readFailure } from "./file-errors.ts";
import type { RawPage } from "./page-record.ts";

const PAGE_NAME = /\.x?html?(?:\.gz)?$/i;

/** Whether a file's name says that it holds one page. */
export function isPageName(name: string): boolean {
  return PAGE_NAME.test(name);
}

/**
 * The pages of a folder and its sub-folders, sorted by name; the id is the path within the folder.
 * Links to files are followed, links to folders are not: they may lead in circles.
 */
export function* walkFolder(folder: string, prefix = ""): Generator<RawPage, void, undefined> {
  let entries: Dirent[];
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    const { code, message } = readFailure(folder, error);
    yield { kind: "broken", id: prefix, code, message };
    return;
  }
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const path = join(folder, entry.name);
    const id = prefix === "" ? entry.name : `${prefix}/${entry.name}`;
    if (entry.isDirectory()) yield* walkFolder(path, id);
    else if (isPageName(entry.name) && mayBePage(entry, path)) yield { kind: "file", id, path };
  }
}

function mayBePage(entry: Dirent, path: string): boolean {
  if (entry.isFile()) return true;
  if (!entry.isSymbolicLink()) return false;
  // A link that leads nowhere counts as a page, so that the user hears of it.
  const target = statSync(path, { throwIfNoEntry: false });
  return target === undefined || target.isFile();
}
