import { describe, expect, test } from "vitest";
import { parseHtml } from "../html/index.ts";
import { Page } from "../page/index.ts";
import { parseContent } from "./assemble.ts";
import { buildContent } from "./build-content.ts";
import { blocksHtml } from "./html.ts";
import { blocksText } from "./text.ts";

function html(source: string): string {
  return blocksHtml(parseContent(source, "https://paper.example/").blocks);
}

/** The page without the leaves whose text holds an x. */
function htmlWithoutX(source: string): string {
  const page = new Page(parseHtml(source), "https://paper.example/");
  const { document, leaves } = page;
  const kept = Uint8Array.from(leaves.node, (node) =>
    document.text.slice(document.textStart[node], document.textEnd[node]).includes("x") ? 0 : 1,
  );
  return blocksHtml(buildContent(page, { leaves: kept }).blocks);
}

describe("paragraphs", () => {
  test("are made of div-only pages", () => {
    expect(html("<div><div>One</div><div>Two <b>bold</b></div>Three</div>")).toBe(
      "<p>One</p>\n<p>Two <strong>bold</strong></p>\n<p>Three</p>",
    );
  });

  test("are made of text between double line breaks, also when the breaks are in inline elements", () => {
    expect(html("One<br><br>Two<font><br>\n<br></font>Three<br>and a half")).toBe(
      "<p>One</p>\n<p>Two</p>\n<p>Three<br>and a half</p>",
    );
  });

  test("are the same however many there are", () => {
    const many = 20_100;
    const source = "<p>One</p><p>Two <b>bold</b></p><blockquote>Three</blockquote>".repeat(many / 3);
    const part = "<p>One</p>\n<p>Two <strong>bold</strong></p>\n<blockquote>\n<p>Three</p>\n</blockquote>";
    expect(html(source)).toBe(
      Array(many / 3)
        .fill(part)
        .join("\n"),
    );
  });

  test("have the same marks however many there are", () => {
    const source = "<b>One</b> <i>two <b>three</b></i><abbr title=t>x</abbr><sup>2</sup>".repeat(2000);
    const part =
      '<strong>One</strong> <em>two <strong>three</strong></em><abbr title="t">x</abbr><sup>2</sup>';
    expect(html(`<p>${source}</p>`)).toBe(`<p>${part.repeat(2000)}</p>`);
  });

  test("hold no space inside words split by inline tags", () => {
    expect(html("<p>un<b>believ</b>able, <i>really</i> <i>so</i></p>")).toBe(
      "<p>un<strong>believ</strong>able, <em>really so</em></p>",
    );
  });

  test("have spaces and breaks between marks, never inside their edges", () => {
    expect(html("<p>a<b> b </b>c<i><br>d</i></p>")).toBe("<p>a <strong>b</strong> c<br><em>d</em></p>");
  });

  test("keep marks that are open around several blocks", () => {
    expect(html('<b><a href="/l"><p>One</p><p>Two</p></a></b>')).toBe(
      '<p><strong><a href="https://paper.example/l">One</a></strong></p>\n<p><strong><a href="https://paper.example/l">Two</a></strong></p>',
    );
  });

  test("are not torn by a picture inside a sentence", () => {
    expect(html('<p>A sentence <img src="/a.jpg" alt=""> goes on.</p>')).toBe(
      '<p>A sentence goes on.</p>\n<figure><img src="https://paper.example/a.jpg" alt=""></figure>',
    );
  });

  test("survive unknown elements around them", () => {
    expect(html("<story-text><x-p>Kept</x-p></story-text> <blink>too</blink>")).toBe("<p>Kept too</p>");
  });
});

test("relative addresses of a page without its own refer to the canonical one it states", () => {
  const source = '<link rel="canonical" href="https://paper.example/news/1"><p><a href="2">next</a></p>';
  expect(blocksHtml(parseContent(source).blocks)).toBe(
    '<p><a href="https://paper.example/news/2">next</a></p>',
  );
});

