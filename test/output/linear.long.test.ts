import { describe, expect, test } from "vitest";
import { render } from "../../src/output/index.ts";
import { processorMs } from "../growth.ts";
import { wholeArticle } from "./whole-article.ts";

const STORY = "The last ferry left Wexley nine years ago with eleven passengers and a piano on board. ";
/** Each page is done in well under a second; a step that reads it once for every part of it needs over ten. */
const MAX_MS = 5_000;

const many = (count: number, part: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => part(index)).join("");

const PAGES: readonly (readonly [name: string, html: string])[] = [
  ["a run of wide spaces", `<p>漢${"\u3000".repeat(100_000)}字</p>`],
  ["a row of empty cells", `<table><tr><th>a<th>b<tr><td>x${"<td>".repeat(160_000)}<td>b</table>`],
  ["a heading of signs", `<h2>${"#".repeat(150_000)}x</h2>`],
  ["a srcset of commas", `<p>${STORY}<img srcset="a${",".repeat(150_000)}b, "></p>`],
  [
    "placeholders before a noscript without a picture",
    `<div>${"<img>".repeat(25_000)}</div><noscript>${"<i></i>".repeat(25_000)}</noscript>`,
  ],
  [
    "placeholders before texts without end",
    `<div>${"<img>".repeat(25_000)}</div>${"x<!---->".repeat(25_000)}`,
  ],
  [
    "an address full of pictures",
    `<p>${STORY}</p><address>${"<p><img src=a.jpg></p>".repeat(60_000)}</address>`,
  ],
  [
    "addresses inside each other, too large for a byline",
    `<p>${STORY}</p>${"<address>".repeat(20_000)}${"<p>word word</p>".repeat(20_000)}`,
  ],
  [
    "addresses inside each other, around much that is white",
    `<p>${STORY}</p>${"<address>".repeat(20_000)}${STORY.repeat(2)}${" ".repeat(1_000_000)}`,
  ],
  ["a credit in pieces", `<figcaption><cite>${"<b>x</b> ".repeat(160_000)}</cite></figcaption>`],
  [
    "quotations that the text resembles",
    `${many(50, (index) => `<blockquote>${"a".repeat(700)}z${index}</blockquote>`)}<p>${"a".repeat(500_000)}</p>`,
  ],
  [
    "a text that resembles its quotations",
    `${many(50, (index) => `<blockquote>${"a".repeat(300)}z${index}${"a".repeat(300)}</blockquote>`)}<p>${"a".repeat(2_000_000)}</p>`,
  ],
];

describe("assembly and output take no longer than a page of its size should", () => {
  test.each(PAGES)("%s", { timeout: 120_000 }, (_, html) => {
    expect(processorMs(() => render(wholeArticle(html, {}), "markdown"))).toBeLessThan(MAX_MS);
  });
});

test("a caption is not repeated for thousands of pictures", () => {
  const html = `<p>${STORY}</p><figcaption>${many(5000, (index) => `<img src=/${index}.jpg>word `)}</figcaption>`;
  expect(render(wholeArticle(html, {}), "json").length).toBeLessThan(html.length * 20);
});
