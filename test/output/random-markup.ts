import fc from "fast-check";

const TAGS = [
  ...[
    "p",
    "div",
    "h2",
    "ul",
    "ol",
    "li",
    "blockquote",
    "table",
    "tr",
    "td",
    "th",
    "caption",
    "pre",
    "figure",
  ],
  ...[
    "figcaption",
    "dl",
    "dt",
    "dd",
    "b",
    "i",
    "em",
    "strong",
    "code",
    "a",
    "q",
    "sub",
    "del",
    "span",
    "ruby",
    "rt",
  ],
  ...["cite", "abbr", "center", "section", "thead", "font", "aside", "kbd"],
];
const VOIDS = [
  "<br>",
  "<br><br>",
  "<hr>",
  '<img src="/a.jpg" alt="a">',
  '<img src="/b.jpg" alt="b">',
  '<video src="/c.mp4"></video>',
  '<iframe src="https://v.example/1"></iframe>',
  "<td>",
  "</p>",
  "</table>",
];
const WORDS = fc.constantFrom(
  ...[
    "word",
    "two words",
    " ",
    "\n",
    "ends. ",
    "1. one",
    "- dash",
    "# sharp",
    "*",
    "_",
    "`",
    "a_b",
    "[x](y)",
    "!",
  ],
  ...[
    "|",
    "\\",
    "&lt;b&gt;",
    "&amp;amp;",
    "~~",
    "漢字",
    "\u00ad",
    "\u00a0",
    "«é»",
    "+",
    "====",
    "> q",
    "日本\n語",
    "🙂",
  ],
);

/** Small pieces of markup: nested, misnested, with signs that other formats would read as their own. */
export const markup: fc.Arbitrary<string> = fc.letrec((tie) => ({
  node: fc.oneof(
    { depthSize: "medium", withCrossShrink: true },
    WORDS,
    fc.constantFrom(...VOIDS),
    fc.tuple(fc.constantFrom(...TAGS), fc.array(tie("node"), { maxLength: 4 })).map(([tag, children]) => {
      const start =
        tag === "a" ? '<a href="/l(1)?a=b&copy=1">' : tag === "abbr" ? '<abbr title="&quot;t">' : `<${tag}>`;
      return `${start}${children.join("")}</${tag}>`;
    }),
  ),
  root: fc.array(tie("node"), { minLength: 1, maxLength: 6 }).map((nodes) => nodes.join("")),
})).root as fc.Arbitrary<string>;
