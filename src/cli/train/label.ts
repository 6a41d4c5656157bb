import { Command } from "commander";
import { findFile, findInput, readBytes, readInputs, writeOutput, writeWhole } from "../../archive/index.ts";
import { LEAF_ROLES, type LeafRole } from "../../article/index.ts";
import { NewsError } from "../../errors/index.ts";
import {
  dataPlaces,
  exportTasks,
  findSet,
  type ImportReport,
  importTasks,
  labellingInterface,
  makeSetOfTasks,
  readTasks,
} from "../../sets/index.ts";
import {
  DEFAULT_LIMITS,
  describeSkips,
  type LabelReport,
  labelPages,
  parseRule,
  writeSet,
} from "../../train/index.ts";
import { percent, repeatable, wholeNumber } from "../options.ts";
import { counted, startProgress } from "../progress.ts";

interface Options extends ExchangeOptions {
  readonly minTokens: number;
  readonly maxTags: number;
}

const MAX_RULE_BYTES = 1_000_000;
const PERCENT = 100;

/** `galley label`: a labelled set from a rule that says where the article is, and labels to and from Label Studio. */
export function makeCommand(): Command {
  const command = new Command("label")
    .description("Labels the pages of a site by a rule, or exchanges labels with Label Studio.")
    .argument(
      "[rule]",
      "a .json file {site, start, end, title?, language?}; start, end and title are CSS selectors",
    )
    .argument("[input...]", "pages, in every form that galley batch takes")
    .option(
      "-o, --output <path>",
      "the folder of the new set, which gets copies of the pages; with --export a .json file or -",
    )
    .option(
      "--min-tokens <count>",
      "drop articles with fewer words and symbols",
      wholeNumber,
      DEFAULT_LIMITS.minTokens,
    )
    .option(
      "--max-tags <percent>",
      "drop articles with more tags among their tokens than this",
      percent,
      DEFAULT_LIMITS.maxTagShare * PERCENT,
    );
  return addExchangeOptions(command)
    .addHelpText(
      "after",
      `
The article runs from the first element that matches start to the end of the last element from there on that matches end.
Labels that people make in Label Studio are read from its JSON export; what Galley has no place for goes back as it came.

Examples:
  galley label bay.json pages/ -o sets/bay
  galley label bay.json pages.jsonl.gz -o sets/bay --min-tokens 20
  galley train mss sets/bay sets/cove sets/port -o my-mss.json.gz
  galley label --export sets/bay -o tasks.json --interface interface.xml
  galley label --import project-1.json sets/bay
  galley label --import project-1.json sets/bay --role "Body Text=body"
  galley label --import project-1.json -o sets/new`,
    )
    .action(runLabel);
}

async function runLabel(
  rulePath: string | undefined,
  names: readonly string[],
  options: Options,
): Promise<void> {
  const { output, minTokens, maxTags } = options;
  const given = [...(rulePath === undefined ? [] : [rulePath]), ...names];
  if (await exchangeLabels(given, options)) return;
  if (rulePath === undefined || names.length === 0)
    throw new NewsError("BAD_OPTION", "Name a rule and the pages that it labels.");
  if (output === undefined) throw new NewsError("BAD_OPTION", "Name the folder of the new set with -o.");
  const rule = parseRule(new TextDecoder().decode(readBytes(rulePath, MAX_RULE_BYTES)));
  const pages = readInputs(names.map(findInput));
  const progress = await startProgress();
  const limits = { minTokens, maxTagShare: maxTags / PERCENT };
  const report = await writeSet(output, labelPages(pages, rule, limits), (count) =>
    progress.show("pages", count),
  ).finally(progress.stop);
  if (report.pages === 0) throw nothingLabelled(report);
  const dropped = report.dropped.size === 0 ? "" : `; dropped ${describeSkips(report.dropped)}`;
  process.stderr.write(
    `galley: ${counted(report.pages, "page")} labelled in ${output}${dropped}\ngalley: check a few labels, then: galley train mss ${output} OTHER-SETS… -o my-mss.json.gz\n`,
  );
}

function nothingLabelled({ dropped }: LabelReport): NewsError {
  if (dropped.size === 0) return new NewsError("NO_PAGES", "The inputs hold no page.");
  return new NewsError("BAD_RULE", `The rule labelled no page: ${describeSkips(dropped)}.`);
}

interface ExchangeOptions {
  readonly output?: string;
  readonly import?: string;
  readonly export?: string;
  readonly role?: readonly string[];
  readonly guesses: boolean;
  readonly interface?: string;
}

function addExchangeOptions(command: Command): Command {
  return command
    .option("--import <file>", "read the labels of a JSON export of Label Studio into the set named after it")
    .option("--export <set>", "write the pages of a set with their labels as tasks for Label Studio")
    .option(
      "--role <label=role>",
      "with --import: the role of a label with another name; may be repeated",
      repeatable,
    )
    .option("--no-guesses", "with --export: without Galley's guesses as predictions")
    .option("--interface <file>", "with --export: also write the labelling interface of the project, as XML");
}

