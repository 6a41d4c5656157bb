import { rawText, TAG } from "../../../html/index.ts";
import type { Page } from "../../../page/index.ts";
import { type Branch, CodeReader, innerCode, isBranch, stringEnd, unquote, type Value } from "./read-code.ts";

/** Scripts are read up to here; of 1,844 real pages the one with the most code has 5 MB. */
const MAX_CODE = 8_000_000;
/** Shorter scripts hold no article, unless they pass on a piece of one. */
const MIN_SCRIPT = 200;

/** The data that a page's scripts state, with references resolved. */
export interface ScriptData {
  /** All lists and objects, inner ones first. */
  readonly branches: readonly Branch[];
  /** What each script and each stream states. */
  readonly roots: readonly Branch[];
}

/** Reads the data in a page's scripts, except JSON-LD; expensive, for pages that show no text. */
export function readScripts({ document, landmarks }: Page): ScriptData {
  const jsonLd = new Set(landmarks.jsonLdScripts);
  const reader = new CodeReader();
  const roots: Branch[] = [];
  const streams = new Map<string, string[]>();
  let left = MAX_CODE;
  for (const node of document.code.nodes()) {
    const script = document.parent[node]!;
    if (document.tag[script] !== TAG.script || jsonLd.has(script)) continue;
    const code = rawText(document, node);
    left -= code.length;
    if (left < 0) break;
    if (!gatherPieces(code, streams) && code.length >= MIN_SCRIPT)
      roots.push(reader.read(innerCode(code) ?? code));
  }
  for (const pieces of streams.values()) roots.push(...readStream(pieces.join(""), reader));
  linkRecords(reader);
  return { branches: reader.branches, roots };
}

/** A call that passes on a piece of a stream: a list with a number and a string is added to a global list. */
const PUSH =
  /\s*\(?\s*([\w$.]{1,60})(?:\s*=\s*[\w$.]{1,60}\s*\|\|\s*\[\s*\]\s*\))?\s*\.push\(\s*\[\s*\d{1,3}\s*,\s*(?=")/y;
const PUSH_END = /\s*\]\s*\)[\s;,]*/y;

/** Adds the pieces of streams that a script passes on; false where it does something else. */
function gatherPieces(code: string, streams: Map<string, string[]>): boolean {
  let at = 0;
  while (at < code.length) {
    PUSH.lastIndex = at;
    const push = PUSH.exec(code);
    if (push === null) break;
    const start = PUSH.lastIndex;
    const end = stringEnd(code, start);
    if (end < 0) break;
    const name = push[1]!;
    const pieces = streams.get(name) ?? [];
    streams.set(name, pieces);
    pieces.push(unquote(code.slice(start, end)));
    PUSH_END.lastIndex = end;
    at = PUSH_END.test(code) ? PUSH_END.lastIndex : code.length;
  }
  return at > 0;
}

/** A row of a stream: its number, and text of a given number of bytes, or JSON that ends with its line. */
const ROW = /([\da-f]{1,8}):(?:T([\da-f]{1,8}),|([A-Z]{0,2}))/y;

/** Reads the rows of a stream; one without rows is code. */
function readStream(stream: string, reader: CodeReader): readonly Branch[] {
  ROW.lastIndex = 0;
  if (!ROW.test(stream)) return [reader.read(innerCode(stream) ?? stream)];
  const rows = new Map<string, Value>();
  const first = reader.branches.length;
  for (let at = 0; at < stream.length; ) {
    ROW.lastIndex = at;
    const row = ROW.exec(stream);
    const start = row === null ? at : ROW.lastIndex;
    if (row?.[2] !== undefined) {
      at = afterBytes(stream, start, Number.parseInt(row[2], 16));
      rows.set(row[1]!, stream.slice(start, at));
    } else {
      const end = stream.indexOf("\n", start);
      at = end < 0 ? stream.length : end + 1;
      // Rows with a letter load scripts and styles.
      if (row !== null && row[3] === "") rows.set(row[1]!, reader.read(stream.slice(start, at)).values[0]);
    }
  }
  linkRows(reader.branches.slice(first), rows);
  return [...rows.values()].flatMap((row) => {
    if (isBranch(row)) return row;
    return typeof row === "string" ? { isList: true, keys: [], values: [row] } : [];
  });
}

/** The offset in a text after a number of UTF-8 bytes. */
function afterBytes(text: string, start: number, bytes: number): number {
  let at = start;
  for (let left = bytes; left > 0 && at < text.length; at++) {
    const unit = text.charCodeAt(at);
    // Each half of a pair counts two of its four bytes.
    const isHalf = unit >= 0xd800 && unit < 0xe000;
    left -= unit < 0x80 ? 1 : unit < 0x800 || isHalf ? 2 : 3;
  }
  return at;
}

/** A reference to a row, or to a part of one. */
const ROW_REFERENCE = /^\$[L@]?([\da-f]{1,8})((?::\w{1,40}){0,20})$/;

function linkRows(branches: readonly Branch[], rows: ReadonlyMap<string, Value>): void {
  for (const { values } of branches) {
    for (let at = 0; at < values.length; at++) {
      const value = values[at];
      const reference = typeof value === "string" && value[0] === "$" ? ROW_REFERENCE.exec(value) : null;
      if (reference === null || !rows.has(reference[1]!)) continue;
      values[at] = partOf(rows.get(reference[1]!), reference[2]!.split(":").slice(1));
    }
  }
}

function partOf(row: Value, path: readonly string[]): Value {
  let value = row;
  for (const name of path) {
    if (!isBranch(value)) return undefined;
    value = value.values[value.isList ? Number(name) : value.keys.indexOf(name)];
  }
  return value;
}

const REFERENCE_KEY = /^(?:__ref|_?ref|\$ref|id)$/;
/** An object with more values is not a reference. */
const MAX_REFERENCE_VALUES = 4;

/** Replaces references by the records that they name: objects with the name alone, and names in lists. */
function linkRecords({ branches, records }: CodeReader): void {
  if (records.size === 0) return;
  for (const { isList, values } of branches) {
    for (let at = 0; at < values.length; at++) {
      const value = values[at];
      const name = isBranch(value) ? referenceIn(value) : isList ? value : undefined;
      const record = typeof name === "string" ? records.get(name) : undefined;
      if (record !== undefined && record !== value) values[at] = record;
    }
  }
}

function referenceIn({ isList, keys, values }: Branch): string | undefined {
  if (isList || values.length > MAX_REFERENCE_VALUES) return undefined;
  const name = values[keys.findIndex((key) => REFERENCE_KEY.test(key))];
  return typeof name === "string" ? name : undefined;
}
