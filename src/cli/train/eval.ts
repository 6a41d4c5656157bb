import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { Command, InvalidArgumentError, Option } from "commander";
import { chooseExtractors, findFile, makeFolder, writeWhole } from "../../archive/index.ts";
import { NewsError } from "../../errors/index.ts";
import {
  type EvaluateOptions,
  type Evaluation,
  evaluate,
  formatEvaluation,
  formatResults,
  makeReport,
  makeRows,
  type Provenance,
  type Screen,
  TITLE_HINTS,
  type TitleHint,
  WorstPages,
} from "../../eval/index.ts";
import {
  DEFAULT_EXTRACTOR,
  EXTRACTOR_NAMES,
  type ExtractorName,
  isExtractorName,
  type SettingsName,
} from "../../extractors/index.ts";
import { adviseOnSeen, type Label } from "../../sets/index.ts";
import { findSets, SETS_ARGUMENT } from "../input.ts";
import {
  addInclusionOptions,
  biasOption,
  given,
  type InclusionOptions,
  modelOption,
  readInclusion,
  renderOption,
  settingsOption,
  wholeNumber,
  wordList,
} from "../options.ts";
import { startProgress } from "../progress.ts";
import { beforeSignal } from "../stop-signal.ts";
import { readVersion } from "../version.ts";

/** Pages that the report shows for each set and extractor. */
const WORST_PAGES = 15;

/** Terminals narrower than this wrap the tables. */
const MIN_WIDTH = 60;

interface Options extends InclusionOptions {
  readonly extractor?: readonly ExtractorName[];
  readonly model?: string;
  readonly settings?: SettingsName;
  readonly bias?: number;
  readonly render?: boolean;
  readonly includeSeen?: boolean;
  readonly titleHint: TitleHint;
  readonly report?: string;
  readonly json?: string;
  readonly limit?: number;
  readonly pageType?: string;
  readonly language?: string;
  readonly workers?: number;
  readonly nodes?: boolean;
  readonly losses?: boolean;
}

/** `galley eval`: how well extractors find the article, on labelled pages. */
export function makeCommand(): Command {
  return addInclusionOptions(new Command("eval"))
    .description(
      "Measures extractors on labelled pages and prints a table; --json and --report write all figures.",
    )
    .argument(...SETS_ARGUMENT)
    .addOption(
      new Option(
        "--extractor <ids>",
        `extractors, separated by commas (default: ${DEFAULT_EXTRACTOR}, or the model's own)`,
      ).argParser(extractorList),
    )
    .addOption(modelOption())
    .addOption(settingsOption())
    .addOption(biasOption())
    .addOption(renderOption())
    .option("--include-seen", "also measure pages of sites that an extractor was trained on")
    .addOption(
      new Option("--title-hint <from>", "the title that extractors get as a hint")
        .choices(TITLE_HINTS)
        .default("none"),
    )
    .option("--report <folder>", "write report.html to this folder; it contains text of the pages")
    .option("--json <file>", "write all figures to this file, those of each page included")
    .option("--limit <count>", "only the first pages of each set", wholeNumber)
    .option("--page-type <type>", "only pages of this type")
    .option("--language <code>", "only pages in this language")
    .option(
      "--workers <count>",
      "threads, or browser pages with --render (default: one for each core)",
      wholeNumber,
    )
    .option(
      "--nodes",
      "also score the chosen node against the best single subtree, and report pages whose body has none",
    )
    .option("--losses", "also print what word F1 is lost by: missing paragraphs, comments, related links…")
    .addHelpText(
      "after",
      `
Every figure is a mean over pages, 0 to 1; docs/evaluation.md defines them.

Examples:
  galley eval my-set/ --extractor econ,coreex
  galley eval my-set/ --limit 200 --report out/ --json out/figures.json
  galley eval my-set/ --include headline,byline
  galley eval my-set/ --losses
  galley eval my-set --extractor econ,mss --model mss.json.gz
  galley eval my-set --extractor econ,relevance --settings paper
  GALLEY_DATA=~/sets galley eval my-set --page-type article

my-set/ is a folder with an index.jsonl, such as a line {"id": "1", "htmlPath": "1.html", "body": "The right text."}`,
    )
    .action((sets: readonly string[], options: Options) => runEval(sets, options, new Date()));
}

function extractorList(text: string): readonly ExtractorName[] {
  const ids = [...new Set(wordList(text))];
  const known = ids.filter(isExtractorName);
  if (ids.length === 0 || known.length < ids.length) {
    throw new InvalidArgumentError(`Use some of ${EXTRACTOR_NAMES.join(", ")}.`);
  }
  return known;
}

