import { type DefaultTreeAdapterTypes, parse } from "parse5";
import { type Document, NODE_KIND, parseHtml, rawText, tagName } from "../../src/html/index.ts";
import { markupOfText } from "../../src/html/markup.ts";
import { parseMarkup } from "../../src/html/parse.ts";
import { MATH, NAME_BITS, SVG } from "../../src/html/parser/names.ts";
import { HtmlParser } from "../../src/html/parser/parser.ts";
import { KIND } from "../../src/html/parser/tree.ts";

const parser = new HtmlParser();

/** The tree that our parser builds, one line a node with its depth; without doctypes, foreign names in lower case. */
export function ourLines(html: string): string[] {
  const { tree, tag, merged, source } = parser.parse(markupOfText(html), {
    maxElements: 10_000_000,
    maxMoves: 1_000_000_000,
    maxCopied: 1_000_000_000,
    hasNul: html.includes("\0"),
  });
  const lines: string[] = [];
  const name = (key: number): string => {
    const space = (key & SVG) !== 0 ? "svg " : (key & MATH) !== 0 ? "math " : "";
    return space + tag.names.nameOf(key & NAME_BITS);
  };
  const attributes = (node: number): string => {
    const pairs: string[] = [];
    for (let at = tree.from[node]!; at < tree.to[node]!; at++) {
      pairs.push(pair(tag.names.nameOf(tag.attributes.name[at]!), tag.attributes.valueAt(at, source)));
    }
    for (const at of merged.get(node)?.places ?? []) {
      pairs.push(pair(tag.names.nameOf(tag.attributes.name[at]!), tag.attributes.valueAt(at, source)));
    }
    return pairs.join("");
  };
  let depth = 0;
  for (let node = tree.first[0]!; node > 0; ) {
    const kind = tree.kind[node]!;
    if (kind === KIND.text) lines.push(textLine(depth, tree.textOf(node, source)));
    else if (kind === KIND.comment) lines.push(`${depth}<!-- ${cleanComment(tree.textOf(node, source))} -->`);
    else lines.push(`${depth}<${name(tree.key[node]!)}${attributes(node)}>`);
    if (tree.first[node]! >= 0) {
      node = tree.first[node]!;
      depth++;
      continue;
    }
    while (node > 0 && tree.next[node]! < 0) {
      node = tree.parent[node]!;
      depth--;
    }
    if (node > 0) node = tree.next[node]!;
  }
  return lines;
}

/** A Document in the same form, with names as it has them. */
export function documentLines(document: Document): string[] {
  const { attributes, attributeStart, kind, parent } = document;
  const depths = new Int32Array(document.size).fill(-1);
  const lines: string[] = [];
  for (let node = 1; node < document.size; node++) {
    const depth = depths[parent[node]!]! + 1;
    depths[node] = depth;
    if (kind[node] === NODE_KIND.text) {
      lines.push(textLine(depth, rawText(document, node)));
      continue;
    }
    let pairs = "";
    for (let at = attributeStart[node]!; at < attributeStart[node + 1]!; at++) {
      pairs += pair(attributes.nameAt(at), attributes.valueAt(at));
    }
    lines.push(`${depth}<${tagName(document, node)}${pairs}>`);
  }
  return lines;
}

/** Whether parsing a page as UTF-8 bytes gives the same Document as parsing its text. */
export function isSameAsUtf8(html: string): boolean {
  // Lone surrogates have no form in UTF-8.
  const text = html.toWellFormed();
  const bytes = Buffer.from(text);
  const source = { units: bytes.toString("latin1"), isUtf8: true };
  const one = parseMarkup(source, { hasNul: text.includes("\0"), bytes });
  const other = parseHtml(text);
  return (
    one.text === other.text &&
    one.textStart.join() === other.textStart.join() &&
    one.flags.join() === other.flags.join() &&
    documentLines(one).join("\n") === documentLines(other).join("\n")
  );
}

/** The tree that parse5 builds, in the same form. */
export function parse5Lines(html: string): string[] {
  const lines: string[] = [];
  const { childNodes } = parse(html, { scriptingEnabled: false });
  const open: [DefaultTreeAdapterTypes.Node, number][] = childNodes.map((node) => [node, 0]);
  open.reverse();
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [node, depth] = next;
    if ("value" in node) lines.push(textLine(depth, node.value));
    else if ("data" in node) lines.push(`${depth}<!-- ${cleanComment(node.data)} -->`);
    else if ("attrs" in node) lines.push(`${depth}<${nameOf(node)}${attributesOf(node)}>`);
    const children =
      "content" in node ? node.content.childNodes : "childNodes" in node ? node.childNodes : [];
    for (let at = children.length - 1; at >= 0; at--) open.push([children[at]!, depth + 1]);
  }
  return lines;
}

function nameOf({ namespaceURI, tagName }: DefaultTreeAdapterTypes.Element): string {
  if (namespaceURI.endsWith("svg")) return `svg ${tagName.toLowerCase()}`;
  return namespaceURI.endsWith("MathML") ? `math ${tagName}` : tagName;
}

function attributesOf({ attrs }: DefaultTreeAdapterTypes.Element): string {
  return attrs
    .map(({ prefix, name, value }) => pair((prefix ? `${prefix}:${name}` : name).toLowerCase(), value))
    .join("");
}

function pair(name: string, value: string): string {
  return ` ${name.toLowerCase()}=${JSON.stringify(value)}`;
}

function textLine(depth: number, text: string): string {
  return `${depth}${JSON.stringify(text)}`;
}

/** The words of a comment, without NUL characters and cut-off ends, in which parsers differ. */
function cleanComment(text: string): string {
  return text.replace(/\r\n?/g, "\n").replaceAll("\0", "\ufffd").replace(/-+!?$/, "");
}
