import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { NewsError } from "../errors/index.ts";
import { stripArchiveInserts } from "./archive-inserts.ts";
import { type Label, parseLabel } from "./label.ts";

/** A page with its label. */
export interface LabelledPage {
  readonly label: Label;
  /** The page's bytes, or its markup where the label carries it. */
  readonly html: Uint8Array | string;
}

const unzip = promisify(gunzip);

/** The labels of a set, one a line of its `index.jsonl`, in order. */
export async function* readLabels(folder: string): AsyncGenerator<Label> {
  const set = basename(resolve(folder));
  const lines = createInterface({
    input: createReadStream(join(folder, "index.jsonl")),
    crlfDelay: Infinity,
  });
  let lineNumber = 0;
  try {
    for await (const line of lines) {
      lineNumber++;
      if (line.trim() === "") continue;
      yield parseLabel(line, { set, lineNumber }, (path) => resolve(folder, path));
    }
  } catch (cause) {
    if (cause instanceof NewsError) throw cause;
    throw new NewsError("BAD_SET", `${folder} has no readable index.jsonl`, { cause });
  }
}

/** The labelled pages of a set, in order; pages without truth among them. */
export async function* readSet(folder: string): AsyncGenerator<LabelledPage> {
  for await (const label of readLabels(folder)) yield { label, html: await loadPage(label) };
}

/** The page of a label as its server sent it: unpacked, without an archive's inserts. */
export async function loadPage(label: Label): Promise<Uint8Array | string> {
  if ("html" in label.source) return label.source.html;
  const { path } = label.source;
  try {
    const bytes = await readFile(path);
    return stripArchiveInserts(path.endsWith(".gz") ? await unzip(bytes) : bytes);
  } catch (cause) {
    throw new NewsError("BAD_SET", `the page ${path} of "${label.id}" in ${label.set} cannot be read`, {
      cause,
    });
  }
}
