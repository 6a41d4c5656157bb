import { type Document, tagTable } from "../../html/index.ts";
import { type Span, TOKEN, type Tokens } from "./tokens.ts";

/** Rule 1 of 4.2. */
const EMPTIED = tagTable("iframe", "table");
const DIV = tagTable("div");
/** Rule 2 of 4.2: a div that holds one of these is emptied. */
const TELLTALE = tagTable("a", "iframe", "table", "img", "embed", "applet", "object");

/**
 * The elements whose contents the cleaning rules of 4.2 remove from an extracted block, as nodes in document order.
 *
 * Reading: only elements that begin and end inside the block; else the div around the article would go.
 */
export function findBoxes(document: Document, tokens: Tokens, span: Span): number[] {
  const boxes: number[] = [];
  const telltales = telltaleNodes(document, tokens, span);
  const ended = new Set<number>();
  for (let at = span.first; at <= span.last; at++) {
    if (tokens.kind[at] === TOKEN.endTag) ended.add(tokens.node[at]!);
  }
  let next = 0;
  for (let at = span.first; at <= span.last; at++) {
    if (tokens.kind[at] !== TOKEN.startTag) continue;
    const node = tokens.node[at]!;
    const tag = document.tag[node]!;
    if ((EMPTIED[tag] !== 1 && DIV[tag] !== 1) || !ended.has(node)) continue;
    if (node < (document.end[boxes.at(-1) ?? -1] ?? 0)) continue;
    while (next < telltales.length && telltales[next]! <= node) next++;
    const holdsTelltale = next < telltales.length && telltales[next]! < document.end[node]!;
    if (EMPTIED[tag] === 1 || holdsTelltale) boxes.push(node);
  }
  return boxes;
}

function telltaleNodes(document: Document, { kind, node }: Tokens, { first, last }: Span): number[] {
  const found: number[] = [];
  for (let at = first; at <= last; at++) {
    if (kind[at] === TOKEN.startTag && TELLTALE[document.tag[node[at]!]!] === 1) found.push(node[at]!);
  }
  return found;
}
