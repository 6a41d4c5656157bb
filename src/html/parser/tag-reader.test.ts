import { expect, test } from "vitest";
import { TagReader } from "./tag-reader.ts";

/** The attributes of a tag, as `name=value`; undefined where the page ends inside of it. */
function attributesOf(source: string): string[] | undefined {
  const tag = new TagReader();
  tag.reset(source, source.includes("\0"));
  if (tag.read(1) < 0) return undefined;
  const found: string[] = [];
  for (let at = tag.attributeFrom; at < tag.attributeTo; at++) {
    found.push(`${tag.names.nameOf(tag.attributes.name[at]!)}=${tag.attributes.valueAt(at, source)}`);
  }
  return found;
}

test.each([
  ["<a href=x title='y z' id=\"w\">", ["href=x", "title=y z", "id=w"]],
  ["<a\n\thref = x>", ["href=x"]],
  ["<a b c>", ["b=", "c="]],
  ["<a b=>", ["b="]],
  ["<a b=x/>", ["b=x/"]],
  ["<a b/c>", ["b=", "c="]],
  ["<a B=1 b=2>", ["b=1"]],
  ["<a =b=c>", ["=b=c"]],
  ['<a b="1"c=2>', ["b=1", "c=2"]],
  ["<a b='&amp;&lt' c=&copy=1 d=&copy;>", ["b=&<", "c=&copy=1", "d=©"]],
  ["<a b\0=c\0>", ["b\ufffd=c\ufffd"]],
  ['<a <b="\'">', ["<b='"]],
  ['<a b="c>', undefined],
  ["<a b", undefined],
  ["<a", undefined],
])("%s", (source, attributes) => {
  expect(attributesOf(source)).toEqual(attributes);
});

test("a slash at the end closes a tag, one in between does not", () => {
  const isSelfClosing = (source: string): boolean => {
    const tag = new TagReader();
    tag.reset(source, false);
    tag.read(1);
    return tag.isSelfClosing;
  };
  expect(["<g/>", "<g a/>", "<g />", "<g a=b/>", "<g / >", "<g>"].map(isSelfClosing)).toEqual([
    ...[true, true, true, false, false, false],
  ]);
});
