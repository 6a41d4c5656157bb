import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { Command } from "commander";
import {
  type BatchInput,
  checkResumed,
  chooseExtractor,
  earlierFile,
  findIndex,
  findInput,
  findList,
  findTarget,
  type IdCounts,
  numberOf,
  Output,
  openSiteProfile,
  PageFolder,
  type RunOptions,
  RunRecord,
  readBatchInputs,
  recoverLines,
  type Target,
  withoutDone,
} from "../archive/index.ts";
import { fetchPages, type KnownSites, readFields, renderBatch, runBatch } from "../batch/index.ts";
import { NewsError } from "../errors/index.ts";
import type { ExtractorName, SettingsName } from "../extractors/index.ts";
import { FORMATS, type Format } from "../output/index.ts";
import { isAddress } from "../url/index.ts";
import { BatchTally, writeParts } from "./batch-output.ts";
import { demandHttp, refuseInside, refuseOverwriting } from "./input.ts";
import {
  addPageOptions,
  biasOption,
  delayAsMs,
  describeInclusion,
  excludeOption,
  extractorOption,
  fetchOptions,
  formatOption,
  type InclusionOptions,
  includeOption,
  modelOption,
  noScriptsOption,
  type PageOptions,
  readInclusion,
  renderOption,
  settingsOption,
  siteProfileOption,
  wholeNumber,
} from "./options.ts";
import { startBatchProgress } from "./progress.ts";

interface Options extends InclusionOptions, PageOptions {
  readonly output: string;
  readonly list?: readonly string[];
  readonly format?: Format;
  readonly frontMatter?: boolean;
  readonly extractor?: ExtractorName;
  readonly model?: string;
  readonly settings?: SettingsName;
  readonly bias?: number;
  readonly siteProfile?: string;
  readonly store?: string | true;
  readonly fields?: string;
  readonly workers?: number;
  readonly resume?: boolean;
  readonly allowOutside?: boolean;
  readonly delay?: number;
  readonly render?: boolean;
  readonly scripts: boolean;
  readonly quiet?: boolean;
}

/** The ending of a page's file, by its format. */
const ENDINGS: Readonly<Record<Format, string>> = {
  text: ".txt",
  markdown: ".md",
  html: ".html",
  json: ".json",
  xml: ".xml",
};

const NOTES_AND_EXAMPLES = `
A page that fails has the line {"id", "error": {"code", "message"}}; the run continues.
The exit status is 0 unless every page failed or there is none.
Fetching obeys robots.txt and asks each host for one page a second.

Examples:
  galley batch pages/ -o articles.jsonl
  galley batch https://example.org/a https://example.org/b -o articles.jsonl
  galley batch --list addresses.txt -o articles/ --format markdown --front-matter
  galley batch pages.jsonl.gz more-pages/ -o articles.jsonl.gz --fields title,text
  galley batch pages/ -o texts.jsonl --fields text,confidence
  galley batch pages/ -o articles.jsonl --include headline,byline
  galley batch pages/ -o articles.jsonl --extractor mss --settings paper
  galley batch --list addresses.txt -o articles.jsonl --store news.db
  galley batch pages/ -o articles.jsonl --resume
  cat pages.jsonl | galley batch - | jq .title`;

/** `galley batch`: many pages, one JSON line or one file each. */
export function batchCommand(): Command {
  const command = new Command("batch").description(
    "Extracts the articles of many pages: a JSON line or a file for each page, in input order.",
  );
  addPlaceOptions(command);
  addAnswerOptions(command);
  addRunOptions(command);
  addPageOptions(command, "time limit for a page (default: 60; to fetch it: 20; with --render: 15)");
  return command
    .option("-q, --quiet", "no summary and no progress bar")
    .addHelpText("after", NOTES_AND_EXAMPLES)
    .action(batch);
}

/** What is read, and where the answers go. */
function addPlaceOptions(command: Command): void {
  command
    .argument(
      "[input...]",
      "a folder of .html files, a .jsonl file of {id, url?, html | htmlPath, encoding?, collectedTitle?}, an .html file (each also as .gz), an http or https address, or - for JSONL on standard input; a line with only a url is fetched",
    )
    .option(
      "--list <file>",
      "a text file with one address or .html file per line, or - for standard input; blank lines and lines that begin with # are skipped",
      (name: string, before: readonly string[] = []) => [...before, name],
    )
    .option(
      "-o, --output <place>",
      "a .jsonl or .jsonl.gz file, - for standard output, or with --format a folder",
      "-",
    )
    .addOption(formatOption("write one file per page, and an index.jsonl, into the folder -o", FORMATS))
    .option("--front-matter", "with --format markdown: start with title, authors, date and more as YAML");
}

