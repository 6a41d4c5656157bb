import type { WarningCode } from "../article/index.ts";
import { ENCODING_ALIASES } from "./encoding-aliases.data.ts";

/** A sample of bytes for a detector. */
interface ProseSample {
  readonly bytes: Uint8Array;
  /** Whether it has only text in a script other than Latin. */
  readonly isDense: boolean;
}

/** A guess at the encoding of bytes, from a statistical detector. */
interface DetectedCharset {
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
const UTF16_SAMPLE_BYTES = 4096;
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
  const units = Math.min(bytes.length, UTF16_SAMPLE_BYTES) >> 1;
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

/** Detectors gain nothing from more; the whole page can be far larger. */
const SAMPLE_BYTES = 65_536;
/** Share of broken characters above which a declared encoding is wrong; on 61 real pages with a right one it is below 0.01. */
const MAX_DAMAGE = 0.05;
/** The same for UTF-8 that is not declared, and for UTF-8 that is: there mixed pages are common, and of 655 real pages turned into old encodings only two (ISO 8859-2) have less than 0.76. */
const MAX_UTF8_DAMAGE = 0.1;
const MAX_DECLARED_UTF8_DAMAGE = 0.75;
/** A detector this sure about a page in another script than Latin beats the declaration; of 574 real pages turned into old encodings 127 reach this, and it was right on all. */
const SURE = 0.8;
/** Enough against windows-1252, which servers and editors declare by default, and against another script's encoding. */
const LIKELY = 0.3;
/** Below this, the web's most common encoding is a better guess than the detector's. */
const MIN_CONFIDENCE = 0.1;
/** Encodings of Latin letters, as far as pages declare them. */
const LATIN_ENCODINGS: ReadonlySet<string> = new Set([
  "windows-1250",
  "windows-1252",
  "windows-1254",
  "windows-1257",
  "windows-1258",
  "iso-8859-2",
  "iso-8859-3",
  "iso-8859-4",
  "iso-8859-10",
  "iso-8859-13",
  "iso-8859-14",
  "iso-8859-15",
  "iso-8859-16",
  "macintosh",
]);
/** Encodings of one byte a character for Cyrillic, Greek, Hebrew, Arabic and Thai. */
const OTHER_ALPHABETS = /^(?:windows-(?:125[1356]|874)|iso-8859-[5678]|koi8-)/;
const PIECES = 8;
const FALLBACK = "windows-1252";

interface Attempt {
  readonly text: string;
  readonly encoding: string;
  readonly warnings: readonly WarningCode[];
  readonly damage: number;
}

interface Opinion {
  readonly encoding: string;
  readonly confidence: number;
  readonly isDense: boolean;
}

/** The text of bytes that are not well-formed UTF-8: as declared if that fits, else as detected, else as windows-1252. */
export function chooseLegacy(
  bytes: Uint8Array,
  declarations: readonly Declaration[],
  options: DecodeOptions,
): DecodedHtml {
  const first = declarations[0];
  const attempt = (encoding: string): Attempt => {
    const decoded = decodeAs(bytes, encoding, options.decode);
    return { ...decoded, damage: damageOf(decoded.text) };
  };
  const settle = ({ text, encoding, warnings }: Attempt, source: EncodingSource): DecodedHtml => {
    return { text, encoding, source, warnings: [...doubtsAbout(encoding, first), ...warnings] };
  };

  const utf8Declaration = declarations.find(({ encoding }) => encoding === "utf-8");
  const utf8 = attempt("utf-8");
  const maxUtf8Damage = utf8Declaration === undefined ? MAX_UTF8_DAMAGE : MAX_DECLARED_UTF8_DAMAGE;
  if (utf8.damage <= maxUtf8Damage) return settle(utf8, utf8Declaration?.source ?? "detected");

  const opinion = askDetector(bytes, options);
  for (const { encoding, source } of inOrderOfTrust(declarations, opinion)) {
    const declared = attempt(encoding);
    if (declared.damage <= MAX_DAMAGE) return settle(declared, source);
  }
  if (opinion !== undefined) {
    const detected = attempt(opinion.encoding);
    // Related encodings read most pages alike, and then the declaration is right.
    const declared = first && attempt(first.encoding);
    if (first && declared?.text === detected.text) return settle(declared, first.source);
    if (detected.damage <= MAX_DAMAGE) return settle(detected, "detected");
  }
  // Nothing fits: the declaration is as good as any, unless it says UTF-8.
  if (first !== undefined && first.encoding !== "utf-8") return settle(attempt(first.encoding), first.source);
  return settle(attempt(FALLBACK), "default");
}

/** The declarations, confirmed ones first, without UTF-8 and without those that the detector rules out. */
function inOrderOfTrust(declarations: readonly Declaration[], opinion: Opinion | undefined): Declaration[] {
  const legacy = declarations.filter(
    ({ encoding }) => encoding !== "utf-8" && !encoding.startsWith("utf-16"),
  );
  if (opinion === undefined) return legacy;
  const isConfirmed = ({ encoding }: Declaration) => encoding === opinion.encoding;
  const isOpen = (one: Declaration) => !isConfirmed(one) && !isDenied(one.encoding, opinion);
  return [...legacy.filter(isConfirmed), ...legacy.filter(isOpen)];
}

function isDenied(declared: string, { encoding, confidence, isDense }: Opinion): boolean {
  if (isDense) return LATIN_ENCODINGS.has(declared) || confidence >= SURE;
  if (confidence < LIKELY) return false;
  // Two-byte encodings are found out by their damage; their symbols in English text are not.
  return declared === FALLBACK || (LATIN_ENCODINGS.has(encoding) && OTHER_ALPHABETS.test(declared));
}

function askDetector(bytes: Uint8Array, { detect }: DecodeOptions): Opinion | undefined {
  if (detect === undefined) return undefined;
  const sample = sampleProse(bytes, SAMPLE_BYTES);
  let best = detect(sample);
  if (sample.isDense && (best?.confidence ?? 0) < SURE) {
    // One broken character rules out the true encoding for a detector; most pieces have none.
    for (const piece of cutAtSpaces(sample.bytes)) {
      const detected = detect({ bytes: piece, isDense: true });
      if ((detected?.confidence ?? 0) > (best?.confidence ?? 0)) best = detected;
    }
  }
  const encoding = best === undefined ? undefined : encodingName(best.encoding);
  if (best === undefined || encoding === undefined || best.confidence < MIN_CONFIDENCE) return undefined;
  return { encoding, confidence: best.confidence, isDense: sample.isDense };
}

/** A sample in a few pieces, cut at spaces, which are never part of another character. */
function cutAtSpaces(bytes: Uint8Array): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  let start = 0;
  for (let piece = 1; piece <= PIECES && start < bytes.length; piece++) {
    const space = bytes.indexOf(0x20, Math.max(start, Math.floor((bytes.length * piece) / PIECES)));
    const end = space < 0 ? bytes.length : space + 1;
    pieces.push(bytes.subarray(start, end));
    start = end;
  }
  return pieces;
}

