import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cleanHead, cleanPageText, cleanValue, headLines, quoteLines, splitParts } from "./quote.ts";

/** Every character that some reader takes for the end of a line. */
const LINE_ENDS = [
  "\n",
  "\r",
  "\r\n",
  "\v",
  "\f",
  "\u001c",
  "\u001d",
  "\u001e",
  "\u0085",
  "\u2028",
  "\u2029",
];
const hostile = fc
  .array(fc.oneof(fc.constantFrom(...LINE_ENDS, '"', "\\", "> ", "😀", "\ud800", "\u202e"), fc.string()))
  .map((pieces) => pieces.join(""));

const ANY_END = /\r\n|[\n\r\v\f\u001c-\u001e\u0085\u2028\u2029]/;

describe("the quotation of a page's text", () => {
  test("no text begins a line without a mark", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const quoted = quoteLines(cleanPageText(text));
        expect(quoted.split(ANY_END).filter((line) => !/^>(?: |$)/.test(line))).toEqual([]);
      }),
    );
  });

  test("no title, byline or address ends its line or its quotation marks", () => {
    fc.assert(
      fc.property(hostile, (value) => {
        const head = cleanHead({ title: value, byline: value, date: value, address: value });
        const lines = headLines(head).split(ANY_END);
        expect(lines).toHaveLength(4);
        for (const line of lines)
          expect(typeof JSON.parse(line.slice(line.indexOf(": ") + 2))).toBe("string");
      }),
    );
  });

  test("characters that nobody sees are left out", () => {
    expect(cleanValue("a\u{e0041}\u{e0042}\u202eb\u0000\u001bc", 20)).toBe("abc");
    expect(cleanPageText("a\tb\u{e0041}\r\nc")).toBe("a\tb\nc");
  });

  test("a long value is cut with an ellipsis and stays well formed", () => {
    expect(cleanValue("harbour", 4)).toBe("har…");
    expect(cleanValue("ab😀d", 4).isWellFormed()).toBe(true);
  });
});

describe("parts of a text", () => {
  test("each costs at most what was asked for, and nothing but empty lines is lost", () => {
    fc.assert(
      fc.property(hostile, fc.integer({ min: 8, max: 60 }), (text, max) => {
        const clean = cleanPageText(text);
        const parts = splitParts(clean, max);
        for (const part of parts) {
          expect(JSON.stringify(quoteLines(part)).length).toBeLessThanOrEqual(max + 4);
          expect(part.isWellFormed()).toBe(true);
        }
        expect(parts.join("").replaceAll("\n", "")).toBe(clean.replaceAll("\n", ""));
      }),
    );
  });

  test("they end with a paragraph, else with a line, else with a word", () => {
    expect(splitParts("one two\n\nthree four", 19)).toEqual(["one two", "three four"]);
    expect(splitParts("one two\nthree four", 16)).toEqual(["one two", "three four"]);
    expect(splitParts("one two three", 9)).toEqual(["one two ", "three"]);
    expect(splitParts("港町の新しい港", 4)).toEqual(["港町の新", "しい港"]);
  });

  test("an empty text is one empty part", () => {
    expect(splitParts("", 10)).toEqual([""]);
  });
});
