import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { rememberWords } from "./remember-words.ts";

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

  test("forgets all when it knows too many, and goes on", () => {
    const { answer, asked } = counting();
    for (let number = 0; number <= 50_000; number++) answer(`w${number}`);
    expect(answer("w0")).toBe(2);
    expect(asked).toHaveLength(50_002);
  });

  test("does not remember what is too long for a word", () => {
    const { answer, asked } = counting();
    const long = "a".repeat(65);
    expect([answer(long), answer(long)]).toEqual([65, 65]);
    expect(asked).toHaveLength(2);
  });

  test("does not hold on to the texts that the words were cut from", () => {
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
