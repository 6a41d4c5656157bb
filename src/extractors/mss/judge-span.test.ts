import { describe, expect, test } from "vitest";
import { parseHtml, tagName } from "../../html/index.ts";
import { Page, REASONS } from "../../page/index.ts";
import { judgeSpan, type SpanOptions } from "./judge-span.ts";
import { tokenise } from "./tokenise.ts";

const PLAIN: SpanOptions = { edges: "tokens", clean: false };

/** Judges the span from the first to the last word of a page that are given. */
function judged(body: string, firstWord: string, lastWord: string, options: Partial<SpanOptions> = {}) {
  const page = new Page(parseHtml(`<body>${body}`));
  const tokens = tokenise(page);
  const texts = Array.from({ length: tokens.count }, (_, at) =>
    page.document.text.slice(tokens.start[at], tokens.end[at]),
  );
  const span = { first: texts.indexOf(firstWord), last: texts.lastIndexOf(lastWord) };
  const {
    scores,
    reasons,
    cuts = [],
    bodyRoot = -1,
  } = judgeSpan(page, tokens, span, { ...PLAIN, ...options });
  const { node } = page.leaves;
  const { text, textStart, textEnd } = page.document;
  const pieces = [...node].map((at, leaf) => {
    const cut = cuts.find((found) => found.leaf === leaf);
    const start = textStart[at]!;
    return text.slice(start + (cut?.from ?? 0), cut ? start + cut.to : textEnd[at]!);
  });
  return {
    kept: pieces.filter((_, leaf) => scores[leaf] === 1),
    reasons: [...reasons].map((code) => REASONS[code]),
    root: tagName(page.document, bodyRoot),
  };
}

describe("a span of tokens", () => {
  test("keeps its leaves and cuts the first and the last", () => {
    const html = "<div>By Ann. Dawn came.<p>They left.</p>Good bye. More here</div><p>End</p>";
    expect(judged(html, "Dawn", "bye")).toMatchObject({
      kept: ["Dawn came.", "They left.", "Good bye"],
      root: "div",
    });
  });

  test("cuts one leaf at both ends", () => {
    expect(judged("<p>a b c d e</p>", "b", "d").kept).toEqual(["b c d"]);
  });

  test("may have to end with the marks of its last word, or with the line", () => {
    const html = "<p>Ann. Dawn came to the town, “softly.” More here</p>";
    expect(judged(html, "came", "softly").kept).toEqual(["came to the town, “softly"]);
    expect(judged(html, "came", "softly", { edges: "words" }).kept).toEqual(["came to the town, “softly.”"]);
    expect(judged(html, "came", "softly", { edges: "lines" }).kept).toEqual([
      "Ann. Dawn came to the town, “softly.” More here",
    ]);
  });

  test("of whole lines has the marks that follow in the next element", () => {
    const html = "<p>They left <a>for the far north</a>. More words that are not of the article</p>";
    expect(judged(html, "They", "far", { edges: "lines" }).kept).toEqual([
      "They left ",
      "for the far north",
      ".",
    ]);
  });

  test("keeps pictures between its words", () => {
    const { kept, reasons } = judged("<img><p>one</p><img><p>two</p><img>", "one", "two");
    expect(kept).toEqual(["one", "", "two"]);
    expect(reasons).toEqual([
      "outside the body",
      "inside the body",
      "media of the body",
      "inside the body",
      "outside the body",
    ]);
  });

  test("that has no words keeps nothing", () => {
    const page = new Page(parseHtml("<p>word</p>"));
    const { scores } = judgeSpan(page, tokenise(page), { first: 0, last: 1 }, PLAIN);
    expect([...scores]).toEqual([0]);
    expect([...judgeSpan(page, tokenise(page), undefined, PLAIN).scores]).toEqual([0]);
  });
});

describe("the cleaning rules", () => {
  const story = (inner: string) =>
    judged(`<div><p>one</p>${inner}<p>two</p></div>`, "one", "two", { clean: true }).kept;

  test("empty tables and frames inside the article", () => {
    expect(story("<table><tr><td>cell</td></tr></table><iframe></iframe>")).toEqual(["one", "two"]);
  });

  test("empty a div that holds a link or a picture, and leave one that holds text alone", () => {
    expect(story("<div>see <a href=x>more</a></div>")).toEqual(["one", "two"]);
    expect(story("<div>A caption.<img></div>")).toEqual(["one", "two"]);
    expect(story("<div>plain</div>")).toEqual(["one", "plain", "two"]);
  });

  test("look for the link inside the div, not after it", () => {
    expect(story("<div>plain</div><p><a href=x>link</a></p>")).toEqual(["one", "plain", "link", "two"]);
  });

  test("never empty the div that goes on beyond the article", () => {
    const html = "<div><div><p>one</p><a href=x>link</a></div><p>two</p></div>";
    expect(judged(html, "one", "two", { clean: true }).kept).toEqual(["one", "link", "two"]);
  });

  test("say why a leaf went", () => {
    const { reasons } = judged("<p>one<div>see <a href=x>more</a></div><p>two", "one", "two", {
      clean: true,
    });
    expect(reasons).toEqual([
      "inside the body",
      "a box inside the body",
      "a box inside the body",
      "inside the body",
    ]);
  });
});
