import { describe, expect, test } from "vitest";
import { MOST_GROWTH, timeGrowth } from "../../../test/growth.ts";
import { parseHtml } from "../../html/index.ts";
import { Page } from "../../page/index.ts";
import { coverLines, coverMarks } from "./edges.ts";
import { tokenise } from "./tokenise.ts";
import type { Span } from "./tokens.ts";

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
