import type { WarningCode } from "../article/index.ts";
import { ENCODING_ALIASES } from "./encoding-aliases.data.ts";

/** Bytes that tell encodings apart. */
export interface ProseSample {
  readonly bytes: Uint8Array;
  /** Whether it is the writing of a script other than Latin, left by itself. */
  readonly isDense: boolean;
}

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

/** The name of the encoding that a label stands for, as TextDecoder spells it; undefined for a label nobody knows. */
export function encodingName(label: string): string | undefined {
  const trimmed = label.trim().toLowerCase();
  const name =
    nativeName(trimmed) ?? nativeName(ENCODING_ALIASES.get(trimmed) ?? trimmed.replaceAll("_", "-"));
  // The standard's decoder for GBK is that of GB18030; one name for both saves every caller a case.
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

/** Which UTF-16 the bytes look like when nothing marks it. */
export function unmarkedUtf16(bytes: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  const units = Math.min(bytes.length, SAMPLE_BYTES) >> 1;
  // The native search spares nearly every page the loop.
  if (units < 2 || !bytes.subarray(0, units * 2).includes(0)) return undefined;
  let zeroFirst = 0;
  let zeroSecond = 0;
  for (let unit = 0; unit < units; unit++) {
    const first = bytes[unit * 2]!;
    const second = bytes[unit * 2 + 1]!;
    if (first === 0 && second !== 0) zeroFirst++;
    else if (second === 0 && first !== 0) zeroSecond++;
  }
  // A page with stray NUL bytes has them on both sides.
  if (zeroSecond >= units * MIN_ZERO_SHARE && zeroFirst * 20 <= zeroSecond) return "utf-16le";
  if (zeroFirst >= units * MIN_ZERO_SHARE && zeroSecond * 20 <= zeroFirst) return "utf-16be";
  return undefined;
}
