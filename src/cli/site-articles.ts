import { existsSync } from "node:fs";
import { gzipSync } from "node:zlib";
import {
  findTarget,
  type IdCounts,
  Output,
  partialPath,
  recoverLines,
  type Target,
} from "../archive/index.ts";
import { type MinedSite, type OpenedSource, readArticles } from "../site/index.ts";
import type { SiteProgress } from "./site-progress.ts";

/** Where the articles of a site go. */
export interface ArticleOutput {
  /** Undefined where they are not wanted. */
  readonly file: string | undefined;
  /** Whether the lines of a run that was stopped are kept. */
  readonly isResumed: boolean;
  readonly progress: SiteProgress;
}

/** Writes a line for every article of a site; gives how many there are, those of the run that was stopped included. */
export async function writeArticles(
  source: OpenedSource,
  mined: MinedSite,
  { file, isResumed, progress }: ArticleOutput,
): Promise<number | undefined> {
  if (file === undefined) return undefined;
  const target = findTarget(file);
  const goesOn = isResumed && isBegun(target);
  const done: IdCounts = goesOn ? await recoverLines(target) : new Map();
  const output = await Output.open(target, goesOn ? "partial" : "new");
  let written = done.size;
  try {
    for await (const article of readArticles(source, mined, (id) => done.has(id))) {
      const line = new TextEncoder().encode(`${JSON.stringify(article)}\n`);
      await output.write(target.isGzip ? gzipSync(line) : line);
      written++;
      progress.show("instances", written);
    }
    await output.finish();
  } catch (error) {
    await output.leave();
    throw error;
  }
  return written;
}

/** A file that is whole is of the run before the one that was stopped, and no longer true. */
function isBegun({ path }: Target): boolean {
  return path !== undefined && existsSync(partialPath(path));
}
