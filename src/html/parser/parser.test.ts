import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { tagName } from "../document.ts";
import { parseHtml } from "../parse.ts";
import { readHtml } from "../read-html.ts";
import { isQuirky } from "./parser.ts";
import { bodyShape } from "./tree-shape.testing.ts";

test.each([
  // Three alike are kept, a fourth goes: Noah's Ark.
  ["<p><b><b><b><b>1<p>2", `p(b(b(b(b("1"))))) p(b(b(b("2"))))`],
  ["<p><b a=1 b=2><b b=2 a=1><b a=1 b=2><b a=1 b=2>1<p>2", `p(b(b(b(b("1"))))) p(b(b(b("2"))))`],
  ["<p><b a=1><b a=2><b a=3><b a=4>1<p>2", `p(b(b(b(b("1"))))) p(b(b(b(b("2")))))`],
  // The rules for select of 2025.
  ["<select><div>1<option>2<option>3</select>4", `select(div("1" option("2") option("3"))) "4"`],
  ["<select><button>1</button><input>", `select(button("1")) input`],
  ["<pre>\n1\n</pre>", `pre("1\n")`],
  ["<p>1\r\n2&#13;", `p("1\n2\r")`],
  // Carriage returns are line feeds anywhere, and one that a line feed follows makes one line feed with it.
  ["<p>1\r\n\r2\r\r\n\r", `p("1\n\n2\n\n\n")`],
  ["<p>1\r</x>\n2", `p("1\n\n2")`],
  ["<table>\r1<tr>\r\n<td>2", `"\n1" table(tbody(tr("\n" td("2"))))`],
  ["<pre>\r\n1\r</pre><pre>\r\r\n2</pre><pre>\n\r\n3", `pre("1\n") pre("\n2") pre("\n3")`],
  ["<textarea>\r\n\r\n1</textarea><textarea>&#13;\n2", `textarea("\n1") textarea("\r\n2")`],
])("%s", (html, expected) => expect(bodyShape(html)).toBe(expected));

test("pages that make endless copies are PAGE_TOO_DEEP, and the next page is read", () => {
  const copies = `<p>${Array.from({ length: 3000 }, (_, at) => `<b id=${at}>`).join("")}${"<p>x".repeat(3000)}`;
  expect(() => parseHtml(copies)).toThrow(expect.objectContaining({ code: "PAGE_TOO_DEEP" }));
  expect(bodyShape("<p>1")).toBe(`p("1")`);
});

test("pages that copy long attributes into every block are PAGE_TOO_DEEP, short ones are read", () => {
  const copies = (length: number): string => `<p><b title="${"a".repeat(length)}">${"<p>x".repeat(1000)}`;
  expect(() => parseHtml(copies(100_000))).toThrow(expect.objectContaining({ code: "PAGE_TOO_DEEP" }));
  const { attributes } = parseHtml(copies(5000));
  expect([attributes.count, attributes.valueAt(1000).length]).toEqual([1001, 5000]);
});

test("a document is the same whatever is parsed after it", () => {
  const page = parseHtml("<x-own data-own='1 &amp; 2' title=a\r\nb>text");
  const read = () => [
    Array.from(page.attributes.name, (_, at) => [page.attributes.nameAt(at), page.attributes.valueAt(at)]),
    page.text,
    Array.from({ length: page.size }, (_, node) => tagName(page, node)),
  ];
  const before = read();
  // Enough names that all made-up ones are forgotten after the page, and get other numbers in the next.
  parseHtml(Array.from({ length: 25_000 }, (_, at) => `<y${at} a${at}=b>c`).join(""));
  parseHtml("<z-own data-other=3>");
  expect(read()).toEqual(before);
});

test("a huge page leaves no huge arrays behind", () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const used = (): number => {
    // What the first round finds dead may hold more, which the second one takes.
    collect();
    collect();
    const { arrayBuffers, heapUsed } = process.memoryUsage();
    return arrayBuffers + heapUsed;
  };
  parseHtml("<p>1");
  const before = used();
  parseHtml("<div a=1>1".repeat(300_000));
  parseHtml(`<body ${Array.from({ length: 300_000 }, (_, at) => `a${at}`).join(" ")}>`);
  readHtml(new TextEncoder().encode(`<p>${"Größe ".repeat(2_000_000)}`));
  expect(used() - before).toBeLessThan(16 * 2 ** 20);
});

describe("doctypes", () => {
  test.each([
    [" html", false],
    ["html", false],
    [" HTML ", false],
    [' html SYSTEM "about:legacy-compat"', false],
    [
      ' html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd"',
      false,
    ],
    [' html PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN" "http://www.w3.org/TR/html4/loose.dtd"', false],
    [' html PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN"', true],
    [" HTML PUBLIC '-//W3C//DTD HTML 3.2 Final//EN'", true],
    [' html PUBLIC "html"', true],
    ["", true],
    [" htm", true],
    [" html PUBLIC", true],
    [" html strict", true],
    [' html PUBLIC "unclosed', true],
    [' html SYSTEM "http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd"', true],
  ])("<!doctype%s>", (doctype, quirky) => expect(isQuirky(doctype, false)).toBe(quirky));

  test("a doctype that the page ends in is quirky", () => expect(isQuirky(" html", true)).toBe(true));
});
