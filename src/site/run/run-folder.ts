import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { makeFolder, writeWhole } from "../../archive/index.ts";
import { NewsError } from "../../errors/index.ts";
import type { Front } from "../fronts/index.ts";
import { addJsonLine, readJsonLines } from "../json-lines.ts";

const RUN = "run.json";
const FRONTS = "fronts.jsonl";
const PAGES = "pages";
const FORMAT = "galley-site-run";

/** What `run.json` says: where the pages come from, and whether all of them were read. */
interface RunState {
  readonly source: string;
  readonly isFinished: boolean;
}

/** The output folder of mining one site, with what a stopped run has left in it. */
export class RunFolder {
  readonly path: string;
  /** Front pages that were read before the run was stopped, by id. */
  readonly known: ReadonlyMap<string, Front>;
  /** Whether it goes on with a run that was stopped. */
  readonly isResumed: boolean;
  readonly #source: string;

  private constructor(path: string, source: string, isResumed: boolean) {
    this.path = path;
    this.isResumed = isResumed;
    this.#source = source;
    this.known = new Map(readFronts(path).map((front) => [front.id, front]));
  }

  /** Goes on with a run that was stopped; after one that ended, begins anew and forgets its pages. */
  static async open(path: string, source: string): Promise<RunFolder> {
    makeFolder(path);
    const before = readState(path);
    // A run that failed before its first page has left nothing to protect.
    if (before !== undefined && before.source !== source && existsSync(join(path, FRONTS))) {
      const message = `The folder ${path} holds what was mined from ${before.source}; name another one for ${source}.`;
      throw new NewsError("BAD_OPTION", message);
    }
    if (before === undefined) refuseForeign(path);
    const isResumed = before?.source === source && !before.isFinished;
    if (before !== undefined && !isResumed) forgetRun(path);
    const run = new RunFolder(path, source, isResumed);
    await run.#write(false);
    return run;
  }

  /** Where fetched pages are kept. */
  get storeFolder(): string {
    return join(this.path, PAGES);
  }

  /** Keeps a front page, so that a later run need not read it. */
  addFront(front: Front): void {
    addJsonLine(join(this.path, FRONTS), front);
  }

  /** Nothing is left to go on with. */
  finish(): Promise<void> {
    return this.#write(true);
  }

  #write(isFinished: boolean): Promise<void> {
    const state = { format: FORMAT, version: 1, source: this.#source, isFinished };
    return writeWhole(join(this.path, RUN), `${JSON.stringify(state)}\n`);
  }
}

/** Whether a folder is one that mining a site has written. */
export function isRunFolder(path: string): boolean {
  return existsSync(join(path, RUN)) && existsSync(join(path, FRONTS));
}

/** The front pages that mining has left in a folder. */
export function readFronts(path: string): readonly Front[] {
  return readJsonLines(join(path, FRONTS), readFront);
}

/** A folder without a run is given to us with what is in it: nothing of that may be taken for our own, and removed later. */
function refuseForeign(path: string): void {
  const found = [FRONTS, PAGES].find((name) => existsSync(join(path, name)));
  if (found === undefined) return;
  const message = `The folder ${path} holds ${found}, which no run has left there; name another folder.`;
  throw new NewsError("BAD_OPTION", message);
}

function forgetRun(path: string): void {
  for (const name of [FRONTS, PAGES]) rmSync(join(path, name), { recursive: true, force: true });
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

/** Lines of our own making: what is looked at is that they are whole and of this kind. */
function readFront(value: unknown): Front | undefined {
  const { id, labels, items } = Object(value) as Partial<Front>;
  const isFront = typeof id === "string" && Array.isArray(labels?.labels) && Array.isArray(items);
  return isFront ? ({ id, labels, items } as Front) : undefined;
}
