import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  attribute,
  childNodes,
  closest,
  contains,
  type Document,
  hasAttribute,
  NODE_FLAG,
  nodeAt,
  nodePath,
  nodePaths,
  tagName,
} from "./document.ts";
import { parseHtml } from "./parse.ts";
import { ATTRIBUTE, tagTable } from "./tags.ts";

const PAGE = parseHtml('<body><ul class="list" id=""><li>a<li lang=en>b<x-y></x-y></ul><p>c');
const at = (path: string) => nodeAt(PAGE, `/html/body${path}`);
const names = (document: Document, nodes: Iterable<number>) =>
  Array.from(nodes, (node) => tagName(document, node));

describe("attribute", () => {
  test("gives the value, the empty one too, and undefined where there is none", () => {
    expect(attribute(PAGE, at("/ul"), "class")).toBe("list");
    expect(attribute(PAGE, at("/ul"), "id")).toBe("");
    expect(attribute(PAGE, at("/ul"), "lang")).toBeUndefined();
  });
  test("never reads a neighbour's", () => {
    expect(attribute(PAGE, at("/ul/li[1]"), "class")).toBeUndefined();
    expect(attribute(PAGE, at("/ul/li[1]"), "lang")).toBeUndefined();
    expect(attribute(PAGE, at("/ul/li[2]"), "lang")).toBe("en");
  });
  test("finds none on a text node or beyond the last node", () => {
    expect(attribute(PAGE, at("/p/text()"), "class")).toBeUndefined();
    expect(attribute(PAGE, PAGE.size, "class")).toBeUndefined();
  });
});

test("childNodes gives the children in order", () => {
  expect(names(PAGE, childNodes(PAGE, at("")))).toEqual(["ul", "p"]);
  expect([...childNodes(PAGE, at("/p/text()"))]).toEqual([]);
});

test("tagName knows elements without an id of their own", () => {
  expect(tagName(PAGE, at("/ul/li[2]/x-y"))).toBe("x-y");
});

test("contains holds for a node itself and all below it", () => {
  expect(contains(PAGE, at("/ul"), at("/ul"))).toBe(true);
  expect(contains(PAGE, at("/ul"), at("/ul/li[2]/x-y"))).toBe(true);
  expect(contains(PAGE, at("/ul"), at("/p"))).toBe(false);
});

test("closest goes up from the node itself, to -1", () => {
  expect(closest(PAGE, at("/ul/li[2]/x-y"), tagTable("ul", "body"))).toBe(at("/ul"));
  expect(closest(PAGE, at("/ul"), tagTable("ul"))).toBe(at("/ul"));
  expect(closest(PAGE, at("/p"), tagTable("table"))).toBe(-1);
});

describe("attributes", () => {
  test.each([
    ["as it is written", "a b", "a b"],
    ["with its character references decoded", "&lt;&amp;&#13;&copy=1", "<&\r&copy=1"],
    ["with line feeds for carriage returns", "a\r\nb\rc", "a\nb\nc"],
    ["with a sign for NUL", "a\0b", "a\ufffdb"],
    ["with all of these", "\0&lt;\r", "\ufffd<\n"],
  ])("a value reads %s", (_, written, value) => {
    expect(attribute(parseHtml(`<body title="${written}">`), 3, "title")).toBe(value);
  });

  test("a value is as long as it is written where it is not decoded", () => {
    const { attributes } = parseHtml('<body title="abc" data-x="&lt;b" hidden>');
    expect([0, 1, 2].map((at) => attributes.writtenLength(at))).toEqual([3, 5, 0]);
    expect([0, 1, 2].map((at) => attributes.writtenAt(at))).toEqual(["abc", "&lt;b", ""]);
  });

  test("names have the same number in every document where they are known", () => {
    const { attributes } = parseHtml("<body x-own CLASS=a onload id=b>");
    expect(Array.from(attributes.name).map((name) => name === ATTRIBUTE.class)).toEqual([
      false,
      true,
      false,
      false,
    ]);
    expect(attributes.find("id", 0, attributes.count)).toBe(3);
    expect(attributes.find("id", 0, 3)).toBe(-1);
  });

  test("an attribute without a value is there", () => {
    const document = parseHtml("<body hidden>");
    expect(hasAttribute(document, 3, "hidden")).toBe(true);
    expect(hasAttribute(document, 3, "open")).toBe(false);
  });
});

