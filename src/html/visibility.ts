import { NODE_FLAG } from "./document.ts";
import { TAG } from "./tags.ts";

interface MarkupAttribute {
  readonly name: string;
  readonly value: string;
}

const HIDING_STYLE = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)\b/i;

/** The visibility bits that an element's own markup sets; its ancestors' are added by the tree builder. */
export function ownVisibility(tag: number, attributes: readonly MarkupAttribute[]): number {
  // A hidden root is a page that a script reveals: readers do see it.
  if (tag === TAG.html || tag === TAG.body) return 0;
  if (tag === TAG.noscript) return NODE_FLAG.noscript;
  if (tag === TAG.template) {
    const isShadowRoot = attributes.some(({ name }) => name === "shadowrootmode");
    return isShadowRoot ? 0 : NODE_FLAG.template;
  }
  let flags = 0;
  let isOpen = false;
  for (const { name, value } of attributes) {
    // `hidden=until-found` opens by itself when somebody searches or links into it.
    if (name === "hidden") flags |= value.toLowerCase() === "until-found" ? 0 : NODE_FLAG.hidden;
    else if (name === "aria-hidden") flags |= value.toLowerCase() === "true" ? NODE_FLAG.ariaHidden : 0;
    else if (name === "style") flags |= HIDING_STYLE.test(value) ? NODE_FLAG.hidden : 0;
    else if (name === "open") isOpen = true;
  }
  if (tag === TAG.dialog && !isOpen) flags |= NODE_FLAG.hidden;
  return flags;
}
