import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach } from "vitest";
import { GOOD_PAGE } from "./bad-pages.ts";
import { galley, newFolder, type Ran } from "./galley.ts";

/** A folder of its own for each test of the file that imports it. */
export let folder: string;
beforeEach(() => {
  folder = newFolder();
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Writes a file into the folder, a good page by default. */
export function put(name: string, content: string | Uint8Array = GOOD_PAGE): void {
  mkdirSync(join(folder, name, ".."), { recursive: true });
  writeFileSync(join(folder, name), content);
}

/** The text of a file of the folder. */
export function read(name: string): string {
  return readFileSync(join(folder, name), "utf8");
}

/** Runs `galley batch` in the folder. */
export function batch(...args: readonly string[]): Promise<Ran> {
  return galley(["batch", ...args], { cwd: folder });
}

/** A line of a batch's output. */
export interface Line {
  readonly id: string;
  readonly file?: string;
  readonly url?: string;
  readonly title?: string;
  readonly text?: string;
  readonly error?: { readonly code: string; readonly message: string };
}

/** The lines of a batch's output. */
export function linesOf<L = Line>(output: string): L[] {
  return output
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as L);
}

/** The id of each line with its failure, or `ok`. */
export function outcomes(output: string): string[] {
  return linesOf(output).map(({ id, error }) => `${id} ${error?.code ?? "ok"}`);
}
