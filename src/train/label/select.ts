import { compile, type Options } from "css-select";
import { NewsError } from "../../errors/index.ts";
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

/**
 * Nodes that a selector may look at on a page, about a second's worth: `p ~ p` among 100,000 siblings would take hours.
 * Pages of news take thousands.
 */
const MAX_STEPS = 20_000_000;

/** The elements of a document that a CSS selector matches, in document order; throws PAGE_TOO_DEEP where it would take for ever. */
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
  const { kind, parent, end } = document;
  // css-select asks every child for all its siblings.
  const families = new Map<number, number[]>();
  const childrenOf = (node: number) => {
    const children = families.get(node) ?? [...childNodes(document, node)];
    families.set(node, children);
    return children;
  };
  const parentOf = (node: number) => parent[node] ?? -1;
  let previous: Int32Array | undefined;
  let steps = 0;
  const spend = (nodes: number) => {
    steps += nodes;
    if (steps > MAX_STEPS)
      throw new NewsError("PAGE_TOO_DEEP", "The selector takes too long on this page; use a simpler one.");
  };
  return {
    isTag: (node): node is number => {
      spend(1);
      return kind[node] === NODE_KIND.element;
    },
    getName: (node) => tagName(document, node),
    getAttributeValue: (node, name) => attribute(document, node, name),
    hasAttrib: (node, name) => attribute(document, node, name) !== undefined,
    getChildren: childrenOf,
    getSiblings: (node) => (parentOf(node) < 0 ? [node] : childrenOf(parentOf(node))),
    prevElementSibling: (node) => {
      previous ??= previousElements(document);
      return previous[node]! < 0 ? null : previous[node]!;
    },
    getParent: (node) => (parentOf(node) < 0 ? null : parentOf(node)),
    getText: (node) => {
      spend(end[node]! - node);
      return rawText(document, node);
    },
    removeSubsets: (nodes) => nodes,
  };
}

/** For every element the one before it among its siblings, or -1. */
function previousElements({ size, kind, parent }: Document): Int32Array {
  const previous = new Int32Array(size).fill(-1);
  const lastChild = new Int32Array(size).fill(-1);
  for (let node = 1; node < size; node++) {
    if (kind[node] !== NODE_KIND.element) continue;
    previous[node] = lastChild[parent[node]!]!;
    lastChild[parent[node]!] = node;
  }
  return previous;
}
