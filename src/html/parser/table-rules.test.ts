import { expect, test } from "vitest";
import { bodyShape } from "./tree-shape.testing.ts";

test.each([
  ["<table><tr><td>1", `table(tbody(tr(td("1"))))`],
  ["<table><td>1<td>2<tr><th>3", `table(tbody(tr(td("1") td("2")) tr(th("3"))))`],
  ["<table><thead><td>1<tfoot><td>2", `table(thead(tr(td("1"))) tfoot(tr(td("2"))))`],
  ["<table><col><tr><td>1", `table(colgroup(col) tbody(tr(td("1"))))`],
  ["<table><caption>1<td>2", `table(caption("1") tbody(tr(td("2"))))`],
])("what a table lacks between its parts is made: %s", (html, shape) => expect(bodyShape(html)).toBe(shape));

test.each([
  ["<table><p>1<td>2", `p("1") table(tbody(tr(td("2"))))`],
  ["<table>1<tr>2<td>3", `"12" table(tbody(tr(td("3"))))`],
  ["<table><b><tr>1", `b b("1") table(tbody(tr))`],
  ["<div><table><input><tr><td>1", `div(input table(tbody(tr(td("1")))))`],
])("what a table cannot hold is fostered before it: %s", (html, shape) =>
  expect(bodyShape(html)).toBe(shape),
);

test("spaces, hidden inputs and forms may stay inside", () => {
  expect(bodyShape("<table> <input type=HIDDEN><tr> <td>1")).toBe(`table(" " input tbody(tr(" " td("1"))))`);
  expect(bodyShape("<table><form><tr><td>1")).toBe(`table(form tbody(tr(td("1"))))`);
});

test("a table begun where one is open ends it, one inside of a cell does not", () => {
  expect(bodyShape("<table><table><td>1")).toBe(`table table(tbody(tr(td("1"))))`);
  expect(bodyShape("<table><td><table><td>1</table>2")).toBe(
    `table(tbody(tr(td(table(tbody(tr(td("1")))) "2"))))`,
  );
});

test("end tags of parts that are not open are nothing", () => {
  expect(bodyShape("<table><tr></td></tfoot></caption><td>1</tr>2")).toBe(`"2" table(tbody(tr(td("1"))))`);
});

test("a select inside of a cell ends with the cell", () => {
  expect(bodyShape("<table><td><select><option>1<td>2")).toBe(
    `table(tbody(tr(td(select(option("1"))) td("2"))))`,
  );
});
