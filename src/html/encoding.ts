import type { WarningCode } from "../article/index.ts";
import { ENCODING_ALIASES } from "./encoding-aliases.data.ts";

/** A sample of bytes for a detector. */
export interface ProseSample {
  readonly bytes: Uint8Array;
  /** Whether it has only text in a script other than Latin. */
  readonly isDense: boolean;
}

/** A guess at the encoding of bytes, from a statistical detector. */
export interface DetectedCharset {
  readonly encoding: string;
  /** 0 to 1. */
  readonly confidence: number;
}

/** Guesses the encoding of a sample of prose; undefined if it has no guess. */
export type CharsetDetector = (sample: ProseSample) => DetectedCharset | undefined;

/** Decodes encodings that the runtime's TextDecoder gets wrong; undefined for all others. */
export type CharsetDecoder = (bytes: Uint8Array, encoding: string) => string | undefined;

/** What is known about the bytes, and optional decoders for them. */
export interface DecodeOptions {
  /** The encoding, if known for certain; the page's own declarations are ignored. */
  readonly encoding?: string | undefined;
  /** The charset of the HTTP header. */
  readonly charset?: string | undefined;
  readonly detect?: CharsetDetector | undefined;
  readonly decode?: CharsetDecoder | undefined;
}

/** Where an encoding came from. */
export type EncodingSource = "caller" | "bom" | "http" | "meta" | "detected" | "default";

/** Decoded text and its encoding. */
export interface DecodedHtml {
  readonly text: string;
  readonly encoding: string;
  readonly source: EncodingSource;
  readonly warnings: readonly WarningCode[];
}

/** The encoding that the page or its server declares. */
export interface Declaration {
  readonly encoding: string;
  readonly source: "bom" | "http" | "meta";
}

/** Decodes with a known encoding; invalid bytes become U+FFFD, with a warning. */
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

/** The warning that an encoding is not the one declared first, or that none was declared. */
export function doubtsAbout(encoding: string, first: Declaration | undefined): readonly WarningCode[] {
  if (first === undefined) return encoding === "utf-8" ? [] : ["CHARSET_GUESSED"];
  return first.encoding === encoding ? [] : ["CHARSET_LIES"];
}

/** The name of the encoding of a label, as TextDecoder spells it; undefined for an unknown label. */
export function encodingName(label: string): string | undefined {
  const trimmed = label.trim().toLowerCase();
  const name =
    nativeName(trimmed) ?? nativeName(ENCODING_ALIASES.get(trimmed) ?? trimmed.replaceAll("_", "-"));
  // The standard decodes GBK as GB18030; one name for both saves every caller a case.
  return name === "gbk" ? "gb18030" : name;
}

function nativeName(label: string): string | undefined {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
}

/** UTF-16 shows in the first kilobytes of any page: markup is ASCII, so every second byte is zero. */
const SAMPLE_BYTES = 4096;
/** Share of code units with a zero half; 979 real pages turned into UTF-16 have 0.54 and more, other encodings none. */
const MIN_ZERO_SHARE = 0.25;

/** The encoding that a byte-order mark names. */
export function markedEncoding(bytes: Uint8Array): "utf-8" | "utf-16le" | "utf-16be" | undefined {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8";
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  return undefined;
}

/** Which UTF-16 the bytes look like without a byte-order mark. */
export function unmarkedUtf16(bytes: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  const units = Math.min(bytes.length, SAMPLE_BYTES) >> 1;
  // The native search saves nearly every page the loop.
  if (units < 2 || !bytes.subarray(0, units * 2).includes(0)) return undefined;
  let zeroFirst = 0;
  let zeroSecond = 0;
  for (let unit = 0; unit < units; unit++) {
    const first = bytes[unit * 2]!;
    const second = bytes[unit * 2 + 1]!;
    if (first === 0 && second !== 0) zeroFirst++;
    else if (second === 0 && first !== 0) zeroSecond++;
  }
  // Stray NUL bytes are on both sides.
  if (zeroSecond >= units * MIN_ZERO_SHARE && zeroFirst * 20 <= zeroSecond) return "utf-16le";
  if (zeroFirst >= units * MIN_ZERO_SHARE && zeroSecond * 20 <= zeroFirst) return "utf-16be";
  return undefined;
}
