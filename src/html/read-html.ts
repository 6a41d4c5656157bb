import type { WarningCode } from "../article/index.ts";
import { checkInput } from "./check-input.ts";
import { decodeHtml } from "./decode.ts";
import type { DecodeOptions } from "./decoding.ts";
import type { Document } from "./document.ts";
import { parseHtml } from "./parse.ts";
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
  /** The decoded markup that the document was made of. */
  readonly markup: string;
  /** The encoding of the bytes; undefined for a string. */
  readonly encoding: string | undefined;
  readonly warnings: readonly WarningCode[];
}

/** Checks, decodes and parses a page; throws EMPTY_INPUT, NOT_HTML, INPUT_TOO_LARGE or PAGE_TOO_DEEP where there is none. */
export function readHtml(input: Uint8Array | string, options: ReadOptions = {}): ReadPage {
  checkInput(input, options);
  const { text, encoding, warnings } =
    typeof input === "string"
      ? { text: input, encoding: undefined, warnings: [] }
      : decodeHtml(input, options);
  const found: WarningCode[] = [...warnings];
  let source = text.startsWith("\ufeff") ? text.slice(1) : text;
  if (mayHaveNul(input) && source.includes("\0")) {
    source = source.replaceAll("\0", "");
    found.push("NUL_CHARACTERS");
  }
  if (isTruncated(source)) found.push("TRUNCATED");
  const document = parseHtml(source, { hasNul: false });
  const ended = endTitle(source, document);
  if (ended === undefined) return { document, markup: source, encoding, warnings: found };
  return {
    document: parseHtml(ended, { hasNul: false }),
    markup: ended,
    encoding,
    warnings: [...found, "TITLE_UNCLOSED"],
  };
}

/** NUL is made of NUL bytes in every encoding. To look for it among bytes is quick; in a wide text engines stop at half of every letter. */
function mayHaveNul(input: Uint8Array | string): boolean {
  return typeof input === "string" || input.includes(0);
}
