import { expect, test } from "vitest";
import { parseHtml } from "../../html/index.ts";
import { Page } from "../../page/index.ts";
import { MarkReader, MENU_MARKS } from "./menu-marks.ts";

/** The marks of the first link of a page. */
function marksOf(html: string): string[] {
  const page = new Page(parseHtml(html), "https://post.example/");
  const marks = new MarkReader(page.document).of(page.links[0]!.node);
  return MENU_MARKS.filter((_, bit) => ((marks >> bit) & 1) === 1);
}

test("are tags, roles, ids and words of classes around a link", () => {
  const link = '<a rel="nofollow" href="/a/">A</a>';
  expect(marksOf(`<footer><ul class="siteTagsList">${link}</ul></footer>`)).toEqual([
    "footer",
    "tag",
    "list",
    "foreign",
  ]);
  expect(marksOf(`<div id="main-nav" role="menu">${link}</div>`)).toEqual(["nav", "menu", "main", "foreign"]);
});

test("are not what the whole page is called, nor parts of words", () => {
  expect(marksOf('<body class="article"><div class="navel tagged_"><a href="/a/">A</a></div>')).toEqual([
    "tag",
  ]);
});

test("fit the bits of a number", () => {
  expect(MENU_MARKS.length).toBeLessThan(31);
});
