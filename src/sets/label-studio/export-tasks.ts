import { basename, resolve } from "node:path";
import { LEAF_ROLES, type LeafRole } from "../../article/index.ts";
import { inspect, readPage } from "../../default-extract.ts";
import { isRecord } from "../../model/index.ts";
import type { Page } from "../../page/index.ts";
import { guessLabels } from "../guess-labels.ts";
import { LabelBook } from "../label-book.ts";
import { moveLabels } from "../label-truth.ts";
import { contentHash, type LabelLine, type MadeLabel, revisionOf, SETTLED } from "../made-labels.ts";
import { type Label, loadPage, readIndex } from "../read-set.ts";
import { REASON_FIELD } from "./import-tasks.ts";
import { type ImportedLine, type KeptTask, readKept, wholeTask } from "./kept-tasks.ts";
import { labelsOfResult, type RegionForm, resultId, resultsOfLabels } from "./regions.ts";
import { type JsonRecord, OWN_FIELD, recordsOf, textOf } from "./tasks.ts";

/** The content of a task besides people's labels. */
export interface ExportOptions {
  /** Whether Galley's own guesses go with the pages, as predictions. */
  readonly guesses: boolean;
}

/** The pages of a set as tasks of Label Studio, with people's labels; imported tasks go back as they were. */
export async function* exportTasks(folder: string, options: ExportOptions): AsyncGenerator<JsonRecord> {
  const book = new LabelBook(folder);
  const kept = readKept(folder);
  const people = book.people();
  for await (const label of readIndex(folder)) {
    const lines = people.flatMap((by) => book.linesOf(by).get(label.id) ?? []);
    const writer = new TaskWriter(label, basename(resolve(folder)));
    const [first, ...others] = kept.get(label.id) ?? [];
    const known = new Set([first, ...others].flatMap((task) => task?.lines.map(({ by }) => by) ?? []));
    const added = lines.filter(({ by }) => !known.has(by));
    yield first === undefined
      ? writer.fresh(lines, options)
      : writer.again(first, { lines, added, ...options });
    for (const other of others) yield writer.again(other, { lines, added: [], guesses: false });
  }
}

/** The name of Galley's guesses among the predictions of models. */
const MODEL = "galley";
const FORM: RegionForm = {
  fromName: "role",
  toName: "page",
  type: "hypertextlabels",
  labelOf: (role) => role,
};

class TaskWriter {
  readonly #label: Label;
  readonly #set: string;
  readonly #page: Page;
  readonly #markup: string;
  readonly #hash: string;
  /** By person: labels that cannot be regions. */
  #unmarked: Record<string, readonly MadeLabel[]> = {};

  constructor(label: Label, set: string) {
    const html = loadPage(label);
    const { page, markup } = readPage(html, label);
    this.#label = label;
    this.#set = set;
    this.#page = page;
    this.#markup = markup;
    this.#hash = contentHash(html);
  }

