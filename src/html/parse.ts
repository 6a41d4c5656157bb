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
  const root = parse(html, { scriptingEnabled: false });
  const writer = new TreeWriter(html.length);
  writer.open("", []);
  // An explicit stack: pages nest deeper than the call stack allows.
  const lists: ParseNode[][] = [root.childNodes];
  const positions: number[] = [0];
  for (let depth = 0; depth >= 0; ) {
    const list = lists[depth]!;
    const at = positions[depth]!++;
    if (at >= list.length) {
      writer.close();
      lists.length = depth;
      positions.length = depth;
      depth--;
      continue;
    }
    const node = list[at]!;
    if ("tagName" in node) {
      writer.open(nameOf(node), node.attrs);
      depth++;
      lists.push("content" in node ? node.content.childNodes : node.childNodes);
      positions.push(0);
    } else if ("value" in node) {
      writer.text(node.value);
    }
  }
  return writer.finish();
}

function nameOf(element: ParseElement): string {
  if (element.namespaceURI === HTML_NAMESPACE) return element.tagName;
  if (element.tagName === "svg" || element.tagName === "math") return element.tagName;
  return (PREFIXES.get(element.namespaceURI) ?? "") + element.tagName.toLowerCase();
}
