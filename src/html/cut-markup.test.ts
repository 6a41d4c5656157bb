import fc from "fast-check";
import { expect, test } from "vitest";
import { cutMarkup } from "./cut-markup.ts";
import { cutTreeOf, treeOf } from "./cut-tree.testing.ts";

const LONG = "let quay = 1; ".repeat(8);
const TEXT = "The ferry left the quay at noon. ";
const VALUE = "story story--of-the-quay";

test("takes long scripts and style sheets out of the markup", () => {
  const { html, cuts } = cutMarkup(`<style>${LONG}</style><p>Text</p><SCRIPT src=a>${LONG}</SCRIPT >`);
  expect(cuts.texts).toEqual([LONG, LONG]);
  expect(html).not.toContain("quay");
});

test("takes long texts out of the markup", () => {
  const { cuts } = cutMarkup(`<p>\n ${TEXT}&amp; ${TEXT}<br>Short</p>`);
  expect(cuts.texts).toEqual([TEXT, TEXT]);
});

test("takes attributes out of the markup, in drawings only long values", () => {
  const { html, cuts } = cutMarkup(
    `<p id=quay CLASS="${VALUE}" id=double open><a href='?a=1&amp;b'><svg viewbox="0"><g class="${VALUE}">`,
  );
  expect(cuts.attributes.names).toEqual(["id", "class", "open", "href"]);
  expect(cuts.attributes.values).toEqual(["quay", VALUE, "", "?a=1&b"]);
  expect(cuts.starts).toEqual([0, 3, 4]);
  expect(cuts.texts).toEqual([VALUE]);
  expect(html).toContain('<svg viewbox="0">');
});

test.each([
  ["a script in a comment", `<!-- <script>${LONG}</script> --><p>a`],
  ["a script in a quoted value", `<p title='<script>${LONG}</script>'>a`],
  ["a script in a text area", `<textarea><script>${LONG}</script></textarea>`],
  ["a script in a title", `<title><script>${LONG}</script></title>`],
  ["a text in a text area", `<textarea>${TEXT}</textarea>`],
])("leaves %s alone", (_, html) => {
  expect(cutMarkup(html).cuts.texts).toEqual([]);
  expect(cutTreeOf(html)).toEqual(treeOf(html));
});

test.each([
  ["formatting elements", `<b class="${VALUE}">a</b>`],
  ["inputs", `<input type="hidden" class="${VALUE}">`],
  ["templates and parts that are streamed", `<template id="B:0"></template><div hidden id="S:0">`],
  ["references but those of ampersands", `<a href="/quay?tide=high&ferry=late&copy" class="${VALUE}">a</a>`],
  ["letters that others than the parser make small", `<p \u212a="${VALUE}">`],
  ["very many attributes", `<p ${Array.from({ length: 40 }, (_, index) => `x${index}`).join(" ")}>`],
])("leaves the attributes of %s to the parser", (_, html) => {
  expect(cutMarkup(html).cuts.attributes.names).toEqual([]);
  expect(cutTreeOf(html)).toEqual(treeOf(html));
});

