import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { hashText } from "./hash.ts";
import { hashWord, rememberWords, WordNumbers } from "./word-cache.ts";

/** Numbers of words, and the words that were asked for. */
function countingNumbers() {
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
  const { of, asked } = countingNumbers();
  const words = ["ferry", "dawn", "ferry", "\ud800", "\ud800", "渡轮", "Ł"];
  expect(words.map(of)).toEqual(words.map((word) => hashText(word.toLowerCase())));
  expect(asked).toEqual(["ferry", "dawn", "\ud800", "渡轮", "Ł"]);
});

test("takes capitals and small letters for the same, but not signs that are as far apart", () => {
  const { of, asked } = countingNumbers();
  expect(new Set(["ferry", "Ferry", "FERRY"].map(of)).size).toBe(1);
  expect(of("Évora")).toBe(of("évora"));
  expect(of("a×b")).not.toBe(of("a÷b"));
  expect(asked).toEqual(["ferry", "Évora", "a×b", "a÷b"]);
});

test("grows, and drops words that were not met for a generation", () => {
  const { of, asked } = countingNumbers();
  const generation = 32_768;
  for (let number = 0; number < generation; number++) of(`w${number}`);
  for (let number = 0; number < generation; number++) of(`x${number}`);
  expect(of("w0")).toBe(hashText("w0"));
  expect(asked).toHaveLength(2 * generation);
  for (let number = 0; number < generation; number++) of(`y${number}`);
  // Used again in the last generation, unlike the words beside it.
  expect([of("w0"), of("w1")]).toEqual([hashText("w0"), hashText("w1")]);
  expect(asked).toHaveLength(3 * generation + 1);
});

test("does not remember what is too long for a word", () => {
  const { of, asked } = countingNumbers();
  const long = "a".repeat(65);
  expect([of(long), of(long)]).toEqual([hashText(long), hashText(long)]);
  expect(asked).toHaveLength(2);
});

test("words whose hashes collide have their own numbers, and none is dropped", () => {
  const { of, asked, numbers } = countingNumbers();
  of("ferry");
  const crowd = Array.from({ length: 100 }, (_, at) => `w${at}`);
  const read = () => crowd.map((word) => numbers.of(1, word, 0, word.length));
  for (let time = 0; time < 1000; time++) read();
  expect(read()).toEqual(crowd.map(hashText));
  of("ferry");
  expect(asked.filter((word) => word === "ferry")).toHaveLength(1);
});

/** A function of words that counts how often it is asked. */
function counting() {
  const asked: string[] = [];
  const answer = rememberWords((word) => {
    asked.push(word);
    return word.length;
  });
  return { answer, asked };
}

describe("remembering words", () => {
  test("asks once for each word and gives the same answers", () => {
    const { answer, asked } = counting();
    expect(["ferry", "dawn", "ferry", "\ud800", "\ud800"].map(answer)).toEqual([5, 4, 5, 1, 1]);
    expect(asked).toEqual(["ferry", "dawn", "\ud800"]);
  });

  test("drops words that were not met for two generations", () => {
    const { answer, asked } = counting();
    for (let number = 0; number <= 65_536; number++) answer(`w${number}`);
    expect(answer("w0")).toBe(2);
    expect(asked).toHaveLength(65_538);
  });

  test("does not remember what is too long for a word", () => {
    const { answer, asked } = counting();
    const long = "a".repeat(65);
    expect([answer(long), answer(long)]).toEqual([65, 65]);
    expect(asked).toHaveLength(2);
  });

  test("does not keep the texts alive that words were cut from", () => {
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc") as () => void;
    const answer = rememberWords((word) => word);
    collect();
    const before = process.memoryUsage().heapUsed;
    for (let number = 0; number < 60; number++) {
      const text = `extraordinarily${number} ${"and so on ".repeat(100_000)}`.toUpperCase();
      answer(text.slice(0, text.indexOf(" ")));
    }
    collect();
    // The texts together have 60 MB.
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(20_000_000);
  });
});
