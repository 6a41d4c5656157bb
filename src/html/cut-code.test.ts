import fc from "fast-check";
import { expect, test } from "vitest";
import { cutCode } from "./cut-code.ts";
import { cutTreeOf, treeOf } from "./cut-tree.testing.ts";

const LONG = "let quay = 1; ".repeat(8);

test("takes long scripts and style sheets out of the markup", () => {
  const { html, code } = cutCode(`<style>${LONG}</style><p>Text</p><SCRIPT src=a>${LONG}</SCRIPT >`);
  expect(code).toEqual([LONG, LONG]);
  expect(html).not.toContain("quay");
});

test.each([
  ["a script in a comment", `<!-- <script>${LONG}</script> --><p>a`],
  ["a script in a quoted value", `<p title='<script>${LONG}</script>'>a`],
  ["a script in a text area", `<textarea><script>${LONG}</script></textarea>`],
  ["a script in a title", `<title><script>${LONG}</script></title>`],
])("leaves %s alone", (_, html) => {
  expect(cutCode(html).code).toEqual([]);
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
    "text",
    "<desc>",
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
