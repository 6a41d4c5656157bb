import { describe, expect, test } from "vitest";
import { parseHtml } from "../html/index.ts";
import { findDataTables } from "./landmarks.ts";

function forms(html: string): string[] {
  return [...findDataTables(parseHtml(html)).values()];
}

const row = "<tr><td>a</td><td>b</td></tr>";

describe("a table holds data", () => {
  test("when it has header cells, a head or a caption", () => {
    expect(forms(`<table><tr><th>a</th><td>1</td></tr></table>`)).toEqual(["headed"]);
    expect(forms(`<table><caption>c</caption><tr><td>a</td><td>1</td></tr></table>`)).toEqual(["headed"]);
  });

  test("when it is in the HTML of an article and holds no other", () => {
    const written = parseHtml(`<table><tr><td><p>a<p>b</table><table><tr><td><table>${row}</table></table>`);
    expect(findDataTables(written).size).toBe(0);
    expect(findDataTables(written, true).size).toBe(2);
  });

  test("when it is a grid of short cells", () => {
    expect(forms(`<table>${row}${row}</table>`)).toEqual(["plain"]);
  });

  test("when a cell has a remark of a few lines, or one paragraph", () => {
    for (const remark of ["word ".repeat(100), "<p>a</p>"]) {
      expect(forms(`<table>${row}<tr><td>${remark}</td><td>b</td></tr></table>`)).toEqual(["plain"]);
    }
  });
});

describe("a table is layout", () => {
  test.each([
    ["it says so", `<table role="presentation">${row}${row}</table>`],
    ["it has one row", `<table>${row}</table>`],
    ["it has one column", "<table><tr><td>a</td></tr><tr><td>b</td></tr></table>"],
    ["a cell holds running text", `<table>${row}<tr><td>${"word ".repeat(200)}</td><td>b</td></tr></table>`],
    ["a cell holds paragraphs", `<table>${row}<tr><td><p>a</p><p>b</p></td><td>c</td></tr></table>`],
    ["it holds the page's heading", `<table><tr><th>a</th><td><h1>News</h1></td></tr>${row}</table>`],
  ])("when %s", (_, html) => {
    expect(forms(html)).toEqual([]);
  });

  test("when it holds another table, which may hold data", () => {
    const inner = `<table>${row}${row}</table>`;
    expect(forms(`<table><tr><td>${inner}</td><td>b</td></tr>${row}</table>`)).toEqual(["plain"]);
  });
});
