import { existsSync } from "node:fs";
import { join } from "node:path";
import { LEAF_ROLES } from "../../article/index.ts";
import { parsePage, readPage } from "../../default-extract.ts";
import { NewsError } from "../../errors/index.ts";
import { isRecord } from "../../model/index.ts";
import type { Page } from "../../page/index.ts";
import { LabelBook, writeSafely } from "../label-book.ts";
import { anchorLabels, moveLabels } from "../label-truth.ts";
import { contentHash, type LabelLine, type LabelState, type MadeLabel, revisionOf } from "../made-labels.ts";
import { type Label, loadPage, readIndex } from "../read-set.ts";
import { domainOf } from "../sites.ts";
import { type ImportedLine, type KeptTask, keepTask, readKept, writeKept } from "./kept-tasks.ts";
import { findShape, labelsOfRegions, labelsOfResult, type RoleNames, readRegion } from "./regions.ts";
import type { TreeShape } from "./shown-tree.ts";
import {
  addressOf,
  type JsonRecord,
  ownData,
  personOf,
  recordsOf,
  type Task,
  textOf,
  timeOf,
} from "./tasks.ts";

/** The result of an import. */
export interface ImportReport {
  /** Tasks whose pages are in the set. */
  tasks: number;
  /** Lines of labels that were written. */
  lines: number;
  /** Annotations that are older than the set's labels of the same person. */
  older: number;
  /** Regions that begin or end inside of a text. */
  rounded: number;
  /** Regions that were not found on their page, as `page: role: text`. */
  readonly lost: string[];
  /** Labels that are not roles, and how many regions have them: they are kept unchanged. */
  readonly otherLabels: Map<string, number>;
  /** Tasks whose page is not in the set. */
  readonly unmatched: string[];
}

/** How tasks are read. */
export interface ImportOptions {
  readonly names: RoleNames;
  /** The time of annotations that have none. */
  readonly now: Date;
}

/** Imports the annotations of tasks into a set as labels; other content is kept beside it. */
export async function importTasks(
  folder: string,
  tasks: readonly Task[],
  options: ImportOptions,
): Promise<ImportReport> {
  const report: ImportReport = {
    tasks: 0,
    lines: 0,
    older: 0,
    rounded: 0,
    lost: [],
    otherLabels: new Map(),
    unmatched: [],
  };
  const book = new LabelBook(folder);
  const kept = readKept(folder);
  const changed = new Map<string, LabelLine[]>();
  for (const [label, own] of await matchPages(folder, tasks, report)) {
    const reader = new TaskReader(label, options, report);
    for (const task of own) {
      const { lines, imported } = reader.read(task);
      for (const line of lines) {
        const known = book.linesOf(line.by).get(line.id);
        if (known !== undefined && Date.parse(known.at) > Date.parse(line.at)) report.older++;
        else changed.set(line.by, [...(changed.get(line.by) ?? []), line]);
      }
      const names = [...options.names].map(([name, role]) => [role, nameIn(task, name)]);
      const labelNames = Object.fromEntries(names.filter(([, name]) => name !== undefined));
      const now = keepTask(task, { id: label.id, markup: reader.markup }, { lines: imported, labelNames });
      kept.set(label.id, [...(kept.get(label.id) ?? []).filter((one) => !isSameTask(one, now)), now]);
    }
  }
  // Before the labels: otherwise the other content of a task could be lost.
  await writeKept(folder, [...kept.values()].flat());
  for (const [by, lines] of changed) {
    await book.saveAll(by, lines);
    report.lines += lines.length;
  }
  return report;
}

function isSameTask(known: KeptTask, now: KeptTask): boolean {
  return known.task.id === now.task.id || known.task.id === undefined;
}

/** A label as the task spells it. */
function nameIn(task: Task, lowerCase: string): string | undefined {
  const results = [...task.annotations, ...task.drafts].flatMap(({ result }) => recordsOf(result));
  return results.flatMap(labelsOfResult).find((label) => label.trim().toLowerCase() === lowerCase);
}

