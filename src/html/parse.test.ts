import { type DefaultTreeAdapterTypes, parse } from "parse5";
import { describe, expect, test } from "vitest";
import { processorMs } from "../../test/growth.ts";
import { childNodes, type Document, NODE_FLAG, NODE_KIND, rawText, tagName } from "./document.ts";
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

describe("parts that React streams", () => {
  const shown = (html: string) => {
    const document = parseHtml(html);
    const texts: string[] = [];
    for (let node = 0; node < document.size; node++) {
      if (document.kind[node] !== NODE_KIND.text || (document.flags[node]! & NODE_FLAG.hidden) !== 0)
        continue;
      texts.push(document.text.slice(document.textStart[node], document.textEnd[node]).trim());
    }
    return texts.filter((text) => text !== "");
  };

  describe("parts that a page streams after its end", () => {
    test("take the place of their loading sign", () => {
      const html =
        '<main>a<!--$?--><template id="B:0"></template><p>Loading</p><!--/$-->c</main><div hidden id="S:0"><p>b</div>';
      expect(shown(html)).toEqual(["a", "b", "c"]);
    });

    test("may hold the places of others, in any order", () => {
      const html =
        '<main>a<!--$?--><template id="B:0"></template><!--/$-->d</main><div hidden id="S:1f">c</div>' +
        '<div hidden id="S:0">b<template id="P:1f"></template></div>';
      expect(shown(html)).toEqual(["a", "b", "c", "d"]);
    });

    test("may begin with the place of another, and go on after it", () => {
      const html =
        '<main><!--$?--><template id="B:0"></template><!--/$-->c</main>' +
        '<div hidden id="S:0"><template id="P:1"></template>b</div><div hidden id="S:1">a</div>';
      expect(shown(html)).toEqual(["a", "b", "c"]);
    });

    test("replace a sign that holds places itself", () => {
      const html =
        '<main><!--$?--><template id="B:0"></template>x<!--$?--><template id="B:1"></template>y<!--/$--><!--/$-->b' +
        '<div hidden id="S:0">a</div>';
      expect(shown(html)).toEqual(["a", "b"]);
    });

    test("leave the sign where comments were stripped", () => {
      expect(shown('<template id="B:0"></template><i>Wait</i><div hidden id="S:0">a</div>')).toEqual([
        "a",
        "Wait",
      ]);
    });

    test("are shown where they are when their place is missing", () => {
      expect(shown('<p>a<template id="B:1"></template></p><div hidden id="S:0">b</div>')).toEqual(["a", "b"]);
    });

    test("cannot be put into themselves, alone or two by two", () => {
      expect(shown('<div hidden id="S:0">a<template id="B:0"></template></div>')).toEqual(["a"]);
      const crossed =
        '<div hidden id="S:1">a<template id="B:2"></template></div><div hidden id="S:2">b<template id="B:1"></template></div>';
      expect(shown(crossed).sort()).toEqual(["a", "b"]);
    });

    test("are put among many others in bounded time, and those past the bound are shown where they are", () => {
      const keys = Array.from({ length: 500 }, (_, at) => at.toString(16));
      const places = keys.map((key) => `<!--$?--><template id="B:${key}"></template>`).join("");
      const parts = keys.map((key) => `<div hidden id="S:${key}">a</div>`).join("");
      const tookMs = processorMs(() => {
        expect(shown(`<main>${places}${"<i></i>".repeat(100_000)}</main>${parts}`)).toHaveLength(keys.length);
      });
      expect(tookMs).toBeLessThan(2_500);
    });

    test("that hold each other, or their own places far down, are put in bounded time", () => {
      const keys = Array.from({ length: 900 }, (_, at) => at.toString(16));
      const chain = keys.map((key, at) =>
        at === 0 ? "" : `<div hidden id="S:${key}"><template id="P:${keys[at - 1]}"></template></div>`,
      );
      const tookMs = processorMs(() =>
        shown(`<div hidden id="S:0">${"<br>".repeat(100_000)}</div>${chain.join("")}`),
      );
      const around = keys.map((key) => `<div hidden id="S:${key}">`).join("");
      const inside = keys.map((key) => `<template id="B:${key}"></template>`).join("");
      const otherMs = processorMs(() => {
        expect(shown(`${around}${"<div>".repeat(100_000)}a${inside}`)).toEqual(["a"]);
      });
      expect(tookMs + otherMs).toBeLessThan(2_500);
    });

    test("are no hidden elements of other names", () => {
      expect(shown('<p>a</p><div hidden id="S:menu">b</div><div hidden id=x>c</div>')).toEqual(["a"]);
    });
  });
});
