import { markedEncoding } from "./encoding.ts";

/** Markup as it is parsed. Parsing UTF-8 as bytes saves 18 % of the time of `econ` for text alone, and 2 to 4 % of `fused`. */
export interface Markup {
  /** The text, or UTF-8 with a unit per byte. */
  readonly units: string;
  /** Whether it is UTF-8: then only the parts that are read are decoded, which is a small part of a page. */
  readonly isUtf8: boolean;
}

/** The text of a range; ranges that begin and end at ASCII characters never cut a character in two. */
export function textOf({ units, isUtf8 }: Markup, from: number, to: number): string {
  const part = units.slice(from, to);
  return isUtf8 ? decodeUnits(part) : part;
}

/** All of the text. */
export function wholeText(source: Markup): string {
  return textOf(source, 0, source.units.length);
}

/** A range as markup of its own. */
export function sliceMarkup({ units, isUtf8 }: Markup, from: number, to: number): Markup {
  return { units: units.slice(from, to), isUtf8 };
}

/** Empty markup, for holders without a page. */
export const NO_MARKUP: Markup = { units: "", isUtf8: false };

/** A text as markup. */
export function markupOfText(text: string): Markup {
  return { units: text, isUtf8: false };
}

/** Node's fast functions on bytes; browsers have none, and decode the whole page instead. */
interface NodeModule {
  isUtf8(bytes: Uint8Array): boolean;
  isAscii(bytes: Uint8Array): boolean;
  readonly Buffer: {
    from(memory: ArrayBufferLike, from: number, length: number): NodeBytes;
    from(text: string, encoding: "latin1"): NodeBytes;
  };
}

interface NodeBytes {
  toString(encoding: "latin1" | "utf8", from?: number): string;
}

const { process: runtime } = globalThis as {
  readonly process?: { getBuiltinModule?(name: "node:buffer"): NodeModule };
};
const node = runtime?.getBuiltinModule?.("node:buffer");
const MARK_BYTES = 3;

/** Well-formed UTF-8 without its byte-order mark as a string with a unit per byte; undefined for other bytes and outside Node. */
export function utf8Units(bytes: Uint8Array): string | undefined {
  if (node?.isUtf8(bytes) !== true) return undefined;
  const { Buffer: Bytes } = node;
  const start = markedEncoding(bytes) === "utf-8" ? MARK_BYTES : 0;
  return Bytes.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1", start);
}

/** Whether all bytes are ASCII. */
export function isAscii(bytes: Uint8Array): boolean {
  return node?.isAscii(bytes) === true;
}

/** Whether a range of a text has a unit beyond ASCII. */
export function hasHighUnit(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (text.charCodeAt(at) >= 0x80) return true;
  return false;
}

function decodeUnits(units: string): string {
  // Only Node makes such units.
  if (node === undefined || !hasHighUnit(units, 0, units.length)) return units;
  const { Buffer: Bytes } = node;
  return Bytes.from(units, "latin1").toString("utf8");
}

/** "Normalize newlines": carriage returns become line feeds. */
export function normalizeNewlines(text: string): string {
  return text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
}
