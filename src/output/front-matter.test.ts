import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parse, parseDocument } from "yaml";
import { exampleArticle } from "../../test/output/example-article.ts";
import type { Article } from "../article/index.ts";
import { cleanLabel } from "../assemble/index.ts";
import { frontMatter } from "./front-matter.ts";
import { toMarkdown } from "./markdown.ts";

/** Texts that mean something else to YAML, or that could end the front matter. */
const YAML_LIKE = [
  ...[
    "yes",
    "No",
    "null",
    "~",
    "true",
    "1e3",
    "0x1F",
    "012",
    "1_000",
    ".inf",
    "2026-03-12",
    "12:30:45",
    "1:30",
    "off",
  ],
  ...[
    "---",
    "...",
    "--- # x",
    "a: b",
    "a #b",
    "# a",
    "- a",
    "? a",
    "&a",
    "*a",
    "!a",
    "!!binary x",
    "@a",
    "%a",
    "`a",
  ],
  ...[
    "{a: b}",
    "[a, b]",
    "| a",
    "> a",
    '"',
    "'",
    "\\",
    "\\u0041",
    'a"\n---\nb: "c',
    "<<",
    "=",
    ": ",
    "🙂",
    "漢字",
  ],
];

/** Texts of any characters, halves of pairs and line separators among them, mixed with what means something to YAML. */
const anyText = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...YAML_LIKE,
        "\ud800",
        "\udfff",
        "\u2028",
        "\u2029",
        "\u0085",
        "\ufeff",
        "\u202e",
        "\n",
        "\t",
        "\0",
        " ",
      ),
      fc.string({ unit: "binary", maxLength: 3 }),
      fc.integer().map(String),
      fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
    ),
    { maxLength: 5 },
  )
  .map((parts) => parts.join(""));

function readBack(article: Article, version: "1.1" | "1.2"): unknown {
  const lines = frontMatter(article).split("\n");
  expect([lines[0], lines.at(-1)]).toEqual(["---", "---"]);
  expect(lines.slice(1, -1)).not.toContain("---");
  return parse(lines.slice(1, -1).join("\n"), { version, strict: true });
}

describe.each(["1.1", "1.2"] as const)("front matter, as YAML %s reads it,", (version) => {
  test("holds what is known of the article", () => {
    expect(readBack(exampleArticle, version)).toEqual({
      title: "Ferry <returns> & stays",
      authors: ["Marta Ellingsworth"],
      published: "2026-03-12T07:30:00+00:00",
      site: "The Harbour Courier",
      url: "https://harbour-courier.example/local/ferry",
      language: "en-GB",
      tags: ["Ferries"],
    });
  });

  test.each(YAML_LIKE)("keeps %j a text", (text) => {
    const read = readBack(
      { ...exampleArticle, title: text, authors: [text], site: text, tags: [text] },
      version,
    );
    const label = text.replace(/\s+/g, " ").trim();
    expect(read).toMatchObject({ title: label, authors: [label], site: label, tags: [label] });
  });

  test("is one document, and every value reads back as the clean text that it is", () => {
    fc.assert(
      fc.property(fc.array(anyText, { minLength: 6, maxLength: 6 }), ([title = "", site = "", ...others]) => {
        const article = {
          ...exampleArticle,
          title,
          site,
          authors: others.slice(0, 2),
          tags: others.slice(2),
        };
        const source = frontMatter(article);
        const document = parseDocument(source.slice(4, -3), { version });
        expect([...document.errors, ...document.warnings]).toEqual([]);
        const { published, url, language, ...read } = document.toJS();
        expect([published, url, language]).toEqual([article.published, article.url, article.language]);
        const labels = (values: readonly string[]) => values.flatMap((value) => cleanLabel(value) ?? []);
        expect({ title: null, site: null, authors: [], tags: [], ...read }).toEqual({
          ...{ title: cleanLabel(title), site: cleanLabel(site) },
          ...{ authors: labels(article.authors), tags: labels(article.tags) },
        });
      }),
      { numRuns: 1_000 },
    );
  });
});

describe("front matter", () => {
  test("stands before the title, and only where it is asked for", () => {
    expect(toMarkdown(exampleArticle, { frontMatter: true })).toMatch(/^---\ntitle: [\s\S]*\n---\n\n# Ferry/);
    expect(toMarkdown(exampleArticle)).toMatch(/^# Ferry/);
  });

  test("leaves out what the page does not say, and is not there where nothing is known", () => {
    const silent = {
      title: null,
      published: null,
      site: null,
      url: null,
      canonicalUrl: null,
      language: null,
    };
    const article = { ...exampleArticle, ...silent, authors: [], tags: [] };
    expect(frontMatter(article)).toBe("");
    expect(toMarkdown(article, { frontMatter: true })).toBe(toMarkdown(article));
    expect(frontMatter({ ...article, tags: ["a", " "] })).toBe('---\ntags:\n  - "a"\n---');
  });

  test("names no address that leads to anything but a page", () => {
    expect(frontMatter({ ...exampleArticle, url: "javascript:alert(1)" })).not.toContain("url:");
  });
});
