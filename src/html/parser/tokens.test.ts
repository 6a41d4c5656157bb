import { describe, expect, test } from "vitest";
import { markupOfText } from "../markup.ts";
import { RawText, TagReader } from "./tokens.ts";

/** The attributes of a tag, as `name=value`; undefined where the page ends inside of it. */
function attributesOf(source: string): string[] | undefined {
  const tag = new TagReader();
  tag.reset(markupOfText(source), source.includes("\0"));
  if (tag.read(1) < 0) return undefined;
  const found: string[] = [];
  for (let at = tag.attributeFrom; at < tag.attributeTo; at++) {
    found.push(
      `${tag.names.nameOf(tag.attributes.name[at]!)}=${tag.attributes.valueAt(at, markupOfText(source))}`,
    );
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
  ["<a b='\r\n'\rc=\rd>", ["b=\n", "c=d"]],
  ["<a b", undefined],
  ["<a", undefined],
])("%s", (source, attributes) => {
  expect(attributesOf(source)).toEqual(attributes);
});

test("a slash at the end closes a tag, one in between does not", () => {
  const isSelfClosing = (source: string): boolean => {
    const tag = new TagReader();
    tag.reset(markupOfText(source), false);
    tag.read(1);
    return tag.isSelfClosing;
  };
  expect(["<g/>", "<g a/>", "<g />", "<g a=b/>", "<g / >", "<g>"].map(isSelfClosing)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
});

test("an end tag has no attributes, and leaves those of the tags before it", () => {
  const tag = new TagReader();
  tag.reset(markupOfText("<p id=a></p></P></div class=b></p"), false);
  tag.read(1);
  const read = [10, 14, 18, 32].map((at) => {
    const next = tag.readEnd(at);
    return [next, tag.names.nameOf(tag.name), tag.attributeTo - tag.attributeFrom, tag.attributes.count];
  });
  expect(read.slice(0, 3)).toEqual([
    [12, "p", 0, 1],
    [16, "p", 0, 1],
    [30, "div", 0, 1],
  ]);
  expect(read[3]?.[0]).toBe(-1);
});

describe("raw text", () => {
  function contentOf(name: "script" | "title", source: string): string {
    const raw = new RawText();
    raw.reset(source);
    return source.slice(0, name === "script" ? raw.endOfScript(0) : raw.endOf(name, 0));
  }

  test.each([
    ["a</title>", "a"],
    ["a</TITLE x>", "a"],
    ["a</titles>b</title/>", "a</titles>b"],
    ["a</title", "a</title"],
  ])("a title: %s", (source, content) => expect(contentOf("title", source)).toBe(content));

  test.each([
    ["a</script>", "a"],
    ["<!-- a</script>", "<!-- a"],
    ["<!-- <script>a</script> b</script>", "<!-- <script>a</script> b"],
    ["<!-- <script>a--></script>", "<!-- <script>a-->"],
    ["<!--><script>a</script>", "<!--><script>a"],
    ["<!---><script>a</script>", "<!---><script>a"],
    ["<!-- <scripts>a</script>", "<!-- <scripts>a"],
    ["<!-- a --> <!-- <script> </script> --> b</script>", "<!-- a --> <!-- <script> </script> --> b"],
    ["<!-- <script>a</script>", "<!-- <script>a</script>"],
  ])("a script: %s", (source, content) => expect(contentOf("script", source)).toBe(content));
});
