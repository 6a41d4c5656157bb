import { mkdirSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { NewsError } from "../errors/index.ts";
import { systemCode, writeFailure } from "./file-errors.ts";

/**
 * Makes a folder and those above it that are missing, or throws WRITE_FAILED. Not by Node's `recursive`: it asks for ever
 * where a file system says that a folder is missing and will not have it made, as /proc does.
 */
export function makeFolder(path: string): void {
  const missing: string[] = [];
  try {
    let at = resolve(path);
    for (; statSync(at, { throwIfNoEntry: false }) === undefined; at = dirname(at)) missing.push(at);
    if (!statSync(at).isDirectory()) throw new NewsError("WRITE_FAILED", `The path ${at} is no folder.`);
    for (const folder of missing.reverse()) makeOne(folder);
  } catch (error) {
    throw writeFailure(path, error);
  }
}

/** Another process may have made it meanwhile. */
function makeOne(folder: string): void {
  try {
    mkdirSync(folder);
  } catch (error) {
    if (systemCode(error) !== "EEXIST" || !statSync(folder).isDirectory()) throw error;
  }
}
