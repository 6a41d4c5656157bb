import type { Page } from "playwright-core";

/** The tree that Chromium's own DOMParser builds, in the form of `ourLines`. */
export function chromiumLines(live: Page, html: string): Promise<string[]> {
  return live.evaluate(readLines, html);
}

/** Runs inside the browser. */
function readLines(html: string): string[] {
  const lines: string[] = [];
  const spaces: Readonly<Record<string, string>> = {
    "http://www.w3.org/2000/svg": "svg ",
    "http://www.w3.org/1998/Math/MathML": "math ",
  };
  const describe = (node: Node): string => {
    if (node instanceof Text) return JSON.stringify(node.data);
    if (node instanceof Comment)
      return `<!-- ${node.data.replaceAll("\0", "\ufffd").replace(/-+!?$/, "")} -->`;
    const element = node as Element;
    const attributes = [...element.attributes].map(
      ({ name, value }) => ` ${name.toLowerCase()}=${JSON.stringify(value)}`,
    );
    const name = (spaces[element.namespaceURI ?? ""] ?? "") + element.localName.toLowerCase();
    return `<${name}${attributes.join("")}>`;
  };
  const open: { node: Node; depth: number }[] = [];
  const pushChildren = (node: Node, depth: number): void => {
    const holder = node instanceof HTMLTemplateElement ? node.content : node;
    for (let child = holder.lastChild; child !== null; child = child.previousSibling)
      open.push({ node: child, depth });
  };
  pushChildren(new DOMParser().parseFromString(html, "text/html"), 0);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, depth } = next;
    if (node.nodeType === Node.DOCUMENT_TYPE_NODE) continue;
    lines.push(depth + describe(node));
    pushChildren(node, depth + 1);
  }
  return lines;
}
