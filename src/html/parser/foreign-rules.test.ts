import { expect, test } from "vitest";
import { parseHtml } from "../parse.ts";
import { bodyShape } from "./tree-shape.testing.ts";

test.each([
  ["<svg><circle/><path></svg>1", `svg(svg:circle svg:path) "1"`],
  ["<math><mi>1</mi><mo/></math>2", `math(math:mi("1") math:mo) "2"`],
  ["<svg><title><b>1</b></title></svg>", `svg(svg:title(b("1")))`],
  ["<svg><foreignObject><p>1</p></foreignObject></svg>2", `svg(svg:foreignobject(p("1"))) "2"`],
])("drawings and formulas have names of their own, and places for HTML: %s", (html, shape) => {
  expect(bodyShape(html)).toBe(shape);
});

test.each([
  ["<svg><g><div>1", `svg(svg:g) div("1")`],
  ["<math><mrow></p>1", `math(math:mrow) p "1"`],
  ["<svg><font>1", `svg(svg:font("1"))`],
  ["<svg><font color=red>1", `svg font("1")`],
])("tags that can only be HTML end what is foreign: %s", (html, shape) => {
  expect(bodyShape(html)).toBe(shape);
});

test("an annotation is HTML if it says so", () => {
  expect(bodyShape("<math><annotation-xml encoding=TEXT/HTML><p>1")).toBe(
    `math(math:annotation-xml(p("1")))`,
  );
  expect(bodyShape("<math><annotation-xml><p>1")).toBe(`math(math:annotation-xml) p("1")`);
});

test("scripts of drawings are elements with text like others, and marked sections are text", () => {
  expect(bodyShape("<svg><style>a<g>b</g></style><![CDATA[<c>]]></svg>")).toBe(
    `svg(svg:style("a" svg:g("b")) "<c>")`,
  );
});

test.each([
  ["<svg viewbox='0 0 1 1' xlink:href=#a definitionurl=b>", "viewBox=0 0 1 1 href=#a definitionurl=b"],
  ["<math viewbox=1 xlink:href=#a definitionurl=b>", "viewbox=1 href=#a definitionURL=b"],
  ["<p viewbox=1 xlink:href=#a definitionurl=b>", "viewbox=1 xlink:href=#a definitionurl=b"],
])(
  "attributes get the capitals of their language, and the names they have without a prefix: %s",
  (html, named) => {
    const { attributes } = parseHtml(html);
    const found = Array.from(
      { length: attributes.count },
      (_, at) => `${attributes.nameAt(at)}=${attributes.valueAt(at)}`,
    );
    expect(found.join(" ")).toBe(named);
  },
);
