import { expect, test } from "vitest";
import { attribute, hasAttribute } from "./document.ts";
import { parseHtml } from "./parse.ts";
import { ATTRIBUTE } from "./tags.ts";

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