/** Share of characters beyond ASCII that text does not have: replacement characters, controls, private use. */
function damageOf(text: string): number {
  let high = 0;
  let broken = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x80) continue;
    high++;
    if (code < 0xa0 || code === 0xfffd || (code >= 0xe000 && code < 0xf900)) broken++;
  }
  return high === 0 ? 0 : broken / high;
}

const LESS_THAN = 0x3c;
const GREATER_THAN = 0x3e;
const SPACE = 0x20;
const ESCAPE = 0x1b;
/** In nearly every single-byte encoding, and repeated in rows on old pages. */
const NO_BREAK_SPACE = 0xa0;
/** Elements without prose. */
const SKIPPED = ["script", "style"] as const;
/** Share of high bytes that no text in Latin letters reaches: real Czech pages have 0.14, Japanese in Shift_JIS 0.79, Russian 0.9. */
const MIN_DENSE_SHARE = 0.35;
/** Dense bytes that make a sample of their own: about a headline, more than symbols in accented prose. */
const MIN_DENSE_BYTES = 40;
const MIN_DENSE_PART = 0.25;

/**
 * Up to `maxBytes` of the text between tags that is not ASCII: only stretches in another script if the page has any, else all
 * stretches with accented letters, else the start of the page as it is.
 * Tags can be found in bytes because no encoding but UTF-16 uses the bytes of `<` and `>` inside a character.
 */
export function sampleProse(bytes: Uint8Array, maxBytes: number): ProseSample {
  const accented = collect(bytes, maxBytes, 0);
  const dense = collect(bytes, maxBytes, MIN_DENSE_SHARE);
  if (dense.length >= MIN_DENSE_BYTES && dense.length >= accented.length * MIN_DENSE_PART) {
    return { bytes: dense, isDense: true };
  }
  return { bytes: accented.length > 0 ? accented : bytes.subarray(0, maxBytes), isDense: false };
}

/** The stretches between tags with high bytes, at least `minShare` of them. */
function collect(bytes: Uint8Array, maxBytes: number, minShare: number): Uint8Array {
  const sample = new Uint8Array(Math.min(maxBytes, bytes.length));
  let size = 0;
  let start = 0;
  while (start < bytes.length && size < sample.length) {
    let end = bytes.indexOf(LESS_THAN, start);
    if (end < 0) end = bytes.length;
    // A stretch that does not fit whole is left out: half a character at the end misleads detectors.
    if (isTelling(bytes.subarray(start, end), minShare) && end - start < sample.length - size) {
      sample.set(bytes.subarray(start, end), size);
      size += end - start;
      sample[size++] = SPACE;
    }
    start = markupEnd(bytes, end);
  }
  return sample.subarray(0, size);
}

function isTelling(stretch: Uint8Array, minShare: number): boolean {
  let high = 0;
  let spaces = 0;
  for (let at = 0; at < stretch.length; at++) {
    const byte = stretch[at]!;
    if (byte <= SPACE && byte !== ESCAPE) spaces++;
    // Rows of bullets, dashes and no-break spaces are not words.
    else if ((byte >= 0x80 || byte === ESCAPE) && byte !== NO_BREAK_SPACE && byte !== stretch[at - 1]) high++;
  }
  return high > 0 && high >= (stretch.length - spaces) * minShare;
}

/** One past the tag that starts at `at`, or past the whole element if it has no prose. */
function markupEnd(bytes: Uint8Array, at: number): number {
  const close = bytes.indexOf(GREATER_THAN, at);
  if (close < 0) return bytes.length;
  const skipped = SKIPPED.find((name) => opensWith(bytes, at + 1, name));
  if (skipped === undefined) return close + 1;
  let end = close;
  do {
    end = bytes.indexOf(LESS_THAN, end + 1);
  } while (end >= 0 && !(bytes[end + 1] === 0x2f && opensWith(bytes, end + 2, skipped)));
  return end < 0 ? bytes.length : end;
}

function opensWith(bytes: Uint8Array, at: number, name: string): boolean {
  for (let index = 0; index < name.length; index++) {
    // Setting bit 5 lower-cases ASCII letters.
    if (((bytes[at + index] ?? 0) | 0x20) !== name.charCodeAt(index)) return false;
  }
  return true;
}
