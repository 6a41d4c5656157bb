import { markedEncoding } from "./byte-order.ts";

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
export function decodeUnits(units: string): string {
  // Nobody but Node makes such units.
  if (node === undefined || !hasHighUnit(units, 0, units.length)) return units;
  const { Buffer: Bytes } = node;
  return Bytes.from(units, "latin1").toString("utf8");
}
