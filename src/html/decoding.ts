import type { WarningCode } from "../article/index.ts";
import type { ProseSample } from "./byte-sample.ts";
import type { Source } from "./source.ts";

/** A guess at the encoding of bytes, from a statistical detector. */
export interface DetectedCharset {
  readonly encoding: string;
  /** 0 to 1. */
  readonly confidence: number;
}

/** Guesses the encoding of a sample of prose; undefined where it has no idea. */
export type CharsetDetector = (sample: ProseSample) => DetectedCharset | undefined;

/** Decodes bytes of an encoding that the runtime's own TextDecoder does not read as the standard says; undefined for all others. */
export type CharsetDecoder = (bytes: Uint8Array, encoding: string) => string | undefined;

/** What is known about the bytes besides themselves, and what may help to read them. */
export interface DecodeOptions {
  /** The encoding, known for certain; the page's own declarations are not read. */
  readonly encoding?: string | undefined;
  /** The charset of the HTTP header. */
  readonly charset?: string | undefined;
  readonly detect?: CharsetDetector | undefined;
  readonly decode?: CharsetDecoder | undefined;
}

/** Where an encoding came from. */
export type EncodingSource = "caller" | "bom" | "http" | "meta" | "detected" | "default";

/** Text with the encoding it was in. */
export interface DecodedHtml {
  readonly text: string;
  readonly encoding: string;
  readonly source: EncodingSource;
  readonly warnings: readonly WarningCode[];
}

/** Markup to be parsed with the encoding it was in. */
export interface ReadSource extends Pick<DecodedHtml, "encoding" | "warnings"> {
  readonly source: Source;
}

/** What the page or its server says the encoding is. */
export interface Declaration {
  readonly encoding: string;
  readonly source: "bom" | "http" | "meta";
}

/** Decodes with a known encoding; bytes that are no text in it become U+FFFD, with a warning. */
export function decodeAs(
  bytes: Uint8Array,
  encoding: string,
  decode?: CharsetDecoder,
): Omit<DecodedHtml, "source"> {
  try {
    const text = decode?.(bytes, encoding);
    if (text === undefined) {
      return { text: new TextDecoder(encoding, { fatal: true }).decode(bytes), encoding, warnings: [] };
    }
    return { text, encoding, warnings: text.includes("\ufffd") ? ["BAD_CHARACTERS"] : [] };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return { text: new TextDecoder(encoding).decode(bytes), encoding, warnings: ["BAD_CHARACTERS"] };
  }
}

/** The warning that an encoding is not the one declared first, or was declared by nobody. */
export function doubtsAbout(encoding: string, first: Declaration | undefined): readonly WarningCode[] {
  if (first === undefined) return encoding === "utf-8" ? [] : ["CHARSET_GUESSED"];
  return first.encoding === encoding ? [] : ["CHARSET_LIES"];
}