test.each([
  [
    "an end tag hidden by an escaped start tag",
    `<script><!-- <script>${LONG}</script> --> ${LONG}</script><p>a`,
  ],
  ["an end tag in a string", `<script>${LONG}"</script>"</script><p>a`],
  ["a script without an end", `<p>a<script>${LONG}`],
  ["a sheet in a drawing", `<svg><style>${LONG}<b>x</style></svg><script>${LONG}</script>`],
  ["a script in a drawing", `<svg><script>${LONG}<b>x</script></svg><script>${LONG}</script>`],
  ["a sheet in a select", `<select><style>${LONG}<p></style></select><script>${LONG}</script>`],
  ["a frameset", `<frameset><script>${LONG}<p></script></frameset><script>${LONG}</script>`],
  ["carriage returns", `<script>a\r\nb\rc${LONG}</script>`],
  ["NUL characters", `<script>a\0b${LONG}</script>`],
  ["carriage returns in texts and values", `<p class="a\r\nb\rc${VALUE}">a\r\nb\rc${TEXT}`],
  ["NUL characters in texts and values", `<p class="a\0b${VALUE}">a\0b${TEXT}`],
  ["what looks like marks", `\u009c0\u009c<p class="\u009c0\u009c">${TEXT}`],
  ["references that look like marks", `<p class="&#x9c;0&#x9c;">${TEXT}&#156;0&#156;${TEXT}`],
  ["text that is put before its table", `<table> ${TEXT}<tr>${TEXT}<td>${TEXT}</table>`],
  ["texts that become one", `<p>${TEXT}</quay>${TEXT}&lt;12&gt;${TEXT}< ${TEXT}<3 ${TEXT}`],
  ["references without an end", `<p>${TEXT}&amp${TEXT}&notit; ${TEXT}&#8217${TEXT}&${TEXT}`],
  ["many equal formatting elements", `<p>${`<b class="${VALUE}">`.repeat(5)}</p><p>${TEXT}`],
  ["equal links inside each other", `<p>${`<a href="/${VALUE}"><b>`.repeat(5)}</p><p>${TEXT}`],
  ["a section of text in a drawing", `<svg><![CDATA[ a > ${TEXT}]]><g>${TEXT}</g></svg><p>${TEXT}`],
  ["odd attributes", `<p =a =b/c d= e='f'g="h"i=j/ k = "l" A=1 a=2 "><br class=a/><p/id=a>`],
  [
    "a drawing that HTML breaks out of",
    `<svg><p viewbox="0"><g viewbox="0" xlink:href="a"></svg><g viewbox="0">`,
  ],
  ["HTML in the title of a drawing", `<svg><title><p></svg></p></title><g viewbox="0" xlink:href="a">`],
  ["HTML in the description of a drawing", `<svg><desc><p></desc></svg></p></desc><g viewbox="0">`],
  [
    "a title of a drawing behind the end of something else",
    "<svg><title>a</titlex><p></svg></p></title><g viewBox=0 xlink:href=a>",
  ],
  ["text behind a column in a template", `<template><col>${TEXT}</template><table><col><td>${TEXT}`],
  ["a sheet behind a column in a template", `<template><col><style><p>${LONG}</style></template>`],
  [
    "a template that keeps a select open",
    `<select><template></select></template><title><!-- </title><p class="--> <b>${VALUE}">`,
  ],
  ["roots that come again", `<html lang="a"><body id="a"><html lang="b" dir="ltr"><body id="b" class="c">`],
  ["odd comments", `<!--><script>${LONG}</script>--><script>${LONG}</script>`],
  ["attributes without values", `<p =a"b='c><script x=">${LONG}</script>"></script>`],
])("gives the same tree with %s", (_, html) => {
  expect(cutTreeOf(html)).toEqual(treeOf(html));
});

test("gives the parser's own tree on any tag soup", () => {
  const piece = fc.constantFrom(
    "<script>",
    "</script>",
    "<script x='",
    "<style>",
    "</style>",
    "</style ",
    "<svg>",
    "<svg/>",
    "</svg>",
    "<math>",
    "</math>",
    "<select>",
    "</select>",
    "<title>",
    "</title>",
    "<textarea>",
    "</textarea>",
    "<iframe>",
    "</iframe>",
    "<noscript>",
    "</noscript>",
    "<template>",
    "</template>",
    "<table>",
    "<td>",
    "</table>",
    "<p>",
    "</p>",
    '<b a="',
    '"',
    "'",
    ">",
    "<",
    "</",
    "<!--",
    "-->",
    "--!>",
    "<!doctype x '>",
    "<![CDATA[",
    "]]>",
    "<?x",
    "=",
    "/>",
    "\r\n",
    "\0",
    LONG,
    TEXT,
    ` ${TEXT}`,
    `<b class="${VALUE}">`,
    `<a href='${VALUE}'>`,
    `<g class="${VALUE}" data-x="`,
    "<g viewBox=0 xlink:href=a>",
    "<desc>",
    "</desc>",
    "</descx>",
    "<col>",
    "<input type=hidden>",
    "<p a=1 A=2 b>",
    "<p a=&amp;lt>",
    "<p a='&lt'>",
    "<body class=a>",
    "<html b=a>",
    "<font color=a>",
    " a=b ",
    "&amp;",
    "&am",
    ";",
    "<pre>",
    "<head>",
    "<colgroup>",
    "text",
    "<foreignObject>",
    "</foreignObject>",
    "<xmp>",
    "</xmp>",
    "<plaintext>",
    "<frameset>",
    "<body>",
    "</body>",
    "</html>",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 24 }), (pieces) => {
      const html = pieces.join("");
      expect(cutTreeOf(html)).toEqual(treeOf(html));
    }),
    { numRuns: 20_000 },
  );
});
