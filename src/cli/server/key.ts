import { Command } from "commander";
import { NewsError } from "../../errors/index.ts";
import { addKey, readKeyFile, removeKey, SCOPES, type Scope } from "../../server/index.ts";
import { tabbedRows } from "../../text/index.ts";
import { wholeNumber, wordList } from "../options.ts";

/** The file of keys in the current folder. */
export const DEFAULT_KEY_FILE = "galley-keys.json";

const KEY_FILE = [
  "--key-file <file>",
  `the file of keys (default: GALLEY_KEYS, else ./${DEFAULT_KEY_FILE})`,
] as const;

interface Options {
  readonly keyFile?: string;
}

const EXAMPLES = `
A key is printed once; the file, ./${DEFAULT_KEY_FILE} unless another is named, holds its SHA-256, and galley serve asks for keys where it finds it. Clients send it as "Authorization: Bearer KEY". Scopes: extract (pages in, articles
out), read (the library), collect (change the library), add (send pages to the library or the studio, and nothing else); without --scope, extract and read. Running servers see a changed file within a second.

Examples:
  galley key add me
  galley key add reader --scope read
  galley key add browser --scope add
  galley key add reader --scope extract,read --rate 60 --key-file keys.json
  galley key list
  galley key remove reader`;

/** `galley key`: the keys of a server's clients. */
export function makeCommand(): Command {
  const command = new Command("key").description("Makes, lists and removes the keys of a server's clients.");
  command
    .command("add <name>")
    .description("Makes a key and prints it; it cannot be shown again.")
    .option(
      "--scope <scopes>",
      `scopes, separated by commas: ${SCOPES.join(", ")} (default: extract,read)`,
      wordList,
    )
    .option("--rate <count>", "requests a minute (default: the server's limit)", wholeNumber)
    .option(...KEY_FILE)
    .addHelpText("after", EXAMPLES)
    .action(
      (
        name: string,
        { scope, rate: ratePerMinute, ...options }: Options & { scope?: readonly string[]; rate?: number },
      ) => {
        const scopes = readScopes(scope ?? ["extract", "read"]);
        const file = fileOf(options);
        const key = addKey(file, { name, scopes, ratePerMinute, now: new Date() });
        process.stdout.write(`${key}\n`);
        process.stderr.write(`galley: added ${name} to ${file}, for ${scopes.join(", ")}\n`);
      },
    );
  command
    .command("list")
    .description("Lists the keys: name, scopes, requests a minute, and since when.")
    .option(...KEY_FILE)
    .action((options: Options) => {
      const keys = readKeyFile(fileOf(options)) ?? [];
      const rows = keys.map(({ name, scopes, ratePerMinute, added }) => [
        name,
        scopes.join(","),
        String(ratePerMinute ?? "-"),
        added,
      ]);
      process.stdout.write(tabbedRows(rows));
    });
  command
    .command("remove <name>")
    .description("Removes a key; running servers refuse it within a second.")
    .option(...KEY_FILE)
    .action((name: string, options: Options) => removeKey(fileOf(options), name));
  return command.addHelpText("after", EXAMPLES);
}

function fileOf({ keyFile }: Options): string {
  return keyFile ?? (process.env.GALLEY_KEYS || DEFAULT_KEY_FILE);
}

function readScopes(words: readonly string[]): readonly Scope[] {
  const unknown = words.find((word) => !SCOPES.some((scope) => scope === word));
  if (unknown !== undefined || words.length === 0)
    throw new NewsError(
      "BAD_OPTION",
      `There is no scope "${unknown ?? ""}"; there are ${SCOPES.join(", ")}.`,
    );
  return SCOPES.filter((scope) => words.includes(scope));
}
