import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Article } from "../../src/article/index.ts";
import { type Block, readContent } from "../../src/assemble/index.ts";
import { toMarkdown } from "../../src/output/index.ts";
import { markup } from "./random-markup.ts";
import { READERS } from "./read-markdown.ts";
import { wholeArticle } from "./whole-article.ts";

/** GALLEY_RUNS asks for more pages than a quick run reads. */
const RUNS = { numRuns: Number(process.env.GALLEY_RUNS ?? 1_000) };
const TIMEOUT = { timeout: 30_000 + 10 * RUNS.numRuns };

const SAFE_ADDRESS = /^(?:https?:\/\/|mailto:|tel:)/;

describe.each(READERS)("Markdown of any page, as %s reads it with raw HTML allowed,", (_, read) => {
  const check = (html: string): void => {
    const article = wholeArticle(html);
    const source = toMarkdown(article);
    const shown = read(source);
    const blocks = topBlocks(article);
    expect({
      html: shown.html,
      unsafe: shown.addresses.filter((address) => !SAFE_ADDRESS.test(address)),
      fences: shown.fences.map(words),
      headings: shown.headings,
      words: words(shown.text),
    }).toEqual({
      html: [],
      unsafe: [],
      fences: blocks.flatMap((block) => (block.type === "code" ? [words(block.text)] : [])),
      headings: blocks.filter(({ type }) => type === "heading").length + (article.title === null ? 0 : 1),
      words: words(`${article.title ?? ""} ${article.text}`),
    });
  };

  test(
    "has the article's words in their order, no raw HTML, no unsafe link and no code but its own",
    TIMEOUT,
    () => {
      fc.assert(fc.property(markup, check), RUNS);
    },
  );

  test.each([
    [
      "an empty code span before one with a backtick",
      "<p><code><rp>x</rp></code> <code>`&lt;img src=x onerror=alert(1)&gt;</code></p>",
    ],
    ["an empty deletion at the start of a line", "<p><del><rp>x</rp></del>~</p><p>&lt;script&gt;</p>"],
    [
      "numbers of ten digits",
      "<ol start=999999999><li>a<li><pre>&lt;script&gt;alert(1)&lt;/script&gt;</pre></ol>",
    ],
    ["a hundred quotations in each other", `${"<blockquote>".repeat(100)}<p>deep</p><pre>code</pre>`],
    [
      "code in lists in quotations",
      "<blockquote><ol start=12><li>a<pre>\n```\n\tb\n~~~</pre><li>c</ol></blockquote>",
    ],
  ])("holds for %s", (_name, html) => check(html));
});

test("no line of Markdown ends in white space, and no blank line follows another", TIMEOUT, () => {
  fc.assert(
    fc.property(markup, (html) => {
      const source = toMarkdown(wholeArticle(html));
      expect(source).not.toMatch(/[^\S\n]$/m);
      expect(source).not.toMatch(/^\n|\n\n\n|[^\n]$/);
    }),
    RUNS,
  );
});

/** The letters and digits of each word, raised and lowered ones on the line; CommonMark alone shows tildes. */
function words(text: string): string[] {
  const line = text.replace(/[_^]\(([^()\s]{1,20})\)/g, "$1").replaceAll("~~", "");
  return line.normalize("NFKC").match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** All blocks but those in cells, which Markdown puts on one line. */
function topBlocks(article: Article): Block[] {
  const open = [...readContent(article.html, article.url ?? undefined).blocks];
  const found: Block[] = [];
  for (let block = open.shift(); block !== undefined; block = open.shift()) {
    found.push(block);
    if (block.type === "quote") open.unshift(...block.blocks);
    if (block.type === "list") open.unshift(...block.items.flat());
    if (block.type === "terms") open.unshift(...block.entries.flatMap(({ blocks }) => blocks));
  }
  return found;
}
