import { existsSync } from "node:fs";
import { extname, join } from "node:path";
import { type Command, InvalidArgumentError } from "commander";
import { findFile, refuseFile } from "../../archive/index.ts";
import { NewsError } from "../../errors/index.ts";
import {
  type MinedSite,
  type OpenedSource,
  openFolder,
  openSite,
  siteToXml,
  taxonomyToHtml,
  taxonomyToTree,
  taxonomyToTurtle,
} from "../../site/index.ts";
import { isAddress } from "../../url/index.ts";
import { demandHttp } from "../input.ts";
import {
  addPageOptions,
  delayAsMs,
  fetchOptions,
  given,
  type PageOptions,
  secondsAsMs,
  wholeNumber,
} from "../options.ts";
import { counted } from "../progress.ts";

/** The formats of a mined site, each with the file that it has in an output folder. */
export const SITE_FORMATS = {
  tree: "taxonomy.txt",
  json: "site.json",
  xml: "site.xml",
  skos: "taxonomy.ttl",
  html: "taxonomy.html",
} as const;

/** A format of a mined site, or of the partition of a page. */
export type SiteFormat = keyof typeof SITE_FORMATS;

/** Where the results go: a folder for all of them, one file, or standard output (`-`). */
export interface SiteOutput {
  readonly kind: "folder" | "file";
  readonly path: string;
}

const LINES_NAME = /\.jsonl(?:\.gz)?$/i;
const ARTICLES = "articles.jsonl";

/** What an -o names: a file if the ending is known, else a folder. */
export function findSiteOutput(name: string): SiteOutput {
  const isFile = name === "-" || LINES_NAME.test(name) || formatOfName(name) !== undefined;
  return { kind: isFile ? "file" : "folder", path: name };
}

/** The requested format, else that of the file's ending, else the tree. */
export function chooseFormat(asked: SiteFormat | undefined, output: SiteOutput): SiteFormat {
  return asked ?? (output.kind === "file" ? formatOfName(output.path) : undefined) ?? "tree";
}

/** The file that a format is written to. */
export function formatFile(output: SiteOutput, format: SiteFormat): string {
  return output.kind === "file" ? output.path : join(output.path, SITE_FORMATS[format]);
}

/** The file of the articles; a file that cannot hold them is refused. */
export function articleFile(output: SiteOutput): string {
  if (output.kind === "folder") return join(output.path, ARTICLES);
  if (output.path === "-" || isForLines(output)) return output.path;
  throw new NewsError(
    "BAD_OPTION",
    `Articles are written as lines of JSON, and ${output.path} is not a .jsonl file.`,
  );
}

/** Files of earlier runs in an output folder. */
export function olderFiles(output: SiteOutput, written: readonly string[]): readonly string[] {
  if (output.kind === "file") return [];
  return [...Object.values(SITE_FORMATS), ARTICLES]
    .map((name) => join(output.path, name))
    .filter((file) => !written.includes(file) && existsSync(file));
}

/** Whether an output is a file of lines. */
export function isForLines(output: SiteOutput): boolean {
  return output.kind === "file" && LINES_NAME.test(output.path);
}

interface OutputOptions {
  readonly articles?: boolean | undefined;
  readonly format?: SiteFormat | undefined;
}

/** Refuses a file for articles without them, and a format for a file that holds nothing but articles. */
export function refuseMismatch(output: SiteOutput, { articles, format }: OutputOptions): void {
  if (output.kind === "folder") return;
  if (!articles && isForLines(output))
    throw new NewsError("BAD_OPTION", `The file ${output.path} is for articles; add --articles.`);
  if (articles && format !== undefined) {
    const message = `With --articles the output ${output.path} holds lines of JSON alone; name a folder to have --format ${format} too.`;
    throw new NewsError("BAD_OPTION", message);
  }
}

/** Refuses a file that is there; a folder is renewed by each run. */
export function refuseReplacing(output: SiteOutput): void {
  if (output.kind === "file") refuseFile(findFile(output.path));
}

function formatOfName(name: string): SiteFormat | undefined {
  const ending = extname(name).toLowerCase();
  const formats = Object.keys(SITE_FORMATS) as SiteFormat[];
  return ending === "" ? undefined : formats.find((format) => SITE_FORMATS[format].endsWith(ending));
}

