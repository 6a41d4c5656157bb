import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { Command, Option } from "commander";
import {
  findInput,
  findTarget,
  type IdCounts,
  Output,
  openSiteProfile,
  partialPath,
  recoverLines,
  type Target,
  writeWhole,
} from "../../archive/index.ts";
import { keepMinedSite } from "../../collect/index.ts";
import { NewsError } from "../../errors/index.ts";
import type { SiteProfile } from "../../page/index.ts";
import {
  describeChange,
  type MinedSite,
  type MineProgress,
  mineSite,
  type OpenedSource,
  openFolder,
  partitionPage,
  partitionToHtml,
  partitionToJson,
  partitionToTree,
  partitionToXml,
  RunFolder,
  readArticles,
} from "../../site/index.ts";
import { isAddress } from "../../url/index.ts";
import { demandHttp, refuseInside } from "../input.ts";
import { givenStore, withLibrary } from "../library/store-option.ts";
import { overwriteOption } from "../options.ts";
import { type Progress, startProgress } from "../progress.ts";
import { beforeSignal } from "../stop-signal.ts";
import {
  addCrawlOptions,
  articleFile,
  type CrawlOptions,
  chooseFormat,
  describeSite,
  findSiteOutput,
  formatFile,
  olderFiles,
  openSiteInput,
  refuseMismatch,
  refuseReplacing,
  SITE_FORMATS,
  type SiteFormat,
  type SiteOutput,
  writeSite,
} from "./site-options.ts";

interface Options extends CrawlOptions {
  readonly format?: SiteFormat;
  readonly output: string;
  readonly overwrite?: boolean;
  readonly articles?: boolean;
  readonly store?: string | true;
  readonly quiet?: boolean;
}

/** Article pages that are fetched where only the template is wanted; every one costs the site a request. */
const FETCHED_ARTICLES = 40;
const PROFILE = "profile.json";

/** What the steps of mining count. */
const COUNTED: Readonly<Record<MineProgress["step"], string>> = {
  sections: "front pages read",
  articles: "articles compared",
};

const PARTITION_WRITERS = {
  tree: partitionToTree,
  json: partitionToJson,
  xml: partitionToXml,
  html: partitionToHtml,
} as const;

/** `galley site`: the sections, taxonomy, template and articles of one site, or the partition of one page. */
export function makeCommand(): Command {
  const command = new Command("site")
    .description("Mines a site: its sections and their taxonomy, the template of its articles, the articles.")
    .argument("<site>", "an http or https address, a folder of saved pages, a .jsonl file, or one .html page")
    .addOption(
      new Option(
        "-f, --format <format>",
        "the taxonomy as a tree, SKOS or HTML, or everything as JSON or XML (default: tree, or by the ending of the file)",
      ).choices(Object.keys(SITE_FORMATS)),
    )
    .option("-o, --output <place>", "a folder for all results, or one file", "-")
    .addOption(overwriteOption())
    .option("--articles", "also extract every linked article with the mined template, one JSON line each")
    .option(
      "--store [place]",
      "keep profile, taxonomy and sections in a library: a file, a postgres:// address, or the default one",
    );
  return addCrawlOptions(command)
    .option("-q, --quiet", "no summary, no warnings and no progress bar")
    .addHelpText(
      "after",
      `
An output folder also gets profile.json, for galley extract --site-profile. Run the same command again to continue a stopped
run; after a finished one it renews the profile and reports what changed. Of one page, its partition is written: a tree of its parts.

Examples:
  galley site https://example.org/ -o example/
  galley site saved-pages/
  galley site saved-pages/ --format skos -o taxonomy.ttl
  galley site saved-pages/ --articles -o articles.jsonl
  galley site https://example.org/ --store news.db
  galley site front.html --format xml`,
    )
    .action(site);
}

async function site(name: string, options: Options): Promise<void> {
  if (isAddress(name)) demandHttp(name);
  const output = findSiteOutput(options.output);
  const isPage = !isAddress(name) && findInput(name).kind === "page";
  return isPage ? writePagePartition(name, output, options) : mineInput(name, output, options);
}

async function writePagePartition(name: string, output: SiteOutput, options: Options): Promise<void> {
  if (options.articles) {
    throw new NewsError("BAD_OPTION", `The site ${name} is one page and holds no articles; give a folder.`);
  }
  if (output.kind === "folder") {
    throw new NewsError(
      "BAD_OPTION",
      `The partition of a page is one file; name a file instead of ${output.path}.`,
    );
  }
  refuseMismatch(output, options);
  refuseInside(findInput(name), output.path);
  if (!options.overwrite) refuseReplacing(output);
  const format = chooseFormat(options.format, output);
  if (format === "skos") {
    throw new NewsError("BAD_OPTION", "SKOS is for the taxonomy of a whole site, not for one page.");
  }
  const { page } = await (await openFolder(name, { maxBytes: options.maxBytes })).home();
  await writeWhole(output.path, PARTITION_WRITERS[format](page, partitionPage(page)));
}

