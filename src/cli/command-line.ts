import { existsSync, statSync } from "node:fs";
import { Command, CommanderError, Option } from "commander";
import { NewsError } from "../errors/index.ts";
import { failureLine, formOf, isClosedPipe } from "./failure-line.ts";
import { readVersion } from "./version.ts";

/** The name of a command, what the help says of it, and its file. */
type CommandEntry = readonly [name: string, summary: string, load: () => Promise<{ makeCommand(): Command }>];

/** Every command, in the order of the help; loading one loads only its own code. */
const COMMANDS: readonly CommandEntry[] = [
  ["extract", "extract the article of one page", () => import("./extract.ts")],
  [
    "batch",
    "extract the articles of many pages, a JSON line or a file each",
    () => import("./batch/batch.ts"),
  ],
  ["items", "list the articles that home and section pages link to", () => import("./site/items.ts")],
  [
    "site",
    "mine a site: its sections, their taxonomy, its template, its articles",
    () => import("./site/site.ts"),
  ],
  ["taxonomy", "mine one taxonomy from several sites", () => import("./site/taxonomy.ts")],
  [
    "collect",
    "collect new articles of sites, feeds and searches into a library",
    () => import("./library/collect.ts"),
  ],
  [
    "fleet",
    "show the workers that collect for a library together, and what failed for good",
    () => import("./library/fleet.ts"),
  ],
  ["search", "find articles of a library", () => import("./library/search.ts")],
  [
    "export",
    "write articles of a library as JSON lines, CSV, RSS, EPUB or Markdown",
    () => import("./library/export.ts"),
  ],
  [
    "sources",
    "show the sources of a library, their health, and what is known of sites",
    () => import("./library/sources.ts"),
  ],
  ["watch", "write a feed or call a webhook when a search has new hits", () => import("./library/watch.ts")],
  ["teach", "keep a model or a profile for a site in a library", () => import("./library/teach.ts")],
  [
    "sample",
    "judge a random sample of a library, and print how many articles are right",
    () => import("./library/sample.ts"),
  ],
  [
    "reextract",
    "extract the kept pages of a library again, as new versions",
    () => import("./library/reextract.ts"),
  ],
  ["remove", "remove articles from a library for good", () => import("./library/remove.ts")],
  ["retention", "set how long and how much a library keeps", () => import("./library/retention.ts")],
  ["forget", "take back what a library learned of a site", () => import("./library/forget.ts")],
  ["backup", "write all of a library into one file", () => import("./library/backup.ts")],
  ["restore", "make a library from a backup", () => import("./library/restore.ts")],
  ["serve", "serve extraction and a library over HTTP", () => import("./server/serve.ts")],
  ["key", "make, list and remove the keys of a server's clients", () => import("./server/key.ts")],
  ["mcp", "extract, search and read as tools for AI assistants", () => import("./server/mcp.ts")],
  ["eval", "measure extractors on labelled pages", () => import("./train/eval.ts")],
  ["train", "train a model", () => import("./train/train.ts")],
  [
    "label",
    "label the pages of a site by a rule, or exchange labels with Label Studio",
    () => import("./train/label.ts"),
  ],
];

/** Runs the command line and gives the exit status. */
export async function runCommandLine(args: readonly string[]): Promise<number> {
  // A reader that goes away (`| head`) is not an error; the write itself reports it.
  process.stdout.on("error", () => undefined);
  process.stderr.on("error", () => undefined);
  try {
    const program = await makeProgram(args);
    await program.parseAsync([...withHelpForPart(withoutHelpForUnknown(args), program)], { from: "user" });
    return Number(process.exitCode ?? 0);
  } catch (error) {
    if (isAnswered(error)) return error.exitCode;
    if (isClosedPipe(error)) process.exit(0);
    process.stderr.write(`${failureLine(withHint(error, wordsOf(args)[0]), formOf(args))}\n`);
    // Standard input may still be open and would keep the process waiting.
    process.exit(1);
  }
}

/** Whether commander has already printed the help or the version. */
function isAnswered(error: unknown): error is CommanderError {
  return error instanceof CommanderError && /^commander\.(?:help|version)/.test(error.code);
}