  /** The task of a page that Label Studio has not seen. */
  fresh(lines: readonly LabelLine[], { guesses }: ExportOptions): JsonRecord {
    this.#unmarked = {};
    const written = lines.map((line) => ({ line, annotation: this.#annotation(line, FORM) }));
    const drafts = written.filter(({ line }) => line.state === "open");
    const { url, id } = this.#label;
    const own = { id, set: this.#set, pageHash: this.#hash, ...this.#unmarkedField() };
    return {
      data: { html: this.#markup, ...(url !== null && { url }), [OWN_FIELD]: own },
      annotations: written.filter(({ line }) => line.state !== "open").map(({ annotation }) => annotation),
      ...(drafts.length > 0 && { drafts: drafts.map(({ annotation }) => annotation) }),
      predictions: guesses ? [this.#prediction(FORM)] : [],
    };
  }

  /** A task that came from Label Studio, with what has changed since. */
  again(
    kept: KeptTask,
    {
      lines,
      added,
      guesses,
    }: { readonly lines: readonly LabelLine[]; readonly added: readonly LabelLine[] } & ExportOptions,
  ): JsonRecord {
    this.#unmarked = {};
    const task = wholeTask(kept, this.#markup);
    const form = formOf(task, kept);
    const lists = { annotations: listOf(task, "annotations"), drafts: listOf(task, "drafts") };
    for (const imported of kept.lines) {
      const line = lines.find(({ by }) => by === imported.by);
      if (line !== undefined && revisionOf(line) !== imported.revision)
        this.#change(lists, imported, line, form);
    }
    for (const line of added) {
      const list = line.state === "open" ? lists.drafts : lists.annotations;
      list.values.push(this.#annotation(line, form));
      list.isChanged = true;
    }
    const changed = Object.values(lists).filter(({ isChanged }) => isChanged);
    const predictions: readonly unknown[] = Array.isArray(task.predictions) ? task.predictions : [];
    const others = predictions.filter((one) => !isRecord(one) || one.model_version !== MODEL);
    return {
      ...this.#withUnmarked(task),
      ...Object.fromEntries(changed.map(({ field, values }) => [field, values.filter(isRecord)])),
      ...(guesses && { predictions: [...others, this.#prediction(form)] }),
    };
  }

  /** Replaces the roles of an annotation; a draft that is done by now becomes an annotation. */
  #change(
    lists: Readonly<Record<ImportedLine["list"], ResultList>>,
    { list, at }: ImportedLine,
    line: LabelLine,
    form: RegionForm,
  ): void {
    const own = lists[list];
    const before = own.values[at];
    const { result, ...after } = this.#annotation(line, form);
    const others = isRecord(before) ? recordsOf(before.result).filter(isOtherResult(form)) : [];
    const results = { result: [...others, ...recordsOf(result)], was_cancelled: after.was_cancelled };
    if (list === "drafts" && line.state !== "open") {
      // Its place stays, so that the others keep theirs; it is removed when the list is written.
      own.values[at] = undefined;
      lists.annotations.values.push({ ...after, ...results });
      lists.annotations.isChanged = true;
    } else own.values[at] = { ...(isRecord(before) ? before : {}), ...results, updated_at: line.at };
    own.isChanged = true;
  }

  #annotation(line: LabelLine, form: RegionForm): JsonRecord {
    const { by, at, state, reason } = line;
    const labels = line.pageHash === this.#hash ? line.labels : moveLabels(this.#page, line.labels).labels;
    const { results, unmarked } = resultsOfLabels(this.#page.document, labels, { form, by });
    if (unmarked.length > 0) this.#unmarked = { ...this.#unmarked, [by]: unmarked };
    const reasonResult = {
      id: resultId(`${by} ${reason}`),
      from_name: REASON_FIELD,
      to_name: form.toName,
      type: "textarea",
      value: { text: [reason] },
      meta: { by },
    };
    return {
      result: reason === undefined ? results : [...results, reasonResult],
      was_cancelled: state === "skipped",
      ground_truth: by === SETTLED,
      created_at: at,
      updated_at: at,
      created_username: by,
    };
  }

  #prediction(form: RegionForm): JsonRecord {
    const inspected = inspect({ page: this.#page }, { explain: true });
    const { results } = resultsOfLabels(this.#page.document, guessLabels(inspected), { form });
    return { model_version: MODEL, score: inspected.article.confidence ?? 0, result: results };
  }

  #unmarkedField(): JsonRecord {
    return Object.keys(this.#unmarked).length > 0 ? { unmarked: this.#unmarked } : {};
  }

  #withUnmarked(task: JsonRecord): JsonRecord {
    if (Object.keys(this.#unmarked).length === 0) return task;
    const data = isRecord(task.data) ? task.data : {};
    const own = isRecord(data[OWN_FIELD]) ? data[OWN_FIELD] : { id: this.#label.id };
    return { ...task, data: { ...data, [OWN_FIELD]: { ...own, ...this.#unmarkedField() } } };
  }
}

interface ResultList {
  readonly field: string;
  readonly values: unknown[];
  isChanged: boolean;
}

function listOf(task: JsonRecord, name: ImportedLine["list"]): ResultList {
  const isOld = name === "annotations" && !("annotations" in task) && "completions" in task;
  const field = isOld ? "completions" : name;
  return { field, values: [...recordsOf(task[field])], isChanged: false };
}

/** Whether a result is not about roles or skip reasons, so that it stays in any case. */
function isOtherResult({ labelOf }: RegionForm): (result: JsonRecord) => boolean {
  const names = new Set(LEAF_ROLES.flatMap((role) => [role, labelOf(role).trim().toLowerCase()]));
  return (result) =>
    result.from_name !== REASON_FIELD &&
    !labelsOfResult(result).some((label) => names.has(label.trim().toLowerCase()));
}

function formOf(task: JsonRecord, { labelNames }: KeptTask): RegionForm {
  const lists = [task.annotations, task.completions, task.drafts, task.predictions].flatMap(recordsOf);
  const known = lists
    .flatMap(({ result }) => recordsOf(result))
    .find((result) => labelsOfResult(result).length > 0);
  return {
    fromName: textOf(known?.from_name) ?? FORM.fromName,
    toName: textOf(known?.to_name) ?? FORM.toName,
    type: textOf(known?.type) ?? FORM.type,
    labelOf: (role) => textOf(labelNames[role]) ?? role,
  };
}

/** Keys for the labels that are given most often, as in the studio. */
const KEYS: Partial<Record<LeafRole, string>> = {
  headline: "t",
  body: "b",
  byline: "y",
  date: "d",
  caption: "c",
  boilerplate: "n",
};

/** The labelling interface for such tasks: the roles, the page in a frame, and a reason for skipping it. */
export function labellingInterface(): string {
  const labels = LEAF_ROLES.map((role) => {
    const key = KEYS[role];
    return `    <Label value="${role}"${key === undefined ? "" : ` hotkey="${key}"`}/>`;
  });
  return `<View>
  <HyperTextLabels name="${FORM.fromName}" toName="${FORM.toName}">
${labels.join("\n")}
  </HyperTextLabels>
  <HyperText name="${FORM.toName}" value="$html"/>
  <TextArea name="${REASON_FIELD}" toName="${FORM.toName}" maxSubmissions="1" placeholder="Why the page is skipped"/>
</View>
`;
}
