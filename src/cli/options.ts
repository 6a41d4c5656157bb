import { type Command, InvalidArgumentError, Option } from "commander";
import { DEFAULT_INCLUSION, type Inclusion } from "../assemble/index.ts";
import { NewsError } from "../errors/index.ts";
import {
  BIASED_EXTRACTOR_IDS,
  DEFAULT_EXTRACTOR,
  EXTRACTOR_NAMES,
  type ExtractorName,
  PAPER_EXTRACTOR_IDS,
  SETTINGS,
  type SettingsName,
} from "../extractors/extractor-ids.ts";
import type { FetchOptions } from "../fetch/index.ts";

/** Reads a whole number from 1 up. */
export function wholeNumber(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 1)
    throw new InvalidArgumentError("It must be a whole number above 0.");
  return number;
}

const SIZE_UNITS: ReadonlyMap<string, number> = new Map([
  ["", 1],
  ["k", 1000],
  ["m", 1000 ** 2],
  ["g", 1000 ** 3],
  ["ki", 1024],
  ["mi", 1024 ** 2],
  ["gi", 1024 ** 3],
]);

/** Reads a size above zero, such as 500k, 1MB or 64MiB, in bytes. */
export function sizeInBytes(text: string): number {
  const [, number, unit = ""] = /^(\d+(?:\.\d+)?) ?([kmg]i?)?b?$/i.exec(text.trim()) ?? [];
  const bytes = Math.floor(Number(number) * (SIZE_UNITS.get(unit.toLowerCase()) ?? Number.NaN));
  if (!Number.isSafeInteger(bytes) || bytes < 1)
    throw new InvalidArgumentError("It must be a size above 0, such as 500k, 1MB or 64MiB.");
  return bytes;
}

/** Reads a time above zero, in seconds, as milliseconds. */
export function secondsAsMs(text: string): number {
  const ms = Math.round(Number(text) * 1000);
  if (!(ms >= 1 && ms < 2 ** 31)) throw new InvalidArgumentError("It must be a number of seconds above 0.");
  return ms;
}

/** Reads a time between fetches, in seconds, as milliseconds; zero is for a server of one's own. */
export function delayAsMs(text: string): number {
  const ms = Math.round(Number(text) * 1000);
  if (text.trim() === "" || !(ms >= 0 && ms < 2 ** 31))
    throw new InvalidArgumentError("It must be a number of seconds from 0 up.");
  return ms;
}

/** Reads a share in percent. */
export function percent(text: string): number {
  const number = Number(text);
  if (text.trim() === "" || !(number >= 0 && number <= 100))
    throw new InvalidArgumentError("It must be a number from 0 to 100.");
  return number;
}

/** Reads a list of words with commas between them. */
export function wordList(text: string): readonly string[] {
  return text
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== "");
}

