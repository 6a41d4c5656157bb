import { readdirSync, readFileSync } from "node:fs";
import { join, posix, relative } from "node:path";

/** The folder of the package. */
export const ROOT: string = join(import.meta.dirname, "../..");

const NOT_OURS = new Set([".git", "node_modules", "dist", "out", "coverage", "data"]);

/** One import of a file: what is written, and the file it means when it is one of ours. */
export interface Import {
  readonly written: string;
  readonly target: string | undefined;
}

/** Every file of the package that people wrote, as paths from its root with forward slashes. */
export function ownFiles(): readonly string[] {
  return readdirSync(ROOT, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).replaceAll("\\", "/"))
    .filter((file) => !file.split("/").some((part) => NOT_OURS.has(part)))
    .sort();
}

/** The text of a file of the package. */
export function read(file: string): string {
  return readFileSync(join(ROOT, file), "utf8");
}

/** Code without its comments, so that prose cannot look like code. */
export function withoutComments(code: string): string {
  return code.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|[^:"'`\\])\/\/.*$/gm, "$1");
}

const IMPORT =
  /^\s*(?:import|export)\b[^;"']*?\bfrom\s+"(?<from>[^"]+)"|^\s*import\s+"(?<bare>[^"]+)"|\bimport\(\s*"(?<lazy>[^"]+)"/gm;

/** What a file imports, types and lazy imports included. */
export function importsOf(file: string, code: string = read(file)): readonly Import[] {
  return [...withoutComments(code).matchAll(IMPORT)].map(({ groups }) => {
    const written = groups?.from ?? groups?.bare ?? groups?.lazy ?? "";
    const isOurs = written.startsWith(".");
    return { written, target: isOurs ? posix.join(posix.dirname(file), written) : undefined };
  });
}
