import { createReadStream, readdirSync, type Stats, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { asNewsError, NewsError } from "../errors/index.ts";
import { DEFAULT_MAX_BYTES } from "../html/index.ts";
import { readFailure } from "./file-errors.ts";
import { isPageName, walkFolder } from "./folder.ts";
import { unpackStream } from "./gzip.ts";
import { splitLines } from "./lines.ts";
import type { RawPage } from "./page-record.ts";

const JSONL_NAME = /\.(?:jsonl|ndjson)(?:\.gz)?$/i;
const LATER_NAME = /\.(?:warc|parquet)(?:\.gz)?$/i;
/** Escapes make a line longer than its page. */
const LINE_BYTES_PER_PAGE_BYTE = 2;
const BLANK = /^\s*$/;
const READ_STEP = 1 << 20;

/** A place that pages come from, checked to be there. */
export type Input =
  | { readonly kind: "folder"; readonly path: string }
  | { readonly kind: "page"; readonly path: string }
  /** `index` of a labelled set too; without a path it is standard input. */
  | { readonly kind: "lines"; readonly name: string; readonly path?: string };

/** How inputs are read. */
export interface InputOptions {
  /** The size of a page at most. */
  readonly maxBytes?: number | undefined;
  /** Whether the `htmlPath` of a line may lead out of the folder of its file. */
  readonly allowOutside?: boolean | undefined;
  /** What `-` reads. */
  readonly standardInput?: AsyncIterable<Uint8Array>;
}

/** Says what an INPUT of the command line is, or throws: it is missing, unreadable or of no known kind. */
export function findInput(input: string): Input {
  if (input === "") throw new NewsError("BAD_OPTION", "An input is an empty word.");
  if (input === "-") return { kind: "lines", name: "-" };
  const found = look(input);
  if (found.isDirectory()) return findFolder(input);
  if (JSONL_NAME.test(input)) return { kind: "lines", name: basename(input), path: input };
  if (isPageName(input)) return { kind: "page", path: input };
  if (LATER_NAME.test(input)) {
    throw new NewsError(
      "BAD_OPTION",
      `The input ${input} cannot be read yet, as no WARC and Parquet files can.`,
    );
  }
  throw new NewsError(
    "BAD_OPTION",
    `The input ${input} is no folder, .html, .htm or .jsonl file (each also as .gz).`,
  );
}

function look(path: string): Stats {
  try {
    return statSync(path);
  } catch (error) {
    throw readFailure(path, error);
  }
}

function findFolder(path: string): Input {
  try {
    const isSet = readdirSync(path).includes("index.jsonl");
    return isSet
      ? { kind: "lines", name: "index.jsonl", path: join(path, "index.jsonl") }
      : { kind: "folder", path };
  } catch (error) {
    throw readFailure(path, error);
  }
}

/** The pages of inputs, one input after the other. What cannot be read becomes a broken page; the rest goes on. */
export async function* readInputs(
  inputs: readonly Input[],
  options: InputOptions = {},
): AsyncGenerator<RawPage, void, undefined> {
  for (const input of inputs) {
    if (input.kind === "folder") yield* walkFolder(input.path);
    else if (input.kind === "page") yield { kind: "file", id: input.path, path: input.path };
    else yield* readLines(input, options);
  }
}

async function* readLines(
  { name, path }: Input & { readonly kind: "lines" },
  { maxBytes = DEFAULT_MAX_BYTES, standardInput, allowOutside = false }: InputOptions,
): AsyncGenerator<RawPage, void, undefined> {
  const folder = path === undefined ? process.cwd() : resolve(dirname(path));
  const source =
    path === undefined
      ? (standardInput ?? process.stdin)
      : createReadStream(path, { highWaterMark: READ_STEP });
  try {
    for await (const line of splitLines(unpackStream(name, source), maxBytes * LINE_BYTES_PER_PAGE_BYTE)) {
      const id = `${name}:${line.number}`;
      if (line.bytes === undefined) {
        yield {
          kind: "broken",
          id,
          code: "INPUT_TOO_LARGE",
          message: `The line ${id} is longer than a page may be.`,
        };
      } else if (!isBlank(line.bytes)) yield { kind: "line", id, line: line.bytes, folder, allowOutside };
    }
  } catch (error) {
    const { code, message } = asNewsError(path === undefined ? error : readFailure(path, error));
    yield { kind: "broken", id: name, code, message };
  }
}

function isBlank(line: Uint8Array): boolean {
  return line.length < 100 && BLANK.test(new TextDecoder().decode(line));
}
