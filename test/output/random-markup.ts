import fc from "fast-check";

/** Start tags: what structures and marks there are, with attributes that other formats could stumble over. */
const STARTS = [
  ...["<p>", "<div>", "<h2>", "<h5>", "<ul>", "<ol>", "<li>", "<li>", "<blockquote>", "<pre>", "<center>"],
  ...["<table>", "<tr>", "<td>", "<th>", "<td rowspan=3>", "<td colspan=4>", "<caption>", "<thead>"],
  ...["<ol start=999999999>", "<ol start=7>", "<ol start=-3>", "<figure>", "<figcaption>", "<section>"],
  ...["<dl>", "<dt>", "<dd>", "<b>", "<i>", "<em>", "<strong>", "<code>", "<code>", "<kbd>", "<samp>"],
  ...["<q>", "<sub>", "<sup>", "<del>", "<s>", "<ins>", "<mark>", "<var>", "<dfn>", "<cite>", "<span>"],
  ...["<ruby>", "<rt>", "<rp>", "<aside>", "<font>", "<math>", "<mi>", '<abbr title="&quot;t">'],
  ...['<a href="/l(1)?a=b&copy=1">', '<a href="https://a.example/b c_(d]`|" title=\'"](/x) &lt;b&gt;\n\\\'>'],
  ...['<a href="javascript:alert(1)">', '<a href="#note">', '<a href="mailto:a@b.example">'],
  ...['<pre class="language-js">', '<pre><code class="lang-c++">', '<div class="highlight-source-ts"><pre>'],
];
const VOIDS = [
  ...["<br>", "<br>", "<br><br>", "<hr>", "<wbr>", "<!---->", "<td>", "</p>", "</table>"],
  '<img src="/a.jpg" alt="a">',
  '<img src="/b(1).jpg" alt="![b](c) &lt;i&gt;\n]">',
  '<video src="/c.mp4"></video>',
  '<iframe src="https://v.example/1"></iframe>',
  "<code></code>",
  "<del> </del>",
  "<b><rp>x</rp></b>",
];
/** What Markdown reads at the start of a line, or as a line of its own. */
const LINE_STARTS = [
  ...["1. one", "1986. A great year", "12) x", "0. nil", "999999999. x", "1234567890. x", "1.", "2)"],
  ...["- dash", "-", "---", "-- -", "- - -", "+", "+ plus", "* star", "* * *", "***", "___", "_ _ _"],
  ...["# sharp", "#", "###### six", "####### seven", "#tag", "====", "= =", "=", "> q", ">", ">>", "&gt; q"],
  ...[":--", ":-:", "--|--", "|-|", "| a | b |", "a | b", ":::", "+++", "$$", "%%", "[^1]: note", "[a]: /b"],
  ...["```js", "~~~js", "```", "~~~", "    four", "\tcode", "  \n    code", "[ ] do", "[x] done", ": term"],
];
/** What Markdown reads inside a line. */
const SIGNS = [
  ...["*", "**", "_", "__", "`", "``", "`x", "x`", "~", "~~", "a_b", "a*b*c", "[x](y)", "![", "](", "[", "]"],
  ...[
    "(",
    ")",
    "!",
    "|",
    "\\",
    "\\\\",
    "\\|",
    "\\`",
    "\\*",
    "^",
    "[^1]",
    "[[a]]",
    "$x$",
    "==",
    '"',
    "'",
    "{",
    "}",
  ],
  ...[
    "#",
    "&",
    "#38;",
    "lt;",
    "amp;",
    ";",
    "&amp;",
    "&amp;amp;",
    "&amp;lt;b&amp;gt;",
    "&amp;#60;",
    "&lt",
    "&lt;",
  ],
  ...[
    "&lt;b&gt;",
    "&lt;/p&gt;",
    "&lt;!--",
    "--&gt;",
    "&lt;?php ?&gt;",
    "&lt;![CDATA[",
    "&lt;!X&gt;",
    "]]&gt;",
  ],
  ...["&lt;script&gt;alert(1)&lt;/script&gt;", "&amp;lt;img src=x&amp;gt;", "&lt;http://a.example&gt;"],
  ...[
    "&lt;a@b.example&gt;",
    "http://a.example/x_y_",
    "www.a.example",
    "a@b.example",
    "&lt;a href='x'",
    "{% x %}",
  ],
];
const LETTERS = [
  ...[
    "word",
    "two words",
    "b",
    "2",
    "ends. ",
    "e",
    "x²",
    "H",
    "th",
    "漢字",
    "日本\n語",
    "。",
    "「引」",
    "〜",
  ],
  ...[
    "שלום",
    "مرحبا بك",
    "\u200fא\u200e",
    "«é»",
    "“x”",
    "🙂",
    "👩\u200d🚀",
    "𐄀",
    "𠮷",
    "ä",
    "a\u0301",
    "€",
    "₂",
  ],
];
const SPACES = [
  ...[" ", " ", "\n", "\t", "\f", "\r", "\u00a0", "\u2003", "\u3000", "\u1680", "\u2028", "\u2029", "\u0085"],
  ...["\u00ad", "\u200b", "\u200d", "\ufeff", "&#0;", "\ud83d", "\u202e", "&nbsp;", "&#10;"],
];
const WORDS = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...LETTERS) },
  { weight: 3, arbitrary: fc.constantFrom(...SIGNS) },
  { weight: 2, arbitrary: fc.constantFrom(...LINE_STARTS) },
  { weight: 2, arbitrary: fc.constantFrom(...SPACES) },
);

