import { type DefaultTreeAdapterTypes, parse } from "parse5";
import { describe, expect, test } from "vitest";
import { childNodes, type Document, NODE_KIND, rawText, tagName } from "./document.ts";
import { parseHtml } from "./parse.ts";

/** One line a node, as deep as it is indented: our tree. */
function outline(document: Document): string[] {
  const lines: string[] = [];
  const visit = (node: number, depth: number) => {
    if (document.kind[node] === NODE_KIND.text)
      lines.push(`${"  ".repeat(depth)}"${rawText(document, node)}"`);
    else if (node > 0)
      lines.push(`${"  ".repeat(depth)}${tagName(document, node)} ${attributesOf(document, node)}`);
    for (const child of childNodes(document, node)) visit(child, node > 0 ? depth + 1 : depth);
  };
  visit(0, 0);
  return lines;
}

function attributesOf(document: Document, node: number): string {
  const pairs: string[] = [];
  for (let at = document.attributeStart[node] ?? 0; at < (document.attributeStart[node + 1] ?? 0); at++) {
    pairs.push(`${document.attributes.nameAt(at)}=${document.attributes.valueAt(at)}`);
  }
  return pairs.join(" ");
}

/** The same of parse5's own tree. */
function parserOutline(html: string): string[] {
  const lines: string[] = [];
  const visit = (node: DefaultTreeAdapterTypes.Node, depth: number) => {
    if (node.nodeName === "#text" && "value" in node) lines.push(`${"  ".repeat(depth)}"${node.value}"`);
    if ("attrs" in node) {
      const kind = node.namespaceURI.split("/").pop() ?? "";
      const prefix =
        kind === "xhtml" || node.tagName === "svg" || node.tagName === "math"
          ? ""
          : `${kind.replace("MathML", "math")}:`;
      const attributes = node.attrs.map(({ name, value }) => `${name}=${value}`).join(" ");
      lines.push(`${"  ".repeat(depth)}${prefix}${node.tagName.toLowerCase()} ${attributes}`);
    }
    const inside = "content" in node ? node.content : node;
    if ("childNodes" in inside)
      for (const child of inside.childNodes) visit(child, "attrs" in node ? depth + 1 : depth);
  };
  visit(parse(html, { scriptingEnabled: false }), 0);
  return lines;
}

const TRICKY: readonly (readonly [string, string])[] = [
  ["an empty source", ""],
  ["text alone", "Harbour"],
  ["text in a table, moved before it", "<table>one<tr>two<td>three</table>four"],
  ["nested tables without end tags", "<table><tr><td><table><tr><td>a<td>b<tr><td>c</table>d"],
  ["a template with rows", "<template><tr><td>a</td></tr></template><p>b"],
  [
    "svg and math with html inside",
    "<svg viewBox='0 0 1 1'><path d=m /><foreignObject><p>a</foreignObject></svg><math><mi>x",
  ],
  [
    "noscript in head and body",
    "<head><noscript><link href=x></noscript><body><noscript><p>a</noscript><p>b",
  ],
  ["a frameset", "<frameset cols=1><frame src=a><noframes><p>x</noframes></frameset>"],
  ["misnested inline tags", "<p>1<b>2<i>3</b>4</i>5"],
  ["links in links", "<a href=1>a<a href=2>b</a>c</a>d"],
  ["paragraphs that close each other", "<p>a<div>b</p>c<p>d<ul><li>e<li>f"],
  ["attributes twice and on body twice", "<p class=a class=b id=c><body lang=en><body class=x>"],
  ["an unknown and a custom element", "<blort>a<x-card slot=b>c</x-card></blort>"],
  ["raw text", "<script>if (a < b) '</p>'</script><textarea>\n<b></textarea><title>&amp;</title>"],
  ["entities and comments", "a<!-- b -->c &eacute; &#x1f600; <!doctype html> d"],
];

describe("the tree equals parse5's", () => {
  test.each(TRICKY)("%s", (_, html) => {
    expect(outline(parseHtml(html))).toEqual(parserOutline(html));
  });
});

describe("the arrays", () => {
  test("agree with each other on every node", () => {
    for (const [, html] of TRICKY) {
      const { size, parent, firstChild, nextSibling, end, textStart, textEnd, text } = parseHtml(html);
      expect([end[0], textStart[0], textEnd[0], parent[0]]).toEqual([size, 0, text.length, -1]);
      for (let node = 1; node < size; node++) {
        const above = parent[node] ?? -1;
        expect(end[node]).toBeLessThanOrEqual(end[above] ?? 0);
        expect(firstChild[node]).toBe((end[node] ?? 0) > node + 1 ? node + 1 : -1);
        expect(nextSibling[node]).toBe(end[node] === end[above] ? -1 : end[node]);
      }
    }
  });
  test("give an element the text range of its subtree", () => {
    const document = parseHtml("<body>a<div>b<p>c</p>d</div>e");
    const div = Array.from({ length: document.size }, (_, node) => node).find(
      (node) => tagName(document, node) === "div",
    );
    expect(rawText(document, div ?? -1)).toBe("bcd");
  });
});

describe("size", () => {
  test("a hundred thousand elements inside each other are read", () => {
    const document = parseHtml("<div>".repeat(100_000));
    expect(document.size).toBe(100_004);
    expect(document.parent[document.size - 1]).toBe(document.size - 2);
  });
  test("a million elements beside each other are read", () => {
    const document = parseHtml("<p>".repeat(1_000_000));
    expect(document.size).toBe(1_000_004);
    expect(document.end[3]).toBe(document.size);
  });
  test("formatting that the standard copies into every later block is refused", () => {
    const wild = Array.from({ length: 400 }, (_, id) => `<p><b id=${id}></p>`).join("");
    expect(() => parseHtml(wild)).toThrow(expect.objectContaining({ code: "PAGE_TOO_DEEP" }));
  });
  test("formatting that is left open a few times is read", () => {
    const wild = Array.from({ length: 40 }, (_, id) => `<p><b id=${id}></p>`).join("");
    expect(outline(parseHtml(wild))).toEqual(parserOutline(wild));
  });
  test("the densest markup without copies is read", () => {
    expect(parseHtml("<table><td>".repeat(50_000)).size).toBe(200_004);
  });
});
