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
const WORDS = fc.constantFrom(
  ...["word", "two words", "b", "2", " ", "\n", "\t", "ends. ", "1. one", "1986. A great year", "12) x"],
  ...[
    "- dash",
    "-",
    "---",
    "-- -",
    "+",
    "+ plus",
    "# sharp",
    "#",
    "====",
    "= =",
    "> q",
    ":--",
    ":-:",
    "--|--",
  ],
  ...["*", "**", "_", "`", "``", "```", "`x", "x`", "~", "~~", "~~~", "a_b", "[x](y)", "[a]: /b", "![", "]("],
  ...[
    "!",
    "|",
    "\\",
    "\\|",
    "&lt;b&gt;",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "&amp;amp;",
    "&amp;",
    "lt;",
  ],
  ...[
    "&amp;lt;img src=x&amp;gt;",
    "&lt;http://a.example&gt;",
    "&lt;!--",
    "http://a.example/x_y_",
    "a@b.example",
  ],
  ...["漢字", "日本\n語", "שלום", "«é»", "“x”", "🙂", "𐄀", "x²", "e", "\u00ad", "\u00a0", "\u200b", "\u200d"],
  ...["\u2028", "\f", "\r", "\ud83d", "\ufeff", "&#0;", "  \n    code"],
);

/** Small pieces of markup: nested, misnested, with signs that other formats would read as their own. */
export const markup: fc.Arbitrary<string> = fc.letrec((tie) => ({
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
})).root as fc.Arbitrary<string>;
