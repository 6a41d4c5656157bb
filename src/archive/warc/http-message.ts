import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync, zstdDecompressSync } from "node:zlib";
import { describeBytes, NewsError } from "../../errors/index.ts";
import { systemCode } from "../read-files.ts";

/** The encodings of a page's bytes, in the order in which they are undone. */
const CODINGS = ["chunked", "gzip", "deflate", "br", "zstd"] as const;
/** A way in which a server packs a page. */
export type Coding = (typeof CODINGS)[number];

/** An HTTP response as an archive keeps it. */
export interface HttpMessage {
  readonly status: number;
  /** Without parameters, in lower case; undefined where the server does not say. */
  readonly contentType?: string | undefined;
  readonly charset?: string | undefined;
  readonly codings: readonly Coding[];
  readonly body: Uint8Array;
}

/** A longer head is not HTTP. */
const MAX_HEAD_BYTES = 1 << 16;

/** Reads the head of a response; undefined where the bytes are not one. */
export function readHttp(bytes: Buffer): HttpMessage | undefined {
  const end = headEnd(bytes.subarray(0, MAX_HEAD_BYTES));
  const [statusLine = "", ...lines] = bytes.toString("latin1", 0, end.at).split(/\r?\n/);
  const status = /^HTTP\/\d(?:\.\d)? +(?<status>\d{3})(?: |$)/i.exec(statusLine)?.groups?.status;
  if (status === undefined) return undefined;
  const fields = readFields(lines);
  const codings = [
    ...listOf(fields.get("transfer-encoding")).toReversed(),
    ...listOf(fields.get("content-encoding")).toReversed(),
  ].flatMap((name) => CODING_NAMES.get(name) ?? []);
  return {
    status: Number(status),
    ...readContentType(fields.get("content-type")),
    codings,
    body: bytes.subarray(end.at + end.length),
  };
}

const CODING_NAMES: ReadonlyMap<string, Coding> = new Map([
  ...CODINGS.map((coding) => [coding, coding] as const),
  ["x-gzip", "gzip"],
]);

function headEnd(bytes: Buffer): { readonly at: number; readonly length: number } {
  const at = bytes.indexOf("\r\n\r\n");
  const plain = (at === -1 ? bytes : bytes.subarray(0, at)).indexOf("\n\n");
  if (plain !== -1) return { at: plain, length: 2 };
  return at === -1 ? { at: bytes.length, length: 0 } : { at, length: 4 };
}

/** The first value of each field; lists may be written as several fields. */
function readFields(lines: readonly string[]): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  for (const line of lines) {
    const colon = line.indexOf(":");
    if (colon < 1) continue;
    const name = line.slice(0, colon).trim().toLowerCase();
    const value = line.slice(colon + 1).trim();
    const before = fields.get(name);
    const isList = name.endsWith("-encoding") && before !== undefined;
    if (before === undefined || isList) fields.set(name, isList ? `${before}, ${value}` : value);
  }
  return fields;
}

function listOf(value = ""): readonly string[] {
  return value.split(",").map((word) => word.trim().toLowerCase());
}

