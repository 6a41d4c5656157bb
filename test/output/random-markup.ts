import fc from "fast-check";
import {
  LETTERS,
  LINE_MARKS,
  LINE_STARTS,
  LINKS,
  PICTURES,
  SIGNS,
  SPACES,
  STARTS,
  TITLES,
  VOIDS,
} from "./random-markup.data.ts";

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
