import { expect, test } from "vitest";
import { hashText } from "./hash.ts";
import { hashWord, WordNumbers } from "./word-numbers.ts";

/** Numbers of words, and the words that were asked for. */
function counting() {
  const asked: string[] = [];
  const numbers = new WordNumbers((word) => {
    asked.push(word);
    return hashText(word.toLowerCase());
  });
  const of = (word: string) => {
    const text = `<${word}>`;
    return numbers.of(hashWord(text, 1, word.length + 1), text, 1, word.length + 1);
  };
  return { of, asked, numbers };
}

test("asks once for each word and gives the same numbers", () => {
  const { of, asked } = counting();
  const words = ["ferry", "dawn", "ferry", "\ud800", "\ud800", "渡轮", "Ł"];
  expect(words.map(of)).toEqual(words.map((word) => hashText(word.toLowerCase())));
  expect(asked).toEqual(["ferry", "dawn", "\ud800", "渡轮", "Ł"]);
});

test("puts the numbers of many words in the place of their hashes", () => {
  const { of, asked, numbers } = counting();
  of("dawn");
  const text = "ferry dawn, ferry";
  const start = Int32Array.of(0, 6, 10, 12);
  const end = Int32Array.of(5, 10, 11, 17);
  const hashes = start.map((from, at) => (at === 2 ? 7 : hashWord(text, from, end[at]!)));
  numbers.replaceHashes(hashes, { text, start, end }, Int32Array.of(0, 1, 3), 3);
  expect([...hashes]).toEqual([hashText("ferry"), hashText("dawn"), 7, hashText("ferry")]);
  expect(asked).toEqual(["dawn", "ferry"]);
});

test("takes capitals and small letters for the same, but not signs that are as far apart", () => {
  const { of, asked } = counting();
  expect(new Set(["ferry", "Ferry", "FERRY"].map(of)).size).toBe(1);
  expect(of("Évora")).toBe(of("évora"));
  expect(of("a×b")).not.toBe(of("a÷b"));
  expect(asked).toEqual(["ferry", "Évora", "a×b", "a÷b"]);
});

test("grows, and forgets words that were not met for an age and more", () => {
  const { of, asked } = counting();
  const age = 32_768;
  for (let number = 0; number < age; number++) of(`w${number}`);
  for (let number = 0; number < age; number++) of(`x${number}`);
  expect(of("w0")).toBe(hashText("w0"));
  expect(asked).toHaveLength(2 * age);
  for (let number = 0; number < age; number++) of(`y${number}`);
  // Met again in the last age, as the words beside it were not.
  expect([of("w0"), of("w1")]).toEqual([hashText("w0"), hashText("w1")]);
  expect(asked).toHaveLength(3 * age + 1);
});

test("does not remember what is too long for a word", () => {
  const { of, asked } = counting();
  const long = "a".repeat(65);
  expect([of(long), of(long)]).toEqual([hashText(long), hashText(long)]);
  expect(asked).toHaveLength(2);
});

test("words that crowd on one place have their numbers, and make none be forgotten", () => {
  const { of, asked, numbers } = counting();
  of("ferry");
  const crowd = Array.from({ length: 100 }, (_, at) => `w${at}`);
  const read = () => crowd.map((word) => numbers.of(1, word, 0, word.length));
  for (let time = 0; time < 1000; time++) read();
  expect(read()).toEqual(crowd.map(hashText));
  of("ferry");
  expect(asked.filter((word) => word === "ferry")).toHaveLength(1);
});
