import { childNodes, type Document, NODE_KIND, tagName } from "./document.ts";

/** The XPath of a node with every index, as in `/html[1]/body[1]/p[2]/text()[1]`; the document itself is `/`. */
export function nodePath(document: Document, node: number): string {
  const steps: string[] = [];
  for (let at = node; (document.parent[at] ?? -1) >= 0; at = document.parent[at] ?? 0) {
    const name = stepName(document, at);
    let index = 0;
    for (const sibling of childNodes(document, document.parent[at] ?? 0)) {
      if (stepName(document, sibling) === name) index++;
      if (sibling === at) break;
    }
    steps.push(`${name}[${index}]`);
  }
  return `/${steps.reverse().join("/")}`;
}

/** The node a path leads to, or -1. A step without an index means its first. */
export function nodeAt(document: Document, path: string): number {
  let at = 0;
  for (const step of path.split("/").filter((part) => part !== "")) {
    const [, name = "", digits = "1"] = /^([^[\]]+)(?:\[(\d+)\])?$/.exec(step) ?? [];
    let left = Number(digits);
    let found = -1;
    for (const child of childNodes(document, at)) {
      if (stepName(document, child) === name && --left === 0) {
        found = child;
        break;
      }
    }
    if (found < 0) return -1;
    at = found;
  }
  return at;
}

function stepName(document: Document, node: number): string {
  return document.kind[node] === NODE_KIND.text ? "text()" : tagName(document, node);
}