describe("structure around kept leaves", () => {
  test("leaves out what was dropped and keeps the rest of the block", () => {
    expect(htmlWithoutX("<p>One <span>x</span>two</p><ul><li>x</li><li>three</li></ul>")).toBe(
      "<p>One two</p>\n<ul>\n<li>three</li>\n</ul>",
    );
  });

  test("keeps the cells of a kept row in their columns", () => {
    const row = (cells: string) => `<tr>${cells}</tr>`;
    expect(
      htmlWithoutX(
        `<table>${row("<th>a</th><th>b</th><th>c</th>")}${row("<td>1</td><td>x</td><td>3</td>")}</table>`,
      ),
    ).toBe(
      "<table>\n<tr><th>a</th><th>b</th><th>c</th></tr>\n<tr><td>1</td><td></td><td>3</td></tr>\n</table>",
    );
  });

  test("keeps a rule only between kept neighbours", () => {
    expect(htmlWithoutX("<p>a</p><hr><p>b</p><hr><p>x</p><hr>")).toBe("<p>a</p>\n<hr>\n<p>b</p>");
  });

  test("keeps only the named parts of a leaf that is cut", () => {
    const page = new Page(parseHtml("<p>Body text. Photo: A. Nyman</p>"));
    const cuts = [{ leaf: 0, from: 0, to: 10 }];
    expect(
      blocksText(buildContent(page, { leaves: new Uint8Array([1]), cuts }).blocks, { captions: false }),
    ).toBe("Body text.");
  });
});

describe("lists", () => {
  test("nest, and keep their start", () => {
    expect(html('<ol start="3"><li>a<ul><li>b</li></ul></li><li><p>c</p><p>d</p></li></ol>')).toBe(
      '<ol start="3">\n<li>a\n<ul>\n<li>b</li>\n</ul></li>\n<li><p>c</p>\n<p>d</p></li>\n</ol>',
    );
  });

  test("take a list between their items into the item before", () => {
    expect(html("<ul><li>a</li><ul><li>b</li></ul></ul>")).toBe(
      "<ul>\n<li>a\n<ul>\n<li>b</li>\n</ul></li>\n</ul>",
    );
  });

  test("of terms keep terms and explanations apart", () => {
    expect(html("<dl><dt>Quay</dt><dd>A wall for ships</dd></dl>")).toBe(
      "<dl>\n<dt>Quay</dt>\n<dd>A wall for ships</dd>\n</dl>",
    );
  });
});

describe("figures", () => {
  test("keep pictures, caption and credit together", () => {
    expect(
      html(
        '<figure><a href="/big"><img src="/a.jpg" alt="Quay"></a><figcaption>The <i>Anna</i>. <span itemprop="creditText">J. Petherick</span></figcaption></figure>',
      ),
    ).toBe(
      '<figure><img src="https://paper.example/a.jpg" alt="Quay"><figcaption>The <em>Anna</em>. <cite>J. Petherick</cite></figcaption></figure>',
    );
  });

  test("take a caption that is beside its picture", () => {
    expect(html('<div><img src="/a.jpg" alt=""><figcaption>At dawn</figcaption></div>')).toBe(
      '<figure><img src="https://paper.example/a.jpg" alt=""><figcaption>At dawn</figcaption></figure>',
    );
  });

  test("that wrap a quotation are only wrappers", () => {
    expect(html("<figure><blockquote>Words</blockquote><figcaption>A. Nyman</figcaption></figure>")).toBe(
      "<blockquote>\n<p>Words</p>\n</blockquote>\n<figure><figcaption>A. Nyman</figcaption></figure>",
    );
  });

  test("that were never closed do not turn the article into a caption", () => {
    const body = `<p>${"Long text. ".repeat(100)}</p>`;
    expect(html(`<figure><img src="/a.jpg" alt="">${body}${body}`)).toMatch(/^<figure>.*<\/figure>\n<p>Long/);
  });
});

describe("code", () => {
  test("keeps its lines and drops the tags inside", () => {
    expect(html("<pre>\n  if <b>a</b> &lt; b:\n\n\treturn<br>end\n</pre>")).toBe(
      "<pre>  if a &lt; b:\n\n\treturn\nend</pre>",
    );
  });
});

describe("pages of extreme size", () => {
  test("nest 100,000 elements deep and still end", () => {
    const depth = 100_000;
    for (const tag of ["div", "blockquote", "b", "ul><li"]) {
      const close = tag.includes("li") ? "" : `</${tag}>`.repeat(depth);
      expect(parseContent(`<p>a</p>${`<${tag}>`.repeat(depth)}deep${close}`).blocks.length).toBeGreaterThan(
        0,
      );
    }
  });

  test("hold a table of many cells that span more than they should", () => {
    const row = `<tr>${'<td colspan="9999999" rowspan="-4">a</td>'.repeat(3)}</tr>`;
    expect(html(`<table>${row}${row}</table>`)).toContain('<td colspan="50">a</td>');
  });
});
