import fc from "fast-check";
import MarkdownIt from "markdown-it";
import { describe, expect, test } from "vitest";
import { blocksHtml, blocksText, parseContent } from "../../src/assemble/index.ts";
import { extract } from "../../src/default-extract.ts";
import { FORMATS, render, toHtml, toHtmlDocument, toMarkdown, toXml } from "../../src/output/index.ts";
import { countWords } from "../../src/text/index.ts";
import { findForbidden, findForbiddenInDocument } from "./allowed.ts";
import { markup } from "./random-markup.ts";
import { wholeArticle } from "./whole-article.ts";
import { findXmlFault } from "./xml-fault.ts";

const RUNS = { numRuns: 400, seed: 20_260_312 };

const BASE = "https://paper.example/story";
const markdown = new MarkdownIt({ html: true });

describe("any page", () => {
  test("gives HTML of allowed elements, attributes and addresses only", () => {
    fc.assert(
      fc.property(markup, (html) => {
        const article = wholeArticle(html);
        // The copy is read back from its HTML.
        for (const made of [article, { ...article }]) expect(findForbidden(toHtml(made))).toEqual([]);
      }),
      RUNS,
    );
  });

  test("gives a document of allowed elements, attributes and addresses, with headings in order", () => {
    fc.assert(
      fc.property(markup, (html) => {
        const article = { ...wholeArticle(html), title: html, authors: [html], site: html };
        const document = toHtmlDocument(article);
        expect(findForbiddenInDocument(document)).toEqual([]);
        const levels = [...document.matchAll(/<h(\d)>/g)].map(([, level]) => Number(level));
        expect(levels.slice(1).every((level, at) => level > 1 && level <= levels[at]! + 1)).toBe(true);
      }),
      RUNS,
    );
  });

  test("gives HTML that reads back to the same content", () => {
    fc.assert(
      fc.property(markup, (html) => {
        const { blocks } = parseContent(html, BASE);
        expect(parseContent(blocksHtml(blocks), BASE).blocks).toEqual(blocks);
      }),
      RUNS,
    );
  });

  test("gives the same in every format from the article and from a copy that is read back", () => {
    const page = fc.oneof(
      markup,
      markup.map((html) => `<table><tr><td>Monday<td>Rain<tr><td>${html}<td><th colspan=50></table>`),
    );
    const extractor = fc.constantFrom("everything" as const, "econ" as const);
    fc.assert(
      fc.property(page, extractor, (html, id) => {
        fc.pre(html.trim() !== "");
        const article = extract(html, { extractor: id, url: BASE });
        for (const format of FORMATS) expect(render({ ...article }, format)).toBe(render(article, format));
      }),
      { ...RUNS, numRuns: 2_000 },
    );
  }, 240_000);

  test("gives text without double blank lines and without spaces at the ends of lines", () => {
    fc.assert(
      fc.property(markup, (html) => {
        const text = blocksText(parseContent(html, BASE).blocks, { captions: true });
        expect(text).not.toMatch(/\n[^\S\n]*\n[^\S\n]*\n|^\n|\s$/);
        expect(text).not.toMatch(/[\u00a0\u00ad]/);
      }),
      RUNS,
    );
  });

  test("gives Markdown that shows the same words and holds no tag", () => {
    fc.assert(
      fc.property(markup, (html) => {
        const article = wholeArticle(html);
        const source = toMarkdown(article);
        const shown = markdown.render(source);
        expect(findForbidden(shown, ["s", "thead"])).toEqual([]);
        if (!/<(?:pre|code|kbd|samp)/.test(article.html)) expect(source).not.toContain("<");
        // Alternative texts and the brackets of formulas are in the Markdown only, and lists in cells get commas there.
        if (!/<(?:img|video|su[bp])|<table[\s\S]*<(?:li|dt|dd)>/.test(article.html)) {
          expect(shownInk(shown)).toBe(ink(`${article.title ?? ""}${article.text}`));
        }
      }),
      RUNS,
    );
  });

  test("gives well-formed XML", () => {
    fc.assert(
      fc.property(markup, (html) => {
        const article = wholeArticle(html);
        for (const made of [article, { ...article }]) expect(findXmlFault(toXml(made))).toBeUndefined();
      }),
      RUNS,
    );
  });

  test("keeps every word of the page when every leaf is kept", () => {
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^[a-z]{1,8}$/), { minLength: 1, maxLength: 20 }),
        markup,
        (list, around) => {
          const html = `<p>${list.join(" ")}</p>${around}`;
          const text = blocksText(parseContent(html, BASE).blocks, { captions: true });
          expect(countWords(text)).toBeGreaterThanOrEqual(list.length);
        },
      ),
      RUNS,
    );
  });
});

/** What a reader of HTML sees, without white space. */
function shownInk(html: string): string {
  return ink(blocksText(parseContent(html, BASE).blocks, { captions: true }));
}

/** All that is not white space; raised and lowered characters as they are on the line, dashes as one. */
function ink(text: string): string {
  return text
    .normalize("NFKC")
    .replace(/[\u2212\u2013]/g, "-")
    .replace(/\s+/g, "");
}
