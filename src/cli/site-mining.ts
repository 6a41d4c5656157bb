import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { findInput, openSiteProfile, writeWhole } from "../archive/index.ts";
import { NewsError } from "../errors/index.ts";
import type { SiteProfile } from "../page/index.ts";
import { describeChange, type MinedSite, mineSite, type OpenedSource, RunFolder } from "../site/index.ts";
import { isAddress } from "../url/index.ts";
import type { CrawlOptions } from "./crawl-options.ts";
import { openSource } from "./open-source.ts";
import { writeArticles } from "./site-articles.ts";
import { writeSite } from "./site-formats.ts";
import {
  articleFile,
  chooseFormat,
  formatFile,
  olderFiles,
  refuseInside,
  refuseMismatch,
  type SiteFormat,
  type SiteOutput,
} from "./site-output.ts";
import { type SiteProgress, startSiteProgress } from "./site-progress.ts";
import { describeSite } from "./site-summary.ts";
import { beforeSignal } from "./stop-signal.ts";

/** The options of `galley site`. */
export interface MiningOptions extends CrawlOptions {
  readonly format?: SiteFormat;
  readonly output: string;
  readonly articles?: boolean;
  readonly quiet?: boolean;
}

/** Article pages that are fetched where only the template is wanted; every one costs the site a request. */
const FETCHED_ARTICLES = 40;
const PROFILE = "profile.json";

/** Mines the site that the user names, and writes what was asked for. */
export async function mineNamed(name: string, output: SiteOutput, options: MiningOptions): Promise<void> {
  refuseMismatch(output, options);
  const articles = options.articles ? articleFile(output) : undefined;
  if (!isAddress(name)) refuseInside(findInput(name), output);
  const folder = output.kind === "folder" ? output.path : undefined;
  const before = folder === undefined ? undefined : readProfile(join(folder, PROFILE));
  const run =
    folder === undefined ? undefined : await RunFolder.open(folder, isAddress(name) ? name : resolve(name));
  const progress = await startSiteProgress(!options.quiet);
  const release = beforeSignal(async (signal) => {
    progress.stop();
    process.stderr.write(
      `galley: stopped by ${signal}${run ? "; run the same command again to continue" : ""}.\n`,
    );
  });
  try {
    const source = await openSource(name, options, {
      storeFolder: run?.storeFolder,
      onPage: (pages) => progress.show("pages", pages),
    });
    const mined = await mine(source, { name, run, before, options, progress });
    // What is written may go to the same terminal.
    progress.stop();
    const files = articles === undefined ? [] : [articles];
    if (run || articles === undefined) files.push(await writeFormat(mined, output, options.format));
    const request = { file: articles, isResumed: run?.isResumed === true, progress };
    const written = await writeArticles(source, mined, request);
    if (run && !isCutShort(mined)) await finishRun(run, mined.profile);
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
  readonly options: MiningOptions;
  readonly progress: SiteProgress;
}

function mine(source: OpenedSource, { name, run, before, options, progress }: Mining): Promise<MinedSite> {
  const isSample = isAddress(name) && !options.articles;
  let fronts = 0;
  return mineSite(source, {
    depth: options.depth,
    maxArticles: isSample ? FETCHED_ARTICLES : undefined,
    ...{ before, known: run?.known },
    onFront: (front) => run?.addFront(front),
    onProgress: ({ step, pages }) => {
      if (step === "sections") fronts = pages;
      const total = source.pageCount === undefined ? undefined : source.pageCount - fronts;
      progress.show(step, pages, step === "articles" ? total : undefined);
    },
  });
}

/** A server that went away is a run that was stopped: the next one goes on, and half of the pages renew no profile. */
function isCutShort({ warnings }: MinedSite): boolean {
  return warnings.some(({ code }) => code === "SERVER_GONE");
}

/** Last of all, so that a run that is stopped before is compared with the one before it when it goes on. */
async function finishRun(run: RunFolder, profile: SiteProfile): Promise<void> {
  await writeWhole(join(run.path, PROFILE), `${JSON.stringify(profile)}\n`);
  await run.finish();
}

/** Writes the format that was asked for, and gives the file that it is in. */
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
