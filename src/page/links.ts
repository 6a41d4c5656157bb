import { attribute, type Document } from "../html/index.ts";
import { resolveUrl } from "../url/index.ts";
import type { Landmarks } from "./landmarks.ts";

/** An anchor of the page. */
export interface Link {
  readonly node: number;
  /** Absolute; http, https or mailto. */
  readonly href: string;
  /** The `rel` attribute, lower case, empty where there is none. */
  readonly rel: string;
  /** Its text is `document.text.slice(textStart, textEnd)`. */
  readonly textStart: number;
  readonly textEnd: number;
}

/** Every anchor whose address can be resolved to a safe one, in document order. */
export function findLinks(
  document: Document,
  landmarks: Landmarks,
  baseUrl: string | undefined,
): readonly Link[] {
  const base = baseUrl === undefined ? undefined : (URL.parse(baseUrl) ?? undefined);
  const links: Link[] = [];
  for (const node of landmarks.anchors) {
    const href = resolveUrl(attribute(document, node, "href") ?? "", base);
    if (href === undefined) continue;
    links.push({
      node,
      href,
      rel: (attribute(document, node, "rel") ?? "").toLowerCase(),
      textStart: document.textStart[node]!,
      textEnd: document.textEnd[node]!,
    });
  }
  return links;
}
