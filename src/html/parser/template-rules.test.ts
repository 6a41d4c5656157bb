import { expect, test } from "vitest";
import { bodyShape, treeShape } from "./tree-shape.testing.ts";

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

test("templates are nested and stand in heads and tables", () => {
  expect(treeShape("<template><template>1</template>2</template><p>3")).toBe(
    `html(head(template(template("1") "2")) body(p("3")))`,
  );
  expect(bodyShape("<table><template>1</template><tr><td>2")).toBe(`table(template("1") tbody(tr(td("2"))))`);
});

test("formatting that is open outside does not go on inside", () => {
  expect(bodyShape("<p><b>1<template>2</template>3")).toBe(`p(b("1" template("2") "3"))`);
  expect(bodyShape("<p><b>1</p><template>2</template>3")).toBe(`p(b("1")) template("2") b("3")`);
});
