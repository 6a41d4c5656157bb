import { attribute, type Document, TAG } from "../html/index.ts";

/** The address that relative ones on the page refer to: the first `base` in it, resolved against the page's own. */
export function findBaseUrl(document: Document, url: string | undefined): string | undefined {
  for (let node = 0; node < document.size; node++) {
    if (document.tag[node] !== TAG.base) continue;
    const href = attribute(document, node, "href");
    if (href === undefined) continue;
    const resolved = URL.parse(href.trim(), url);
    const isWeb = resolved?.protocol === "http:" || resolved?.protocol === "https:";
    return isWeb ? resolved.href : url;
  }
  return url;
}
