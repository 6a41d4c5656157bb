import { describe, expect, test } from "vitest";
import { parseHtml } from "../parse.ts";
import { bodyShape, treeShape } from "./tree-shape.testing.ts";

test.each([
  ["<p>1<p>2", `p("1") p("2")`],
  ["<p>1<div>2", `p("1") div("2")`],
  ["<p>1<span><div>2", `p("1" span) div("2")`],
  ["<p><button><p>1", `p(button(p("1")))`],
  ["1</p>2", `"1" p "2"`],
])("a paragraph ends where a block begins, unless a box of its own is between: %s", (html, shape) => {
  expect(bodyShape(`<!doctype html>${html}`)).toBe(shape);
});

test("a table ends the paragraph too, unless the page has no doctype", () => {
  expect(bodyShape("<!doctype html><p>1<table><td>2")).toBe(`p("1") table(tbody(tr(td("2"))))`);
  expect(bodyShape("<p>1<table><td>2")).toBe(`p("1" table(tbody(tr(td("2")))))`);
});

test.each([
  ["<ul><li>1<li>2<ul><li>3</ul><li>4", `ul(li("1") li("2" ul(li("3"))) li("4"))`],
  ["<li>1<div><li>2", `li("1" div) li("2")`],
  ["<li>1<p><li>2", `li("1" p) li("2")`],
  ["<dl><dt>1<dd>2<dt>3", `dl(dt("1") dd("2") dt("3"))`],
])("items end where the next one of their list begins: %s", (html, shape) => {
  expect(bodyShape(html)).toBe(shape);
});

test.each([
  ["<h1>1<h2>2</h1>3", `h1("1") h2("2") "3"`],
  ["<h1>1</h3>2", `h1("1") "2"`],
])("any end tag of a heading ends the heading that is open: %s", (html, shape) => {
  expect(bodyShape(html)).toBe(shape);
});

test.each([
  ["<a href=x>1<a href=y>2", `a("1") a("2")`],
  ["<nobr>1<nobr>2", `nobr("1") nobr("2")`],
  ["<form><form>1</form>2", `form("1") "2"`],
  ["<button>1<button>2", `button("1") button("2")`],
])("what may not be inside its own kind ends it or is ignored: %s", (html, shape) => {
  expect(bodyShape(html)).toBe(shape);
});

test("an image is an img, a br that is closed is one too, and others that are closed unopened are nothing", () => {
  expect(bodyShape("<image>1</br>2</div>3</span>4")).toBe(`img "1" br "234"`);
});

test("rubies need no end tags", () => {
  expect(bodyShape("<ruby>1<rb>2<rt>3<rp>4</ruby>5")).toBe(`ruby("1" rb("2") rt("3") rp("4")) "5"`);
});

test("plain text never ends", () => {
  expect(bodyShape("<p>1<plaintext></p><b>2</plaintext>")).toBe(`p("1") plaintext("</p><b>2</plaintext>")`);
});

describe("template rules", () => {
  test.each([
    ["<div><template><td>1</td></template>2", `div(template(td("1")) "2")`],
    ["<div><template><tr><td>1</template>2", `div(template(tr(td("1"))) "2")`],
    ["<div><template><col></template>1", `div(template(col) "1")`],
    ["<div><template><p>1<tr>2", `div(template(p("12")))`],
  ])("the first tag inside of a template tells what it is a piece of: %s", (html, shape) => {
    expect(bodyShape(html)).toBe(shape);
  });

  test("a template ends with its own end tag alone, whatever else is open", () => {
    expect(bodyShape("<div><template><b><p>1</div>2</template>3")).toBe(`div(template(b(p("12"))) "3")`);
    expect(bodyShape("<p>1</template>2")).toBe(`p("12")`);
  });

  test("templates are nested, and allowed in heads and tables", () => {
    expect(treeShape("<template><template>1</template>2</template><p>3")).toBe(
      `html(head(template(template("1") "2")) body(p("3")))`,
    );
    expect(bodyShape("<table><template>1</template><tr><td>2")).toBe(
      `table(template("1") tbody(tr(td("2"))))`,
    );
  });

  test("formatting that is open outside does not go on inside", () => {
    expect(bodyShape("<p><b>1<template>2</template>3")).toBe(`p(b("1" template("2") "3"))`);
    expect(bodyShape("<p><b>1</p><template>2</template>3")).toBe(`p(b("1")) template("2") b("3")`);
  });
});

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
