import { existsSync, readFileSync, statSync } from "node:fs";
import { Command, CommanderError, Option } from "commander";
import { NewsError } from "../errors/index.ts";
import { COMMANDS, type CommandEntry } from "./commands.ts";
import { formOf } from "./failure-line.ts";
import { describeFailure, isClosedPipe } from "./failure-report.ts";

export { endIfIdle } from "./end-if-idle.ts";

/** Runs the command line and gives the exit status. */
export async function runCommandLine(args: readonly string[]): Promise<number> {
  // A reader that goes away (`| head`) is no fault; whoever writes hears of it through the write itself.
  process.stdout.on("error", () => undefined);
  process.stderr.on("error", () => undefined);
  try {
    const program = await makeProgram(args);
    await program.parseAsync([...withoutVainHelp(args)], { from: "user" });
    return Number(process.exitCode ?? 0);
  } catch (error) {
    if (isAnswered(error)) return error.exitCode;
    if (isClosedPipe(error)) process.exit(0);
    process.stderr.write(`${describeFailure(withHint(error, wordsOf(args)[0]), formOf(args))}\n`);
    // Standard input may still be open and would keep the process waiting.
    process.exit(1);
  }
}

/** Whether commander has already printed what was asked for: help or the version. */
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
    .configureOutput({ outputError: () => undefined })
    .exitOverride()
    .addHelpText(
      "after",
      `
Examples:
  galley extract page.html
  galley extract https://example.org/story --format markdown
  galley batch pages/ -o articles.jsonl
  galley site https://example.org/ -o mined/
  galley eval SET --extractor econ,coreex
  galley help batch`,
    );
  const named = wordsOf(args);
  for (const entry of COMMANDS) {
    const command = await makeCommand(entry, named[0] === "help" ? named[1] : named[0]);
    program.addCommand(command.copyInheritedSettings(program));
    for (const part of command.commands) part.copyInheritedSettings(program);
  }
  return program;
}

/** Help for a command that is none would be the general help; without the word, it is an unknown command. */
function withoutVainHelp(args: readonly string[]): readonly string[] {
  const [first, second] = wordsOf(args);
  const isVain =
    first === "help" &&
    second !== undefined &&
    second !== "help" &&
    !COMMANDS.some(({ name }) => name === second);
  return isVain ? args.filter((_, index) => index !== args.indexOf("help")) : args;
}

/** The arguments that are no options. */
function wordsOf(args: readonly string[]): readonly string[] {
  return args.filter((arg) => !arg.startsWith("-"));
}

/** Whoever gives a page where a command should stand hears which command takes it. */
function withHint(error: unknown, word: string | undefined): unknown {
  if (!(error instanceof CommanderError) || error.code !== "commander.unknownCommand") return error;
  const isCommand = COMMANDS.some(({ name }) => name === word);
  const command = word === undefined || isCommand ? undefined : commandFor(word);
  if (command === undefined) return error;
  const hint = `No command is called ${word}; did you mean galley ${command} ${word}?`;
  return new NewsError("BAD_OPTION", hint, { cause: error });
}

function commandFor(word: string): string | undefined {
  if (/^https?:\/\//i.test(word)) return "extract";
  if (!existsSync(word)) return undefined;
  return statSync(word).isDirectory() ? "batch" : "extract";
}

/** Only the command that is called is loaded; the others are here for the help and for misspelt names. */
async function makeCommand(
  { name, summary, load }: CommandEntry,
  called: string | undefined,
): Promise<Command> {
  return name === called ? (await load()).summary(summary) : new Command(name).summary(summary);
}

function readVersion(): string {
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  return (JSON.parse(text) as { readonly version: string }).version;
}
