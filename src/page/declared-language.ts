import { attribute, type Document } from "../html/index.ts";
import type { Landmarks } from "./landmarks.ts";

/** What the root elements say of the page's language, as written. */
export interface Declared {
  readonly language: string | undefined;
  readonly direction: "ltr" | "rtl" | undefined;
}

/** Reads `lang` and `dir` from `html`, else from `body`. */
export function readDeclared(document: Document, landmarks: Landmarks): Declared {
  const roots = [landmarks.html, landmarks.body].filter((node) => node >= 0);
  const first = (...names: readonly string[]) => {
    for (const node of roots) {
      for (const name of names) {
        const value = attribute(document, node, name)?.trim();
        if (value) return value;
      }
    }
    return undefined;
  };
  const direction = first("dir")?.toLowerCase();
  return {
    language: first("lang", "xml:lang"),
    direction: direction === "ltr" || direction === "rtl" ? direction : undefined,
  };
}
