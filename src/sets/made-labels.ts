import { createHash } from "node:crypto";
import { accessSync, constants, existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { insidePath } from "../archive/index.ts";
import { LEAF_ROLES, type LeafRole } from "../article/index.ts";
import { NewsError } from "../errors/index.ts";
import { isRecord } from "../model/index.ts";

/** A node of a page and what a person says it is. */
export interface MadeLabel {
  readonly node: number;
  readonly role: LeafRole;
  /** The beginning of its text, by which it is found again in another copy of the page. */
  readonly text?: string;
  /** A hash of all of its text, and how long that is. */
  readonly hash?: string;
  readonly length?: number;
}

const LABEL_STATES = ["open", "done", "skipped"] as const;
/** Whether a person is done with a page. */
export type LabelState = (typeof LABEL_STATES)[number];

/** A person's labels of a page: a line of `labels/NAME.jsonl`. Of several lines for a page the last counts. */
export interface LabelLine {
  readonly id: string;
  /** The hash of the labelled bytes, by `contentHash`. */
  readonly pageHash: string;
  readonly labels: readonly MadeLabel[];
  readonly by: string;
  /** ISO 8601. */
  readonly at: string;
  readonly state: LabelState;
  /** Why the page was skipped. */
  readonly reason?: string;
}

/** A line of a file that cannot be read. */
export interface DamagedLine {
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

/** The folder of labels beside a set's index. */
export const LABELS_FOLDER = "labels";
/** The name for settled disagreements; its labels take precedence. */
export const SETTLED = "settled";

const LABELS_NAME = /^(.+)\.jsonl$/;
const HASH_DIGITS = 32;
/** Larger files are not the labels of a person: 100,000 pages with twenty labels each are half of it. */
const MAX_FILE_BYTES = 512 * 1024 * 1024;

/** The hash of a page's bytes. */
export function contentHash(html: Uint8Array | string): string {
  return createHash("sha256").update(html).digest("hex").slice(0, HASH_DIGITS);
}

/** The version of a line: it changes with every save. */
export function revisionOf(line: LabelLine): string {
  return createHash("sha256").update(JSON.stringify(line)).digest("hex").slice(0, HASH_DIGITS);
}

/** Letters and digits of any language; no path, no hidden file. */
const PERSON = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N} _.-]{0,62}[\p{L}\p{M}\p{N}])?$/u;

/** Whether files can be made in a folder; one without any write bit is meant to stay as it is, also for the superuser. */
export function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return (statSync(folder).mode & 0o222) !== 0;
  } catch {
    return false;
  }
}

/** The name of a person as a file may be called; throws BAD_REQUEST for any other. */
export function personName(given: string): string {
  const name = given.normalize("NFC").trim();
  if (PERSON.test(name)) return name;
  throw new NewsError(
    "BAD_REQUEST",
    "A name has 1 to 64 letters, digits, spaces, points, hyphens and underscores.",
  );
}

/** The file of a person's labels; throws PATH_OUTSIDE where a link would lead out of the set. */
export function labelsPath(folder: string, by: string): string {
  return insidePath(folder, join(LABELS_FOLDER, `${personName(by)}.jsonl`));
}

/** The people who have labelled pages of a set. */
export function listPeople(folder: string): readonly string[] {
  const own = join(folder, LABELS_FOLDER);
  if (!existsSync(own)) return [];
  return readdirSync(own)
    .flatMap((name) => LABELS_NAME.exec(name)?.[1] ?? [])
    .filter((name) => PERSON.test(name))
    .sort();
}

/** The content of one file of labels. */
export interface LabelFile {
  /** Lines by the id of the page. */
  readonly lines: ReadonlyMap<string, LabelLine>;
  readonly damaged: readonly DamagedLine[];
  /** The damaged lines, which a save keeps: they may be repaired by hand. */
  readonly broken: readonly string[];
}

/** Reads the labels of a person; unreadable lines are reported and left out. */
export function readLabelFile(folder: string, by: string): LabelFile {
  const path = labelsPath(folder, by);
  const lines = new Map<string, LabelLine>();
  const damaged: DamagedLine[] = [];
  const broken: string[] = [];
  if (!existsSync(path)) return { lines, damaged, broken };
  const file = `${LABELS_FOLDER}/${by}.jsonl`;
  if (statSync(path).size > MAX_FILE_BYTES) throw new NewsError("BAD_SET", `The file ${file} is too large.`);
  const texts = readFileSync(path, "utf8").split("\n");
  for (const [at, text] of texts.entries()) {
    if (text.trim() === "") continue;
    const line = parseLabelLine(text, by);
    if (typeof line !== "string") {
      lines.set(line.id, line);
      continue;
    }
    damaged.push({ file, line: at + 1, message: line });
    broken.push(text);
  }
  return { lines, damaged, broken };
}

/** A line of labels, or its fault. */
export function parseLabelLine(text: string, by: string): LabelLine | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return "it is not JSON";
  }
  if (!isRecord(value)) return "it is not a JSON object";
  const { id, pageHash, labels, at, state = "done", reason } = value;
  if (typeof id !== "string" || id === "") return "it has no id";
  if (typeof pageHash !== "string") return "it has no pageHash";
  if (typeof at !== "string" || Number.isNaN(Date.parse(at))) return "its time is not a date";
  const known = LABEL_STATES.find((one) => one === state);
  if (known === undefined) return "its state is unknown";
  if (!Array.isArray(labels) || !labels.every(isMadeLabel)) return "its labels are not nodes with roles";
  return { id, pageHash, labels, by, at, state: known, ...(typeof reason === "string" && { reason }) };
}

function isMadeLabel(value: unknown): value is MadeLabel {
  const { node, role } = isRecord(value) ? value : {};
  return Number.isSafeInteger(node) && Number(node) > 0 && LEAF_ROLES.some((one) => one === role);
}

/** The label of each page that counts: what was settled, else the newest of those that are done. */
export function decidingLabels(folder: string): ReadonlyMap<string, LabelLine> {
  const deciding = new Map<string, LabelLine>();
  for (const person of listPeople(folder)) {
    for (const line of readLabelFile(folder, person).lines.values()) {
      if (line.state === "done" && isBefore(deciding.get(line.id), line)) deciding.set(line.id, line);
    }
  }
  return deciding;
}

function isBefore(known: LabelLine | undefined, line: LabelLine): boolean {
  if (known === undefined || line.by === SETTLED) return true;
  return known.by !== SETTLED && Date.parse(line.at) >= Date.parse(known.at);
}
