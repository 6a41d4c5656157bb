import { createMultibyteDecoder } from "@exodus/bytes/multi-byte.js";
import type { CharsetDecoder } from "./encoding.ts";

/** A character that Node's TextDecoder lacks, by encoding: EUC-KR without the syllables of windows-949, Big5 without Hong Kong's characters. Browsers have both. */
const PROBES: ReadonlyMap<string, { readonly bytes: readonly number[]; readonly text: string }> = new Map([
  ["euc-kr", { bytes: [0x81, 0x41], text: "갂" }],
  ["big5", { bytes: [0x87, 0x40], text: "䏰" }],
]);

/** Decodes what the runtime's TextDecoder gets wrong. Only in the full package: its tables are large. */
export const decodeCharset: CharsetDecoder = (bytes, encoding) => {
  const probe = PROBES.get(encoding);
  if (probe === undefined) return undefined;
  if (new TextDecoder(encoding).decode(Uint8Array.from(probe.bytes)) === probe.text) return undefined;
  return createMultibyteDecoder(encoding, true)(bytes);
};
