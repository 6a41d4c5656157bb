import { describe, expect, test } from "vitest";
import {
  attribute,
  childNodes,
  closest,
  contains,
  type Document,
  hasAttribute,
  tagName,
} from "./document.ts";
import { parseHtml } from "./parse.ts";
import { nodeAt } from "./path.ts";
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
    const written = [0, 1, 2].map((at) => attributes.writtenAt(at));
    expect(written.map(({ text, from, to }) => text.slice(from, to))).toEqual(["abc", "&lt;b", ""]);
  });

  test("names have the same number in every document where they are known", () => {
    const { attributes } = parseHtml("<body x-own CLASS=a onload id=b>");
    expect(Array.from(attributes.name).map((name) => name === ATTRIBUTE.class)).toEqual([
      ...[false, true, false, false],
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
