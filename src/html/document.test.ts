import { describe, expect, test } from "vitest";
import { attribute, childNodes, closest, contains, type Document, tagName } from "./document.ts";
import { parseHtml } from "./parse.ts";
import { nodeAt } from "./path.ts";
import { tagTable } from "./tags.ts";

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
