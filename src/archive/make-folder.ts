import { mkdirSync, rmdirSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { NewsError } from "../errors/index.ts";
import { systemCode, writeFailure } from "./file-errors.ts";

/**
 * Makes a folder and those above it that are missing, or throws WRITE_FAILED; gives the function that removes those which
 * were made, as far as they are empty. Not by Node's `recursive`: it asks for ever
 * where a file system says that a folder is missing and will not have it made, as /proc does.
 */
export function makeFolder(path: string): () => void {
  const missing: string[] = [];
  const made: string[] = [];
  try {
    let at = resolve(path);
    for (; statSync(at, { throwIfNoEntry: false }) === undefined; at = dirname(at)) missing.push(at);
    if (!statSync(at).isDirectory()) throw new NewsError("WRITE_FAILED", `The path ${at} is not a folder.`);
    for (const folder of missing.reverse()) {
      if (makeOne(folder)) made.unshift(folder);
    }
  } catch (error) {
    removeEmpty(made);
    throw writeFailure(path, error);
  }
  return () => removeEmpty(made);
}

function removeEmpty(folders: readonly string[]): void {
  try {
    for (const folder of folders) rmdirSync(folder);
  } catch {
    // Somebody has put something there: it is theirs now.
  }
}

/** Whether it was made here: another process may have made it meanwhile. */
function makeOne(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    if (systemCode(error) !== "EEXIST" || !statSync(folder).isDirectory()) throw error;
    return false;
  }
}
