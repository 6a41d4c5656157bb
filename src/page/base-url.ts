import { attribute, type Document } from "../html/index.ts";
import { isHttp } from "../url/index.ts";
import type { Landmarks } from "./landmarks.ts";

/** The address that relative ones on the page refer to: the first `base` in it, resolved against the page's own. */
export function findBaseUrl(
  document: Document,
  landmarks: Landmarks,
  url: string | undefined,
): string | undefined {
  for (const node of landmarks.bases) {
    const href = attribute(document, node, "href");
    if (href === undefined) continue;
    const resolved = URL.parse(href.trim(), url);
    return resolved && isHttp(resolved) ? resolved.href : url;
  }
  return url;
}
