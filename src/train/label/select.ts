import { compile, type Options } from "css-select";
import {
  attribute,
  childNodes,
  type Document,
  NODE_KIND,
  parseHtml,
  rawText,
  tagName,
} from "../../html/index.ts";

type Adapter = NonNullable<Options<number, number>["adapter"]>;

/** The elements of a document that a CSS selector matches, in document order. */
export function findMatches(document: Document, selector: string): number[] {
  const isMatch = compileFor(document, selector);
  const found: number[] = [];
  for (let node = 1; node < document.size; node++) {
    if (document.kind[node] === NODE_KIND.element && isMatch(node)) found.push(node);
  }
  return found;
}

/** What is wrong with a selector, or undefined where nothing is. */
export function selectorFault(selector: string): string | undefined {
  if (selector.trim() === "") return "it is empty";
  // css-select takes it for the selector before.
  if (/[>+~]\s*$/.test(selector)) return "nothing follows its last sign";
  try {
    compileFor(parseHtml(""), selector);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function compileFor(document: Document, selector: string): (node: number) => boolean {
  return compile<number, number>(selector, {
    adapter: adapterOf(document),
    // Its cache holds objects only, and our nodes are numbers.
    cacheResults: false,
    relativeSelector: false,
  });
}

/** Our arrays as the tree that css-select walks; the document itself, node 0, is no element. */
function adapterOf(document: Document): Adapter {
  const parentOf = (node: number) => document.parent[node] ?? -1;
  return {
    isTag: (node): node is number => document.kind[node] === NODE_KIND.element,
    getName: (node) => tagName(document, node),
    getAttributeValue: (node, name) => attribute(document, node, name),
    hasAttrib: (node, name) => attribute(document, node, name) !== undefined,
    getChildren: (node) => [...childNodes(document, node)],
    getSiblings: (node) => (parentOf(node) < 0 ? [node] : [...childNodes(document, parentOf(node))]),
    getParent: (node) => (parentOf(node) < 0 ? null : parentOf(node)),
    getText: (node) => rawText(document, node),
    removeSubsets: (nodes) => nodes,
  };
}
