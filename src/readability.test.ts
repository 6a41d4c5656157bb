import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { extract } from "./default-extract.ts";
import { isProbablyReaderable, parse } from "./readability.ts";

const HARBOUR = readFileSync(join(import.meta.dirname, "../examples/harbour.html"));
const URL = "https://harbour-courier.example/ferry";
const SENTENCE = "The last ferry left the quay at dawn, and nobody was there to see it go, the master said. ";

describe("parse", () => {
  test("gives the article under the names that Readability uses", () => {
    const article = extract(HARBOUR, { url: URL });
    expect(parse(HARBOUR, { url: URL })).toEqual({
      title: article.title,
      byline: "Marta Ellingsworth",
      dir: article.direction,
      lang: article.language,
      content: article.html,
      textContent: article.text,
      length: article.text.length,
      excerpt: article.excerpt,
      siteName: article.site,
      publishedTime: article.published,
    });
  });

  test("takes the first paragraph where the page has no description, and null where it names nobody", () => {
    const html = `<h1>Ferry</h1><p>${SENTENCE}</p><p>${SENTENCE.repeat(2)}</p>`;
    const parsed = parse(html, { extractor: "econ" });
    expect(parsed).toMatchObject({ excerpt: SENTENCE.trim(), byline: null, publishedTime: null });
  });

  test.each([
    ["an empty input", ""],
    ["no bytes", new Uint8Array()],
    ["white space", " \n"],
    ["a page without text", "<title>Ferry</title><img src=a.jpg>"],
  ])("gives null for %s", (_, input) => {
    expect(parse(input)).toBeNull();
  });

  test("throws for an input that is not a page", () => {
    expect(() => parse(Uint8Array.of(0x25, 0x50, 0x44, 0x46, 0x2d, 0x31))).toThrow(
      expect.objectContaining({ code: "NOT_HTML" }),
    );
  });
});

describe("isProbablyReaderable", () => {
  test("tells a story from a menu, teasers and an empty page", () => {
    expect(isProbablyReaderable(HARBOUR)).toBe(true);
    expect(isProbablyReaderable(`<p>${SENTENCE}</p>`.repeat(50))).toBe(false);
    expect(isProbablyReaderable(`<p><a href=/a>${SENTENCE.repeat(9)}</a></p>`.repeat(9))).toBe(false);
    for (const empty of ["", " \n"]) expect(isProbablyReaderable(empty)).toBe(false);
  });

  test("accepts lower limits", () => {
    const html = `<p>${SENTENCE.repeat(2)}</p>`;
    expect(isProbablyReaderable(html)).toBe(false);
    expect(isProbablyReaderable(html, { minContentLength: 50, minScore: 10 })).toBe(true);
  });
});
