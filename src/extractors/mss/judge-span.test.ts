import { describe, expect, test } from "vitest";
import { MOST_GROWTH, timeGrowth } from "../../../test/growth.ts";
import { parseHtml, tagName } from "../../html/index.ts";
import { Page, REASONS } from "../../page/index.ts";
import { coverLines, coverMarks, judgeSpan, type SpanOptions } from "./judge-span.ts";
import { tokenise } from "./tokenise.ts";
import type { Span } from "./tokens.ts";

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

/** What a span from one word to another becomes, as text with tags left out. */
function covered(cover: typeof coverMarks, body: string, firstWord: string, lastWord: string): string {
  const page = new Page(parseHtml(`<body>${body}`));
  const { document } = page;
  const tokens = tokenise(page);
  const texts = Array.from({ length: tokens.count }, (_, at) =>
    document.text.slice(tokens.start[at], tokens.end[at]),
  );
  const span: Span = { first: texts.indexOf(firstWord), last: texts.lastIndexOf(lastWord) };
  const { first, last } = cover(document, tokens, span);
  return document.text.slice(tokens.start[first], tokens.end[last]);
}

describe("a span of whole words", () => {
  const marks = (body: string, firstWord: string, lastWord: string) =>
    covered(coverMarks, body, firstWord, lastWord);

  test.each([
    [
      "a full stop and a closing quote",
      `<p>“They left at dawn.”</p>`,
      "They",
      "dawn",
      "“They left at dawn.”",
    ],
    [
      "marks after a link",
      `<p>They left (<a>Wire</a>).</p><p>“More</p>`,
      "They",
      "Wire",
      "They left (Wire).",
    ],
    [
      "marks after a space, as in French",
      "<p>« Ils partent ! » Lire</p>",
      "Ils",
      "partent",
      "« Ils partent ! »",
    ],
    ["the rest of a word", "<p>the ship's crew doesn't know</p>", "s", "doesn", "ship's crew doesn't"],
    [
      "the marks of Chinese, not its next words",
      "<p>他说：“渡轮离开港口。”新闻</p>",
      "渡轮",
      "港口",
      "“渡轮离开港口。”",
    ],
  ])("has %s", (_, body, firstWord, lastWord, expected) => {
    expect(marks(body, firstWord, lastWord)).toBe(expected);
  });

  test.each([
    ["a paragraph that follows", `<p>They left</p><p>“Quote”</p>`, "They", "left", "They left"],
    ["a line that follows", `<p>They left<br>“Quote”</p>`, "They", "left", "They left"],
    ["a sign between links", "<p>They left | Share</p>", "They", "left", "They left"],
  ])("stops before %s", (_, body, firstWord, lastWord, expected) => {
    expect(marks(body, firstWord, lastWord)).toBe(expected);
  });
});

describe("a span of whole lines", () => {
  const lines = (body: string, firstWord: string, lastWord: string) =>
    covered(coverLines, body, firstWord, lastWord);

  test("takes a text node that it leaves less than half of outside", () => {
    expect(lines("<p>The crew left at dawn yesterday</p>", "crew", "dawn")).toBe(
      "The crew left at dawn yesterday",
    );
  });

  test("leaves a text node cut of which half or more is outside", () => {
    expect(lines("<p>They left. By our own reporters in town</p>", "They", "left")).toBe("They left");
  });

  test("takes a line over its links, up to the next break", () => {
    const html = "<p>Ann<br>The crew <a>left at dawn</a> and came back <b>late</b><br>Share this</p>";
    expect(lines(html, "crew", "came")).toBe("The crew left at dawn and came back late");
  });

  test("counts what is outside at both edges of one line together", () => {
    expect(lines("<p>aaaa bbbbbb cccc</p>", "bbbbbb", "bbbbbb")).toBe("bbbbbb");
  });

  test("is found in time that grows with the line and not faster", () => {
    const growth = timeGrowth(20_000, (parts) => {
      const page = new Page(parseHtml(`<p>${"<i>word</i>, ".repeat(parts)}`));
      const tokens = tokenise(page);
      const middle = tokens.count >> 1;
      const first = tokens.kind.indexOf(2, middle);
      return () =>
        coverMarks(page.document, tokens, coverLines(page.document, tokens, { first, last: first }));
    });
    expect(growth).toBeLessThan(MOST_GROWTH);
  });
});
