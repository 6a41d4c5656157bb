import type { Command } from "commander";
import { findTarget, refuseFile, writeOutput } from "../../archive/index.ts";
import { overwriteOption } from "../options.ts";
import { counted } from "../progress.ts";
import { libraryCommand, type StoreOptions, withLibrary } from "./store-option.ts";

interface Options extends StoreOptions {
  readonly output: string;
  readonly overwrite?: boolean;
}

/** `galley backup`: all of a library in one file. */
export function makeCommand(): Command {
  return libraryCommand("backup")
    .description(
      "Writes all of a library into one file while it is in use; galley restore reads it, into either database.",
    )
    .requiredOption("-o, --output <file>", "a .jsonl or .jsonl.gz file, or - for standard output")
    .addOption(overwriteOption())
    .addHelpText(
      "after",
      `
Examples:
  galley backup -o galley-2026-03-01.jsonl.gz
  galley backup --store galley.db -o - | galley restore - --store postgres://localhost/news`,
    )
    .action(backup);
}

async function backup(options: Options): Promise<void> {
  const target = findTarget(options.output);
  if (!options.overwrite) refuseFile(target);
  const articles = await withLibrary(options, "must-exist", async (store) => {
    await writeOutput(target, (put) => store.backup(put));
    return (await store.report()).articles;
  });
  const place = target.name === "-" ? "written" : `in ${options.output}`;
  process.stderr.write(`galley: ${counted(articles, "article")} ${place}\n`);
}
