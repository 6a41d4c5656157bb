import type { AttributeTable } from "./attribute-table.ts";
import type { CodeTexts } from "./code-texts.ts";
import { TAGS } from "./tags.data.ts";
import { TAG } from "./tags.ts";

/** What a node is. Comments and doctypes are not kept. */
export const NODE_KIND = { document: 0, element: 1, text: 2 } as const;

/** What the markup says about whether a node is shown; a node has its ancestors' bits too. */
export const NODE_FLAG = {
  /** `hidden`, inline `display:none` or `visibility:hidden`, a closed `dialog`. */
  hidden: 1,
  /** `aria-hidden="true"`: on the screen, but not read out. */
  ariaHidden: 2,
  /** Inside `noscript`: shown only where scripts do not run. */
  noscript: 4,
  /** Inside `template` (without `shadowrootmode`): not part of the page until a script uses it. */
  template: 8,
  /** Inside `svg` or `math`. */
  foreign: 16,
} as const;

/**
 * A parsed page: parallel arrays over nodes in document order. Node 0 is the document itself; the subtree of a node is
 * the range `[node, end[node])`; -1 stands for "no such node". Read-only by contract.
 */
export interface Document {
  readonly size: number;
  readonly kind: Uint8Array;
  /** Tag id of an element (see `TAG`), 0 for other names and for non-elements. */
  readonly tag: Uint8Array;
  readonly flags: Uint8Array;
  readonly parent: Int32Array;
  readonly firstChild: Int32Array;
  readonly nextSibling: Int32Array;
  /** One past the last node of the subtree. */
  readonly end: Int32Array;
  /** Attributes of a node are `[attributeStart[node], attributeStart[node + 1])`. */
  readonly attributeStart: Int32Array;
  readonly attributes: AttributeTable;
  /** A text node is `text.slice(textStart[node], textEnd[node])`; an element spans the text of its subtree. */
  readonly textStart: Int32Array;
  readonly textEnd: Int32Array;
  /** The text of all text nodes but code, in document order. */
  readonly text: string;
  /** Text nodes of `script` and `style`: half of a page, and kept apart so that nobody copies or reads it unasked. */
  readonly code: CodeTexts;
  /** Names of elements whose tag id is 0. */
  readonly otherNames: ReadonlyMap<number, string>;
}

/** The name of an element, lower case; foreign elements as `svg:path`. */
export function tagName(document: Document, node: number): string {
  const id = document.tag[node] ?? 0;
  return id === 0 ? (document.otherNames.get(node) ?? "") : (TAGS[id] ?? "");
}

/** The value of an attribute, undefined where the element has none of that name. */
export function attribute(document: Document, node: number, name: string): string | undefined {
  const at = findAttribute(document, node, name);
  return at < 0 ? undefined : document.attributes.valueAt(at);
}

/** Whether an element has an attribute of a name, whatever its value. */
export function hasAttribute(document: Document, node: number, name: string): boolean {
  return findAttribute(document, node, name) >= 0;
}

function findAttribute({ attributes, attributeStart }: Document, node: number, name: string): number {
  return attributes.find(name, attributeStart[node] ?? 0, attributeStart[node + 1] ?? 0);
}

/** The text of a node's whole subtree as the markup has it, hidden parts included; code only of a script or style itself. */
export function rawText(document: Document, node: number): string {
  const tag = document.tag[node];
  const textNode = tag === TAG.script || tag === TAG.style ? (document.firstChild[node] ?? -1) : node;
  const code = document.code.get(textNode);
  if (code !== undefined) return code;
  return document.text.slice(document.textStart[node], document.textEnd[node]);
}

/** The children of a node, in order. */
export function* childNodes(document: Document, node: number): Generator<number> {
  for (let child = document.firstChild[node] ?? -1; child >= 0; child = document.nextSibling[child] ?? -1) {
    yield child;
  }
}

/** Whether `ancestor` holds `node` or is it. */
export function contains(document: Document, ancestor: number, node: number): boolean {
  return node >= ancestor && node < (document.end[ancestor] ?? 0);
}

/** The nearest node at or above `node` whose tag is in `table`, or -1. */
export function closest(document: Document, node: number, table: Uint8Array): number {
  let at = node;
  while (at >= 0 && table[document.tag[at] ?? 0] !== 1) at = document.parent[at] ?? -1;
  return at;
}
