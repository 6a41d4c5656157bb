import { attribute, type Document } from "../html/index.ts";

/** What the makers of a page call an element: its class and id. */
export function marksOf(document: Document, node: number): string {
  return `${attribute(document, node, "class") ?? ""} ${attribute(document, node, "id") ?? ""}`;
}

/** An element and those around it, from the inside out; `most` of them at most, without the document itself. */
export function elementsAround({ parent }: Document, element: number, most: number): readonly number[] {
  const found: number[] = [];
  for (let at = element; at > 0 && found.length < most; at = parent[at]!) found.push(at);
  return found;
}
