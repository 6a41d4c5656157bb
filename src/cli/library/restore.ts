import { existsSync } from "node:fs";
import type { Command } from "commander";
import { openBytes } from "../../archive/index.ts";
import { NewsError } from "../../errors/index.ts";
import { counted } from "../progress.ts";
import { libraryCommand, type StoreOptions, withLibrary } from "./store-option.ts";

/** `galley restore`: a library from a backup. */
export function makeCommand(): Command {
  return libraryCommand("restore")
    .description("Reads a backup into a new library; all of it, or nothing where it is damaged.")
    .argument("<file>", "what galley backup wrote, or - for standard input")
    .addHelpText(
      "after",
      `
Examples:
  galley restore galley-2026-03-01.jsonl.gz --store restored.db
  galley restore galley.jsonl.gz --store postgres://localhost/news`,
    )
    .action(restore);
}

async function restore(file: string, options: StoreOptions): Promise<void> {
  // Checked before a library is made for it.
  if (file !== "-" && !existsSync(file)) throw new NewsError("FILE_NOT_FOUND", `There is no file ${file}.`);
  const articles = await withLibrary(options, "may-create", (store) => store.restore(linesOf(file)));
  process.stderr.write(`galley: ${counted(articles, "article")} restored\n`);
}

async function* linesOf(file: string): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const bytes of openBytes(file, file === "-" ? undefined : file)) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  yield rest;
}