async function mineInput(name: string, output: SiteOutput, options: Options): Promise<void> {
  refuseMismatch(output, options);
  const articles = options.articles ? articleFile(output) : undefined;
  if (!isAddress(name)) refuseInside(findInput(name), output.path);
  if (!options.overwrite) refuseReplacing(output);
  const folder = output.kind === "folder" ? output.path : undefined;
  const before = folder === undefined ? undefined : readProfile(join(folder, PROFILE));
  const run =
    folder === undefined ? undefined : await RunFolder.open(folder, isAddress(name) ? name : resolve(name));
  const progress = await startProgress(!options.quiet);
  const release = beforeSignal(async (signal) => {
    progress.stop();
    process.stderr.write(
      `galley: stopped by ${signal}${run ? "; run the same command again to continue" : ""}.\n`,
    );
  });
  try {
    const source = await openSiteInput(name, options, {
      storeFolder: run?.storeFolder,
      onPage: (pages) => progress.show("pages looked at", pages),
    });
    const mined = await mine(source, { name, run, before, options, progress });
    // The output may go to the same terminal.
    progress.stop();
    const files = articles === undefined ? [] : [articles];
    if (run || articles === undefined) files.push(await writeFormat(mined, output, options.format));
    const request = { file: articles, isResumed: run?.isResumed === true, progress };
    const written = await writeArticles(source, mined, request);
    if (run && !isCutShort(mined)) await finishRun(run, mined.profile);
    if (options.store && !isCutShort(mined))
      await withLibrary(givenStore(options.store), "may-create", (store) =>
        keepMinedSite(store, mined, Date.now()),
      );
    progress.stop();
    const change = before && mined.drift && describeChange(before, mined.profile, mined.drift);
    const remarks = { written, output, older: olderFiles(output, files), change };
    if (!options.quiet) process.stderr.write(describeSite(mined, remarks));
  } finally {
    release();
    progress.stop();
  }
}

interface Mining {
  readonly name: string;
  readonly run: RunFolder | undefined;
  readonly before: SiteProfile | undefined;
  readonly options: Options;
  readonly progress: Progress;
}

function mine(source: OpenedSource, { name, run, before, options, progress }: Mining): Promise<MinedSite> {
  const isSample = isAddress(name) && !options.articles;
  let fronts = 0;
  return mineSite(source, {
    depth: options.depth,
    maxArticles: isSample ? FETCHED_ARTICLES : undefined,
    before,
    known: run?.known,
    onFront: (front) => run?.addFront(front),
    onProgress: ({ step, pages }) => {
      if (step === "sections") fronts = pages;
      const total = source.pageCount === undefined ? undefined : source.pageCount - fronts;
      progress.show(COUNTED[step], pages, step === "articles" ? total : undefined);
    },
  });
}

/** Whether the server went away: the run can be continued, and half of the pages must not replace the profile. */
function isCutShort({ warnings }: MinedSite): boolean {
  return warnings.some(({ code }) => code === "SERVER_GONE");
}

/** Replaces the profile, last of all, so that a stopped and continued run is compared with the run before it. */
async function finishRun(run: RunFolder, profile: SiteProfile): Promise<void> {
  await writeWhole(join(run.path, PROFILE), `${JSON.stringify(profile)}\n`);
  await run.finish();
}

async function writeFormat(
  mined: MinedSite,
  output: SiteOutput,
  asked: SiteFormat | undefined,
): Promise<string> {
  const format = chooseFormat(asked, output);
  const file = formatFile(output, format);
  await writeWhole(file, writeSite(mined, format));
  return file;
}

/** The profile of the run before. */
function readProfile(path: string): SiteProfile | undefined {
  try {
    return existsSync(path) ? openSiteProfile(path) : undefined;
  } catch (cause) {
    if (!(cause instanceof NewsError) || cause.code !== "BAD_SITE_PROFILE") throw cause;
    const message = `${cause.message} Remove ${path} to mine without comparing.`;
    throw new NewsError(cause.code, message, { cause });
  }
}

interface ArticleOutput {
  /** Undefined where they are not wanted. */
  readonly file: string | undefined;
  /** Whether the lines of a run that was stopped are kept. */
  readonly isResumed: boolean;
  readonly progress: Progress;
}

/** Writes a line for every article of a site; gives how many there are, those of the run that was stopped included. */
async function writeArticles(
  source: OpenedSource,
  mined: MinedSite,
  { file, isResumed, progress }: ArticleOutput,
): Promise<number | undefined> {
  if (file === undefined) return undefined;
  const target = findTarget(file);
  const isContinued = isResumed && isBegun(target);
  const done: IdCounts = isContinued ? await recoverLines(target) : new Map();
  const output = await Output.open(target, isContinued ? "partial" : "new");
  let written = done.size;
  try {
    for await (const article of readArticles(source, mined, (id) => done.has(id))) {
      const line = new TextEncoder().encode(`${JSON.stringify(article)}\n`);
      await output.write(target.isGzip ? gzipSync(line) : line);
      written++;
      progress.show("articles written", written);
    }
    await output.finish();
  } catch (error) {
    await output.leave();
    throw error;
  }
  return written;
}

/** A complete file is from the run before the interrupted one, and out of date. */
function isBegun({ path }: Target): boolean {
  return path !== undefined && existsSync(partialPath(path));
}
