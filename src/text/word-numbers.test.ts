import { expect, test } from "vitest";
import { hashText } from "./hash.ts";
import { WordNumbers } from "./word-numbers.ts";

/** Numbers of words, and the words that were asked for. */
function counting() {
  const asked: string[] = [];
  const numbers = new WordNumbers((word) => {
    asked.push(word);
    return hashText(word);
  });
  return { of: (word: string) => numbers.of(`<${word}>`, 1, word.length + 1), asked };
}

test("asks once for each word and gives the same numbers", () => {
  const { of, asked } = counting();
  const words = ["ferry", "dawn", "ferry", "\ud800", "\ud800", "Ferry", "渡轮"];
  expect(words.map(of)).toEqual(words.map(hashText));
  expect(asked).toEqual(["ferry", "dawn", "\ud800", "Ferry", "渡轮"]);
});

test("grows, forgets all when it knows too many, and goes on", () => {
  const { of, asked } = counting();
  for (let number = 0; number < 50_000; number++) of(`w${number}`);
  expect(of("w0")).toBe(hashText("w0"));
  expect(asked).toHaveLength(50_000);
  of("one more");
  expect(of("w0")).toBe(hashText("w0"));
  expect(asked).toHaveLength(50_002);
});

test("does not remember what is too long for a word", () => {
  const { of, asked } = counting();
  const long = "a".repeat(65);
  expect([of(long), of(long)]).toEqual([hashText(long), hashText(long)]);
  expect(asked).toHaveLength(2);
});
