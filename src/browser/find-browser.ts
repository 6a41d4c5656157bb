import { accessSync, constants } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { NewsError } from "../errors/index.ts";
import { SYSTEM_NAMES, SYSTEM_PATHS } from "./browser-places.data.ts";
import { unpackCarried } from "./carried-chromium.ts";

/** A browser that may start here. */
export interface Candidate {
  readonly name: string;
  readonly path: string;
  /** A folder of libraries that it needs besides the system's. */
  readonly libraries?: string;
}

/**
 * The browsers that may be used, the most wanted first; a later one is looked for only when it is asked for.
 * npm's comes before the system's: its version is pinned, so a page renders alike on every machine that installs it.
 */
export function* findBrowsers(executablePath = process.env.CHROME_PATH): Generator<Candidate> {
  // One that was named is meant: no other takes its place.
  if (executablePath) return yield { name: executablePath, path: executablePath };
  const carried = findCarried();
  if (!(carried instanceof NewsError)) yield* carried;
  const folders = (process.env.PATH ?? "").split(delimiter);
  for (const name of SYSTEM_NAMES) {
    const path = folders.map((folder) => join(folder, name)).find(isExecutable);
    if (path !== undefined) yield { name, path };
  }
  for (const path of SYSTEM_PATHS) if (isExecutable(path)) yield { name: path, path };
  // A folder of packages that cannot be written matters only where there is no other browser.
  if (carried instanceof NewsError) throw carried;
}

/** The one inside @sparticuz/chromium: on the machine's own libraries, then on those it brings for another system. */
function findCarried(): readonly Candidate[] | NewsError {
  try {
    const path = unpackCarried();
    if (path === undefined) return [];
    const name = "@sparticuz/chromium";
    return [
      { name, path },
      { name, path, libraries: join(dirname(path), "lib") },
    ];
  } catch (error) {
    if (error instanceof NewsError) return error;
    throw error;
  }
}

/** Whether a file is there that may be run. */
export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