/** What determines the answers. */
function addAnswerOptions(command: Command): void {
  command
    .addOption(extractorOption())
    .addOption(modelOption())
    .addOption(settingsOption())
    .addOption(biasOption())
    .addOption(siteProfileOption())
    .option("--store [place]", "use what a library knows of each page's site: its profile and its model")
    .addOption(renderOption())
    .addOption(noScriptsOption())
    .option(
      "--fields <names>",
      "fields of the article to write, separated by commas; the id is always written. Fastest with only text, wordCount, isArticle, confidence and extractor, which need no metadata",
    )
    .addOption(includeOption())
    .addOption(excludeOption());
}

/** How the run goes. */
function addRunOptions(command: Command): void {
  command
    .option(
      "--workers <count>",
      "threads, or browser pages with --render (default: one for each core)",
      wholeNumber,
    )
    .option("--allow-outside", "allow an htmlPath or a list to name files outside its own folder")
    .option("--resume", "continue an interrupted run: skip pages that are already in the output")
    .option("--delay <seconds>", "time between two requests to the same host (default: 1)", delayAsMs);
}

async function batch(names: readonly string[], options: Options): Promise<void> {
  const inputs = findInputs(names, options);
  const fields = options.fields === undefined ? undefined : readFields(options.fields);
  const include = readInclusion(options);
  checkFormat(options);
  const target = options.format === undefined ? findTarget(options.output) : findIndex(options.output);
  refuseLosses(inputs, target, options);
  const { extractor, model, siteProfile, workers, maxBytes, format, frontMatter } = options;
  // A bad model or profile fails here once, not for every page.
  const { id } = chooseExtractor(extractor, options);
  openSiteProfile(siteProfile);
  const knownSites = options.store === undefined ? undefined : await readLibrary(options.store);
  const run = { ...runOptions(id, fields, options), "--store": knownSites ? hashOf(knownSites) : null };
  const { done, folder } = await openPlace(target, run, options);
  const meter = { packedBytes: 0, unpackedBytes: 0, usedBytes: 0 };
  const pages = readBatchInputs(inputs, { maxBytes, allowOutside: options.allowOutside, meter });
  const settings = {
    extractor,
    model,
    settings: options.settings,
    bias: options.bias,
    siteProfile,
    knownSites,
    fields,
    include,
    format,
    frontMatter,
    workers,
    maxBytes,
    timeoutMs: options.timeout,
    isGzip: target.isGzip,
  };
  const output = await Output.open(target, done ? "partial" : "new");
  const record = await RunRecord.begin(target, run);
  const isQuiet = options.quiet === true || (target.name === "-" && process.stdout.isTTY);
  const progress = await startBatchProgress({ inputs, done, isWanted: !isQuiet, meter });
  const network = { ...fetchOptions(options), delayMs: options.delay };
  const wanted = fetchPages(progress.watch(done ? withoutDone(pages, done) : pages), network);
  const parts = options.render
    ? renderBatch(wanted, { ...settings, scripts: options.scripts, network })
    : runBatch(wanted, settings);
  const tally = new BatchTally(() => performance.now(), done && sumOf(done));
  await writeParts(parts, { output, target, folder, record, progress, tally });
  if (!options.quiet) process.stderr.write(`galley: ${tally.summary()}\n`);
  if (tally.pages > 0 && tally.failed === tally.pages && !done?.size) {
    const message =
      tally.pages === 1
        ? "The one page gave no article."
        : `None of the ${tally.pages} pages gave an article.`;
    throw new NewsError("NOTHING_WORKED", message);
  }
}

function findInputs(names: readonly string[], { list = [] }: Options): readonly BatchInput[] {
  const inputs = [...names.map(findBatchInput), ...list.map(findList)];
  if (inputs.length === 0)
    throw new NewsError("BAD_OPTION", "No input is given; name pages or a --list of them.");
  if (inputs.filter((input) => pathOf(input) === "-").length > 1) {
    throw new NewsError("BAD_OPTION", "Standard input can be read once only.");
  }
  return inputs;
}