async function runEval(names: readonly string[], options: Options, date: Date): Promise<void> {
  // Fails before a folder is made or a set unpacked; the models read are cached.
  chooseExtractors(options.extractor ?? [], options);
  const undo = prepareOutputs(options);
  // Without a listener, a signal would end the process and leave a browser's profile in the temporary folder.
  const release = beforeSignal(async () => undo());
  try {
    await measure(await findSets(names), options, date);
  } catch (error) {
    undo();
    throw error;
  } finally {
    release();
  }
}

async function measure(sets: readonly string[], options: Options, date: Date): Promise<void> {
  const worst = new WorstPages(WORST_PAGES);
  const progress = await startProgress();
  const task: EvaluateOptions = {
    ...evaluateOptions(options),
    sets,
    onProgress: (done, total) => progress.show("pages", done, total),
    onScore: (score, label) => worst.add(score, label),
  };
  const evaluation = await evaluate(task).finally(progress.stop);
  refuseNothing(evaluation, options);
  const rows = makeRows(evaluation.scores);
  const provenance = { command: commandLine(), date: date.toISOString(), version: readVersion() };
  // The report comes first: where it fails, nothing else is in its folder.
  if (options.report !== undefined) {
    const path = reportFile(options.report);
    await writeWhole(path, makeReport({ ...provenance, evaluation, rows, worst }));
    process.stderr.write(`galley: the report is ${path}\n`);
  }
  if (options.json !== undefined) await writeWhole(options.json, formatResults(provenance, evaluation, rows));
  for (const advice of adviceOn(evaluation, options)) process.stderr.write(`galley: ${advice}\n`);
  await writeWhole("-", formatEvaluation(evaluation, rows, screenOf(process.stdout)));
}

/** Without a limit of width in a pipe, and on a terminal that does not tell its width. */
function screenOf({ columns = 0, isTTY }: NodeJS.WriteStream): Screen {
  return {
    width: columns > 0 ? Math.max(columns, MIN_WIDTH) : Number.POSITIVE_INFINITY,
    colour: isTTY && process.env.NO_COLOR === undefined,
  };
}

function evaluateOptions(options: Options): Omit<EvaluateOptions, "sets"> {
  const {
    model,
    settings,
    bias,
    includeSeen,
    titleHint,
    nodes = false,
    losses,
    report,
    limit,
    workers,
    render,
  } = options;
  const { pageType, language } = options;
  return {
    extractors: options.extractor ?? [],
    titleHint,
    include: readInclusion(options),
    nodes,
    texts: report !== undefined,
    ...given({ model, settings, bias, includeSeen, render, limit, workers, losses }),
    choose: (label: Label) =>
      (pageType === undefined || label.pageType === pageType) &&
      (language === undefined || label.language === language.toLowerCase()),
  };
}

/** Makes the report's folder and checks that results can be written; returns the function that removes the folder again. */
function prepareOutputs({ report, json }: Options): () => void {
  const undo = report === undefined ? () => undefined : makeFolder(report);
  try {
    if (report !== undefined) findFile(reportFile(report));
    if (json !== undefined) findFile(json);
    if (json !== undefined && !existsSync(dirname(json))) {
      throw new NewsError("WRITE_FAILED", `There is no folder ${dirname(json)} for ${json}.`);
    }
  } catch (error) {
    undo();
    throw error;
  }
  return undo;
}

function reportFile(folder: string): string {
  return join(folder, "report.html");
}

/** Advice on sets whose pages were mostly seen in training; none where a limit ended the reading. */
function adviceOn({ sets }: Evaluation, { limit }: Options): readonly string[] {
  return sets
    .filter(({ pages, seen }) => seen !== undefined && pages !== limit)
    .map(({ name, pages, seen }) => seen && adviseOnSeen(name, pages, seen))
    .filter((advice) => advice !== undefined);
}

function refuseNothing(evaluation: Evaluation, options: Options): void {
  const { sets, scores } = evaluation;
  const { pageType, language } = options;
  if (scores.length > 0) return;
  const names = sets.map((set) => set.name).join(", ");
  const advice = adviceOn(evaluation, options);
  if (advice.length > 0) throw new NewsError("BAD_OPTION", advice.join(" "));
  if (pageType === undefined && language === undefined) {
    throw new NewsError("BAD_SET", `No page of ${names} has a label to measure against.`);
  }
  throw new NewsError("BAD_OPTION", `No page of ${names} is of that type and language.`);
}

function commandLine(): Provenance["command"] {
  const quoted = process.argv
    .slice(2)
    .map((arg) => (/^[\w./:,=@%+-]+$/.test(arg) ? arg : `'${arg.replaceAll("'", "'\\''")}'`));
  return ["galley", ...quoted].join(" ");
}