describe("paths", () => {
  const allNodes = (document: Document) => Int32Array.from({ length: document.size }, (_, node) => node);
  const markup = fc
    .array(
      fc.oneof(
        fc.constantFrom(
          "<p>",
          "<div>",
          "</div>",
          "<b>",
          "</b>",
          "<table>",
          "<td>",
          "<svg>",
          "</svg>",
          "<li>",
          "<br>",
        ),
        fc.constantFrom("<x-y>", "<odd[2]>", "<path/>", "text", "<!-- c -->", "<template>", "</template>"),
      ),
      { maxLength: 40 },
    )
    .map((parts) => parts.join(""));

  describe("nodePath", () => {
    test("counts siblings of the same name", () => {
      const document = parseHtml("<body>a<p>b</p>c<p>d<i>e</i></p>");
      expect(nodePath(document, 0)).toBe("/");
      expect(nodePath(document, document.size - 1)).toBe("/html[1]/body[1]/p[2]/i[1]/text()[1]");
      expect(nodePath(document, nodeAt(document, "/html/body/text()[2]"))).toBe("/html[1]/body[1]/text()[2]");
    });
    test("leads back to its node on any page", () => {
      fc.assert(
        fc.property(markup, (html) => {
          const document = parseHtml(html);
          for (const node of allNodes(document))
            expect(nodeAt(document, nodePath(document, node))).toBe(node);
        }),
      );
    });
  });

  describe("nodeAt", () => {
    const document = parseHtml("<p>a<p>b");
    test("takes the first where a step has no index", () => {
      expect(nodeAt(document, "/html/body/p")).toBe(nodeAt(document, "/html[1]/body[1]/p[1]"));
    });
    test.each(["/html/body/p[3]", "/html/body/p[0]", "/body", "/html/body/p/b", "/html/body/[1]"])(
      "%s leads nowhere",
      (path) => {
        expect(nodeAt(document, path)).toBe(-1);
      },
    );
  });

  describe("nodePaths", () => {
    test("gives what nodePath gives, in the order asked", () => {
      fc.assert(
        fc.property(markup, (html) => {
          const document = parseHtml(html);
          const nodes = allNodes(document).reverse();
          expect(nodePaths(document, nodes)).toEqual(Array.from(nodes, (node) => nodePath(document, node)));
        }),
      );
    });
    test("does all of a hundred thousand siblings, where one by one would take minutes", () => {
      const document = parseHtml("<i></i>".repeat(100_000));
      const paths = nodePaths(document, allNodes(document));
      expect(paths.at(-1)).toBe("/html[1]/body[1]/i[100000]");
    });
  });
});

/** The flags of the first `b` of a page. */
function flagsOf(html: string): number {
  const document = parseHtml(html);
  for (let node = 0; node < document.size; node++) {
    if (tagName(document, node) === "b") return document.flags[node] ?? -1;
  }
  return -1;
}

describe("flags of an element", () => {
  test.each([
    ["<b>", 0],
    ["<b hidden>", NODE_FLAG.hidden],
    ["<b hidden=until-found>", 0],
    ["<b aria-hidden=TRUE>", NODE_FLAG.ariaHidden],
    ["<b aria-hidden=false>", 0],
    ["<b style='color:red; DISPLAY : none'>", NODE_FLAG.hidden],
    ["<b style='visibility:hidden'>", NODE_FLAG.hidden],
    ["<b style='display:block'>", 0],
    ["<b style='-x-display:none'>", 0],
    ["<b hidden aria-hidden=true>", NODE_FLAG.hidden | NODE_FLAG.ariaHidden],
  ])("%s has %i", (html, flags) => {
    expect(flagsOf(html)).toBe(flags);
  });
});

describe("flags that come down from above", () => {
  test.each([
    ["<div hidden><p><b>", NODE_FLAG.hidden],
    ["<body><noscript><p><b>", NODE_FLAG.noscript],
    ["<template><p><b>", NODE_FLAG.template],
    ["<template shadowrootmode=open><p><b>", 0],
    ["<svg><foreignObject><b>", NODE_FLAG.foreign],
    ["<dialog><b>", NODE_FLAG.hidden],
    ["<dialog open><b>", 0],
    ["<div hidden><noscript><b>", NODE_FLAG.hidden | NODE_FLAG.noscript],
    ["<div hidden></div><b>", 0],
  ])("%s gives its b %i", (html, flags) => {
    expect(flagsOf(html)).toBe(flags);
  });
  test("a hidden body counts for nothing, since a script shows it", () => {
    expect(flagsOf("<html hidden><body style='visibility:hidden'><b>")).toBe(0);
  });
});
