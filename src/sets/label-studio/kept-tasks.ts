import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { NewsError } from "../../errors/index.ts";
import { isRecord } from "../../model/index.ts";
import { writeSafely } from "../label-book.ts";
import { type JsonRecord, recordsOf, type Task, textOf } from "./tasks.ts";

/** Which line of labels an annotation became: as long as the line has this version, the annotation says the same. */
export interface ImportedLine {
  readonly list: "annotations" | "drafts";
  readonly at: number;
  readonly by: string;
  readonly revision: string;
}

/** A task as it came from Label Studio, so that the content that Galley does not use goes back unchanged. */
export interface KeptTask {
  /** The page of the set. */
  readonly id: string;
  /** The task, but for markup that is that of the page. */
  readonly task: JsonRecord;
  readonly lines: readonly ImportedLine[];
  /** Labels of roles with another name than the role. */
  readonly labelNames: JsonRecord;
}

const KEPT_FILE = "label-studio.jsonl";
/** Placeholder for markup that is that of the page itself. */
const SAME_PAGE = "the page";

/** A task to be kept with its page. */
export function keepTask(
  { raw, data, pageField }: Task,
  page: { readonly id: string; readonly markup: string },
  { lines, labelNames }: Pick<KeptTask, "lines" | "labelNames">,
): KeptTask {
  const isSame = pageField !== undefined && data[pageField] === page.markup;
  const task = isSame ? { ...raw, data: { ...data, [pageField]: { galley: SAME_PAGE } } } : raw;
  return { id: page.id, task, lines, labelNames };
}

/** The task as it came. */
export function wholeTask({ task }: KeptTask, markup: string): JsonRecord {
  const fields = Object.entries(isRecord(task.data) ? task.data : {}).map(([name, value]) => [
    name,
    isRecord(value) && value.galley === SAME_PAGE ? markup : value,
  ]);
  return { ...task, data: Object.fromEntries(fields) };
}

/** The tasks that were imported into a set, by the id of the page. */
export function readKept(folder: string): Map<string, readonly KeptTask[]> {
  const path = join(folder, KEPT_FILE);
  const kept = new Map<string, readonly KeptTask[]>();
  if (!existsSync(path)) return kept;
  for (const [at, line] of readFileSync(path, "utf8").split("\n").entries()) {
    if (line === "") continue;
    const task = parseKept(line);
    if (task === undefined) throw new NewsError("BAD_SET", `Line ${at + 1} of ${path} cannot be read.`);
    kept.set(task.id, [...(kept.get(task.id) ?? []), task]);
  }
  return kept;
}

function parseKept(line: string): KeptTask | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (!isRecord(value)) return undefined;
  const { task, lines, labelNames } = value;
  const id = textOf(value.id);
  if (id === undefined || !isRecord(task)) return undefined;
  const names = isRecord(labelNames) ? labelNames : {};
  return { id, task, lines: recordsOf(lines).flatMap(parseLine), labelNames: names };
}

function parseLine({ list, at, by, revision }: JsonRecord): readonly ImportedLine[] {
  if ((list !== "annotations" && list !== "drafts") || typeof at !== "number") return [];
  return typeof by === "string" && typeof revision === "string" ? [{ list, at, by, revision }] : [];
}

/** Writes the tasks of a set. */
export async function writeKept(folder: string, kept: Iterable<KeptTask>): Promise<void> {
  const lines = Array.from(kept, (task) => `${JSON.stringify(task)}\n`);
  await writeSafely(join(folder, KEPT_FILE), lines.join(""));
}
