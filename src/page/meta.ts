import { attribute, type Document } from "../html/index.ts";
import type { Landmarks } from "./landmarks.ts";

/** What the `meta` elements say: lower-case name to every non-empty content, in document order. */
export type Meta = ReadonlyMap<string, readonly string[]>;

const NAMING_ATTRIBUTES = ["name", "property", "http-equiv", "itemprop"] as const;

/** Reads every `meta`; one that has several names stands under each of them. */
export function readMeta(document: Document, landmarks: Landmarks): Meta {
  const meta = new Map<string, string[]>();
  for (const node of landmarks.metas) {
    const content = attribute(document, node, "content")?.trim();
    if (!content) continue;
    for (const naming of NAMING_ATTRIBUTES) {
      const name = attribute(document, node, naming)?.trim().toLowerCase();
      if (!name) continue;
      const contents = meta.get(name);
      if (contents === undefined) meta.set(name, [content]);
      else if (contents.at(-1) !== content) contents.push(content);
    }
  }
  return meta;
}