async function makeProgram(args: readonly string[]): Promise<Command> {
  const version = readVersion();
  const program = new Command("galley")
    .description("Extracts the article from a news page: its full text, title, authors, dates and images.")
    .version(version)
    .addOption(new Option("-v").hideHelp())
    .on("option:v", () => {
      process.stdout.write(`${version}\n`);
      throw new CommanderError(0, "commander.version", version);
    })
    .option("--json-errors", "print an error as one line of JSON, for programs")
    .configureHelp({ showGlobalOptions: true })
    // Errors are printed once, by runCommandLine, in galley's own form.
    .configureOutput({
      outputError: () => undefined,
      writeOut: (text) => void process.stdout.write(fitProse(text, process.stdout.columns || USUAL_WIDTH)),
      writeErr: (text) => void process.stderr.write(fitProse(text, process.stderr.columns || USUAL_WIDTH)),
    })
    .exitOverride()
    .addHelpText(
      "after",
      `
Examples:
  galley extract page.html
  galley extract https://example.org/story --format markdown
  galley batch pages/ -o articles.jsonl
  galley site https://example.org/ -o mined/
  galley search '"harbour wall" lang:en'
  galley eval SET --extractor econ,coreex
  galley help batch`,
    );
  const named = wordsOf(args);
  for (const entry of COMMANDS) {
    const command = await makeIfCalled(entry, named[0] === "help" ? named[1] : named[0]);
    program.addCommand(command.copyInheritedSettings(program));
    for (const part of command.commands) part.copyInheritedSettings(program);
  }
  return program;
}

/** The width of a terminal that does not tell its own. */
const USUAL_WIDTH = 80;

/** Help with paragraphs wrapped to the terminal; indented lines stay, so that examples can be copied. */
export function fitProse(text: string, width: number): string {
  return text
    .split(/(\n{2,})/)
    .map((part) => {
      const lines = part.split("\n");
      const isProse = lines.every((line) => !line.startsWith(" "));
      return isProse && lines.some((line) => line.length > width) ? wrap(lines.join(" "), width) : part;
    })
    .join("");
}

function wrap(prose: string, width: number): string {
  let [written, line] = ["", ""];
  for (const word of prose.trim().split(/\s+/)) {
    if (line !== "" && line.length + 1 + word.length > width) {
      written += `${line}\n`;
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return `${prose.startsWith(" ") ? "\n" : ""}${written}${line}${prose.endsWith(" ") ? "\n" : ""}`;
}

/** Commander answers `help WORD` with the general help where no command has that name; without `help` it reports the unknown name. */
function withoutHelpForUnknown(args: readonly string[]): readonly string[] {
  const [first, second] = wordsOf(args);
  if (first !== "help" || second === undefined || second === "help" || isCommand(second)) return args;
  return args.toSpliced(args.indexOf("help"), 1);
}

/** Commander's `help` takes one name; `help key add` is the help of `key add`. */
function withHelpForPart(args: readonly string[], program: Command): readonly string[] {
  const [first, name, part] = wordsOf(args);
  const command = first === "help" ? program.commands.find((each) => each.name() === name) : undefined;
  const isPart = command?.commands.some((each) => each.name() === part);
  return isPart && name && part ? [name, part, "--help"] : args;
}

function wordsOf(args: readonly string[]): readonly string[] {
  return args.filter((arg) => !arg.startsWith("-"));
}

function isCommand(word: string): boolean {
  return COMMANDS.some(([name]) => name === word);
}

/** A page in place of a command is answered with the command that takes it. */
function withHint(error: unknown, word: string | undefined): unknown {
  if (!(error instanceof CommanderError)) return error;
  if (error.code === "commander.unknownOption" && (word === "search" || word === "export"))
    return leaveOutHint(error);
  if (error.code !== "commander.unknownCommand") return error;
  const command = word === undefined || isCommand(word) ? undefined : commandFor(word);
  if (command === undefined) return error;
  const hint = `No command is called ${word}; did you mean galley ${command} ${word}?`;
  return new NewsError("BAD_OPTION", hint, { cause: error });
}

/** A word with a dash, as other searches leave it out. */
function leaveOutHint(error: CommanderError): unknown {
  const [, left] = /unknown option '-(\p{L}[^'=]+)'/u.exec(error.message) ?? [];
  if (left === undefined) return error;
  const hint = `No option is called -${left}; to leave a word out, write it as 'quay NOT ${left}', with the quotes.`;
  return new NewsError("BAD_OPTION", hint, { cause: error });
}

function commandFor(word: string): string | undefined {
  if (/^https?:\/\//i.test(word)) return "extract";
  if (!existsSync(word)) return undefined;
  return statSync(word).isDirectory() ? "batch" : "extract";
}

/** Loads only the called command; the others have their names alone, for the help and misspelt names. */
async function makeIfCalled(
  [name, summary, load]: CommandEntry,
  called: string | undefined,
): Promise<Command> {
  return (name === called ? (await load()).makeCommand() : new Command(name)).summary(summary);
}

/** Resources that stay open as long as a process runs. */
const STANDARD_STREAMS = ["TTYWrap", "PipeWrap"];

/** Ends a process that waits for nothing; left to itself, Node would first collect garbage. */
export async function endIfIdle(): Promise<void> {
  await Promise.all([process.stdout, process.stderr].map(whenTaken));
  if (process.getActiveResourcesInfo().every((kind) => STANDARD_STREAMS.includes(kind))) process.exit();
}

/** Waits until everything written was read, or the reader has gone. */
function whenTaken(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((done) => stream.write("", () => done()));
}
