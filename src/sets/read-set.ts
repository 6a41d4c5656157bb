import { createHash } from "node:crypto";
import { createReadStream, statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { insidePath, readFileBytes, splitLines } from "../archive/index.ts";
import { NewsError } from "../errors/index.ts";
import type { OpenPage } from "../extract.ts";
import { type Label, parseLabel } from "./label.ts";

/** A page with its label. */
export interface LabelledPage {
  readonly label: Label;
  /** The page's bytes, or its markup where the label carries it. */
  readonly html: Uint8Array | string;
  /** The page as a browser shows it, where it was rendered. */
  readonly rendered?: OpenPage;
}

/** A label with every truth in it; none comes near. */
const MAX_LINE_BYTES = 256_000_000;

/** The labels of a set, one a line of its `index.jsonl`, in order. */
export async function* readLabels(folder: string): AsyncGenerator<Label> {
  const set = basename(resolve(folder));
  const decoder = new TextDecoder();
  const index = join(folder, "index.jsonl");
  try {
    // Opening a pipe that nobody writes to would wait for ever.
    if (!statSync(index).isFile()) throw new NewsError("BAD_SET", `The index ${index} is not a file.`);
    // Only a line feed ends a line: bodies hold U+2028, at which readline would cut.
    for await (const { bytes, number } of splitLines(createReadStream(index), MAX_LINE_BYTES)) {
      const line = decoder.decode(bytes);
      if (line.trim() === "") continue;
      yield parseLabel(line, { set, lineNumber: number }, (path) => insidePath(folder, path));
    }
  } catch (cause) {
    if (cause instanceof NewsError) throw cause;
    throw new NewsError("BAD_SET", `The folder ${folder} has no readable index.jsonl.`, { cause });
  }
}

/** The labelled pages of a set, in order; pages without truth among them. */
export async function* readSet(folder: string): AsyncGenerator<LabelledPage> {
  for await (const label of readLabels(folder)) yield { label, html: loadPage(label) };
}

/** The page of a label as its server sent it: unpacked, without an archive's inserts. */
export function loadPage(label: Label): Uint8Array | string {
  if ("html" in label.source) return label.source.html;
  const { path } = label.source;
  try {
    return stripArchiveInserts(readFileBytes(path));
  } catch (cause) {
    throw new NewsError("BAD_SET", `The page ${path} of "${label.id}" in ${label.set} cannot be read.`, {
      cause,
    });
  }
}

/** The hash of everything that a page's scores depend on, except the code. */
export function hashPage({ id, url, encoding, truth }: Label, html: Uint8Array | string): string {
  return createHash("sha256")
    .update(JSON.stringify([id, url, encoding, truth]))
    .update(html)
    .digest("hex");
}

const TOOLBAR_BEGIN = "<!-- BEGIN WAYBACK TOOLBAR INSERT -->";
const TOOLBAR_END = "<!-- END WAYBACK TOOLBAR INSERT -->";
const HEAD_END = "<!-- End Wayback Rewrite JS Include -->";
/** Scripts and style sheets, nothing but white space between them, up to the end of the text. */
const LEADING_PARTS = /(?:<script\b[^>]*>[^<]*(?:<(?!\/script)[^<]*)*<\/script>\s*|<link\b[^>]*>\s*)+$/i;

/** The page as its server sent it: what an archive's marker comments enclose is taken out, other pages are untouched. */
export function stripArchiveInserts(bytes: Uint8Array): Uint8Array {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!buffer.includes(TOOLBAR_BEGIN) && !buffer.includes(HEAD_END)) return bytes;
  // Latin-1 maps each byte to a character and back; the markers are ASCII in every charset of the web but UTF-16.
  return new Uint8Array(Buffer.from(stripHeadInsert(stripToolbar(buffer.toString("latin1"))), "latin1"));
}

function stripToolbar(html: string): string {
  const begin = html.indexOf(TOOLBAR_BEGIN);
  const end = html.indexOf(TOOLBAR_END, begin);
  if (begin < 0 || end < 0) return html;
  return html.slice(0, begin) + html.slice(end + TOOLBAR_END.length);
}

/** The insert in the head has no opening marker: it is the scripts and sheets right before the closing one. */
function stripHeadInsert(html: string): string {
  const end = html.indexOf(HEAD_END);
  if (end < 0) return html;
  return html.slice(0, end).replace(LEADING_PARTS, "") + html.slice(end + HEAD_END.length);
}
