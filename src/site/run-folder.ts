import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { makeFolder, writeWhole } from "../archive/index.ts";
import { NewsError } from "../errors/index.ts";
import type { SiteProfile } from "../page/index.ts";
import type { Front } from "./fronts.ts";
import { siteOf } from "./source/index.ts";
import { addJsonLine, readJsonLines } from "./source/open-site.ts";
import type { SiteLabels } from "./taxonomy/index.ts";
import type { ProfileDrift } from "./template/index.ts";

const RUN = "run.json";
const FRONTS = "fronts.jsonl";
const PAGES = "pages";
const FORMAT = "galley-site-run";

/** The content of `run.json`: where the pages come from, and whether all of them were read. */
interface RunState {
  readonly source: string;
  readonly isFinished: boolean;
}

/** The output folder of mining one site, from which an interrupted run resumes. */
export class RunFolder {
  readonly path: string;
  /** Front pages that were read before the run was interrupted, by id. */
  readonly known: ReadonlyMap<string, Front>;
  /** Whether it resumes an interrupted run. */
  readonly isResumed: boolean;
  readonly #source: string;

  private constructor(path: string, source: string, isResumed: boolean) {
    this.path = path;
    this.isResumed = isResumed;
    this.#source = source;
    this.known = new Map(savedFronts(path).map((front) => [front.id, front]));
  }

  /** Resumes an interrupted run; after a finished one, deletes its pages and starts over. */
  static async open(path: string, source: string): Promise<RunFolder> {
    makeFolder(path);
    const before = readState(path);
    // A run that failed before its first page left nothing worth protecting.
    if (before !== undefined && before.source !== source && existsSync(join(path, FRONTS))) {
      const message = `The folder ${path} holds what was mined from ${before.source}; name another one for ${source}.`;
      throw new NewsError("BAD_OPTION", message);
    }
    if (before === undefined) refuseForeign(path);
    const isResumed = before?.source === source && !before.isFinished;
    if (before !== undefined && !isResumed)
      for (const name of [FRONTS, PAGES]) rmSync(join(path, name), { recursive: true, force: true });
    const run = new RunFolder(path, source, isResumed);
    await run.#write(false);
    return run;
  }

  /** Where fetched pages are kept. */
  get storeFolder(): string {
    return join(this.path, PAGES);
  }

  /** Saves a front page, so that a later run need not read it. */
  addFront(front: Front): void {
    addJsonLine(join(this.path, FRONTS), front);
  }

  /** Marks the run as finished. */
  finish(): Promise<void> {
    return this.#write(true);
  }

  #write(isFinished: boolean): Promise<void> {
    const state = { format: FORMAT, version: 1, source: this.#source, isFinished };
    return writeWhole(join(this.path, RUN), `${JSON.stringify(state)}\n`);
  }
}

/** Whether a folder is the output of mining a site. */
export function isRunFolder(path: string): boolean {
  return existsSync(join(path, RUN)) && existsSync(join(path, FRONTS));
}

/** The front pages saved in an output folder. */
export function savedFronts(path: string): readonly Front[] {
  return readJsonLines(join(path, FRONTS), parseFront);
}

/** The labels of a site that was mined before, from its output folder. */
export function keptSiteLabels(folder: string): SiteLabels {
  const pages = savedFronts(folder).map(({ labels }) => labels);
  const site = pages[0]?.url === undefined ? undefined : siteOf(pages[0].url);
  if (site !== undefined) return { site, pages };
  throw new NewsError("NO_PAGES", `The folder ${folder} holds no front page; mine its site again.`);
}

/** Files of the same names in a folder without `run.json` are the user's: they must not be read or deleted as ours. */
function refuseForeign(path: string): void {
  const found = [FRONTS, PAGES].find((name) => existsSync(join(path, name)));
  if (found === undefined) return;
  const message = `The folder ${path} holds ${found}, which no run has left there; name another folder.`;
  throw new NewsError("BAD_OPTION", message);
}

function readState(path: string): RunState | undefined {
  const file = join(path, RUN);
  if (!existsSync(file)) return undefined;
  let fields: unknown;
  try {
    fields = JSON.parse(readFileSync(file, "utf8"));
  } catch (cause) {
    throw new NewsError("BAD_OPTION", `The file ${file} is damaged; name another folder.`, { cause });
  }
  const { format, source, isFinished } = Object(fields) as Record<string, unknown>;
  if (format === FORMAT && typeof source === "string") return { source, isFinished: isFinished === true };
  throw new NewsError("BAD_OPTION", `The file ${file} was not written by galley; name another folder.`);
}

/** We wrote these lines, so checking that they are complete is enough. */
function parseFront(value: unknown): Front | undefined {
  const { id, labels, items } = Object(value) as Partial<Front>;
  const isFront = typeof id === "string" && Array.isArray(labels?.labels) && Array.isArray(items);
  return isFront ? ({ id, labels, items } as Front) : undefined;
}

/** Describes how a site changed since an earlier profile: how well its articles still fit, which paths are gone and which are new. */
export function describeChange(before: SiteProfile, after: SiteProfile, drift: ProfileDrift): string {
  const day = before.made.slice(0, 10);
  if (before.templates.length === 0)
    return `no template on ${day}, ${after.templates.length === 0 ? "and none" : "one"} now`;
  const fit = `the template of ${day} ${drift.isStale ? "no longer fits" : "still fits"}: ${drift.fitting} of ${drift.pages} articles`;
  const old = bodyPaths(before);
  const now = bodyPaths(after);
  const gone = [...old].filter((path) => !now.has(path));
  const added = [...now].filter((path) => !old.has(path));
  const evidence = [...shown("gone", gone), ...shown("new", added)];
  return [fit, ...evidence].join("; ");
}

/** The number of paths, and the first as evidence. */
function shown(what: string, paths: readonly string[]): readonly string[] {
  const [first] = paths;
  if (first === undefined) return [];
  return [`${paths.length} ${paths.length === 1 ? "place" : "places"} ${what} (${first})`];
}

function bodyPaths({ templates }: SiteProfile): ReadonlySet<string> {
  const paths = templates.flatMap((template) => template.paths);
  return new Set(paths.filter(({ role }) => role === "body").map(({ path }) => path));
}