/** Tag soup: nested and misnested anyhow. */
const soup: fc.Arbitrary<string> = fc.letrec<{ node: string; root: string }>((tie) => ({
  node: fc.oneof(
    { depthSize: "medium", withCrossShrink: true },
    WORDS,
    fc.constantFrom(...VOIDS),
    fc.tuple(fc.constantFrom(...STARTS), fc.array(tie("node"), { maxLength: 4 })).map(([start, children]) => {
      const names = [...start.matchAll(/<(\w+)/g)].map(([, name]) => `</${name}>`);
      return `${start}${children.join("")}${names.reverse().join("")}`;
    }),
  ),
  root: fc.array(tie("node"), { minLength: 1, maxLength: 6 }).map((nodes) => nodes.join("")),
})).root;

const LINE_MARKS = [
  ...["b", "i", "em", "strong", "code", "kbd", "del", "s", "sub", "sup", "q", "cite", "var", "span", "ins"],
  ...["b", "i", "code", "del"],
];
const LINKS = [
  ...["/a", "/l(1)?a=b&amp;copy;=1", "https://a.example/b_(c)*d*", "#n1", "mailto:a@b.example", "/x%20y|z\\"],
  ...[
    "https://a.example/[a](b)",
    "https://a.example/&lt;b&gt;",
    "https://paper.example/story#n",
    "/`a`",
    "/漢",
  ],
];
const TITLES = ["", ' title="t"', " title='&quot;) [x](/y) &lt;b&gt;'", ' title="a\n\nb\\"', ' title="|`*_"'];
const PICTURES = [
  '<img src="/a.jpg" alt="one">',
  '<img src="/b(1).jpg" alt="![b](c) &lt;i&gt;\n] | `x` *y* &amp;lt;">',
  '<img src="/c_d_e.jpg?x=&amp;copy;">',
];

/** Markup that is nested as its elements are meant to be, so that lists, quotations, tables and marks get deep. */
const nested = fc.letrec<{ inline: string; line: string; block: string; blocks: string }>((tie) => {
  const line = tie("line");
  const blocks = tie("blocks");
  const around = (name: string, inner: fc.Arbitrary<string>) =>
    inner.map((text) => `<${name}>${text}</${name.split(" ", 1)[0]}>`);
  const many = (part: fc.Arbitrary<string>, most: number) =>
    fc.array(part, { minLength: 1, maxLength: most }).map((parts) => parts.join(""));
  const cell = fc
    .record({
      name: fc.constantFrom("td", "td", "th"),
      span: fc.constantFrom("", "", "", " rowspan=2", " colspan=3", " rowspan=1000", " colspan=1000"),
      text: fc.oneof({ weight: 4, arbitrary: line }, { weight: 1, arbitrary: blocks }),
    })
    .map(({ name, span, text }) => `<${name}${span}>${text}</${name}>`);
  const item = around(
    "li",
    fc.oneof(
      line,
      blocks,
      fc.tuple(line, tie("block")).map(([a, b]) => a + b),
    ),
  );
  return {
    inline: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      { weight: 6, arbitrary: WORDS },
      { weight: 1, arbitrary: fc.constantFrom("<br>", "<wbr>", " ", "<!---->") },
      { weight: 3, arbitrary: fc.constantFrom(...LINE_MARKS).chain((mark) => around(mark, line)) },
      {
        weight: 1,
        arbitrary: fc
          .tuple(fc.constantFrom(...LINKS), fc.constantFrom(...TITLES), line)
          .map(([href, title, text]) => `<a href="${href}"${title}>${text}</a>`),
      },
    ),
    line: fc.array(tie("inline"), { minLength: 1, maxLength: 5 }).map((pieces) => pieces.join("")),
    block: fc.oneof(
      { depthSize: "medium", withCrossShrink: true },
      { weight: 4, arbitrary: around("p", line) },
      { weight: 1, arbitrary: fc.constantFrom("h1", "h2", "h3", "h6").chain((name) => around(name, line)) },
      { weight: 1, arbitrary: fc.constantFrom("<hr>", ...PICTURES) },
      {
        weight: 1,
        arbitrary: fc
          .tuple(fc.constantFrom("<pre>", '<pre class="language-js">', "<pre><code>"), many(WORDS, 8))
          .map(([start, code]) => `${start}${code}</pre>`),
      },
      {
        weight: 3,
        arbitrary: fc
          .constantFrom(
            "ul",
            "ul",
            "ol",
            "ol start=7",
            "ol start=0",
            "ol start=999999999",
            "ol start=99999998",
          )
          .chain((name) => around(name, many(item, 4))),
      },
      { weight: 2, arbitrary: around("blockquote", blocks) },
      {
        weight: 1,
        arbitrary: fc
          .tuple(fc.constantFrom("", "<caption>Fares</caption>"), many(around("tr", many(cell, 4)), 4))
          .map(([caption, rows]) => `<table>${caption}${rows}</table>`),
      },
      {
        weight: 1,
        arbitrary: fc
          .tuple(fc.constantFrom(...PICTURES), line)
          .map(([picture, words]) => `<figure>${picture}<figcaption>${words}</figcaption></figure>`),
      },
      {
        weight: 1,
        arbitrary: around(
          "dl",
          fc.tuple(around("dt", line), around("dd", blocks)).map((pair) => pair.join("")),
        ),
      },
      { weight: 1, arbitrary: around("div", blocks) },
    ),
    blocks: fc.array(tie("block"), { minLength: 1, maxLength: 4 }).map((parts) => parts.join("")),
  };
}).blocks;

/** Small pieces of markup: nested, misnested, with signs that other formats would read as their own. */
export const markup: fc.Arbitrary<string> = fc.oneof(soup, nested);
