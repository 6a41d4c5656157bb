import { BLOCK_TAGS, childNodes, type Document, TAG, type TagName, tagTable } from "../../html/index.ts";

/** Elements that mean something to readers, their software and search; all others are boxes. */
const KEPT_NAMES = [
  "p",
  "h1",
  "h2",
  "h3",
  "h4",
  "h5",
  "h6",
  "ul",
  "ol",
  "li",
  "dl",
  "dt",
  "dd",
  "blockquote",
  "pre",
  "figure",
  "figcaption",
  "table",
  "caption",
  "thead",
  "tbody",
  "tfoot",
  "tr",
  "th",
  "td",
  "a",
  "strong",
  "em",
  "b",
  "i",
  "u",
  "s",
  "code",
  "kbd",
  "samp",
  "var",
  "sub",
  "sup",
  "mark",
  "del",
  "ins",
  "q",
  "cite",
  "abbr",
  "dfn",
  "small",
  "ruby",
  "rt",
  "rp",
  "time",
  "br",
  "hr",
  "wbr",
  "section",
  "article",
  "header",
  "footer",
  "aside",
  "address",
  "div",
  "span",
] as const satisfies readonly TagName[];
const KEPT = new Map<number, (typeof KEPT_NAMES)[number]>(KEPT_NAMES.map((name) => [TAG[name], name]));

const TABLE_PARTS: Readonly<Record<string, Uint8Array>> = {
  table: tagTable("caption", "colgroup", "thead", "tbody", "tfoot"),
  thead: tagTable("tr"),
  tbody: tagTable("tr"),
  tfoot: tagTable("tr"),
  tr: tagTable("td", "th"),
};
/** Elements that a parser allows only inside of these. */
const PARENTS: Readonly<Record<string, ReadonlySet<string>>> = {
  li: new Set(["ul", "ol"]),
  dt: new Set(["dl"]),
  dd: new Set(["dl"]),
  caption: new Set(["table"]),
  thead: new Set(["table"]),
  tbody: new Set(["table"]),
  tfoot: new Set(["table"]),
  tr: new Set(["thead", "tbody", "tfoot"]),
  td: new Set(["tr"]),
  th: new Set(["tr"]),
  rt: new Set(["ruby"]),
  rp: new Set(["ruby"]),
};
/** Elements that a parser would end where they begin again inside of themselves. */
const NEVER_NESTED: ReadonlySet<string> = new Set(["a", "p", "h1", "h2", "h3", "h4", "h5", "h6"]);
const HEADING = /^h[1-6]$/;

/**
 * The name under which an element stands in an article: its own where a parser would read it back at the same place, else
 * that of a box. `open` names the elements around it, the nearest last.
 */
export function elementTag(document: Document, node: number, open: readonly string[]): string {
  const id = document.tag[node]!;
  const inParagraph = open.includes("p");
  const box = inParagraph || BLOCK_TAGS[id] !== 1 ? "span" : "div";
  const name = KEPT.get(id);
  if (name === undefined) return box;
  // A paragraph ends where a block begins; a box with the look of a block stays inside.
  if (inParagraph && BLOCK_TAGS[id] === 1) return "span";
  if (PARENTS[name]?.has(open.at(-1) ?? "") === false) return box;
  if (NEVER_NESTED.has(name) && open.includes(name)) return box;
  if (HEADING.test(name) && open.some((outer) => HEADING.test(outer))) return box;
  return isTableOfParts(document, node, name) ? name : box;
}

/** Whether a table, or a part of one, holds only what a parser leaves inside of it. */
function isTableOfParts(document: Document, node: number, name: string): boolean {
  const parts = TABLE_PARTS[name];
  if (parts === undefined) return true;
  for (const child of childNodes(document, node)) {
    const isText = document.kind[child] === 2;
    if (isText && document.text.slice(document.textStart[child], document.textEnd[child]).trim() !== "")
      return false;
    if (!isText && parts[document.tag[child]!] !== 1) return false;
  }
  return true;
}
