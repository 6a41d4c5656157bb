import type { WarningCode } from "../article/index.ts";
import { checkInput } from "./check-input.ts";
import { readSource } from "./decode.ts";
import type { DecodeOptions } from "./decoding.ts";
import type { Document } from "./document.ts";
import { parseSource } from "./parse.ts";
import { type Source, textSource, wholeText } from "./source.ts";
import { isTruncated } from "./truncation.ts";
import { endTitle } from "./unclosed-title.ts";

/** How to read a page. */
export interface ReadOptions extends DecodeOptions {
  /** The largest input accepted, in bytes, or in UTF-16 units for a string. */
  readonly maxBytes?: number | undefined;
}

/** A page as read. */
export interface ReadPage {
  readonly document: Document;
  /** The decoded markup that the document was made of; made when it is asked for. */
  readonly markup: string;
  /** The encoding of the bytes; undefined for a string. */
  readonly encoding: string | undefined;
  readonly warnings: readonly WarningCode[];
}

/** Checks, decodes and parses a page; throws EMPTY_INPUT, NOT_HTML, INPUT_TOO_LARGE or PAGE_TOO_DEEP where there is none. */
export function readHtml(input: Uint8Array | string, options: ReadOptions = {}): ReadPage {
  checkInput(input, options);
  const { source, encoding, warnings } =
    typeof input === "string"
      ? { source: textSource(input), encoding: undefined, warnings: [] }
      : readSource(input, options);
  const found: WarningCode[] = [...warnings];
  let read = withoutMark(source);
  if (mayHaveNul(input) && read.units.includes("\0")) {
    read = textSource(wholeText(read).replaceAll("\0", ""));
    found.push("NUL_CHARACTERS");
  }
  if (isTruncated(read.units)) found.push("TRUNCATED");
  let document = parseSource(read, { hasNul: false, bytes: bytesOf(input, read) });
  const ended = endTitle(read, document);
  if (ended !== undefined) {
    read = textSource(ended);
    document = parseSource(read, { hasNul: false });
    found.push("TITLE_UNCLOSED");
  }
  return {
    document,
    encoding,
    warnings: found,
    get markup() {
      return wholeText(read);
    },
  };
}

function withoutMark(source: Source): Source {
  const mark = source.isUtf8 ? "\xef\xbb\xbf" : "\ufeff";
  return source.units.startsWith(mark) ? { ...source, units: source.units.slice(mark.length) } : source;
}

/** The bytes that a source in UTF-8 has its units from: the last of the input's. */
function bytesOf(input: Uint8Array | string, { units, isUtf8 }: Source): Uint8Array | undefined {
  return isUtf8 && typeof input !== "string" ? input.subarray(input.length - units.length) : undefined;
}

/** NUL is made of NUL bytes in every encoding. To look for it among bytes is quick; in a wide text engines stop at half of every letter. */
function mayHaveNul(input: Uint8Array | string): boolean {
  return typeof input === "string" || input.includes(0);
}
