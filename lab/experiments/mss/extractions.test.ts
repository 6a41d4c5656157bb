import { describe, expect, test } from "vitest";
import { tokenise } from "../../../src/extractors/index.ts";
import { parseHtml } from "../../../src/html/index.ts";
import { Page } from "../../../src/page/index.ts";
import { labelExtractions, scoreExtraction } from "./extractions.ts";

describe("extractions", () => {
  const page = new Page(
    parseHtml(
      "<h1>Ferry leaves: at dawn</h1><p>By Ann Moor</p><div><p>one two three four</p></div><i>Ann Moor</i>",
    ),
  );

  const tokens = tokenise(page);

  const texts = Array.from({ length: tokens.count }, (_, at) =>
    page.document.text.slice(tokens.start[at], tokens.end[at]),
  );

  const at = (word: string) => texts.indexOf(word);

  const main = { first: at("one"), last: at("four") };

  test("an article may start at its headline, its byline or its text, and end at its text or a byline", () => {
    const label = { title: "Ferry leaves at dawn", authors: ["Ann Moor"] };
    expect(labelExtractions(page.document, tokens, main, label)).toEqual(
      [main.first, at("Ferry"), at("Ann")].flatMap((first) =>
        [main.last, texts.lastIndexOf("Moor")].map((last) => ({ first, last })),
      ),
    );
  });

  test("a label without authors has its byline at the word by", () => {
    const found = labelExtractions(page.document, tokens, main, { title: null, authors: [] });
    expect(found).toEqual([main, { first: at("By"), last: main.last }]);
  });

  test("the score counts the words that two spans share", () => {
    const predicted = { first: at("By"), last: at("two") };
    const { short, best } = scoreExtraction(tokens, predicted, [main, { first: at("By"), last: main.last }]);
    expect(short).toEqual({ precision: 2 / 5, recall: 2 / 4, f1: 4 / 9 });
    expect(best).toEqual({ precision: 1, recall: 5 / 7, f1: 10 / 12 });
  });

  test("nothing predicted scores nothing", () => {
    expect(scoreExtraction(tokens, undefined, [main]).best).toEqual({ precision: 0, recall: 0, f1: 0 });
  });
});
