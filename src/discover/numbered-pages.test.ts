import { describe, expect, test } from "vitest";
import { parseHtml } from "../html/index.ts";
import { Page } from "../page/index.ts";
import { nextPage, nextPart } from "./numbered-pages.ts";

const at = (url: string, html: string) => new Page(parseHtml(html), url);

describe("the next page", () => {
  test.each([
    [
      "of rel=next in the head",
      "https://n.example/s",
      '<link rel="next" href="/s/2">',
      "https://n.example/s/2",
    ],
    [
      "of a link that says so",
      "https://n.example/s?p=1",
      '<a rel="nofollow next" href="?p=2">',
      "https://n.example/s?p=2",
    ],
    [
      "that counts one up",
      "https://n.example/s/3",
      '<a href="/s/2">2</a><a href="/s/4">4</a><a href="/s/9">9</a>',
      "https://n.example/s/4",
    ],
    [
      "of a first page without a number",
      "https://n.example/s?q=a",
      '<a href="/s?q=a&page=3">3</a><a href="/s?q=a&page=2">2</a>',
      "https://n.example/s?q=a&page=2",
    ],
    [
      "of another site",
      "https://n.example/s",
      '<link rel="next" href="https://evil.example/s/2">',
      undefined,
    ],
    ["that is the page itself", "https://n.example/s", '<link rel="next" href="/s#top">', undefined],
    ["of nothing", "https://n.example/s", "<p>One page.", undefined],
  ])("%s", (_, url, html, expected) => {
    expect(nextPage(at(url, html))).toBe(expected);
  });
});

describe("the next part of an article", () => {
  const FIRST = "https://n.example/2026/11/storm";
  test.each([
    ["after its first page", FIRST, '<a href="/2026/11/storm?page=2">2</a>', `${FIRST}?page=2`],
    [
      "after its second page",
      `${FIRST}?page=2`,
      '<a href="/2026/11/storm">1</a><a href="?page=3">3</a>',
      `${FIRST}?page=3`,
    ],
    [
      "is not the next post of a blog",
      FIRST,
      '<link rel=next href="/2026/11/fog"><a rel=next href="/2026/11/fog">Fog</a>',
      undefined,
    ],
    [
      "is not the next of numbered articles",
      "https://n.example/news/1234",
      '<a href="/news/1235">Fog</a>',
      undefined,
    ],
  ])("%s", (_, url, html, expected) => {
    expect(nextPart(at(url, html), url.startsWith(FIRST) ? FIRST : url)).toBe(expected);
  });
});

test.each([
  ["below the article's address", "/storm/part-two", "/storm/part-two"],
  ["beside it", "/storm-seite-2.html", "/storm-seite-2.html"],
  ["with a parameter", "/storm?start=2000", "/storm?start=2000"],
  ["of the next post", "/fog", undefined],
  ["whose name begins alike", "/stormy-weather", undefined],
  ["of another site", "https://else.example/storm/2", undefined],
])("the next part that rel=next names is one %s", (_, href, expected) => {
  for (const first of ["https://news.example/storm", "https://news.example/storm.html"]) {
    const page = new Page(parseHtml(`<link rel=next href="${href}"><p>Text.`), first);
    const next = nextPart(page, first);
    expect(next).toBe(expected && `https://news.example${expected}`);
  }
});

test("a post whose address is a number has no part that rel=next names", () => {
  const first = "https://blog.example/?p=7";
  const page = new Page(parseHtml('<link rel=next href="/?p=8"><p>Text.'), first);
  expect(nextPart(page, first)).toBeUndefined();
});

test.each([
  ["https://n.example/storm?page=2", "/storm?page=3", true],
  ["https://n.example/storm/page/2/", "/storm/page/3/", true],
  ["https://n.example/storm-hits-coast/2", "/storm-hits-coast/3", true],
  ["https://n.example/storm-hits-coast-2", "/storm-hits-coast-3", true],
  ["https://n.example/storm-hits-coast", "/storm-hits-coast?page=2", true],
  ["https://blog.example/?p=7", "/?p=8", false],
  ["https://blog.example/?page=7", "/?page=8", false],
  ["https://n.example/news/12", "/news/13", false],
  ["https://n.example/2026/11/12", "/2026/11/13", false],
  ["https://n.example/storm-of-2025", "/storm-of-2026", false],
])("from %s on, %s is the next part: %s", (url, href, isPart) => {
  const page = new Page(parseHtml(`<p>Text.<a href="${href}">Next</a>`), url);
  expect(nextPart(page)).toBe(isPart ? new URL(href, url).href : undefined);
});
