import { markedEncoding } from "./encoding.ts";

/** Markup as it is parsed. */
export interface Markup {
  /** The text, or UTF-8 with a unit for every byte. */
  readonly units: string;
  /** Whether it is UTF-8: then only what is handed out is decoded, which is a small part of a page. */
  readonly isUtf8: boolean;
}

/** A part of the text: no range that begins or ends at an ASCII character cuts a character in two. */
export function textOf({ units, isUtf8 }: Markup, from: number, to: number): string {
  const part = units.slice(from, to);
  return isUtf8 ? decodeUnits(part) : part;
}

/** All of the text. */
export function wholeText(source: Markup): string {
  return textOf(source, 0, source.units.length);
}

/** A part of a source, in its own units. */
export function sliceMarkup({ units, isUtf8 }: Markup, from: number, to: number): Markup {
  return { units: units.slice(from, to), isUtf8 };
}

/** Markup of nothing, for those who keep none. */
export const NO_MARKUP: Markup = { units: "", isUtf8: false };

/** Markup that is a text. */
export function markupOfText(text: string): Markup {
  return { units: text, isUtf8: false };
}

/** What Node has for bytes. Browsers have nothing as quick: they read bytes as text. */
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

/** Bytes as a text with a unit for every byte behind their mark, where they are well-formed UTF-8 and the runtime can tell quickly. */
export function utf8Units(bytes: Uint8Array): string | undefined {
  if (node?.isUtf8(bytes) !== true) return undefined;
  const { Buffer: Bytes } = node;
  const start = markedEncoding(bytes) === "utf-8" ? MARK_BYTES : 0;
  return Bytes.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1", start);
}

/** Whether all bytes of such are ASCII. */
export function isAscii(bytes: Uint8Array): boolean {
  return node?.isAscii(bytes) === true;
}

/** Whether a range of a text holds a unit beyond ASCII. */
export function hasHighUnit(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (text.charCodeAt(at) >= 0x80) return true;
  return false;
}

/** The text that such units stand for. */
function decodeUnits(units: string): string {
  // Nobody but Node makes such units.
  if (node === undefined || !hasHighUnit(units, 0, units.length)) return units;
  const { Buffer: Bytes } = node;
  return Bytes.from(units, "latin1").toString("utf8");
}

/** Text with the line feeds that the standard puts in the place of carriage returns, "normalize newlines". */
export function normalizeNewlines(text: string): string {
  return text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
}
