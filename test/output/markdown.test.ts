import { setImmediate } from "node:timers/promises";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Article } from "../../src/article/index.ts";
import { type Block, blocksOf, type Inline, innerBlocks } from "../../src/assemble/index.ts";
import { headlineOf } from "../../src/output/article-head.ts";
import { toMarkdown } from "../../src/output/index.ts";
import { markup } from "./random-markup.ts";
import { READERS } from "./read-markdown.ts";
import { wholeArticle } from "./whole-article.ts";

/** GALLEY_RUNS asks for more pages than a quick run reads, which come in parts: the runner waits for no test that never rests. */
const PAGES = Number(process.env.GALLEY_RUNS ?? 2_000);
const PAGES_AT_ONCE = 1_000;
const TIMEOUT = { timeout: 30_000 + 100 * PAGES };

describe("Markdown of any page, as two parsers read it with raw HTML allowed,", () => {
  test(
    "has the article's words in order, no raw HTML, no link, code or heading but its own, and no stray white space",
    TIMEOUT,
    async () => {
      const { seed = 0 } = fc.readConfigureGlobal();
      for (let read = 0; read < PAGES; read += PAGES_AT_ONCE) {
        fc.assert(fc.property(markup, check), {
          numRuns: Math.min(PAGES_AT_ONCE, PAGES - read),
          seed: seed + read,
        });
        await setImmediate();
      }
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
    ["an entity in two pieces", "<p>x&amp;l<i>t;</i>y &amp;<b>lt;</b>z</p>"],
  ])("holds for %s", (_name, html) => check(html));
});

function check(html: string): void {
  const article = wholeArticle(html);
  const source = toMarkdown(article);
  expect(source).not.toMatch(/[^\S\n]$|^\n|\n\n\n|[^\n]$/);
  expect(source).not.toMatch(/[^\S\n]$/m);
  const blocks = allBlocks(article);
  const fences = blocks.flatMap((block) => (block.type === "code" ? [block.text] : []));
  const headings = blocks.filter(({ type }) => type === "heading").length;
  // They are text there, and blocks again where a table is too deep to be one.
  const hasBlocksInCells = /<table>[\s\S]*<(?:h\d|pre)>/.test(article.html);
  // A link from a footnote back to the text leaves a space, and a caret is all the text of some.
  const hasNotes = /href="[^"]*#/.test(article.html);
  const spaced = (line: string) => (hasNotes ? words(line).join("") : words(line).join(" "));
  const own = new Set(addressesOf(blocks).map(unescaped));
  // A title that the body shows is not written again.
  const isShown = headlineOf(article, blocksOf(article)) >= 0;
  const title = isShown ? null : article.title;
  const text = `${title ?? ""} ${article.text}`;
  for (const [name, read] of READERS) {
    const shown = read(source);
    // The reference parser knows no tables.
    const hasInk = name === "markdown-it" || !article.html.includes("<table");
    expect({
      name,
      html: shown.html,
      strange: shown.addresses.filter((address) => !own.has(unescaped(address))),
      fences: hasBlocksInCells ? [] : shown.fences.map(words),
      headings: hasBlocksInCells ? 0 : shown.headings,
      words: spaced(shown.text),
      ink: hasInk ? ink(shown.text, article) : "",
    }).toEqual({
      name,
      html: [],
      strange: [],
      fences: hasBlocksInCells ? [] : fences.map(words),
      headings: hasBlocksInCells ? 0 : headings + (title === null ? 0 : 1),
      words: spaced(text),
      ink: hasInk ? ink(text, article) : "",
    });
  }
}

/** The letters and digits of each word, without the brackets of formulas and the tildes that CommonMark alone shows. */
function words(text: string): string[] {
  const line = text.normalize("NFKC").replace(/[_^()]|~~/g, "");
  return line.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** All signs but white space, apart from those that Markdown adds: brackets of formulas, and commas of lists in cells. */
function ink(text: string, { html }: Article): string {
  const line = text
    .normalize("NFKC")
    .replace(/[\u2212\u2013]/g, "-")
    .replace(/\s+|~~/g, "");
  const formulas = /<su[bp]>|href="[^"]*#/.test(html) ? line.replace(/[_^()]/g, "") : line;
  return /<table>[\s\S]*<(?:li|dt|dd)>/.test(html) ? formulas.replaceAll(",", "") : formulas;
}

/** All blocks but those in cells, which Markdown puts on one line; their pictures and links count. */
function allBlocks(article: Article): Block[] {
  const open = [...blocksOf(article)];
  const found: Block[] = [];
  for (let block = open.shift(); block !== undefined; block = open.shift()) {
    found.push(block);
    if (block.type !== "table") open.unshift(...innerBlocks(block).flat());
  }
  return found;
}

/** Where the links and pictures of blocks lead, those in cells too. */
function addressesOf(blocks: readonly Block[]): string[] {
  return blocks.flatMap((block) => {
    if (block.type === "figure") return [...block.pictures.map(({ src }) => src), ...hrefsOf(block.caption)];
    if (block.type === "table")
      return [...hrefsOf(block.caption), ...innerBlocks(block).flatMap(addressesOf)];
    return "children" in block ? hrefsOf(block.children) : innerBlocks(block).flatMap(addressesOf);
  });
}

function hrefsOf(line: readonly Inline[]): string[] {
  return line.flatMap((piece) => {
    if (piece.type === "text" || piece.type === "break") return [];
    return [...(piece.type === "link" ? [piece.href] : []), ...hrefsOf(piece.children)];
  });
}

/** An address without the escapes that parsers differ in. */
function unescaped(address: string): string {
  return address.replace(/(?:%[0-9a-f]{2})+/gi, (bytes) =>
    Buffer.from(bytes.replaceAll("%", ""), "hex").toString(),
  );
}
