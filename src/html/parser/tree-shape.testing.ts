import { NODE_KIND, tagName } from "../document.ts";
import { parseHtml } from "../parse.ts";

/** The tree of a page as one line: names with what they hold in brackets, texts in quotes. */
export function treeShape(html: string): string {
  const document = parseHtml(html);
  const ends: number[] = [];
  let line = "";
  for (let node = 1; node < document.size; node++) {
    const isText = document.kind[node] === NODE_KIND.text;
    line += isText
      ? `"${document.text.slice(document.textStart[node], document.textEnd[node])}"`
      : tagName(document, node);
    if (document.end[node]! > node + 1) {
      line += "(";
      ends.push(document.end[node]!);
      continue;
    }
    for (; ends.at(-1) === node + 1; ends.pop()) line += ")";
    if (node + 1 < document.size) line += " ";
  }
  return line;
}

/** The shape of the body's content, for a page with an empty head. */
export function bodyShape(html: string): string {
  const shape = treeShape(html);
  const start = "html(head body(";
  if (!shape.startsWith(start)) throw new RangeError(`There is more than a body: ${shape}`);
  return shape.slice(start.length, -2);
}
