import type { Page } from "../../page/index.ts";
import { leafContent } from "./leaf-content.ts";
import type { SemanticNode } from "./semantic-tree.ts";

/** A part as JSON tells it: leaves have `text`, others `children`, and `media` says what a leaf without text is. */
interface JsonPart {
  readonly kind: SemanticNode["kind"];
  readonly label?: string;
  readonly url?: string;
  readonly media?: string;
  readonly text?: string;
  readonly children?: readonly JsonPart[];
}

/** A partition as JSON. */
export function partitionToJson(page: Page, tree: SemanticNode): string {
  const { url } = page;
  return `${JSON.stringify({ ...(url === undefined ? {} : { url }), ...partOf(page, tree) }, null, 2)}\n`;
}

function partOf(page: Page, { kind, label, from, children }: SemanticNode): JsonPart {
  if (kind === "leaf") {
    const { kind: shown, text, url } = leafContent(page, from);
    return { kind, ...(shown === "text" ? {} : { media: shown }), text, ...(url ? { url } : {}) };
  }
  const named = label ? { label: label.text, ...(label.url ? { url: label.url } : {}) } : {};
  return { kind, ...named, children: children.map((child) => partOf(page, child)) };
}
