import { createReadStream, statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { insidePath, readFileBytes, splitLines } from "../archive/index.ts";
import { NewsError } from "../errors/index.ts";
import type { OpenPage } from "../extract.ts";
import { stripArchiveInserts } from "./archive-inserts.ts";
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
