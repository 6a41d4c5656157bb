import { expect, test } from "vitest";
import { judgedTexts, keptTexts } from "../../test/kept-text.ts";
import { parseHtml } from "../html/index.ts";
import { Page } from "../page/index.ts";
import { coreex } from "./coreex.ts";

test("keeps the text-rich children of the best node", () => {
  const html =
    "<body><div><p>Ten plain words stand in this one first paragraph here.</p><p>Another ten plain words stand in this second paragraph here.</p><p><a href=a>Link</a></p></div></body>";
  expect(keptTexts(coreex, html)).toEqual([
    "Ten plain words stand in this one first paragraph here.",
    "Another ten plain words stand in this second paragraph here.",
  ]);
});

test("counts a link as one word of text and one link, however long its text", () => {
  // 11 words and 1 link: (12 - 1) / 12 = .917 > .9, so the paragraph stays; with 8 words (9 - 1) / 9 = .889 it goes.
  const paragraph = (words: number) => `<p>${"word ".repeat(words)}<a href=a>one two three four five</a></p>`;
  const plain = "<p>five words in a row</p>".repeat(20);
  expect(keptTexts(coreex, `<div>${paragraph(11)}${plain}</div>`)).toHaveLength(22);
  expect(keptTexts(coreex, `<div>${paragraph(8)}${plain}</div>`)).toHaveLength(20);
});

test("counts a link of a picture as a link", () => {
  // 12 words and 2 links: (14 - 2) / 14 = .857 is not over .9.
  const paragraph = (links: number) =>
    `<p>${"word ".repeat(12)}${"<a href=a><img src=a.jpg></a>".repeat(links)}</p>`;
  const plain = "<p>five words in a row</p>".repeat(20);
  expect(keptTexts(coreex, `<div>${paragraph(0)}${plain}</div>`)).toHaveLength(21);
  expect(judgedTexts(coreex, `<div>${paragraph(2)}${plain}</div>`)[0]).toMatchObject({
    reason: "mostly links",
  });
});

test("keeps a linked picture between paragraphs", () => {
  const plain = "<p>five words in a row</p>".repeat(4);
  const page = new Page(parseHtml(`<div>${plain}<a href=a><img src=a.jpg></a>${plain}</div>`));
  expect([...coreex.extract(page, {}).scores]).toEqual(Array(9).fill(1));
});

test("prefers more text among nodes without links", () => {
  // Both divs score .99 for purity; .01 x 30/42 beats .01 x 10/42.
  const html = `<table><tr><td><a href=a>x</a></td><td><div>${"<p>five words in a row</p>".repeat(2)}</div></td><td><a href=b>y</a><div>${"<p>five words in a row</p>".repeat(6)}</div></td></tr></table>`;
  expect(keptTexts(coreex, html)).toHaveLength(6);
});

test("tells links inside the body from text outside it", () => {
  const html = `<body><div><a href=a>Elsewhere</a></div><div><p>${"Plain words all along. ".repeat(6)}</p><div><a href=b>More</a></div></div></body>`;
  const reasons = judgedTexts(coreex, html).map(({ reason }) => reason);
  expect(reasons).toEqual(["outside the body", "inside the body", "mostly links"]);
});

test("takes no teaser that is a link as a whole for the body", () => {
  // The card alone would score .99 + .01 x 40 / 33, the story with its link less.
  const card = `<a href=a><div><p>${"card ".repeat(40)}</p></div></a>`;
  const story = `<div><p>${"plain ".repeat(30)}<a href=b>link</a></p></div>`;
  expect(keptTexts(coreex, story + card)).toEqual(["plain ".repeat(30).trim()]);
});

test("keeps nothing where there are only links", () => {
  expect(keptTexts(coreex, "<a href=a>One</a><a href=b>Two</a>")).toEqual([]);
  expect(keptTexts(coreex, "<a href=a><b>One</b></a><a href=b><p>Two three</p></a>")).toEqual([]);
});
