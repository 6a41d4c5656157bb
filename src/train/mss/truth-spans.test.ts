import { describe, expect, test } from "vitest";
import { MOST_GROWTH, timeGrowth } from "../../../test/growth.ts";
import { parsePage } from "../../default-extract.ts";
import { tokenise } from "../../extractors/index.ts";
import { parseHtml } from "../../html/index.ts";
import { Page } from "../../page/index.ts";
import { alignTruth, labelExtractions, scoreExtraction } from "./truth-spans.ts";

describe("align truth", () => {
  /** The text of a page from the first to the last token that the body was found at. */
  function aligned(html: string, body: string): string | undefined {
    const page = parsePage(html);
    const tokens = tokenise(page);
    const span = alignTruth(page, tokens, body);
    return span && page.document.text.slice(tokens.start[span.first], tokens.end[span.last]);
  }

  const SENTENCE = "The ferry left at dawn and by noon the harbour was empty again.";

  describe("a labelled body", () => {
    test("is found from its first to its last word, whatever tags and case lie between", () => {
      const html = `<nav>The harbour, by ferry</nav><p>The <b>FERRY</b> left at dawn</p><p>and by noon the harbour was <i>empty</i> again.</p><p>Read on</p>`;
      expect(aligned(html, SENTENCE)).toBe("The FERRY left at dawnand by noon the harbour was empty again");
    });

    test("is the article and not its teaser, which has the same beginning", () => {
      const html = `<aside>The ferry left at dawn</aside><p>Advertisement of some length, with nothing in it</p><div>${SENTENCE}</div>`;
      expect(aligned(html, SENTENCE)).toBe(SENTENCE.slice(0, -1));
    });

    test("may have a few words of the page in its midst that it does not say itself", () => {
      const html = `<p>The ferry left at dawn</p><p>Photo: A. Moor</p><p>and by noon the harbour was empty again.</p>`;
      expect(aligned(html, SENTENCE)).toBe(
        "The ferry left at dawnPhoto: A. Moorand by noon the harbour was empty again",
      );
    });

    test("is found in Chinese, where the page's words and the body's are cut in other places", () => {
      const body = "渡轮在黎明时分离开港口，到中午码头已经空无一人。船长说，航程十分平静。";
      const html = `<ul><li>首页<li>新闻</ul><p>渡轮在黎明时分<b>离开</b>港口，到中午码头已经空无一人。</p><p>船长说，航程十分平静。</p><p>版权所有</p>`;
      expect(aligned(html, body)).toBe(body.slice(0, -1));
    });

    test.each([
      ["Empty harbour", "<p>Home</p><h2>Empty harbour</h2>", "Empty harbour"],
      ["Gone", "<p>Home</p><h2>Gone</h2>", "Gone"],
      [
        "किश्ती सुबह बंदरगाह से निकल गई",
        "<p>घर</p><p>किश्ती सुबह बंदरगाह से निकल गई</p>",
        "किश्ती सुबह बंदरगाह से निकल गई",
      ],
    ])("of few words is found: %s", (body, html, expected) => {
      expect(aligned(html, body)).toBe(expected);
    });

    test.each(["", "...", "Nothing of this text stands on the page, not a single run of words."])(
      "that the page does not hold is not found: %j",
      (body) => {
        expect(aligned(`<p>${SENTENCE}</p>`, body)).toBeUndefined();
      },
    );

    test("is found in time that grows with the page and not faster", () => {
      const growth = timeGrowth(2_000, (parts) => {
        const page = parsePage(`<p>${SENTENCE}</p>`.repeat(parts));
        const tokens = tokenise(page);
        const body = SENTENCE.repeat(parts);
        return () => alignTruth(page, tokens, body);
      });
      expect(growth).toBeLessThan(MOST_GROWTH);
    });
  });
});

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

  test("the score counts words of the span, each one of a kind", () => {
    const predicted = { first: at("By"), last: at("two") };
    const { short, best } = scoreExtraction(tokens, predicted, [main, { first: at("By"), last: main.last }]);
    expect(short).toEqual({ precision: 2 / 5, recall: 2 / 4, f1: 4 / 9 });
    expect(best).toEqual({ precision: 1, recall: 5 / 7, f1: 10 / 12 });
  });

  test("nothing predicted scores nothing", () => {
    expect(scoreExtraction(tokens, undefined, [main]).best).toEqual({ precision: 0, recall: 0, f1: 0 });
  });
});