/** Collects the values of an option that may be repeated. */
export function repeatable(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

/** Short names of formats that people type. */
const FORMAT_ALIASES: ReadonlyMap<string, string> = new Map([["md", "markdown"]]);

/** The option that names the format of articles. */
export function formatOption(description: string, formats: readonly string[]): Option {
  const option = new Option("-f, --format <format>", `${description}; md is short for markdown`).choices(
    formats,
  );
  const check = option.parseArg;
  return option.argParser((word: string, before: string) => {
    const format = FORMAT_ALIASES.get(word) ?? word;
    return check ? check(format, before) : format;
  });
}

/** The option that names an extractor. */
export function extractorOption(): Option {
  return new Option(
    "--extractor <id>",
    `the extraction method (default: ${DEFAULT_EXTRACTOR}, or the model's own)`,
  ).choices(EXTRACTOR_NAMES);
}

/** The option that names a model file. */
export function modelOption(): Option {
  return new Option("--model <file>", "a model file for the extractor, written by galley train");
}

/** The option that names settings. */
export function settingsOption(): Option {
  return new Option(
    "--settings <name>",
    `paper: the method as its paper describes it, to compare; for ${PAPER_EXTRACTOR_IDS.join(", ")}`,
  ).choices(SETTINGS);
}

/** The option that adds to every score. */
export function biasOption(): Option {
  return new Option(
    "--bias <number>",
    `added to every token's score, for longer articles (0.14 in the paper's CleanEval variant) or, below 0, shorter ones; for ${BIASED_EXTRACTOR_IDS.join(", ")}`,
  ).argParser(readBias);
}

function readBias(text: string): number {
  const number = Number(text);
  if (text.trim() === "" || !(number >= -1 && number <= 1))
    throw new InvalidArgumentError("It must be a number from -1 to 1.");
  return number;
}

/** The option that has pages rendered. */
export function renderOption(): Option {
  return new Option("--render", "render pages in Chromium first; needs playwright-core and a browser");
}

/** The options of commands that extract pages by a method of the caller's choice. */
export interface MethodOptions extends InclusionOptions, PageOptions {
  readonly extractor?: ExtractorName;
  readonly model?: string;
  readonly settings?: SettingsName;
  readonly bias?: number;
  readonly siteProfile?: string;
  readonly store?: string | true;
  readonly render?: boolean;
  readonly scripts: boolean;
  readonly frontMatter?: boolean;
  readonly output: string;
}

/** Adds the options that choose a method and what it knows. */
export function addMethodOptions(command: Command): Command {
  return command
    .addOption(extractorOption())
    .addOption(modelOption())
    .addOption(settingsOption())
    .addOption(biasOption())
    .option(
      "--site-profile <file>",
      "a profile of the site, written by galley site; used by template and fused",
    )
    .option("--store [place]", "use what a library knows of a page's site: its profile and its model")
    .addOption(renderOption())
    .addOption(
      new Option("--no-scripts", "like --render, but without running the page's scripts").implies({
        render: true,
      }),
    )
    .option("--front-matter", "with --format markdown: start with title, authors, date and more as YAML");
}

const PARTS = Object.keys(DEFAULT_INCLUSION) as readonly (keyof Inclusion)[];

/** The values of `--include` and `--exclude`. */
export interface InclusionOptions {
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
}

/** Adds the options that name parts of an article to add and to leave out. */
export function addInclusionOptions(command: Command): Command {
  const named = (isKept: boolean) => PARTS.filter((part) => DEFAULT_INCLUSION[part] === isKept).join(", ");
  const added = `parts to add wherever the page shows them: ${named(false)}; also standfirst`;
  return command
    .option("--include <parts>", added, wordList)
    .option("--exclude <parts>", `parts to leave out that are kept by default: ${named(true)}`, wordList);
}

/** Reads `--include` and `--exclude`; a part in both is left out. */
export function readInclusion({ include = [], exclude = [] }: InclusionOptions): Partial<Inclusion> {
  return Object.fromEntries([
    ...include.map((word) => [readPart(word), true]),
    ...exclude.map((word) => [readPart(word), false]),
  ]);
}

function readPart(word: string): keyof Inclusion {
  // Command lines often spell pullQuotes as pull-quotes.
  const plain = word.replaceAll("-", "").toLowerCase();
  const found = PARTS.find((part) => part.toLowerCase() === plain);
  if (found !== undefined) return found;
  throw new NewsError("BAD_OPTION", `An article has no part "${word}"; it has ${PARTS.join(", ")}.`);
}

/** What the two options ask for, in one spelling; null where nothing was asked. */
export function describeInclusion(
  inclusion: Partial<Inclusion>,
): Readonly<Record<"--include" | "--exclude", string | null>> {
  const named = (isIn: boolean) => PARTS.filter((part) => inclusion[part] === isIn).join(",") || null;
  return { "--include": named(true), "--exclude": named(false) };
}

/** Only the values that are given, for functions whose defaults undefined would replace. */
export function given<Values extends object>(
  values: Values,
): { readonly [Name in keyof Values]?: Exclude<Values[Name], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Values;
}

/** The options of commands that read pages, saved or fetched. */
export interface PageOptions {
  readonly maxBytes?: number;
  readonly timeout?: number;
  readonly allowPrivate?: boolean;
  readonly ignoreRobots?: boolean;
}

interface PageHelp {
  readonly maxBytes?: string;
  /** What `--timeout` limits, with its defaults. */
  readonly timeout?: string;
}

/** Adds the options of reading pages to a command. */
export function addPageOptions(
  command: Command,
  {
    maxBytes = "64MiB; fetched: 20MB",
    timeout = "time limit for fetching a page (default: 20)",
  }: PageHelp = {},
): Command {
  return command
    .option(
      "--max-bytes <size>",
      `largest page to read, such as 500k or 1MB (default: ${maxBytes})`,
      sizeInBytes,
    )
    .option("--timeout <seconds>", timeout, secondsAsMs)
    .option("--allow-private", "fetch from private and loopback addresses too")
    .option("--ignore-robots", "fetch what a site's robots.txt forbids; only for your own sites");
}

/** The option that continues a run, which --overwrite would start anew. */
export function resumeOption(): Option {
  return new Option(
    "--resume",
    "continue an interrupted run: skip pages that are already in the output",
  ).conflicts("overwrite");
}

/** The option that replaces a file, which is refused otherwise: it may be the only copy of its content. */
export function overwriteOption(): Option {
  return new Option("--overwrite", "replace an existing file");
}

/** The option that names a proxy. */
export function proxyOption(): Option {
  return new Option(
    "--proxy <address>",
    "send all requests through this proxy, such as http://proxy.example:3128 (default: GALLEY_PROXY)",
  );
}

/** The proxy that a command line or the environment names: the operator's own, which may be at a private address. */
export function proxyOptions(proxy: string | undefined): Pick<FetchOptions, "proxy" | "trustProxy"> {
  return { proxy: proxy ?? (process.env.GALLEY_PROXY || undefined), trustProxy: true };
}

/** The options of reading pages as the HTTP client takes them. */
export function fetchOptions({ maxBytes, timeout, allowPrivate, ignoreRobots }: PageOptions): FetchOptions {
  return { maxBytes, timeoutMs: timeout, allowPrivate, ignoreRobots };
}
