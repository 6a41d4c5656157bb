import { existsSync, readFileSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { NewsError } from "../errors/index.ts";
import { readFailure, writeFailure } from "./file-errors.ts";
import { partialPath, type Target, writeWhole } from "./output.ts";
import { earlierFile } from "./resume.ts";

/** The options on which the answers of a run depend, by their names; null where one is not given. */
export type RunOptions = Readonly<Record<string, string | boolean | null>>;

const FORMAT = "galley-run";

/** What is kept beside an output of how it was made: `OUT.run.json`, and `OUT.partial.run.json` until all is written. */
export class RunRecord {
  readonly #path: string;

  private constructor(path: string) {
    this.#path = path;
  }

  /** Says how the output that is begun is made; pipes and devices have no record. */
  static async begin(target: Target, options: RunOptions): Promise<RunRecord | undefined> {
    if (target.path === undefined) return undefined;
    const text = `${JSON.stringify({ format: FORMAT, version: 1, options })}\n`;
    await writeWhole(recordPath(partialPath(target.path)), text);
    return new RunRecord(target.path);
  }

  /** Finishes the output and its record; one killed in between leaves an output without a record, never one with another's. */
  async finish(finishOutput: () => Promise<void>): Promise<void> {
    const kept = recordPath(this.#path);
    await rm(kept, { force: true });
    await finishOutput();
    try {
      await rename(recordPath(partialPath(this.#path)), kept);
    } catch (error) {
      throw writeFailure(kept, error);
    }
  }

  /** After a run that stopped early: where nothing was kept, there is nothing to say of it. */
  async leave(): Promise<void> {
    const partial = partialPath(this.#path);
    if (!existsSync(partial)) await rm(recordPath(partial), { force: true });
  }
}

/**
 * Throws RESUME_MISMATCH where the run that is to be resumed had other options, so that no output mixes two kinds of
 * answers; gives whether there is a record of it, which outputs of older versions do not have.
 */
export function checkResumed({ name, path }: Target, options: RunOptions): boolean {
  const earlier = path === undefined ? undefined : earlierFile(path);
  if (earlier === undefined || !existsSync(recordPath(earlier))) return false;
  const before = readOptions(recordPath(earlier));
  const names = [...new Set([...Object.keys(before), ...Object.keys(options)])];
  const differences = names
    .filter((option) => (before[option] ?? null) !== (options[option] ?? null))
    .map((option) => `${describe(option, before[option])} (now ${describe(option, options[option])})`);
  if (differences.length === 0) return true;
  const message = `The run that wrote ${name} had other options: ${differences.join(", ")}.`;
  throw new NewsError("RESUME_MISMATCH", message);
}

function recordPath(path: string): string {
  return `${path}.run.json`;
}

function readOptions(path: string): Readonly<Record<string, unknown>> {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    throw readFailure(path, error);
  }
  const options = parseOptions(text);
  if (options !== undefined) return options;
  throw new NewsError("RESUME_MISMATCH", `The record ${path} is damaged; remove it to resume all the same.`);
}

function parseOptions(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const record: unknown = JSON.parse(text);
    if (typeof record !== "object" || record === null || !("options" in record)) return undefined;
    const { options } = record;
    return typeof options === "object" && options !== null ? { ...options } : undefined;
  } catch {
    return undefined;
  }
}

function describe(option: string, value: unknown): string {
  if (value === undefined || value === null || value === false) return `no ${option}`;
  return value === true ? option : `${option} ${String(value)}`;
}