/** A content type without its parameters, and its charset. */
export function readContentType(value: string | undefined): {
  readonly contentType: string | undefined;
  readonly charset: string | undefined;
} {
  const contentType = value?.split(";")[0]?.trim().toLowerCase() || undefined;
  const charset = /;\s*charset\s*=\s*["']?(?<label>[^"';\s]+)/i.exec(value ?? "")?.groups?.label;
  return { contentType, charset };
}

/**
 * Undoes the encodings of a page. Archives often keep the original head of a decoded body, so bytes without the stated encoding
 * stay as they are.
 */
export function undoCodings(bytes: Uint8Array, codings: readonly Coding[], maxBytes: number): Uint8Array {
  return codings.reduce((before, coding) => UNDO[coding](before, maxBytes), bytes);
}

const UNDO: Readonly<Record<Coding, (bytes: Uint8Array, maxBytes: number) => Uint8Array>> = {
  chunked: joinChunks,
  gzip: (bytes, maxBytes) =>
    bytes[0] === 0x1f && bytes[1] === 0x8b ? unpack("gzip", gunzipSync, bytes, maxBytes) : bytes,
  deflate: (bytes, maxBytes) => {
    if (looksLikeMarkup(bytes)) return bytes;
    // RFC 9110 asks for the zlib format, but some servers send a bare stream.
    const isZlib = ((bytes[0] ?? 0) & 15) === 8 && (((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0)) % 31 === 0;
    return unpack("deflate", isZlib ? inflateSync : inflateRawSync, bytes, maxBytes);
  },
  br: (bytes, maxBytes) => (looksLikeMarkup(bytes) ? bytes : unpackBrotli(bytes, maxBytes)),
  zstd: (bytes, maxBytes) => (bytes[0] === 0x28 && bytes[1] === 0xb5 ? unpackZstd(bytes, maxBytes) : bytes),
};

/** Whether bytes begin as markup does. */
export function looksLikeMarkup(bytes: Uint8Array): boolean {
  return /^(?:\ufeff|\u00ef\u00bb\u00bf)?\s*</.test(Buffer.from(bytes.subarray(0, 64)).toString("latin1"));
}

/** Numbers of zlib: importing its table of constants would load the module in every command. */
const Z_SYNC_FLUSH = 2;
const BROTLI_FLUSH = 1;
const ZSTD_FLUSH = 1;

type Unpack = (bytes: Uint8Array, options: { maxOutputLength: number; finishFlush: number }) => Uint8Array;

/** Truncated bodies are decoded as far as they go. */
function unpack(coding: Coding, by: Unpack, bytes: Uint8Array, maxBytes: number): Uint8Array {
  return guarded(coding, maxBytes, () => by(bytes, { maxOutputLength: maxBytes, finishFlush: Z_SYNC_FLUSH }));
}

function unpackBrotli(bytes: Uint8Array, maxBytes: number): Uint8Array {
  const finishFlush = BROTLI_FLUSH;
  return guarded("br", maxBytes, () =>
    brotliDecompressSync(bytes, { maxOutputLength: maxBytes, finishFlush }),
  );
}

function unpackZstd(bytes: Uint8Array, maxBytes: number): Uint8Array {
  const finishFlush = ZSTD_FLUSH;
  return guarded("zstd", maxBytes, () =>
    zstdDecompressSync(bytes, { maxOutputLength: maxBytes, finishFlush }),
  );
}

function guarded(coding: Coding, maxBytes: number, work: () => Uint8Array): Uint8Array {
  try {
    return work();
  } catch (cause) {
    if (systemCode(cause) === "ERR_BUFFER_TOO_LARGE")
      throw new NewsError("INPUT_TOO_LARGE", `The body unpacks to over ${describeBytes(maxBytes)}.`, {
        cause,
      });
    throw new NewsError("BAD_ARCHIVE", `The body of the record is no ${coding} data, as its head says.`, {
      cause,
    });
  }
}

const NEWLINE = 0x0a;
/** The size of a chunk in hexadecimal digits, and extensions that nobody uses. */
const CHUNK_SIZE = /^[ \t]*(?<size>[0-9a-f]{1,8})[ \t]*(?:;[^\n]*)?\r?$/i;
const MAX_SIZE_LINE = 256;

/** The content of a chunked body; a truncated one as far as it goes. */
function joinChunks(bytes: Uint8Array): Uint8Array {
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const chunks: Uint8Array[] = [];
  let at = 0;
  while (at < body.length) {
    const end = body.subarray(at, at + MAX_SIZE_LINE).indexOf(NEWLINE);
    const size =
      end === -1 ? undefined : CHUNK_SIZE.exec(body.toString("latin1", at, at + end))?.groups?.size;
    if (size === undefined) return at === 0 ? bytes : Buffer.concat(chunks);
    const from = at + end + 1;
    const length = Number.parseInt(size, 16);
    if (length === 0) break;
    chunks.push(body.subarray(from, from + length));
    at = from + length;
    if (body[at] === 0x0d) at++;
    if (body[at] === NEWLINE) at++;
  }
  return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
}
