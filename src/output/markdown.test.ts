import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parse, parseDocument } from "yaml";
import { exampleArticle } from "../../test/output/example-article.ts";
import type { Article } from "../article/index.ts";
import { blocksText, cleanLabel, parseContent } from "../assemble/index.ts";
import { frontMatter, toMarkdown } from "./markdown.ts";

function markdown(html: string): string {
  return toMarkdown({ ...exampleArticle, title: null, html });
}

describe("Markdown", () => {
  test("begins with the title, escaped", () => {
    expect(toMarkdown({ ...exampleArticle, title: "1. A *star* is born #", html: "<p>Text</p>" })).toBe(
      "# 1. A \\*star\\* is born \\#\n\nText\n",
    );
  });

  test("writes nested lists with the indent their markers need", () => {
    expect(markdown("<ol start=9><li>a<ul><li>b</li><li>c</li></ul></li><li>d</li></ol>")).toBe(
      "9. a\n   - b\n   - c\n10. d\n",
    );
  });

  test("keeps items of several blocks and neighbouring lists apart", () => {
    expect(markdown("<ul><li><p>a</p><p>b</p></li></ul><ul><li>c</li></ul>")).toBe("- a\n\n  b\n\n* c\n");
  });

  test("keeps lists apart that only a picture without an address parts", () => {
    const hidden = `<img src="data:image/png;base64,${"A".repeat(800)}">`;
    const list = (item: string) => `<ul><li>${item}</ul>`;
    expect(markdown(list("a") + list("b") + hidden + list("c"))).toBe("- a\n\n* b\n\n- c\n");
  });

  test("joins the columns past 200 to the last one, so that no word is lost", () => {
    const row = Array.from({ length: 205 }, (_, index) => `<th>c${index}</th>`).join("");
    const [head] = markdown(`<table><tr>${row}</tr><tr><td>a</td></tr></table>`).split("\n");
    expect(head?.split(" | ")).toHaveLength(200);
    expect(head).toMatch(/ \| c198 \| c199 c200 c201 c202 c203 c204 \|$/);
  });

  test("writes tables with bars escaped and merged cells filled up", () => {
    expect(
      markdown(
        "<table><caption>Fares</caption><tr><th colspan=2>a|b</th><th>c</th></tr><tr><td rowspan=2>1<br>2</td><td><code>x|y</code></td></tr><tr><td>3</td></tr></table>",
      ),
    ).toBe("_Fares_\n\n| a\\|b | | c |\n| --- | --- | --- |\n| 1 2 | `x\\|y` | |\n| | 3 | |\n");
  });

  test("fences code with more backticks than it holds", () => {
    expect(markdown("<pre>a\n```\n&lt;b&gt;</pre>")).toBe("````\na\n```\n<b>\n````\n");
    expect(markdown("<p><code>a`b</code> <code>`</code></p>")).toBe("``a`b`` `` ` ``\n");
  });

  test("prefixes every line of a quotation", () => {
    expect(markdown("<blockquote><p>a<br>b</p><ul><li>c</li></ul></blockquote>")).toBe(
      "> a\\\n> b\n>\n> - c\n",
    );
  });

  test("writes links and pictures that nothing in their address can end", () => {
    expect(
      markdown('<p><a href="https://a.example/b_(c)?d&copy;=1" title="A &quot;b&quot;">x]y</a></p>'),
    ).toBe('[x\\]y](https://a.example/b_\\(c\\)?d%C2%A9=1 "A \\"b\\"")\n');
    expect(markdown('<figure><img src="/a.jpg" alt="Q [1]"><figcaption>At dawn</figcaption></figure>')).toBe(
      "![Q \\[1\\]](https://harbour-courier.example/a.jpg)\n\n_At dawn_\n",
    );
  });

  test("does not turn an exclamation before a link into a picture", () => {
    expect(markdown('<p>Stop!<a href="https://a.example/">here</a></p>')).toBe(
      "Stop\\![here](https://a.example/)\n",
    );
  });

  test.each([
    ["1. one", "1\\. one"],
    ["2) two", "2\\) two"],
    ["- dash", "\\- dash"],
    ["+ plus", "\\+ plus"],
    ["# sharp", "\\# sharp"],
    ["> more", "\\> more"],
    ["---", "\\---"],
    ["a * b _c_ d_e", "a \\* b \\_c\\_ d_e"],
    ["[a](b) `c` ~~d~~ \\", "\\[a\\](b) \\`c\\` \\~\\~d\\~\\~ \\\\"],
    ["AT&T &copy; &#38;", "AT&T &amp;copy; &amp;#38;"],
    ["<script>", "&lt;script>"],
  ])("shows %j as it is", (text, expected) => {
    const escaped = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
    expect(markdown(`<p>${escaped}</p>`)).toBe(`${expected}\n`);
  });

  test("marks emphasis in a way that every renderer reads", () => {
    expect(markdown("<p><b>bold</b>, <i>it</i>, <del>gone</del>, <b><i>both</i></b></p>")).toBe(
      "**bold**, _it_, ~~gone~~, **_both_**\n",
    );
    expect(markdown("<p>in<i>side</i>word <i>a</i><b>b</b></p>")).toBe("in*side*word *a*__b__\n");
  });

  test("escapes entities that a mark it leaves out would part", () => {
    expect(markdown("<p>x&amp;l<i>t;</i>y &amp;<ins>lt;</ins></p>")).toBe("x&amp;lt;y &amp;lt;\n");
    const cell = "<tr><td>&amp;<code>lt;\\|</code></td><td>b</td></tr>";
    expect(markdown(`<table><tr><th>a</th></tr>${cell}</table>`)).toContain("| &amp;lt;\\\\\\| | b |");
  });

  test("parts the words around a break, in code too", () => {
    expect(markdown("<p><code>漢字<br>漢字</code></p>")).toBe("`漢字 漢字`\n");
  });

  test("leaves out emphasis that Markdown could not close", () => {
    expect(markdown("<p><b>強調。</b>次</p>")).toBe("強調。次\n");
  });

  test("writes no mark without text", () => {
    expect(markdown("<p>a <b><rp>x</rp></b><code><rp>x</rp></code><del> </del>b</p>")).toBe("a b\n");
    expect(markdown("<p><rp>x</rp></p><ul><li><rp>x</rp></li></ul><h2><i><rp>x</rp></i></h2>")).toBe("");
  });

  test("numbers lists anew where the last number would have ten digits", () => {
    expect(markdown("<ol start=999999998><li>a<li>b</ol>")).toBe("999999998. a\n999999999. b\n");
    expect(markdown("<ol start=999999999><li>a<li>b</ol>")).toBe("1. a\n2. b\n");
    expect(markdown("<ol start=-5><li>a</ol>")).toBe("1. a\n");
  });

  test("has no bold inside headings, and keeps their other marks", () => {
    expect(markdown("<h2><b>All <i>of</i> it</b></h2><h3>1. <strong>Part</strong></h3>")).toBe(
      "## All _of_ it\n\n### 1. Part\n",
    );
  });

  test.each([
    ["H<sub>2</sub>O", "H₂O"],
    ["x<sup>2</sup> + 10<sup>-6</sup>", "x² + 10⁻⁶"],
    ["a<sub>ij</sub>, v<sub>max</sub>, PM<sub>2.5</sub>", "aᵢⱼ, vₘₐₓ, PM₂.₅"],
    ["e<sup>iπ</sup> and x<sub>2b</sub>", "e^(iπ) and x\\_(2b)"],
    ["the 1<sup>st</sup> of M<sup>lle</sup> B<sup>TM</sup>", "the 1st of Mlle BTM"],
    ["a<sup>see the small print</sup> b<sub>low</sub>", "asee the small print blow"],
    ["a<sup>1 of 2</sup> x<sup>2, 3</sup>", "a1 of 2 x², ³"],
    ["e<sup>-(x-μ)/2</sup> and x<sub>2b)</sub>", "e^(-(x-μ)/2) and x2b)"],
  ])("writes raised and lowered text of %j without HTML", (html, expected) => {
    expect(markdown(`<p>${html}</p>`)).toBe(`${expected}\n`);
  });

  test("writes the marks of footnotes as raised numbers, and no links within the page", () => {
    expect(
      markdown(
        '<p>Fact<sup><a href="#n1">1</a></sup> and<sup><a href="https://b.example/#n">2</a></sup></p><ol><li>Source. <a href="#r1">↩</a></li></ol>',
      ),
    ).toBe("Fact¹ and[²](https://b.example/#n)\n\n1. Source.\n");
  });

  test.each([
    ['<pre class="language-js">a</pre>', "js"],
    ['<pre><code class="hljs lang-C++">a</code></pre>', "c++"],
    ['<div class="highlight highlight-source-ts"><pre>a</pre></div>', "ts"],
    ['<pre data-lang="rust">a</pre>', "rust"],
    ['<pre class="brush: php; gutter: false">a</pre>', "php"],
    ['<pre class="language-a`b">a</pre>', ""],
    [`<div class="language-en"><p>${"Prose. ".repeat(20)}</p><pre>a</pre></div>`, ""],
  ])("names the language of the code in %j", (html, language) => {
    expect(markdown(html).split("\n\n").at(-1)).toBe(`\`\`\`${language}\na\n\`\`\`\n`);
  });

  test("sets captions and credits apart by emphasis", () => {
    expect(
      markdown(
        '<figure><img src="/a.jpg"><figcaption>At <i>dawn</i>. <cite>J. P.</cite></figcaption></figure><p>Text</p>',
      ),
    ).toBe("![](https://harbour-courier.example/a.jpg)\n\n_At dawn. J. P._\n\nText\n");
  });

  test("leaves out pictures that are written into their address", () => {
    expect(markdown(`<p>a</p><img src="data:image/png;base64,${"A".repeat(800)}">`)).toBe("a\n");
  });

  test.each([
    ["quotations", "<blockquote>".repeat(38) + "<p>Yes.</p>".repeat(2_000)],
    ["long numbers", "<ol start=999990000><li>".repeat(18) + "<p>Yes.</p>".repeat(2_000)],
    ["lists", `<ul>${"<li>a<ul>".repeat(36)}${"<li>b".repeat(2_000)}`],
    ["merged cells", `<table>${"<tr><td rowspan=50 colspan=50>a<td colspan=50>b".repeat(2_000)}</table>`],
    ["rows with a cell far right", `<table><tr><th>a${`<tr>${"<td>".repeat(150)}b`.repeat(500)}</table>`],
    ["code in quotations", `${"<blockquote>".repeat(38)}<pre>${"a\n\n\n".repeat(2_000)}</pre>`],
    ["forty quotations", `${"<blockquote><p>a</p>".repeat(40)}${"<p>b</p>".repeat(500)}`],
    [
      "rows of a thousand",
      `<table><tr><th rowspan=1000>a<th>b${"<tr><td rowspan=1000>c".repeat(900)}</table>`,
    ],
    ["columns of a thousand", `<table>${"<tr><td colspan=1000>a<td colspan=1000>b".repeat(300)}</table>`],
    [
      "long lines in forty lists",
      "<ul><li>".repeat(40) + `<p>${"a long line ".repeat(30)}<br>b</p>`.repeat(40),
    ],
    [
      "lines in tables in lists",
      `${"<ul><li>".repeat(20)}<table>${"<tr><td>a<td>b<br>c".repeat(900)}</table>`,
    ],
  ])("is at most three times as long as the text: %s", (_, html) => {
    const { length } = blocksText(parseContent(html).blocks, { captions: true });
    expect(markdown(html).length).toBeLessThan(3 * length + 1_000);
  });

  test("is at most three times as long as the text, however structures nest", () => {
    const starts = [
      "<blockquote>",
      "<ul><li>",
      "<ol start=99999><li>",
      "<table><tr><th rowspan=9>a<td colspan=9>",
    ];
    const ends = [
      "<p>Yes.</p>",
      "<p>a<br>b</p>",
      "<li>b",
      "<tr><td>c<td rowspan=1000>d",
      "<pre>let e\n\n\nlet f</pre>",
    ];
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...starts, "<dl><dt>t<dd>", "<p>word</p>"), { maxLength: 45 }),
        fc.array(fc.constantFrom(...ends), { minLength: 1, maxLength: 6 }),
        (outer, inner) => {
          const html = outer.join("") + inner.join("").repeat(150);
          const { length } = blocksText(parseContent(html).blocks, { captions: true });
          expect(markdown(html).length).toBeLessThan(3 * length + 1_001);
        },
      ),
      { numRuns: 150 },
    );
  });

  test("cannot be led to unsafe links by an article from elsewhere", () => {
    expect(markdown('<p><a href="javascript:alert(1)">x</a><img src="javascript:1" onerror="1"></p>')).toBe(
      "x\n",
    );
  });
});

/** Texts that mean something else to YAML, or that could end the front matter. */
const YAML_LIKE = [
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
];

/** Texts of any characters, lone surrogates and line separators among them, mixed with what means something to YAML. */
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
          title: cleanLabel(title),
          site: cleanLabel(site),
          authors: labels(article.authors),
          tags: labels(article.tags),
        });
      }),
      { numRuns: 1_000 },
    );
  });
});

describe("front matter", () => {
  test("comes before the title, and only when requested", () => {
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
