import { expect, test } from "vitest";
import { parseQuery } from "./parse-query.ts";
import { makeSnippet } from "./search.ts";

/** The snippet with square brackets around its marks. */
function marked(text: string, query: string): string {
  const { snippet, marks } = makeSnippet(text, parseQuery(query));
  return marks.reduceRight(
    (whole, at, index) => `${whole.slice(0, at)}${index % 2 === 0 ? "[" : "]"}${whole.slice(at)}`,
    snippet,
  );
}

test("marks the words of a query as the article writes them", () => {
  expect(marked("The Café on the quay.\n\nQUAY again.", "cafe quay -the")).toBe(
    "The [Café] on the [quay]. [QUAY] again.",
  );
});

test("starts shortly before the first word, and shows that there is more", () => {
  const text = `${"many words before it ".repeat(20)}then the quay ${"and many more after it ".repeat(20)}`;
  expect(marked(text, "quay")).toMatch(/^… (?:\S+ )+then the \[quay\] and .* …$/);
  expect(makeSnippet(text, parseQuery("quay")).snippet.length).toBeLessThan(170);
});

test("ends with a whole word, and anywhere in text without spaces", () => {
  const words = Array.from({ length: 60 }, (_, at) => `w${at}rd`).join(" ");
  expect(makeSnippet(words, parseQuery("quay")).snippet).toMatch(/ w\d+rd …$/);
  expect(makeSnippet("港".repeat(400), parseQuery("quay")).snippet).toBe(`${"港".repeat(160)} …`);
});

test("marks pieces of unspaced scripts and beginnings of words", () => {
  expect(marked("昨日、東京都の港で。", "東京都")).toBe("昨日、[東京都]の港で。");
  expect(marked("repairs repaired", "repair*")).toBe("[repairs] [repaired]");
});

test("is the beginning of the text where only the title has the words", () => {
  expect(marked("Nothing here.", "quay")).toBe("Nothing here.");
});