/** Imports or exports where an option says so; returns whether one did. `given` are the arguments before the options. */
async function exchangeLabels(given: readonly string[], options: ExchangeOptions): Promise<boolean> {
  if (options.import === undefined && options.export === undefined) {
    const only = ["role", "interface"].find((name) => name in options);
    if (only !== undefined)
      throw new NewsError("BAD_OPTION", `The option --${only} needs --import or --export.`);
    return false;
  }
  if (options.import !== undefined && options.export !== undefined)
    throw new NewsError("BAD_OPTION", "Give --import or --export, not both.");
  if (options.import !== undefined) await runImport(options.import, given, options);
  else await runExport(options.export ?? "", given, options);
  return true;
}

async function runExport(set: string, given: readonly string[], options: ExchangeOptions): Promise<void> {
  const { output, guesses, interface: interfacePath } = options;
  if (given.length > 0) throw new NewsError("BAD_OPTION", `Nothing is done with ${given[0]}.`);
  if (output === undefined) throw new NewsError("BAD_OPTION", "Name the file of tasks with -o.");
  const target = findFile(output);
  if (target.isGzip) throw new NewsError("BAD_OPTION", "Label Studio reads no .gz files; name a .json file.");
  const folder = await findSet(set, places());
  const progress = await startProgress();
  let pages = 0;
  const writing = writeOutput(target, async (put) => {
    for await (const task of exportTasks(folder, { guesses })) {
      await put(`${pages === 0 ? "[" : ","}\n${JSON.stringify(task)}`);
      progress.show("pages", ++pages);
    }
    if (pages === 0) throw new NewsError("NO_PAGES", `The set ${set} has no page.`);
    await put("\n]\n");
  });
  await writing.finally(() => progress.stop());
  if (interfacePath !== undefined) await writeWhole(interfacePath, labellingInterface());
  process.stderr.write(`galley: ${counted(pages, "task")} in ${output}\n`);
}

async function runImport(path: string, given: readonly string[], options: ExchangeOptions): Promise<void> {
  const [set, ...others] = given;
  const { output } = options;
  if (others.length > 0) throw new NewsError("BAD_OPTION", "Labels go into one set; name one.");
  if ((set === undefined) === (output === undefined))
    throw new NewsError("BAD_OPTION", "Name the set after the file, or a new one with -o.");
  const names = new Map((options.role ?? []).map(readRoleName));
  const tasks = readTasks(path);
  if (output !== undefined) await makeSetOfTasks(output, tasks);
  const folder = output ?? (await findSet(set ?? "", places()));
  const report = await importTasks(folder, tasks, { names, now: new Date() });
  if (report.tasks === 0)
    throw new NewsError(
      "BAD_TASKS",
      `No task of ${path} belongs to a page of ${set}: ${some(report.unmatched)}.`,
    );
  process.stderr.write(describeImport(report, folder));
}

function readRoleName(text: string): readonly [string, LeafRole] {
  const at = text.lastIndexOf("=");
  const role = LEAF_ROLES.find((one) => one === text.slice(at + 1).trim());
  if (at > 0 && role !== undefined) return [text.slice(0, at).trim().toLowerCase(), role];
  throw new NewsError(
    "BAD_OPTION",
    `The role "${text}" is not LABEL=ROLE; roles are ${LEAF_ROLES.join(", ")}.`,
  );
}

const SHOWN = 5;

function some(texts: readonly string[]): string {
  const more = texts.length > SHOWN ? `, and ${texts.length - SHOWN} more` : "";
  return `${texts.slice(0, SHOWN).join(", ")}${more}`;
}

function describeImport(report: ImportReport, folder: string): string {
  const { tasks, lines, older, rounded, lost, otherLabels, unmatched } = report;
  const others = [...otherLabels].map(([label, count]) => `${label} (${count})`);
  const notes = [
    older > 0 ? `${counted(older, "annotation")} older than the labels of the set` : "",
    rounded > 0
      ? `${counted(rounded, "region")} ending inside of a text, which is labelled whole or not`
      : "",
    others.length > 0 ? `labels that are no roles, kept as they are: ${some(others)}; see --role` : "",
    lost.length > 0 ? `not found on the page, which stays open: ${some(lost)}` : "",
    unmatched.length > 0 ? `without a page in the set: ${some(unmatched)}` : "",
  ];
  const said = notes.filter((note) => note !== "").map((note) => `galley: ${note}\n`);
  return `galley: ${counted(lines, "page")} labelled in ${folder}, from ${counted(tasks, "task")}\n${said.join("")}`;
}

function places() {
  return dataPlaces((message) => process.stderr.write(`galley: ${message}\n`));
}