function findBatchInput(name: string): BatchInput {
  if (!isAddress(name)) return findInput(name);
  demandHttp(name);
  return { kind: "address", url: name };
}

/** The file that an input is read from, `-` for standard input; addresses have none. */
function pathOf(input: BatchInput): string | undefined {
  return input.kind === "address" ? undefined : (input.path ?? "-");
}

function checkFormat({ output, format, frontMatter, fields }: Options): void {
  if (format === undefined && output.endsWith("/")) {
    throw new NewsError(
      "BAD_OPTION",
      `The output ${output} is a folder; say by --format what its files hold.`,
    );
  }
  if (frontMatter && format !== "markdown") {
    throw new NewsError("BAD_OPTION", "Only --format markdown can begin with a --front-matter.");
  }
  if (format !== undefined && fields !== undefined) {
    throw new NewsError("BAD_OPTION", "The option --fields is for lines; --format writes whole articles.");
  }
}

/** Refuses an output over an input, and a folder of files that would be read as pages. */
function refuseLosses(inputs: readonly BatchInput[], target: Target, { format }: Options): void {
  refuseOverwriting(
    inputs.flatMap((input) => pathOf(input) ?? []),
    target,
  );
  if (format === undefined) return;
  for (const input of inputs) {
    if (input.kind !== "address" && input.kind !== "list") refuseInside(input, dirname(target.name));
  }
}

interface Place {
  /** The lines that are there already; undefined for a new run. */
  readonly done: IdCounts | undefined;
  readonly folder: PageFolder | undefined;
}

/** Makes the folder of a new run, or recovers what the run to be resumed has written. */
async function openPlace(target: Target, run: RunOptions, { format, resume }: Options): Promise<Place> {
  const isRecorded = resume === true && checkResumed(target, run);
  const makeFolder = (lastNumber: number) =>
    format && new PageFolder(dirname(target.name), ENDINGS[format], lastNumber);
  const isBegun = target.path !== undefined && earlierFile(target.path) !== undefined;
  if (format && !(resume && isBegun)) PageFolder.make(dirname(target.name));
  if (!resume) return { done: undefined, folder: makeFolder(0) };
  let lines = 0;
  let lastNumber = 0;
  const done = await recoverLines(target, ({ file }) => {
    lines++;
    const number = typeof file === "string" ? numberOf(file) : undefined;
    lastNumber = Math.max(lastNumber, lines, number ?? 0);
  });
  const folder = makeFolder(lastNumber);
  if (isRecorded) folder?.removeUnlisted();
  return { done, folder };
}

/** The options that determine the answers; limits of time and size may change between runs. */
function runOptions(extractor: string, fields: readonly string[] | undefined, options: Options): RunOptions {
  const { model, settings, bias, siteProfile, format, frontMatter, render, scripts } = options;
  return {
    "--extractor": extractor,
    "--model": hashOfFile(model),
    "--settings": settings ?? null,
    "--bias": bias === undefined ? null : String(bias),
    "--site-profile": hashOfFile(siteProfile),
    "--fields": fields?.join(",") ?? null,
    ...describeInclusion(readInclusion(options)),
    "--format": format ?? null,
    "--front-matter": frontMatter ?? false,
    "--render": render ?? false,
    "--no-scripts": !scripts,
  };
}

/** By content: a model may have been trained again under the same name. */
function hashOfFile(path: string | undefined): string | null {
  return path === undefined ? null : hashOf(readFileSync(path));
}

function hashOf(content: Uint8Array | KnownSites): string {
  const bytes = content instanceof Uint8Array ? content : JSON.stringify(content);
  return `sha256:${createHash("sha256").update(bytes).digest("hex").slice(0, 16)}`;
}

/** What a library knows of sites. */
async function readLibrary(place: string | true): Promise<KnownSites> {
  // Loaded here: most batches do without a library.
  const { givenStore, withLibrary } = await import("./library/store-option.ts");
  const { readKnownSites } = await import("../collect/index.ts");
  return withLibrary(givenStore(place) ?? {}, "must-exist", readKnownSites);
}

function sumOf(counts: IdCounts): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}
