import { readBytes } from "../../archive/index.ts";
import { NewsError } from "../../errors/index.ts";
import { isRecord } from "../../model/index.ts";

/** A JSON object whose fields are not known. */
export type JsonRecord = Readonly<Record<string, unknown>>;

/** A value that is a text, undefined for any other. */
export function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** A list of JSON objects; other values are left out. */
export function recordsOf(value: unknown): readonly JsonRecord[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

/** A task of Label Studio: a page with the annotations of people and the predictions of models. */
export interface Task {
  /** The task as it was in the file. */
  readonly raw: JsonRecord;
  readonly data: JsonRecord;
  /** The field of `raw` with what people submitted. */
  readonly annotationsField: "annotations" | "completions";
  readonly annotations: readonly JsonRecord[];
  readonly drafts: readonly JsonRecord[];
  /** The field of `data` that holds the markup of the page, if any does. */
  readonly pageField: string | undefined;
}

/** Engines cannot make longer strings. */
const MAX_FILE_BYTES = 512 * 1024 * 1024;

/** Reads an export of Label Studio: a list of tasks, one task, or a task a line. Throws BAD_TASKS for anything else. */
export function readTasks(path: string): readonly Task[] {
  const text = decodeText(path, readBytes(path, MAX_FILE_BYTES));
  const values = parseValues(path, text);
  if (values.length === 0) throw new NewsError("BAD_TASKS", `The file ${path} holds no task.`);
  return values.map((value, at) => {
    const task = readTask(value);
    if (typeof task === "string") throw new NewsError("BAD_TASKS", `In ${path}, task ${at + 1}: ${task}.`);
    return task;
  });
}

function decodeText(path: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new NewsError("BAD_TASKS", `The file ${path} is not JSON: it is not UTF-8.`, { cause });
  }
}

function parseValues(path: string, text: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : [value];
  } catch (whole) {
    const lines = text.split("\n").filter((line) => line.trim() !== "");
    try {
      if (lines.length > 1) return lines.map((line): unknown => JSON.parse(line));
    } catch {
      // The error of the whole file says more than that of its first line.
    }
    throw new NewsError("BAD_TASKS", `The file ${path} is not JSON.`, { cause: whole });
  }
}

function readTask(value: unknown): Task | string {
  if (!isRecord(value)) return "it is not a JSON object";
  // Storages get a file for each annotation, with the task inside.
  if (Array.isArray(value.result) && isRecord(value.task)) {
    const { task, ...annotation } = value;
    return readTask({ ...task, annotations: [annotation] });
  }
  const { data } = value;
  if (!isRecord(data)) {
    const isShort = "annotation_id" in value || "annotator" in value;
    return isShort ? "it is in the short form JSON-MIN" : "it has no data";
  }
  const annotationsField =
    "annotations" in value || !("completions" in value) ? "annotations" : "completions";
  for (const field of [annotationsField, "drafts", "predictions"]) {
    const list = value[field] ?? [];
    if (!Array.isArray(list) || !list.every(isPlainOrResult)) return `its ${field} are not a list of results`;
  }
  return {
    raw: value,
    data,
    annotationsField,
    annotations: recordsOf(value[annotationsField]),
    drafts: recordsOf(value.drafts),
    pageField: pageFieldOf(data),
  };
}

/** Predictions may be numbers, of tasks that were exported without them. */
function isPlainOrResult(value: unknown): boolean {
  return typeof value === "number" || (isRecord(value) && Array.isArray(value.result ?? []));
}

const PAGE_FIELDS = ["html", "page", "text", "content"];
const MARKUP = /<[a-z!][^>]*>/i;

function pageFieldOf(data: JsonRecord): string | undefined {
  const names = [...PAGE_FIELDS, ...Object.keys(data)];
  return names.find((name) => MARKUP.test(textOf(data[name])?.slice(0, 100_000) ?? ""));
}

/** The field in which Galley keeps the ids of its pages. */
export const OWN_FIELD = "galley";

/** What Galley wrote into the data of a task. */
export function ownData({ data }: Task): JsonRecord {
  const own = data[OWN_FIELD];
  return isRecord(own) ? own : {};
}

/** The address of a task's page, if its data has one. */
export function addressOf({ data }: Task): string | undefined {
  return textOf(data.url) ?? Object.values(data).flatMap((value) => addressIn(value) ?? [])[0];
}

function addressIn(value: unknown): string | undefined {
  return typeof value === "string" && /^https?:\/\/\S+$/.test(value) ? value : undefined;
}

/** The person of an annotation, as a valid name of a file of labels. */
export function personOf(annotation: JsonRecord): string {
  const name = statedPerson(annotation) ?? "label-studio";
  const plain = name.normalize("NFC").replace(/[^\p{L}\p{M}\p{N} _.-]+/gu, "_");
  return plain.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "").slice(0, 64) || "label-studio";
}

function statedPerson(annotation: JsonRecord): string | undefined {
  const results = recordsOf(annotation.result);
  const own = results.flatMap(({ meta }) => (isRecord(meta) ? (textOf(meta.by) ?? []) : []));
  if (own[0] !== undefined) return own[0];
  const who = annotation.completed_by ?? annotation.user;
  if (typeof who === "string" && who !== "") return who;
  if (isRecord(who)) {
    const full = [who.first_name, who.last_name].flatMap((part) => textOf(part) ?? []).join(" ");
    const named = [textOf(who.email), textOf(who.username), full.trim()].find((text) => text);
    if (named !== undefined) return named;
    if (typeof who.id === "number") return `user-${who.id}`;
  }
  // As in " ann@example.org, 3".
  const username = textOf(annotation.created_username)
    ?.replace(/,\s*\d+\s*$/, "")
    .trim();
  if (username !== undefined && username !== "") return username;
  return typeof who === "number" ? `user-${who}` : undefined;
}

/** When an annotation was last changed, as ISO 8601; undefined where it does not say. */
export function timeOf(annotation: JsonRecord): string | undefined {
  const stated = [annotation.updated_at, annotation.created_at, annotation.draft_created_at];
  const time = stated.map((value) => (typeof value === "string" ? Date.parse(value) : Number.NaN));
  const known = time.find((value) => !Number.isNaN(value));
  return known === undefined ? undefined : new Date(known).toISOString();
}