class TaskReader {
  readonly #label: Label;
  readonly #options: ImportOptions;
  readonly #report: ImportReport;
  readonly #page: Page;
  readonly #hash: string;
  readonly markup: string;

  constructor(label: Label, options: ImportOptions, report: ImportReport) {
    this.#label = label;
    this.#options = options;
    this.#report = report;
    const html = loadPage(label);
    const read = readPage(html, label);
    this.#page = read.page;
    this.markup = read.markup;
    this.#hash = contentHash(html);
  }

  /** The lines of labels of a task, and which annotation became which. */
  read(task: Task): { readonly lines: readonly LabelLine[]; readonly imported: readonly ImportedLine[] } {
    const given = task.pageField === undefined ? undefined : textOf(task.data[task.pageField]);
    const page = given === undefined || given === this.markup ? this.#page : parsePage(given, this.#label);
    const results = [...task.annotations, ...task.drafts].flatMap(({ result }) => recordsOf(result));
    const regions = results.flatMap((result) => readRegion(result, this.#options.names) ?? []);
    this.#countOthers(results);
    const shape = findShape(page.document, regions);
    const lines = new Map<string, { readonly line: LabelLine; readonly imported: ImportedLine }>();
    for (const list of ["drafts", "annotations"] as const) {
      for (const [at, annotation] of task[list].entries()) {
        const line = this.#readLine(annotation, { task, page, shape, list });
        const known = lines.get(line.by);
        // A submitted annotation counts before a draft, and of several the newest.
        if (known?.imported.list === list && Date.parse(known.line.at) > Date.parse(line.at)) continue;
        lines.set(line.by, { line, imported: { list, at, by: line.by, revision: revisionOf(line) } });
      }
    }
    const found = [...lines.values()];
    return { lines: found.map(({ line }) => line), imported: found.map(({ imported }) => imported) };
  }

  #countOthers(results: readonly JsonRecord[]): void {
    const { otherLabels } = this.#report;
    for (const result of results) {
      const [label] = labelsOfResult(result);
      if (label === undefined || readRegion(result, this.#options.names) !== undefined) continue;
      otherLabels.set(label, (otherLabels.get(label) ?? 0) + 1);
    }
  }

  #readLine(
    annotation: JsonRecord,
    {
      task,
      page,
      shape,
      list,
    }: {
      readonly task: Task;
      readonly page: Page;
      readonly shape: TreeShape;
      readonly list: ImportedLine["list"];
    },
  ): LabelLine {
    const by = personOf(annotation);
    const results = recordsOf(annotation.result);
    const regions = results.flatMap((result) => readRegion(result, this.#options.names) ?? []);
    const found = labelsOfRegions(page.document, regions, shape);
    const all = [...found.labels, ...unmarkedLabels(task, by, page)];
    const { labels, lost } =
      page === this.#page
        ? { labels: anchorLabels(page, all), lost: [] }
        : moveLabels(this.#page, anchorLabels(page, all));
    const missing = [...found.lost, ...lost];
    this.#report.lost.push(...missing.map((text) => `${this.#label.id}: ${text}`));
    this.#report.rounded += found.rounded;
    const state = stateOf(annotation, list, missing.length);
    return {
      id: this.#label.id,
      pageHash: this.#hash,
      labels: labels.toSorted((a, b) => a.node - b.node),
      by,
      at: timeOf(annotation) ?? this.#options.now.toISOString(),
      state,
      ...(state === "skipped" && { reason: reasonOf(results) }),
    };
  }
}

/** Labels of pictures, which no region of text can be. */
function unmarkedLabels(task: Task, by: string, page: Page): readonly MadeLabel[] {
  const { unmarked } = ownData(task);
  return recordsOf(isRecord(unmarked) ? unmarked[by] : []).flatMap(({ node, role }) => {
    const known = LEAF_ROLES.find((one) => one === role);
    const isNode = Number.isSafeInteger(node) && Number(node) > 0 && Number(node) < page.document.size;
    return known !== undefined && isNode ? [{ node: Number(node), role: known }] : [];
  });
}

/** A page with a missing part is not done: its truth would have a hole. */
function stateOf(annotation: JsonRecord, list: ImportedLine["list"], missing: number): LabelState {
  if (annotation.was_cancelled === true || annotation.skipped === true) return "skipped";
  return list === "drafts" || missing > 0 ? "open" : "done";
}

/** The control of the labelling interface in which people say why they skip a page. */
export const REASON_FIELD = "reason";

function reasonOf(results: readonly JsonRecord[]): string {
  const reasons = results.filter(({ from_name }) => from_name === REASON_FIELD);
  const texts = reasons.flatMap(({ value }) => {
    const text = isRecord(value) ? (value.text ?? value.choices) : undefined;
    return Array.isArray(text) ? text.filter((one) => typeof one === "string") : (textOf(text) ?? []);
  });
  return texts.join(" ") || "skipped in Label Studio";
}

/** The tasks of each page of a set that has any. */
async function matchPages(
  folder: string,
  tasks: readonly Task[],
  report: ImportReport,
): Promise<ReadonlyMap<Label, readonly Task[]>> {
  const pages: Label[] = [];
  for await (const label of readIndex(folder)) pages.push(label);
  const byId = new Map(pages.map((label) => [label.id, label]));
  const byAddress = new Map(pages.map((label) => [label.url, label]));
  let byMarkup: ReadonlyMap<string, Label> | undefined;
  const matched = new Map<Label, Task[]>();
  for (const [at, task] of tasks.entries()) {
    const ids = [ownData(task).id, task.data.id].filter((id) => id != null).map(String);
    const markup = task.pageField === undefined ? undefined : textOf(task.data[task.pageField]);
    if (markup !== undefined && !ids.some((id) => byId.has(id))) byMarkup ??= pagesByMarkup(pages);
    const label =
      byId.get(ids[0] ?? "") ??
      byMarkup?.get(contentHash(markup ?? "")) ??
      byAddress.get(addressOf(task) ?? "") ??
      byId.get(ids[1] ?? "");
    if (label === undefined) {
      report.unmatched.push(String(ids[0] ?? addressOf(task) ?? task.raw.id ?? `task ${at + 1}`));
      continue;
    }
    report.tasks++;
    matched.set(label, [...(matched.get(label) ?? []), task]);
  }
  return matched;
}

function pagesByMarkup(pages: readonly Label[]): ReadonlyMap<string, Label> {
  return new Map(pages.map((label) => [contentHash(readPage(loadPage(label), label).markup), label]));
}

/** Makes a set of the pages that tasks hold; throws BAD_TASKS where one has none, or another with the same id. */
export async function makeSetOfTasks(folder: string, tasks: readonly Task[]): Promise<void> {
  const index = join(folder, "index.jsonl");
  if (existsSync(index))
    throw new NewsError("BAD_OPTION", `There is ${index} already; name the set after the file, without -o.`);
  const pages = new Map<string, string>();
  for (const [at, task] of tasks.entries()) {
    const html = task.pageField === undefined ? undefined : textOf(task.data[task.pageField]);
    if (html === undefined)
      throw new NewsError("BAD_TASKS", `Task ${at + 1} holds no page; name a set that has it.`);
    const url = addressOf(task) ?? null;
    const id = String(ownData(task).id ?? task.data.id ?? url ?? task.raw.id ?? at + 1);
    const line = JSON.stringify({ id, site: domainOf({ url, site: null }) ?? null, url, html });
    if ((pages.get(id) ?? line) !== line)
      throw new NewsError("BAD_TASKS", `Two tasks with different pages are called "${id}".`);
    pages.set(id, line);
  }
  await writeSafely(index, `${[...pages.values()].join("\n")}\n`);
}
