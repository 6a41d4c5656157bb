import { ATTRIBUTE, attribute, type Document } from "../html/index.ts";
import { rememberWords } from "../text/index.ts";

/** Longer ones are cut: a hostile page may name every element with a megabyte. */
const MAX_CHARACTERS = 2_000;

/** What the makers of a page call an element: its id and class. */
export function marksOf(document: Document, node: number): string {
  const marks = `${attribute(document, node, "id") ?? ""} ${attribute(document, node, "class") ?? ""}`;
  return marks.slice(0, MAX_CHARACTERS);
}

/** An element and those around it, from the inside out; `most` of them at most, without the document itself. */
export function elementsAround({ parent }: Document, element: number, most: number): readonly number[] {
  const found: number[] = [];
  for (let at = element; at > 0 && found.length < most; at = parent[at]!) found.push(at);
  return found;
}

/** Whether what the makers of a page call an element fits a pattern. Remembered: pages call many elements alike. */
export function markTest(pattern: RegExp): (document: Document, node: number) => boolean {
  const fits = rememberWords((mark) => (pattern.test(mark) ? 1 : 0));
  return ({ attributes, attributeStart }, node) => {
    const end = attributeStart[node + 1]!;
    for (let at = attributeStart[node]!; at < end; at++) {
      const name = attributes.name[at];
      const isMark = name === ATTRIBUTE.class || name === ATTRIBUTE.id;
      if (isMark && fits(cut(attributes.valueAt(at))) === 1) return true;
    }
    return false;
  };
}

function cut(mark: string): string {
  return mark.length > MAX_CHARACTERS ? mark.slice(0, MAX_CHARACTERS) : mark;
}
