import { type DefaultTreeAdapterTypes, parse } from "parse5";
import type { Document } from "./document.ts";
import { TreeWriter } from "./tree-writer.ts";

type ParseNode = DefaultTreeAdapterTypes.Node;
type ParseElement = DefaultTreeAdapterTypes.Element;

const HTML_NAMESPACE = "http://www.w3.org/1999/xhtml";
const PREFIXES: ReadonlyMap<string, string> = new Map([
  ["http://www.w3.org/2000/svg", "svg:"],
  ["http://www.w3.org/1998/Math/MathML", "math:"],
]);

/** The tree a browser without scripts would build, as arrays in document order. */
export function parseHtml(html: string): Document {
  return flatten(parse(html, { scriptingEnabled: false }).childNodes, html.length);
}

function flatten(top: readonly ParseNode[], sourceLength: number): Document {
  const writer = new TreeWriter(sourceLength);
  writer.open("", []);
  // An explicit stack: pages nest deeper than the call stack allows.
  const lists: (readonly ParseNode[])[] = [top];
  const positions: number[] = [0];
  let depth = 0;
  let list = top;
  let at = 0;
  for (;;) {
    if (at >= list.length) {
      writer.close();
      if (depth === 0) return writer.finish();
      depth--;
      list = lists[depth]!;
      at = positions[depth]!;
      continue;
    }
    const node = list[at++]!;
    if (node.nodeName === "#text") {
      if ("value" in node) writer.text(node.value);
    } else if ("attrs" in node) {
      writer.open(nameOf(node), node.attrs);
      positions[depth] = at;
      depth++;
      list = "content" in node ? node.content.childNodes : node.childNodes;
      lists[depth] = list;
      at = 0;
    }
  }
}

function nameOf(element: ParseElement): string {
  if (element.namespaceURI === HTML_NAMESPACE) return element.tagName;
  if (element.tagName === "svg" || element.tagName === "math") return element.tagName;
  return (PREFIXES.get(element.namespaceURI) ?? "") + element.tagName.toLowerCase();
}
