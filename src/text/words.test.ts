import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { countWords, countWordsIn, words } from "./words.ts";

describe("words", () => {
  test.each([
    ["The harbour's OPEN, again.", ["the", "harbour", "s", "open", "again"]],
    ["snake_case 3.14", ["snake_case", "3", "14"]],
    ["Zażółć gęślą", ["zażółć", "gęślą"]],
    ["ﬁne Ｆｕｌｌ", ["fine", "full"]],
    ["soft\u00adhyphen zero\u200bwidth", ["softhyphen", "zerowidth"]],
    ["港口开放", ["港", "口", "开", "放"]],
    ["東京タワーA1", ["東", "京", "タ", "ワ", "ー", "a1"]],
    ["ท่าเรือ", [..."ท่าเรือ"]],
    ["항구가 열렸다", ["항구가", "열렸다"]],
    ["!?… —", []],
  ])("%j is %j", (text, expected) => {
    expect(words(text)).toEqual(expected);
  });
  test("of two texts with a space between are the words of both", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" }), (left, right) => {
        expect(words(`${left} ${right}`)).toEqual([...words(left), ...words(right)]);
      }),
    );
  });
});

test("countWords counts them", () => {
  expect(countWords("Harbour 港口 opens")).toBe(4);
});

describe("count words", () => {
  test.each([
    "The harbour's open, again.",
    "港口 opens 3 days",
    "soft\u00adhyphen",
    "港口opens",
    "cafe\u0301s\u00ad, two",
    "Zażółć — gęślą",
    "\u{20bb7} a",
    "a \u200b b \u00ad",
    "\u200e",
    "Fine \u{1f600}\u{1f3fd} weather\u{1f600}",
    "",
  ])("counts %j as words does", (text) => {
    expect(countWordsIn(text, 0, text.length)).toBe(words(text).length);
  });

  test("counts only inside its range", () => {
    expect(countWordsIn("one two three", 4, 7)).toBe(1);
    expect(countWordsIn("one two three", 3, 4)).toBe(0);
  });
});
