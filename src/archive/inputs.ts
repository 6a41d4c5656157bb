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
  /** Without a path it is standard input; the index of a labelled set (`isSet`) names saved pages only. */
  | { readonly kind: "lines"; readonly name: string; readonly path?: string; readonly isSet?: boolean };

/** How much of files of lines was read, packed as they lie there and unpacked, and how much of that went into pages. */
export interface ReadMeter {
  packedBytes: number;
  unpackedBytes: number;
  usedBytes: number;
}

/** How inputs are read. */
export interface InputOptions {
  /** The size of a page at most. */
  readonly maxBytes?: number | undefined;
  /** Whether the `htmlPath` of a line may lead out of the folder of its file. */
  readonly allowOutside?: boolean | undefined;
  /** What `-` reads. */
  readonly standardInput?: AsyncIterable<Uint8Array>;
  /** Counts what is read of files of lines. */
  readonly meter?: ReadMeter | undefined;
}

/** Says what an INPUT of the command line is, or throws: it is missing, unreadable or of no known kind. */
export function findInput(input: string): Input {
  if (input === "") throw new NewsError("BAD_OPTION", "An input is empty.");
  if (input === "-") return { kind: "lines", name: "-" };
  const found = look(input);
  if (found.isDirectory()) return findFolder(input);
  if (JSONL_NAME.test(input)) return { kind: "lines", name: basename(input), path: input };
  if (isPageName(input)) return { kind: "page", path: input };
  if (LATER_NAME.test(input)) {
    throw new NewsError(
      "BAD_OPTION",
      `The input ${input} cannot be read; WARC and Parquet files are not supported.`,
    );
  }
  throw new NewsError(
    "BAD_OPTION",
    `The input ${input} is not a folder, .html, .htm or .jsonl file (each also as .gz); a list of addresses or files is for --list.`,
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
      ? { kind: "lines", name: "index.jsonl", path: join(path, "index.jsonl"), isSet: true }
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
  options: InputOptions,
): AsyncGenerator<RawPage, void, undefined> {
  const { maxBytes = DEFAULT_MAX_BYTES, allowOutside = false, meter } = options;
  const folder = path === undefined ? process.cwd() : resolve(dirname(path));
  try {
    for await (const line of splitLines(
      openBytes(name, path, options),
      maxBytes * LINE_BYTES_PER_PAGE_BYTE,
    )) {
      const id = `${name}:${line.number}`;
      if (meter) meter.usedBytes += 1 + (line.bytes?.length ?? 0);
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

/** The bytes of a file or of standard input, unpacked where they are gzip. */
export async function* openBytes(
  name: string,
  path: string | undefined,
  { standardInput = process.stdin, meter }: InputOptions,
): AsyncGenerator<Uint8Array, void, undefined> {
  const source = path === undefined ? standardInput : createReadStream(path, { highWaterMark: READ_STEP });
  const onData = (part: Uint8Array) => {
    if (meter) meter.packedBytes += part.length;
  };
  for await (const bytes of unpackStream(name, source, onData)) {
    if (meter) meter.unpackedBytes += bytes.length;
    yield bytes;
  }
}

function isBlank(line: Uint8Array): boolean {
  return line.length < 100 && BLANK.test(new TextDecoder().decode(line));
}
