import { gunzipSync, gzipSync } from "node:zlib";
import { type PageRecord, readFileBytes } from "../../archive/index.ts";

/** Where the markup of a saved page is: in its file, or packed here where it came in a line. */
export type SavedContent = { readonly path: string } | { readonly packed: Uint8Array };

// Packing is for memory alone; the fastest level brings most of it.
const LEVEL = 1;

/** Keeps the content of a record so that it can be read again. */
export function keepContent({ content }: PageRecord): SavedContent {
  return "path" in content ? content : { packed: gzipSync(content.html, { level: LEVEL }) };
}

/** The bytes of kept content, or its markup where it came as text. */
export function readContent(content: SavedContent, maxBytes?: number): Uint8Array | string {
  return "path" in content
    ? readFileBytes(content.path, maxBytes)
    : gunzipSync(content.packed).toString("utf8");
}
