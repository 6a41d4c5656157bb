import { expect, test } from "vitest";
import { attribute, NODE_FLAG, tagName } from "./document.ts";
import { parseHtml } from "./parse.ts";
import { TAG } from "./tags.ts";
import { TreeWriter } from "./tree-writer.ts";

test("grows past its first estimate without losing a node", () => {
  const writer = new TreeWriter(0);
  writer.open("", []);
  for (let index = 0; index < 1000; index++) {
    writer.open(index % 2 === 0 ? "p" : "x-odd", [{ name: "id", value: String(index) }]);
    writer.text(`${index};`);
    writer.close();
  }
  writer.close();
  const document = writer.finish();
  expect(document.size).toBe(2001);
  expect(document.attributes.valueAt(999)).toBe("999");
  expect(document.attributeStart[document.size]).toBe(1000);
  expect(tagName(document, 1999)).toBe("x-odd");
  expect(document.text.slice(document.textStart[2000], document.textEnd[2000])).toBe("999;");
  expect(document.nextSibling[1997]).toBe(1999);
});

test("copies what a node of a document holds, names, values and hidden parts alike", () => {
  const from = parseHtml("<div x-own='a &amp; b'>x<p hidden>y</p><svg viewBox=0><path d=1></svg></div>z");
  const writer = new TreeWriter(0);
  writer.open("", []);
  writer.copyChildren(from, from.tag.indexOf(TAG.body));
  writer.close();
  const copy = writer.finish();
  const names = Array.from({ length: copy.size }, (_, node) => tagName(copy, node));
  expect(names).toEqual(["", "div", "", "p", "", "svg", "svg:path", ""]);
  expect(copy.text).toBe("xyz");
  expect(Array.from(copy.attributes.name, (_, at) => copy.attributes.nameAt(at))).toEqual([
    "x-own",
    "hidden",
    "viewBox",
    "d",
  ]);
  expect(attribute(copy, 1, "x-own")).toBe("a & b");
  expect(copy.flags[4]).toBe(NODE_FLAG.hidden);
  expect(Array.from(copy.parent)).toEqual([-1, 0, 1, 1, 3, 1, 5, 0]);
});
