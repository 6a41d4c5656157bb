/** Bytes piece by piece, as a call takes only so many arguments. */
const PIECE_BYTES = 8192;

/** Bytes as base64 text. */
export function toBase64(bytes: Uint8Array): string {
  let binary = "";
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    binary += String.fromCharCode(...bytes.subarray(at, at + PIECE_BYTES));
  }
  return btoa(binary);
}

/** What Node has and browsers do not. */
const { Buffer: NodeBytes } = globalThis as {
  readonly Buffer?: { from(text: string, encoding: "base64"): Uint8Array };
};

/** The bytes of base64 text, or undefined where it is none. */
export function fromBase64(text: string): Uint8Array | undefined {
  if (text.length % 4 !== 0) return undefined;
  if (NodeBytes === undefined) return fromBinary(text);
  // A loop over all characters would be the most of what reading a model takes.
  const bytes = NodeBytes.from(text, "base64");
  const padding = text.endsWith("==") ? 2 : Number(text.endsWith("="));
  // Node passes over what is no base64, and takes the letters that stand for others in addresses.
  if (bytes.length !== (text.length / 4) * 3 - padding || text.includes("-") || text.includes("_"))
    return undefined;
  return bytes;
}

function fromBinary(text: string): Uint8Array | undefined {
  let binary: string;
  try {
    binary = atob(text);
  } catch {
    return undefined;
  }
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at);
  return bytes;
}
