import { readFileSync, realpathSync, statSync } from "node:fs";
import { extname, join, sep } from "node:path";
import { NewsError } from "../errors/index.ts";
import { FILE_TYPES } from "./file-types.data.ts";

/** A file of a saved page. */
export interface SavedFile {
  readonly contentType: string;
  readonly bytes: Buffer;
}

/** Finds the file behind an address that a saved page asks for. */
export type FileFinder = (url: string) => SavedFile | undefined;

/** No style sheet, picture or font of a page comes near. */
const MAX_FILE_BYTES = 20_000_000;

/** Finds files in a folder that is shown at an address, and below it, never beside or above it. */
export function makeFileFinder(folder: string, address: string): FileFinder {
  const top = pathOf(folder);
  const base = new URL(".", address).href;
  return (asked) => {
    const url = URL.parse(asked);
    if (url === null) return undefined;
    url.hash = "";
    url.search = "";
    const contentType = FILE_TYPES[extname(url.pathname).toLowerCase()];
    if (contentType === undefined || !url.href.startsWith(base)) return undefined;
    const path = pathBelow(top, url.href.slice(base.length));
    return path === undefined ? undefined : { contentType, bytes: readFileSync(path) };
  };
}

function pathOf(folder: string): string {
  try {
    return realpathSync(folder);
  } catch (cause) {
    throw new NewsError("FILE_NOT_FOUND", `The folder ${folder} of a saved page cannot be found.`, { cause });
  }
}

/** The true path of a readable file below a folder; links that lead out of it are none. */
function pathBelow(top: string, encoded: string): string | undefined {
  try {
    const path = realpathSync(join(top, decodeURIComponent(encoded)));
    const status = statSync(path);
    const isInside = path.startsWith(top.endsWith(sep) ? top : top + sep);
    return isInside && status.isFile() && status.size <= MAX_FILE_BYTES ? path : undefined;
  } catch (error) {
    // No such file, no permission, or an address that is no text.
    if (error instanceof URIError || (error instanceof Error && "code" in error)) return undefined;
    throw error;
  }
}