const WRITERS: Readonly<Record<SiteFormat, (mined: MinedSite) => string>> = {
  tree: ({ taxonomy }) => taxonomyToTree(taxonomy),
  // The profile has its own file, and people cannot read its hashes.
  json: ({ profile, ...rest }) => `${JSON.stringify(rest, null, 2)}\n`,
  xml: siteToXml,
  skos: ({ taxonomy }) => taxonomyToTurtle(taxonomy),
  html: ({ taxonomy }) => taxonomyToHtml(taxonomy),
};

/** A mined site in a format. */
export function writeSite(mined: MinedSite, format: SiteFormat): string {
  return WRITERS[format](mined);
}

/** What a summary says besides the mined site. */
interface SiteRemarks {
  readonly written?: number | undefined;
  /** Where the results are; nothing is said of standard output. */
  readonly output: SiteOutput;
  readonly older: readonly string[];
  /** How the site differs from the last run, as text. */
  readonly change?: string | undefined;
}

/** The summary of a run: what was found and where it is, what changed since the last run, older files, warnings. */
export function describeSite(mined: MinedSite, remarks: SiteRemarks): string {
  const { written, output, older, change } = remarks;
  const { site, sections, articles, taxonomy, profile, failures, warnings } = mined;
  const [template] = profile.templates;
  const facts = [
    `${site}: ${counted(sections.length, "front page")}`,
    counted(taxonomy.concepts.length, "concept"),
    `${counted(articles.length, "article")} announced`,
    template === undefined ? "no template" : `template of ${counted(template.pages, "page")}`,
    ...(written === undefined ? [] : [`${counted(written, "article")} written`]),
    ...describeFailures(failures),
    ...describePlace(output),
  ];
  const lines = [
    facts.join(", "),
    ...(change === undefined ? [] : [`since the last run: ${change}`]),
    ...(older.length === 0 ? [] : [`left from an earlier run: ${older.join(", ")}`]),
    ...warnings.map(({ code, message }) => `${code}: ${message}`),
  ];
  return lines.map((line) => `galley: ${line}\n`).join("");
}

/** How many pages failed, and the first of them as an example; the JSON has all. */
function describeFailures(failures: MinedSite["failures"]): readonly string[] {
  const [first] = failures;
  return first === undefined
    ? []
    : [`${counted(failures.length, "page")} failed (the first is ${first.id}: ${first.code})`];
}

function describePlace(output: SiteOutput): readonly string[] {
  if (output.kind === "folder") return [`results in the folder ${output.path}`];
  return output.path === "-" ? [] : [`results in ${output.path}`];
}

/** The options of commands that read whole sites. */
export interface CrawlOptions extends PageOptions {
  readonly depth?: number;
  readonly maxPages?: number;
  readonly delay?: number;
  readonly maxTime?: number;
}

/** Adds the options of reading a whole site to a command. */
export function addCrawlOptions(command: Command): Command {
  const crawling = command
    .option(
      "--depth <steps>",
      "how many links deep to follow sections from the home page (default: 2)",
      numberOfSteps,
    )
    .option("--max-pages <count>", "most pages to fetch from a site (default: 500)", wholeNumber)
    .option("--delay <seconds>", "time between requests to a host (default: 1)", delayAsMs)
    .option("--max-time <seconds>", "time limit for a site (default: 3600)", secondsAsMs);
  return addPageOptions(crawling);
}

function numberOfSteps(text: string): number {
  const number = Number(text);
  if (text.trim() === "" || !Number.isSafeInteger(number) || number < 0)
    throw new InvalidArgumentError("It must be a whole number from 0 up.");
  return number;
}

/** Where fetched pages are kept, and a callback for the pages read. */
interface SiteInputOptions {
  readonly storeFolder?: string | undefined;
  readonly onPage?: (pages: number) => void;
}

/** Opens a site: an address, a folder of saved pages, or a .jsonl file. */
export async function openSiteInput(
  name: string,
  options: CrawlOptions,
  { storeFolder, onPage }: SiteInputOptions = {},
): Promise<OpenedSource> {
  if (isAddress(name)) {
    demandHttp(name);
    const { maxPages, delay: delayMs, maxTime: maxTimeMs } = options;
    return openSite(name, { ...fetchOptions(options), maxPages, delayMs, maxTimeMs, storeFolder });
  }
  return openFolder(name, { maxBytes: options.maxBytes, ...given({ onPage }) });
}
