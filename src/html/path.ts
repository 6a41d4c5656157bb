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

/** The paths of many nodes, in the given order, in time linear in the document; `nodePath` walks the siblings for each. */
export function nodePaths(document: Document, nodes: Int32Array): string[] {
  const { parent, size } = document;
  const isNeeded = new Uint8Array(size);
  for (const node of nodes) {
    for (let at = node; at >= 0 && isNeeded[at] === 0; at = parent[at]!) isNeeded[at] = 1;
  }
  const paths = new Map<number, string>();
  for (let at = 0; at < size; at++) {
    if (isNeeded[at] === 0) continue;
    const prefix = paths.get(at) ?? "";
    const counts = new Map<string, number>();
    for (const child of childNodes(document, at)) {
      const name = stepName(document, child);
      const index = (counts.get(name) ?? 0) + 1;
      counts.set(name, index);
      if (isNeeded[child] === 1) paths.set(child, `${prefix}/${name}[${index}]`);
    }
  }
  return Array.from(nodes, (node) => paths.get(node) ?? "/");
}

/** The node a path leads to, or -1. A step without an index means its first. */
export function nodeAt(document: Document, path: string): number {
  let at = 0;
  for (const step of path.split("/").filter((part) => part !== "")) {
    const [, name = "", digits = "1"] = /^(.+?)(?:\[(\d+)\])?$/.exec(step) ?? [];
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
