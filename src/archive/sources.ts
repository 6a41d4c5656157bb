import { basename, dirname, resolve } from "node:path";
import { asNewsError, NewsError } from "../errors/index.ts";
import { isAddress } from "../url/index.ts";
import { readFailure } from "./file-errors.ts";
import { findInput, type Input, type InputOptions, openBytes, readInputs } from "./inputs.ts";
import { splitLines } from "./lines.ts";
import { insidePath, type RawPage, readAddress, type UnfetchedPage } from "./page-record.ts";

/** A place that pages come from, some of which have to be fetched. */
export type SourceInput =
  | Input
  | { readonly kind: "address"; readonly url: string }
  /** A text file with an address or a file a line; without a path it is standard input. */
  | { readonly kind: "list"; readonly name: string; readonly path?: string };

/** No address and no path is as long. */
const MAX_LINE_BYTES = 1 << 16;
const NO_PAGE_NAME = /\.(?:jsonl|ndjson|warc|parquet)(?:\.gz)?$/i;

/** Says what a FILE of `--list` is: `-` is standard input. */
export function findList(name: string): SourceInput {
  if (name === "-") return { kind: "list", name };
  const found = findReadable(name);
  return { kind: "list", name: basename(found), path: found };
}

/** Lists have names of all kinds, so only whether they are there is asked. */
function findReadable(name: string): string {
  if (name === "") throw new NewsError("BAD_OPTION", "The list is an empty word.");
  try {
    const input = findInput(name);
    if (input.kind !== "folder" && !(input.kind === "lines" && input.isSet)) return name;
  } catch (error) {
    if (error instanceof NewsError && error.code === "BAD_OPTION") return name;
    throw error;
  }
  throw new NewsError("BAD_OPTION", `The list ${name} is a folder; give it as an input.`);
}

/** The pages of inputs, one input after the other; what has only an address is still to be fetched. */
export async function* readSources(
  inputs: readonly SourceInput[],
  options: InputOptions = {},
): AsyncGenerator<RawPage | UnfetchedPage, void, undefined> {
  for (const input of inputs) {
    if (input.kind === "address") yield { kind: "address", id: input.url, url: input.url };
    else if (input.kind === "list") yield* readList(input, options);
    else if (input.kind === "lines" && !input.isSet) {
      for await (const page of readInputs([input], options)) yield readAddress(page) ?? page;
    } else yield* readInputs([input], options);
  }
}

async function* readList(
  { name, path }: SourceInput & { readonly kind: "list" },
  options: InputOptions,
): AsyncGenerator<RawPage | UnfetchedPage, void, undefined> {
  const folder = path === undefined ? process.cwd() : resolve(dirname(path));
  try {
    for await (const { number, bytes } of splitLines(openBytes(name, path, options), MAX_LINE_BYTES)) {
      const place = `${name}:${number}`;
      // The decoder also takes the byte-order mark that some editors write.
      const word = bytes && new TextDecoder().decode(bytes).trim();
      if (word === undefined) {
        yield badLine(place, new NewsError("BAD_RECORD", `The line ${place} is longer than any address.`));
      } else if (word !== "" && !word.startsWith("#")) yield readWord(word, { ...options, place, folder });
    }
  } catch (error) {
    yield badLine(name, asNewsError(path === undefined ? error : readFailure(path, error)));
  }
}

interface Place {
  /** The name of the list and the number of the line. */
  readonly place: string;
  readonly folder: string;
  readonly allowOutside?: boolean | undefined;
}

/** The page that a line of a list names; its id is what the line says. */
function readWord(word: string, { place, folder, allowOutside }: Place): RawPage | UnfetchedPage {
  try {
    if (isAddress(word)) return { kind: "address", id: word, url: word };
    // Bytes that are no text would not be found under any name, and control characters are a binary file's.
    if (/\p{Cc}|\ufffd/u.test(word)) {
      return badLine(place, new NewsError("BAD_RECORD", `The line ${place} is no address and no path.`));
    }
    if (NO_PAGE_NAME.test(word)) {
      throw new NewsError("BAD_RECORD", `The line ${place} names a file of many pages; give it as an input.`);
    }
    return { kind: "file", id: word, path: allowOutside ? resolve(folder, word) : insidePath(folder, word) };
  } catch (error) {
    return badLine(word, asNewsError(error));
  }
}

function badLine(id: string, { code, message }: NewsError): RawPage {
  return { kind: "broken", id, code, message };
}
