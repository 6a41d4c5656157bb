import { expect, test } from "vitest";
import { parseHtml } from "../parse.ts";
import { bodyShape } from "./tree-shape.testing.ts";

test.each([
  ["<b>1<i>2</b>3</i>4", `b("1" i("2")) i("3") "4"`],
  ["<b>1<p>2</b>3</p>4", `b("1") p(b("2") "3") "4"`],
  ["<a>1<p>2</a>3", `a("1") p(a("2") "3")`],
  ["<b><div><div>1</b>2", `b div(b div(b("1") "2"))`],
])("what an end tag crosses is split so that each part is closed where it is: %s", (html, shape) => {
  expect(bodyShape(html)).toBe(shape);
});

test("formatting that a block's end cut off goes on after it, attributes included", () => {
  expect(bodyShape("<p><b><i>1</p>2")).toBe(`p(b(i("1"))) b(i("2"))`);
  const { attributes } = parseHtml("<p><b class=c>1</p>2");
  expect(Array.from({ length: attributes.count }, (_, at) => attributes.valueAt(at))).toEqual(["c", "c"]);
});

test("an end tag of formatting that is not open is nothing", () => {
  expect(bodyShape("<p>1</b>2</i></a>3")).toBe(`p("123")`);
});

test("at most eight blocks are split by one end tag", () => {
  const blocks = "<div>".repeat(10);
  const shape = bodyShape(`<b>${blocks}1</b>`);
  expect(shape.match(/\bb\b/g)).toHaveLength(9);
});
