import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { describe, expect, test } from "vitest";
import { makePages } from "../../test/newsroom/index.ts";
import { exampleArticle } from "../../test/output/example-article.ts";
import { ARTICLE_FIELDS, ARTICLE_SCHEMA, type Article, MEDIA_KINDS } from "../article/index.ts";
import { extract } from "../default-extract.ts";
import { FORMATS, type Format, isFormat, render, renderFile } from "./render.ts";

const ajv = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true });
formats.default(ajv);
const validate = ajv.compile(ARTICLE_SCHEMA);

describe("every format", () => {
  test.each(FORMATS)("%s ends in one line end and holds the article's words", (format) => {
    const output = render(exampleArticle, format);
    expect(output).toMatch(/[^\n]\n$/);
    expect(output).toContain("four a day");
  });

  test.each(FORMATS)("%s is the same for an article read back from JSON", (format) => {
    const stored = JSON.parse(render(exampleArticle, "json")) as Article;
    expect(render(stored, format)).toBe(render(exampleArticle, format));
  });

  test.each(FORMATS)("%s is the same for an article just extracted and one read back from JSON", (format) => {
    for (const { html, url } of makePages({ count: 12, seed: 7 })) {
      const article = extract(html, { url });
      const output = renderFile(article, format);
      const stored = JSON.parse(JSON.stringify(article)) as Article;
      expect(renderFile(stored, format)).toBe(output);
    }
  });

  test.each([
    ["an item of two paragraphs", "<ul><li>Ferry <div>late</div></li></ul>"],
    ["an entry of two paragraphs", "<dl><dt>Ferry<dd>late <div>again</div></dl>"],
    ["empty cells after the last words", "Ferry<td><th colspan=50>"],
  ])("has the same table after another page was extracted: %s", (_, cell) => {
    const html = `<table><tr><td>Monday</td><td>Rain</td></tr><tr><td>${cell}</table><p><rp>(</rp></p>`;
    const article = extract(html, { extractor: "everything" });
    const outputs = FORMATS.map((format) => render(article, format));
    extract("<p>Another page</p>", { extractor: "everything" });
    expect(FORMATS.map((format) => render(article, format))).toEqual(outputs);
    expect(outputs[1]).toContain("| Monday | Rain |");
  });

  test("is of the HTML that an article has now", () => {
    const article = extract(
      `<title>Tide</title>${"<p>The harbour stayed closed all day long, they said.</p>".repeat(8)}`,
    );
    expect(render({ ...article, html: "<p>Open</p>" }, "markdown")).toMatch(/^Open$/m);
    expect(render(Object.assign(article, { html: "<p>Open</p>" }), "markdown")).toMatch(/^Open$/m);
  });

  test.each(FORMATS)("%s of an empty article is no error", (format) => {
    expect(() => render({ ...exampleArticle, title: null, text: "", html: "" }, format)).not.toThrow();
  });

  test("is known by its name, and nothing else is", () => {
    expect(FORMATS.every(isFormat)).toBe(true);
    expect(isFormat("pdf")).toBe(false);
    expect(isFormat("toString")).toBe(false);
  });
});

test.each(["pdf", "toString", undefined])("refuses the format %s and lists those there are", (format) => {
  const refusal = expect.objectContaining({
    code: "BAD_OPTION",
    message: expect.stringContaining("there are text, markdown, html, json, xml"),
  });
  expect(() => render(exampleArticle, format as Format)).toThrow(refusal);
  expect(() => renderFile(exampleArticle, format as Format)).toThrow(refusal);
});

describe("HTML", () => {
  test("is one article element with language, direction and title", () => {
    const article = { ...exampleArticle, language: "ar", direction: "rtl" as const, html: "<p>نص</p>" };
    expect(render(article, "html")).toBe(
      '<article lang="ar" dir="rtl">\n<h1>Ferry &lt;returns&gt; &amp; stays</h1>\n<p>نص</p>\n</article>\n',
    );
  });

  test("sanitises an article that somebody else stored", () => {
    const html = '<p onclick="x()">a<script>b</script></p><iframe src="https://a.example"></iframe>';
    expect(render({ ...exampleArticle, title: null, language: '"><b>', direction: null, html }, "html")).toBe(
      "<article>\n<p>a</p>\n</article>\n",
    );
  });
});

describe("JSON", () => {
  test("obeys the published schema, with its fields in the schema's order", () => {
    const read: unknown = JSON.parse(render(exampleArticle, "json"));
    expect(validate(read)).toBe(true);
    // Asked for by options of their own.
    const asked = new Set<string>(["comments", "explanation"]);
    expect(Object.keys(read as object)).toEqual(ARTICLE_FIELDS.filter((field) => !asked.has(field)));
  });

  test("with an explanation obeys the schema too", () => {
    const explanation = {
      fields: { title: { source: "json-ld", confidence: 0.9 } },
      leaves: [
        { path: "/html[1]", text: "a", kept: false, score: 0.5, reason: "hidden" },
        {
          path: "/html[2]",
          text: "b",
          kept: false,
          score: 0.5,
          reason: "scored as not body",
          contributions: [{ feature: "base", value: null, weight: 0 }],
        },
      ],
    };
    expect(validate(JSON.parse(render({ ...exampleArticle, explanation }, "json")))).toBe(true);
  });

  test.each([
    ["a missing field", { ...exampleArticle, text: undefined }],
    ["an unknown field", { ...exampleArticle, colour: "red" }],
    ["a date in words", { ...exampleArticle, published: "yesterday" }],
    ["a probability over one", { ...exampleArticle, confidence: 2 }],
  ])("refuses %s", (_, article) => {
    expect(validate(JSON.parse(JSON.stringify(article)))).toBe(false);
  });

  test("has the fields that are written, in their order", () => {
    expect(Object.keys(ARTICLE_SCHEMA.properties)).toEqual(ARTICLE_FIELDS);
  });

  test("lists the kinds of media that the code knows", () => {
    expect(ARTICLE_SCHEMA.properties.media.items.properties.kind.enum).toEqual(MEDIA_KINDS);
  });
});
