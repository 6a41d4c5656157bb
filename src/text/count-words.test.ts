import { expect, test } from "vitest";
import { countWordsIn } from "./count-words.ts";
import { words } from "./words.ts";

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
