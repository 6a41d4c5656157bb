import { expect, test } from "vitest";
import { nodePath, TAG } from "../../html/index.ts";
import { DISPLAYS } from "../../page/index.ts";
import { measure, pageWithBoxes } from "./layout.testing.ts";
import { findTextBoxes } from "./measured-page.ts";

/** The paths of the text boxes of some markup in which `b`, `a` and `span` are inline and all else makes a box. */
function textBoxes(html: string): readonly string[] {
  const page = pageWithBoxes(`<body>${html}</body>`, {});
  const { document, layout } = page;
  for (let node = 0; node < document.size; node++) {
    const isInline = [TAG.b, TAG.a, TAG.span].includes(document.tag[node]!);
    layout!.display[node] = DISPLAYS.indexOf(isInline ? "inline" : "block");
  }
  return [...findTextBoxes(measure(page, "soft")).entries()]
    .filter(([, isOne]) => isOne === 1)
    .map(([node]) => nodePath(document, node).replaceAll("[1]", "").replace("/html/body", ""));
}

test.each([
  ["a box of lines", "<div>one <b>two</b></div><p></p><section>a</section>", ["/div", "/section"]],
  [
    "a box around one such box alone",
    "<news-text><div>one</div></news-text><p>x</p>",
    ["/news-text", "/news-text/div", "/p"],
  ],
  [
    "no box around two, or around one with text next to it",
    "<div><p>a</p><p>b</p></div><div>c<p>d</p></div>",
    ["/div/p", "/div/p[2]", "/div[2]/p"],
  ],
  ["no heading and no box around one", "<div><h2>one</h2></div><p>x</p>", ["/p"]],
  ["no menu", "<div><a href=/>one two</a> three</div><p>x</p>", ["/p"]],
  ["no text in a line", "<p>x</p><span>y</span>", ["/p"]],
  ["boxes inside inline elements", "<span><div>a</div><div>b</div></span>", ["/span/div", "/span/div[2]"]],
])("a paragraph is %s", (_, html, paths) => {
  expect(textBoxes(html)).toEqual(paths);
});
